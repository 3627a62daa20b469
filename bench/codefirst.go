package bench

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"parley/bench/stub"
	"parley/codefirst/prompt"
	"parley/report"
)

// codeLate is how much later the first sound of a code-first answer may come than that
// of a plain one, in ms.
const codeLate = 60

// codeReply is shortReply as a model writes it that acts by code, with more to do after
// it; messageReply has the words in a message, as text that is read has them.
const (
	codeReply    = shortReply + "\n" + prompt.Begin + "\n" + codeRest
	messageReply = prompt.Begin + "\nyield <Message>" + shortReply + "</Message>\n" + codeRest
	codeRest     = "const list = await tasks.list()\nconst found = await memory.recall({ about: 'numbers' })\n" +
		"// nothing more is to be said of it\nconst known = [list, found].filter(x => x !== undefined).length\n" +
		"if (known > 5) {\n  yield <Message>That is a lot.</Message>\n}\nreturn { action: 'listen' }\n" + prompt.End
)

// CodeFirst measures how long an answer takes that leads a program, beside the same
// answer as plain text: of two assistants, call by call in turn, in one process.
func CodeFirst() Measurement {
	return Measurement{
		Name:  "codefirst",
		About: "answers of an assistant that writes code, beside those of one that does not",
		Run:   runCodeFirst,
	}
}

func runCodeFirst(ctx context.Context, env *Env) (report.Result, error) {
	talk, err := record(ctx, statements)
	if err != nil {
		return report.Result{}, err
	}
	var failed atomic.Int32
	kit := stub.Kit{
		STT: stub.STT{Utterances: utterances(talk)}, LLM: stub.LLM{Reply: shortReply, Code: codeReply, Failed: &failed},
	}
	plain, code, err := sideBySide(ctx, env, kit, talk, AssistantScene, CodeScene)
	if err != nil {
		return report.Result{}, err
	}
	kit.LLM.Code = messageReply
	_, message, err := sideBySide(ctx, env, kit, talk, AssistantScene, CodeScene)
	if err != nil {
		return report.Result{}, err
	}
	if len(plain.took) == 0 || len(code.took) == 0 || len(message.took) == 0 {
		return report.Result{}, errors.New("measure code-first answers: no exchange was answered")
	}
	all := plain.count() + code.count() + message.count()
	late := func(q float64) report.Figure {
		by := ms(report.Percentile(code.took, q)) - ms(report.Percentile(plain.took, q))
		return report.Figure{
			Name: fmt.Sprintf("code later by p%d", int(q*100)), Value: by, Unit: "ms", Samples: len(code.took), Slack: 30,
		}.AtMost(codeLate)
	}
	return report.Result{
		Name:  "codefirst",
		Title: "response latency of code-first answers beside plain ones (STT 100 ms, LLM 150 and 20 a token, TTS 100)",
		Figures: []report.Figure{
			quantile("plain p50", plain.took, 0.5), quantile("plain p95", plain.took, 0.95),
			quantile("code p50", code.took, 0.5), quantile("code p95", code.took, 0.95),
			late(0.5), late(0.95),
			quantile("words in a message p50", message.took, 0.5), quantile("words in a message p95", message.took, 0.95),
			report.Count("cut in", plain.cutIns+code.cutIns+message.cutIns, all).AtMost(0),
			report.Count("unanswered", plain.unanswered+code.unanswered+message.unanswered, all).AtMost(0),
			report.Figure{
				Name: "programs that failed", Value: float64(failed.Load()), Samples: code.count() + message.count(),
			}.AtMost(0),
		},
		Tables: []report.Table{stages("where the time goes, medians of the agent's own account in ms",
			[]string{"plain", "code", "message"}, plain.agent, code.agent, message.agent)},
	}, nil
}
