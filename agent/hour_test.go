//go:build !race

// An hour of conversation is held to its cost, which the race detector multiplies.

package agent_test

import (
	"testing"
	"testing/synctest"
	"time"

	"parley/agent"
	"parley/agent/agenttest"
	"parley/engine/enginetest"
)

// talk lets user and character talk in turn, without a pause longer than the
// answer takes, and returns how many turns there were.
func talk(t *testing.T, d time.Duration) (turns int) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, _ *agent.Config) {
			c.LLM.FirstToken, c.TTS.FirstByte, c.STT.Final = 150*ms, 100*ms, 100*ms
		})
		c.Wait(time.Second)
		for c.Now() < d {
			c.Say("We have a plan for the next year.")
			c.Wait(3100 * ms) // 0.4 s to answer and 2.6 s to say it
		}
		turns = len(c.History())
		c.Ending()
	})
	return turns
}

// TestAnHourTakesSeconds holds the cost of conversation to less than a seven
// hundredth of its time, the user, the engines and the stage included. On a busy
// machine the time this process had counts.
func TestAnHourTakesSeconds(t *testing.T) {
	const d = time.Hour
	began, used := time.Now(), enginetest.Computed(t)
	turns := talk(t, d)
	took := min(time.Since(began), enginetest.Computed(t)-used)
	t.Logf("%v of %d turns took %v", d, turns, took)
	if want := int(2 * d / (5600 * ms)); turns < want {
		t.Errorf("%d turns in %v, want at least %d", turns, d, want)
	}
	if took > 10*time.Second { // 3 s alone; a processor that others share is half as fast
		t.Errorf("an hour of conversation took %v, want less than 10 s", took)
	}
}

// BenchmarkMinute is a minute of conversation with all that belongs to it: two
// times 3000 frames and 22 turns.
func BenchmarkMinute(b *testing.B) {
	b.ReportAllocs()
	everything := func(_, _ string) (bool, error) { return true, nil }
	// A bubble wants a test around it.
	if !testing.RunTests(everything, []testing.InternalTest{{Name: b.Name(), F: func(t *testing.T) {
		for b.Loop() {
			talk(t, time.Minute)
		}
	}}}) {
		b.Fatal("the conversation failed")
	}
}
