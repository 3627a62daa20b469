package eval_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app/embedded/embeddedtest"
	"parley/checker/eval"
	"parley/checker/eval/scripted"
	"parley/checker/labelled"
	"parley/checker/queue"
	"parley/streams"
)

// deadline bounds the wait for one verdict; nothing comes near it.
const deadline = 2 * time.Minute

// outcome is what a verdict says, without what differs between two judgments.
type outcome struct {
	Exchange, Progress int
	Complete, Bad      bool
}

// Through the real queue, with two workers and everything submitted twice, a
// model that misbehaves leads to the very verdicts that the evaluation counts:
// each once, in order, and none where the score pauses.
func TestQueueGivesTheVerdictsThatAreMeasured(t *testing.T) {
	run := builtIn(t)
	run.Set.Injections, run.Set.Harmless = nil, nil
	var some []labelled.Dialogue // one of each kind
	for _, d := range run.Set.Dialogues {
		if !slices.ContainsFunc(some, func(o labelled.Dialogue) bool { return o.Kind == d.Kind }) {
			some = append(some, d)
		}
	}
	run.Set.Dialogues = some
	run = seat(t, run, scripted.New(1))
	want, err := run.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n := embeddedtest.StartNATS(t, t.TempDir())
	js := embeddedtest.Connect(t, n)
	if err := queue.Setup(t.Context(), js, streams.Config{}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		work(t, run, embeddedtest.Connect(t, n))
	}
	var wg sync.WaitGroup
	for i, d := range some {
		wg.Go(func() { hold(t, js, parley.CallID(fmt.Sprintf("call_%d", i)), d, want.Arcs[i]) })
	}
	wg.Wait()
	stream, err := js.Stream(t.Context(), queue.VerdictsStream)
	if err != nil {
		t.Fatal(err)
	}
	info, err := stream.Info(t.Context(), jetstream.WithSubjectFilter(">"))
	if err != nil {
		t.Fatal(err)
	}
	for i, trace := range want.Arcs {
		subject := fmt.Sprintf("verdict.call_%d", i)
		if got, want := info.State.Subjects[subject], uint64(len(judged(trace))); got != want {
			t.Errorf("%s: %d verdicts on the stream, want %d", trace.Dialogue, got, want)
		}
	}
}

// judged are the outcomes of the exchanges that were judged.
func judged(trace eval.Trace) []outcome {
	var out []outcome
	for _, j := range trace.Judgments {
		if j.State == eval.Judged {
			out = append(out, outcome{j.Exchange, j.Progress, j.Complete, j.Bad})
		}
	}
	return out
}

// hold submits the exchanges of d as a call does, each twice, and checks the
// verdicts that come back.
func hold(t *testing.T, js jetstream.JetStream, call parley.CallID, d labelled.Dialogue, trace eval.Trace) {
	client := queue.NewClient(js, call, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	verdicts := make(chan parley.Verdict, len(trace.Judgments))
	followed := make(chan error, 1)
	go func() { followed <- client.Run(ctx, func(v parley.Verdict) { verdicts <- v }) }()
	defer func() {
		cancel()
		if err := <-followed; err != nil {
			t.Errorf("%s: follow verdicts: %v", d.ID, err)
		}
	}()
	var got []outcome
	previous := 0
	for i, e := range d.Exchanges()[:len(trace.Judgments)] {
		for range 2 {
			if err := client.Submit(ctx, parley.Exchange{
				Call: call, Number: e.Number, Dispatch: d.Dispatch(), Previous: previous,
				Turns: e.Turns[max(0, len(e.Turns)-parley.ContextWindow):],
			}); err != nil {
				t.Errorf("%s: %v", d.ID, err)
				return
			}
		}
		if trace.Judgments[i].State != eval.Judged {
			continue // the score pauses: nothing comes
		}
		select {
		case v := <-verdicts:
			previous = v.Progress
			got = append(got, outcome{v.Exchange, v.Progress, v.Complete, v.Bad})
		case <-ctx.Done():
			t.Errorf("%s: no verdict on exchange %d", d.ID, e.Number)
			return
		}
	}
	if want := judged(trace); !slices.Equal(got, want) {
		t.Errorf("%s: verdicts %v, want %v", d.ID, got, want)
	}
}

// work runs a worker with the judge of run until the test ends.
func work(t *testing.T, run eval.Run, js jetstream.JetStream) {
	t.Helper()
	w := &queue.Worker{JS: js, Library: run.Library, Judge: run.Judge}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run = %v", err)
		}
	})
}
