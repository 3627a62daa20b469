package main

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/checker/queue"
	"parley/cmd/parley/embedded/embeddedtest"
	"parley/llm/openai/openaitest"
)

// verdictsOn are the exchanges of the verdicts the server has on a call.
func verdictsOn(t *testing.T, js jetstream.JetStream, call parley.CallID) (numbers []int) {
	t.Helper()
	stream, err := js.Stream(t.Context(), queue.VerdictsStream)
	if err != nil {
		t.Fatal(err)
	}
	for from := uint64(1); ; {
		msg, err := stream.GetMsg(t.Context(), from, jetstream.WithGetMsgSubject("verdict."+string(call)))
		if err != nil {
			return numbers
		}
		var v parley.Verdict
		if err := json.Unmarshal(msg.Data, &v); err != nil {
			t.Fatal(err)
		}
		numbers, from = append(numbers, v.Exchange), msg.Sequence+1
	}
}

// backlog waits for what LookAtBacklog says.
func backlog(t *testing.T, js jetstream.JetStream, ok func(queue.Backlog) bool) {
	t.Helper()
	eventually(t, func() bool {
		b, err := queue.LookAtBacklog(t.Context(), js)
		if err != nil {
			t.Fatal(err)
		}
		return ok(b)
	})
}

// TestWorkerCatchesUp leaves one worker with 1,000 exchanges of 20 calls.
func TestWorkerCatchesUp(t *testing.T) {
	const calls, each = 20, 50
	nats := startNATSPart(t)
	js := nats.reach(t)
	for n := 1; n <= each; n++ {
		for c := range calls {
			if err := (queue.Client{JS: js}).Submit(t.Context(), talked(callNumber(c), n)); err != nil {
				t.Fatal(err)
			}
		}
	}
	backlog(t, js, func(b queue.Backlog) bool { return b.Exchanges == calls*each && b.Oldest > 0 })
	judge := openaitest.New(t)
	judge.Always(plainJudge(func() time.Duration { return 50 * time.Millisecond }))
	metrics := embeddedtest.SteadyAddress(t)
	begun := time.Now()
	worker := startCheckerPart(t, nats, judge, "--ops", metrics, "--concurrency", "8")
	backlog(t, js, func(b queue.Backlog) bool { return b.Exchanges == 0 })
	took := time.Since(begun)
	for c := range calls {
		if got := verdictsOn(t, js, callNumber(c)); !slices.Equal(got, []int{each - 1, each}) {
			t.Errorf("call %d has verdicts on %v, want the newest two", c, got)
		}
	}
	got := scrape(t, "http://"+metrics+"/metrics")
	for _, want := range []string{
		`parley_checker_coalesced_total 960`,
		`parley_checker_judged_total{engine="openai:test-judge"} 40`,
		`parley_checker_judge_seconds_count{engine="openai:test-judge"} 40`,
		`parley_checker_duplicates_total 0`, `parley_checker_dead_total{reason="service"} 0`,
		`parley_checker_queue_exchanges 0`, `parley_checker_queue_oldest_seconds 0`, `parley_checker_dead_letters 0`,
		`parley_engine_requests_total{engine="openai:test-judge",role="checker"} 40`,
	} {
		if !got[want] {
			t.Errorf("the metrics do not say %s", want)
		}
	}
	if code := worker.end(); code != exitOK {
		t.Errorf("the worker ended with status %d:\n%s", code, worker.said.String())
	}
	t.Logf("1,000 exchanges of 20 calls: 960 left out, 40 judged in 50 ms each; each call's newest verdict is there %v after the start",
		took.Round(time.Millisecond))
}
