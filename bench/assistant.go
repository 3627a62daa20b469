package bench

import (
	"context"
	"errors"
	"fmt"

	"parley"
	"parley/bench/stub"
	"parley/caller"
	"parley/report"
)

// commands are said to an assistant that carries them out without its model.
var commands = []line{
	{"slt", "Add buy milk to my list."},
	{"awb", "Add call the dentist to my list."},
	{"rms", "What is on my list?"},
	{"slt", "Remember that I like short meetings."},
}

// assistantRatio is what an assistant's answer may take, of a character's.
const assistantRatio = 1.1

// Assistant measures how long an assistant's answers take beside those of a
// character, in one run: call by call in turn, in one process, with one stub model.
func Assistant() Measurement {
	return Measurement{
		Name:  "assistant",
		About: "answers of an assistant that keeps state, beside those of a character",
		Run:   runAssistant,
	}
}

// sceneOf is a product whose calls are of another scene, and by a user.
type sceneOf struct {
	Product
	scene, user string
}

func (s sceneOf) Call(d parley.Dispatch) (caller.Config, error) {
	d.Scenario, d.User = s.scene, s.user
	return s.Product.Call(d)
}

func runAssistant(ctx context.Context, env *Env) (report.Result, error) {
	talk, err := record(ctx, statements)
	if err != nil {
		return report.Result{}, err
	}
	orders, err := record(ctx, commands)
	if err != nil {
		return report.Result{}, err
	}
	kit := stub.Kit{STT: stub.STT{Utterances: utterances(talk)}, LLM: stub.LLM{Reply: shortReply}}
	character, assistant, err := sideBySide(ctx, env, kit, talk, Scene, AssistantScene)
	if err != nil {
		return report.Result{}, err
	}
	kit.STT.Utterances = utterances(orders)
	_, ordered, err := sideBySide(ctx, env, kit, orders, Scene, AssistantScene)
	if err != nil {
		return report.Result{}, err
	}
	if len(character.took) == 0 || len(assistant.took) == 0 || len(ordered.took) == 0 {
		return report.Result{}, errors.New("measure the assistant: no exchange was answered")
	}
	ratio := float64(report.Percentile(assistant.took, 0.5)) / float64(report.Percentile(character.took, 0.5))
	return report.Result{
		Name:  "assistant",
		Title: "response latency of an assistant beside a character's, as the caller hears it (STT 100 ms, LLM 150, TTS 100)",
		Figures: []report.Figure{
			quantile("character p50", character.took, 0.5),
			quantile("character p95", character.took, 0.95),
			quantile("assistant p50", assistant.took, 0.5),
			quantile("assistant p95", assistant.took, 0.95),
			report.Figure{
				Name: "assistant to character p50", Value: ratio, Samples: len(assistant.took), Slack: 0.05,
			}.AtMost(assistantRatio),
			quantile("command p50", ordered.took, 0.5),
			quantile("command p95", ordered.took, 0.95),
			report.Count("cut in", character.cutIns+assistant.cutIns+ordered.cutIns,
				character.count()+assistant.count()+ordered.count()).AtMost(0),
			report.Count("unanswered", character.unanswered+assistant.unanswered+ordered.unanswered,
				character.count()+assistant.count()+ordered.count()).AtMost(0),
		},
		Tables: []report.Table{stages("where the time goes, medians of the agent's own account in ms",
			[]string{"character", "assistant", "command"}, character.agent, assistant.agent, ordered.agent)},
	}, nil
}

// sideBySide holds calls of two scenes in turn until there are enough samples of both.
// The first of each is left out: the process does not know yet how its recogniser
// writes.
func sideBySide(
	ctx context.Context, env *Env, kit stub.Kit, clips []caller.Clip, first, second string,
) (one, other responses, err error) {
	p, err := env.Start(ctx, EnginesOf(kit))
	if err != nil {
		return one, other, fmt.Errorf("measure two scenes: %w", err)
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	n := 2 * (len(clips) + env.Samples)
	done := 0
	for i := 0; err == nil && (one.count() < env.Samples || other.count() < env.Samples); i++ {
		user := fmt.Sprintf("bench-a-user-%08d-", i)
		for _, side := range []struct {
			scene, user string
			into        *responses
		}{{first, user + "a", &one}, {second, user + "b", &other}} {
			into := side.into
			if i == 0 {
				into = &responses{}
			}
			of := Product(sceneOf{p, side.scene, side.user})
			if side.scene == Scene {
				of = p
			}
			if err = oneCall(ctx, of, i, clips, into, func() {
				done++
				env.Progress("answers of two scenes in turn", done, n)
			}); err != nil {
				return one, other, fmt.Errorf("measure two scenes: %w", err)
			}
		}
	}
	return one, other, nil
}
