package agent_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
	"parley/agent/endpoint"
	"parley/stt"
)

// A recogniser whose marks were right in one call is answered sooner from the
// first turn of the next.
func TestTalkMarksOfEarlierCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all endpoint.Experience
		hold := func() time.Duration {
			c := agenttest.Start(t, func(call *agenttest.Call, cfg *agent.Config) {
				cfg.Marks, cfg.STT = &all, unsure{call.STT}
			})
			c.Wait(2 * time.Second)
			for range 3 {
				c.Say("Nobody else has asked for that money.")
				c.Wait(5 * time.Second)
			}
			c.Session.Hangup(parley.Left, "That was all.")
			c.Ending()
			return agenttest.Events[parley.Latency](c)[0].Total
		}
		if first, second := hold(), hold(); second >= first {
			t.Errorf("the first turn was answered after %v, in the call after it after %v", first, second)
		}
	})
}

// unsure does not say whether a sentence ends: there are its marks alone.
type unsure struct{ stt.Engine }

func (u unsure) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	s, err := u.Engine.Open(ctx, o)
	return unsureStream{s}, err
}

type unsureStream struct{ stt.Stream }

func (u unsureStream) Next(ctx context.Context) (stt.Event, error) {
	e, err := u.Stream.Next(ctx)
	e.Ends = 0
	return e, err
}

// How long is waited for whom, in which scene.
func TestTalkHabits(t *testing.T) {
	agenttest.Play(t, `
-- a user known to pause long is waited for --
given user pause 1000ms 48
1.0-2.2 user: we have a plan
3.2-4.4 user: it is very good
2.2-4.9 expect silent
9.0     end
exchanges 1
Ada: Good morning.
user: we have a plan it is very good
Ada: You said we have a plan it is very good.

-- a user known to pause little is answered sooner --
given user pause 250ms 48
1.0-2.2 user: we have a plan
2.5-2.7 becomes full
5.0     end
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- pauses are learnt --
1.0-1.6 user: first the
2.4-3.0 user: budget of
3.9-4.5 user: the new
5.3-6.2 user: team in the
7.0-7.6 user: next year.
11.0    end
learned 4

-- a turn without a pause is a lesson, one in three words is none --
1.0-2.4 user: We have a plan for you.
5.5-6.4 user: a good one.
10.0    end
learned 1

-- the user wants more patience --
given user patience 12s
1.0-2.2 user: we need time and
11.0-11.9 user: some more money
2.2-12.0 expect silent
16.0    end
Ada: Good morning.
user: we need time and some more money
Ada: You said we need time and some more money.

-- less patience is set in the call --
0.9     user waits 3s
1.0-2.2 user: we need time and
5.1-5.5 becomes full
9.0     end
Ada: Good morning.
user: we need time and
Ada: You said we need time and.

-- a patient character waits longer for an open word --
given patience 12s
1.0-2.2 user: we talked to the
5.5-6.1 user: whole board
2.2-6.5 expect silent
10.0    end
Ada: Good morning.
user: we talked to the whole board
Ada: You said we talked to the whole board.

-- a scene of its own timing --
given timing min 1000
1.0-2.2 user: we have a plan
3.1-4.3 user: it is very good
2.2-5.2 expect silent
9.0     end
Ada: Good morning.
user: we have a plan it is very good
Ada: You said we have a plan it is very good.

-- a scene that is harder to interrupt --
given opening: One two three four five six seven eight nine ten eleven twelve.
given timing barge 600
1.0-1.5 user coughs
0.2-2.0 expect heard
6.0     end
Ada: One two three four five six seven eight nine ten eleven twelve.

-- the turn model hears that it is complete --
given model 0.95
1.0-2.2 user: we have a plan
2.4-2.6 becomes full
5.0     end
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- the turn model hears that it is not --
given model 0.05
1.0-2.2 user: we have a plan
3.8-5.0 user: it is very good
2.2-6.5 expect silent
11.0    end
Ada: Good morning.
user: we have a plan it is very good
Ada: You said we have a plan it is very good.
`)
}
