package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"parley/bench/stub"
	"parley/codefirst"
	"parley/codefirst/prompt"
	"parley/codefirst/scripted"
	"parley/llm"
	"parley/report"
)

// codeLate is how much later the first sound of a code-first answer may come than that
// of a plain one, in ms; and that of either in a process in which others' programs loop.
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
// answer as plain text: of two assistants, call by call in turn, in one process; and
// both again while others' programs loop there.
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
	stop := loopPrograms(ctx)
	plainBeside, codeBeside, err := sideBySide(ctx, env, kit, talk, AssistantScene, CodeScene)
	stop()
	if err != nil {
		return report.Result{}, err
	}
	kit.LLM.Code = messageReply
	_, message, err := sideBySide(ctx, env, kit, talk, AssistantScene, CodeScene)
	if err != nil {
		return report.Result{}, err
	}
	var cutIns, unanswered, all int
	for _, r := range []responses{plain, code, plainBeside, codeBeside, message} {
		if len(r.took) == 0 {
			return report.Result{}, errors.New("measure code-first answers: no exchange was answered")
		}
		cutIns, unanswered, all = cutIns+r.cutIns, unanswered+r.unanswered, all+r.count()
	}
	return report.Result{
		Name:  "codefirst",
		Title: "response latency of code-first answers beside plain ones (STT 100 ms, LLM 150 and 20 a token, TTS 100)",
		Figures: []report.Figure{
			quantile("plain p50", plain.took, 0.5), quantile("plain p95", plain.took, 0.95),
			quantile("code p50", code.took, 0.5), quantile("code p95", code.took, 0.95),
			later("code later by", code, plain, 0.5), later("code later by", code, plain, 0.95),
			later("plain beside loops later by", plainBeside, plain, 0.5), later("plain beside loops later by", plainBeside, plain, 0.95),
			later("code beside loops later by", codeBeside, code, 0.5), later("code beside loops later by", codeBeside, code, 0.95),
			quantile("words in a message p50", message.took, 0.5), quantile("words in a message p95", message.took, 0.95),
			report.Count("cut in", cutIns, all).AtMost(0),
			report.Count("unanswered", unanswered, all).AtMost(0),
			report.Figure{
				Name: "programs that failed", Value: float64(failed.Load()), Samples: code.count() + codeBeside.count() + message.count(),
			}.AtMost(0),
		},
		Tables: []report.Table{stages("where the time goes, medians of the agent's own account in ms",
			[]string{"plain", "code", "plain beside loops", "code beside loops", "message"},
			plain.agent, code.agent, plainBeside.agent, codeBeside.agent, message.agent)},
	}, nil
}

// later is how much later a quantile of r is than that of other.
func later(name string, r, other responses, q float64) report.Figure {
	return report.Figure{
		Name:  fmt.Sprintf("%s p%d", name, int(q*100)),
		Value: report.Milliseconds(report.Percentile(r.took, q) - report.Percentile(other.took, q)),
		Unit:  "ms", Samples: len(r.took), Slack: 30,
	}.AtMost(codeLate)
}

// loopPrograms has programs that loop run in this process, two for each processor, until
// stop is called.
func loopPrograms(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var programs sync.WaitGroup
	for range 2 * runtime.NumCPU() {
		programs.Go(func() {
			for ctx.Err() == nil {
				_, _ = codefirst.Execute(ctx, codefirst.Params{ // it takes too long each time
					Loop: 1, Models: []llm.Engine{scripted.New("for (;;) {}")},
				})
			}
		})
	}
	return func() {
		cancel()
		programs.Wait()
	}
}
