package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// Short answers, numbers and what was learnt of the user's pace.
func TestTalkPace(t *testing.T) {
	agenttest.Play(t, `
-- a yes is answered fast --
given llm first 150ms
given tts first 100ms
1.0-1.3 user: yes
1.5-2.0 becomes full
4.0     end
Ada: Good morning.
user: yes
Ada: You said yes.

-- yes and no in turn --
1.0-1.3 user: yes
3.0-3.3 user: no
5.0-5.3 user: never
1.5-1.9 becomes full
3.5-3.9 becomes full
5.5-5.9 becomes full
8.0     end
exchanges 3
Ada: Good morning.
user: yes
Ada: You said yes.
user: no
Ada: You said no.
user: never
Ada: You said never.

-- a telephone number is dictated in groups --
1.0-2.5 user: my number is five five
3.5-4.4 user: five oh one
5.4-6.6 user: nine nine four two
1.0-7.0 expect silent
13.0    end
exchanges 1
Ada: Good morning.
user: my number is five five five oh one nine nine four two
Ada: You said my number is five five five oh one nine nine four two.

-- digits as figures --
1.0-2.2 user: it is 555
3.6-4.2 user: 01 23
1.0-4.5 expect silent
9.0     end
exchanges 1
Ada: Good morning.
user: it is 555 01 23
Ada: You said it is 555 01 23.

-- a user known to pause long is waited for --
given user pause 1000ms 20
1.0-2.2 user: we have a plan
3.2-4.4 user: it is very good
2.2-4.9 expect silent
9.0     end
exchanges 1
Ada: Good morning.
user: we have a plan it is very good
Ada: You said we have a plan it is very good.

-- a user known to pause little is answered sooner --
given user pause 250ms 20
1.0-2.2 user: we have a plan
2.5-2.7 becomes full
5.0     end
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

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
