package agent_test

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
)

// A pause stops both clocks.
func TestTalkPaused(t *testing.T) {
	t.Parallel()
	agenttest.Play(t, `
-- in an answer: it goes on when the pause is over --
1.0-2.4 user: We have a plan for you.
3.5     user pauses
3.6-60 expect silent
60      user goes on
60.1-60.6 expect full
66      end
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- in a silence: nobody is asked for anything --
2.0     user pauses
2.0-300 expect silent
300     user goes on
305.8-306.2 becomes full
308     end
exchanges 0
Ada: Good morning.
Ada: Are you with me?

-- before the opening --
0.0     user pauses
0.0-20 expect silent
20      user goes on
20.0-20.6 becomes full
24      end
Ada: Good morning.

-- nobody is heard in it --
1.0     user pauses
2.0-3.4 user: We have a plan for you.
5.0     user goes on
6.0-6.6 user: I am back.
12      end
Ada: Good morning.
user: I am back.
Ada: You said I am back.

-- in the middle of a turn: the turn goes on --
2.0-3.0 user: we talked it over
3.1     user pauses
3.2-40 expect silent
40      user goes on
40.3-41.5 user: with the board yesterday.
48      end
exchanges 1
Ada: Good morning.
user: we talked it over with the board yesterday.
Ada: You said we talked it over with the board yesterday.

-- typing ends it --
1.0     user pauses
60      user types: hello
60.0-62 becomes full
66      end
Ada: Good morning.
typed user: hello
Ada: You said hello.

-- pressing ends it --
1.0     user pauses
60      user presses
60.1-60.9 user: hello there
61.0    user releases
66      end
Ada: Good morning.
user: hello there
Ada: You said hello there.

-- the time limit waits --
given nudge:
given time limit 30s
10      user pauses
100     user goes on
119     expect listening
121     end
ended timeout

-- it ends by itself --
given nudge:
1.0     user pauses
602     end
troubles call

-- somebody who says that they are there is waited for --
given nudge:
32      user is here
33      expect back
61.9-62.3 becomes away
200     end
ended left

-- who hangs up does not wait --
1.0     user pauses
2.0     user leaves
2.1     end
ended left
`)
}

func TestPauseIsShownAndKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) { cfg.Scenario.TimeLimitS = 300 })
		c.Wait(10 * time.Second)
		c.Session.Pause(true)
		c.Session.Pause(true)
		c.Wait(20 * time.Second)
		c.Session.Pause(false)
		c.Wait(time.Second)
		c.Session.Pause(true)
		c.Wait(time.Second)
		c.Ending()
		if got := agenttest.ShownOf[agenttest.Paused](c); !slices.Equal(got, []agenttest.Paused{true, false, true, false}) {
			t.Errorf("shown as paused: %v", got)
		}
		want := []parley.Paused{{Start: 10 * time.Second, End: 30 * time.Second}, {Start: 31 * time.Second}}
		if got := agenttest.Events[parley.Paused](c); !slices.Equal(got, want) {
			t.Errorf("kept: %v, want %v", got, want)
		}
		limits := []agenttest.Limit{
			{Ends: 300 * time.Second}, {Left: 290 * time.Second}, {Ends: 320 * time.Second}, {Left: 289 * time.Second},
		}
		if got := agenttest.ShownOf[agenttest.Limit](c); !slices.Equal(got, limits) {
			t.Errorf("the limit was shown as %v, want %v", got, limits)
		}
	})
}

func TestMoreTimeOnce(t *testing.T) {
	for _, test := range []struct {
		limit int
		more  time.Duration
	}{{0, 0}, {60, time.Minute}, {90, time.Minute}, {200, 67 * time.Second}, {900, 5 * time.Minute}} {
		synctest.Test(t, func(t *testing.T) {
			c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) { cfg.Scenario.TimeLimitS = test.limit })
			c.Wait(time.Second)
			more, err := c.Session.MoreTime()
			if more != test.more || (err == nil) != (test.more > 0) {
				t.Errorf("a limit of %d s: %v more (%v), want %v", test.limit, more, err, test.more)
			}
			if _, err := c.Session.MoreTime(); !errors.Is(err, agent.ErrNoTime) {
				t.Errorf("asked again: %v, want ErrNoTime", err)
			}
			limits := agenttest.ShownOf[agenttest.Limit](c)
			if want := time.Duration(test.limit)*time.Second + test.more; limits[len(limits)-1].Ends != want {
				t.Errorf("shown as %v, want the end at %v", limits, want)
			}
			c.Ending()
		})
	}
}

func TestNoLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) { cfg.Scenario.TimeLimitS = 60 })
		c.Wait(time.Second)
		c.Session.NoLimit()
		c.Session.NoLimit()
		if _, err := c.Session.MoreTime(); !errors.Is(err, agent.ErrNoTime) {
			t.Errorf("more time where there is no limit: %v, want ErrNoTime", err)
		}
		c.Wait(50 * time.Second)
		c.Do("user types: hello", 0)
		c.Wait(time.Minute)
		if e := c.Ending(); e.Outcome != parley.Left {
			t.Errorf("ended %+v, want by who hung up", e)
		}
	})
}

// What a call can tell of who was there is in its journal.
func TestPresenceIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) { cfg.Scenario.Nudges = nil })
		c.Wait(40 * time.Second)
		for range 50 {
			c.Session.StillHere()
		}
		c.Wait(5 * time.Second)
		c.Session.SetAlone(true)
		c.Wait(5 * time.Second)
		c.Session.SetAlone(false)
		if err := c.Session.SetPatience(9 * time.Second); err != nil {
			t.Error(err)
		}
		if err := c.Session.SetPatience(9 * time.Second); err != nil {
			t.Error(err)
		}
		c.Wait(time.Second)
		c.Ending()
		var got []string
		for _, p := range agenttest.Events[parley.Presence](c) {
			got = append(got, p.What)
		}
		if want := []string{"away", "here", "lost", "back"}; !slices.Equal(got, want) {
			t.Errorf("kept: %v, want %v", got, want)
		}
		if got := agenttest.Events[parley.PatienceSet](c); !slices.Equal(got, []parley.PatienceSet{{For: 9 * time.Second}}) {
			t.Errorf("kept: %v, want one of 9 s", got)
		}
	})
}
