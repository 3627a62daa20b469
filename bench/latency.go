package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parley"
	"parley/bench/stub"
	"parley/caller"
	"parley/report"
)

// shortReply is an answer for measurements of its beginning.
const shortReply = "That is a fair point, but show me the numbers first."

// responseP95 is what an answer may take in ms, nearly always.
const responseP95 = 680

// Latency measures how long answers to complete sentences take.
func Latency() Measurement {
	return Measurement{
		Name:  "latency",
		About: "from the user's last voiced sample to the character's first voiced packet",
		Run:   runLatency,
	}
}

// responses are what exchanges came to.
type responses struct {
	took  []time.Duration
	agent []parley.Latency
	// short is by how much the agent's account of an answer is less than what the
	// caller's packets show.
	short              []time.Duration
	cutIns, unanswered int
}

func (r *responses) count() int { return len(r.took) + r.cutIns + r.unanswered }

// note takes the outcome of one exchange; other errors than those of an exchange
// are returned.
func (r *responses) note(took time.Duration, err error) error {
	switch {
	case errors.Is(err, errCutIn):
		r.cutIns++
	case errors.Is(err, errUnanswered):
		r.unanswered++
	case err != nil:
		return err
	default:
		r.took = append(r.took, took)
	}
	return nil
}

func runLatency(ctx context.Context, env *Env) (report.Result, error) {
	clips, err := record(ctx, statements)
	if err != nil {
		return report.Result{}, err
	}
	kit := stub.Kit{STT: stub.STT{Utterances: utterances(clips)}, LLM: stub.LLM{Reply: shortReply}}
	first, whole, err := converse(ctx, env, "answers, whole-utterance STT", kit, clips)
	if err != nil {
		return report.Result{}, err
	}
	kit.STT.Streaming = true
	_, streaming, err := converse(ctx, env, "answers, streaming STT", kit, clips)
	if err != nil {
		return report.Result{}, err
	}
	r := report.Result{
		Name:  "latency",
		Title: "response latency as the caller hears it (STT 100 ms or streaming 50, LLM 150, TTS 100)",
		Figures: []report.Figure{
			quantile("response p50", whole.took, 0.5).AtMost(600),
			quantile("response p95", whole.took, 0.95).AtMost(responseP95),
			quantile("streaming STT p50", streaming.took, 0.5).AtMost(450),
			quantile("streaming STT p95", streaming.took, 0.95).AtMost(550),
			quantile("first call p50", first.took, 0.5),
			report.Figure{
				Name: "answers wasted a turn", Value: max(whole.wasted(), streaming.wasted()),
				Samples: whole.count() + streaming.count(), Slack: 0.2,
			}.AtMost(0.3),
			report.Figure{
				Name: "own account off", Value: report.Milliseconds(max(whole.off(), streaming.off())), Unit: "ms",
				Samples: len(whole.short) + len(streaming.short), Slack: 3,
			}.AtMost(5),
			quantile("own share p50", stage(whole.agent, own), 0.5).AtMost(15),
			quantile("own share p95", stage(whole.agent, own), 0.95).AtMost(40),
			report.Count("cut in", first.cutIns+whole.cutIns+streaming.cutIns, first.count()+whole.count()+streaming.count()).AtMost(0),
			report.Count("unanswered", first.unanswered+whole.unanswered+streaming.unanswered,
				first.count()+whole.count()+streaming.count()).AtMost(0),
		},
		Tables: []report.Table{stages("where the time goes, medians of the agent's own account in ms", []string{"whole", "streaming"},
			whole.agent, streaming.agent)},
	}
	if len(whole.took) == 0 || len(streaming.took) == 0 {
		return r, errors.New("measure latency: no exchange was answered")
	}
	return r, nil
}

// converse holds calls until there are enough samples. The first call is apart:
// the process does not know yet how its recogniser writes, and waits longer.
func converse(ctx context.Context, env *Env, what string, kit stub.Kit, clips []caller.Clip) (first, r responses, err error) {
	p, err := env.Start(ctx, EnginesOf(kit))
	if err != nil {
		return first, r, fmt.Errorf("measure latency: %w", err)
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	n := len(clips) + env.Samples
	progress := func() { env.Progress(what, first.count()+r.count()+1, n) }
	err = oneCall(ctx, p, 0, clips, &first, progress)
	for i := 1; err == nil && r.count() < env.Samples; i++ {
		// A call's recogniser hears the clips in order, from the first. Every call
		// meets the agent at another point of the 20 ms between two frames.
		err = oneCall(ctx, p, i, clips[:min(len(clips), env.Samples-r.count())], &r, progress)
	}
	if err != nil {
		err = fmt.Errorf("measure latency: %w", err)
	}
	return first, r, err
}

// oneCall holds one call with an exchange for each clip.
func oneCall(ctx context.Context, p Product, number int, clips []caller.Clip, r *responses, before func()) error {
	c, err := join(ctx, p, number)
	if err != nil {
		return err
	}
	defer c.Leave()
	heard := len(r.took)
	for _, clip := range clips {
		before()
		if err := r.note(exchange(ctx, c.Caller, clip)); err != nil {
			return err
		}
	}
	answered := len(r.took) - heard
	ctx, cancel := context.WithTimeoutCause(ctx, answerWait, errors.New("the agent does not account for its answers"))
	defer cancel()
	if err := c.Until(ctx, func(v caller.View) bool { return len(v.Latencies) >= answered }); err != nil {
		return err
	}
	accounts := c.View().Latencies
	for i, l := range accounts {
		if len(accounts) == answered { // else the character cut in somewhere
			r.short = append(r.short, r.took[heard+i]-l.TotalNS)
		}
		r.agent = append(r.agent, l.Parley())
	}
	return nil
}

// off is how far the agent's account of the answers is from what the caller's
// packets show: by the median, as a packet may be late either way.
func (r *responses) off() time.Duration { return report.Percentile(r.short, 0.5).Abs() }

// wasted is how many answers were begun and dropped for each that was heard.
func (r *responses) wasted() float64 {
	n := 0
	for _, l := range r.agent {
		n += l.Wasted
	}
	return float64(n) / float64(max(len(r.agent), 1))
}

// quantile is a figure of durations in ms. Differences under 30 ms are those of
// one frame and a scheduler.
func quantile(name string, d []time.Duration, q float64) report.Figure {
	return report.Quantile(name, d, q, 30)
}

// stage picks one stage of the agent's accounts.
func stage(l []parley.Latency, pick func(parley.Latency) time.Duration) []time.Duration {
	d := make([]time.Duration, len(l))
	for i := range l {
		d[i] = pick(l[i])
	}
	return d
}

func own(l parley.Latency) time.Duration { return l.Own }

// stages is a table of the median of every stage, a column for each account.
func stages(title string, columns []string, accounts ...[]parley.Latency) report.Table {
	t := report.Table{Title: title, Head: append([]string{"stage"}, columns...)}
	for _, s := range []struct {
		name string
		pick func(parley.Latency) time.Duration
	}{
		{"endpointing", func(l parley.Latency) time.Duration { return l.Endpointing }},
		{"STT", func(l parley.Latency) time.Duration { return l.STT }},
		{"LLM", func(l parley.Latency) time.Duration { return l.LLM }},
		{"TTS", func(l parley.Latency) time.Duration { return l.TTS }},
		{"own", own},
		{"total", func(l parley.Latency) time.Duration { return l.Total }},
	} {
		row := []string{s.name}
		for _, a := range accounts {
			row = append(row, report.MS(report.Percentile(stage(a, s.pick), 0.5), 1))
		}
		t.Rows = append(t.Rows, row)
	}
	row := []string{"wasted"}
	for _, a := range accounts {
		n := 0
		for _, l := range a {
			n += l.Wasted
		}
		row = append(row, fmt.Sprintf("%d of %d", n, len(a)))
	}
	t.Rows = append(t.Rows, row)
	row = []string{"speculated"}
	for _, a := range accounts {
		n := 0
		for _, l := range a {
			if l.Speculated {
				n++
			}
		}
		row = append(row, fmt.Sprintf("%d of %d", n, len(a)))
	}
	t.Rows = append(t.Rows, row)
	return t
}
