package checker

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app/apptest"
	"parley/app/embedded/embeddedtest"
	"parley/checker/queue"
	"parley/cmd/cmdline"
	"parley/engine/openaihttp/openaitest"
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
	apptest.Eventually(t, func() bool {
		b, err := queue.LookAtBacklog(t.Context(), js)
		if err != nil {
			t.Fatal(err)
		}
		return ok(b)
	})
}

// TestWorkerCatchesUp leaves one worker with 20 calls that have had 50 exchanges
// each.
func TestWorkerCatchesUp(t *testing.T) {
	const calls, each = 20, 50
	nats := apptest.StartNATS(t)
	js := apptest.Connect(t, nats.URL)
	verdicts := make(chan parley.Verdict, calls*each)
	following, stop := context.WithCancel(t.Context())
	var lines sync.WaitGroup
	defer lines.Wait()
	defer stop()
	for c := range calls {
		client := queue.NewClient(js, callNumber(c), slog.New(slog.DiscardHandler))
		lines.Go(func() {
			if err := client.Run(following, func(v parley.Verdict) { verdicts <- v }); err != nil {
				t.Errorf("Run: %v", err)
			}
		})
		for n := 1; n <= each; n++ {
			if err := client.Submit(t.Context(), talked(callNumber(c), n)); err != nil {
				t.Fatal(err)
			}
		}
	}
	backlog(t, js, func(b queue.Backlog) bool { return b.Exchanges == calls && b.Oldest > 0 })
	judge := openaitest.New(t)
	judge.Always(plainJudge(func() time.Duration { return 50 * time.Millisecond }))
	metrics := embeddedtest.SteadyAddress(t)
	begun := time.Now()
	worker := startCheckerPart(t, nats, judge, "--ops", metrics, "--concurrency", "8")
	for newest := 0; newest < calls; {
		select {
		case v := <-verdicts:
			if v.Exchange == each {
				newest++
			}
		case <-time.After(apptest.Patience):
			t.Fatalf("%d of %d calls have their newest verdict", newest, calls)
		}
	}
	took := time.Since(begun)
	backlog(t, js, func(b queue.Backlog) bool { return b.Exchanges == 0 })
	for c := range calls {
		if got := verdictsOn(t, js, callNumber(c)); !slices.Equal(got, []int{1, each - 1, each}) {
			t.Errorf("call %d has verdicts on %v, want the first and the newest two", c, got)
		}
	}
	got := apptest.Scrape(t, "http://"+metrics+"/metrics")
	again := 0 // verdicts that NATS, which shares the processors, was late to say are stored
	for again < 60 && !got[fmt.Sprintf("parley_checker_duplicates_total %d", again)] {
		again++
	}
	for _, want := range []string{
		fmt.Sprintf(`parley_checker_judged_total{engine="openai:test-judge"} %d`, 60-again),
		fmt.Sprintf(`parley_checker_judge_seconds_count{engine="openai:test-judge"} %d`, 60-again),
		`parley_checker_dead_total{reason="service"} 0`,
		`parley_checker_queue_exchanges 0`, `parley_checker_queue_oldest_seconds 0`, `parley_checker_dead_letters 0`,
		`parley_engine_requests_total{engine="openai:test-judge",role="checker"} 60`,
	} {
		if !got[want] {
			t.Errorf("the metrics do not say %s", want)
		}
	}
	if code := worker.End(); code != cmdline.ExitOK {
		t.Errorf("the worker ended with status %d:\n%s", code, worker.Said.String())
	}
	t.Logf("1,000 exchanges of 20 calls: 940 left out, 60 judged in 50 ms each; each call's newest verdict is there %v after the start",
		took.Round(time.Millisecond))
}
