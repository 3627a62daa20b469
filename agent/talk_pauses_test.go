package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// The user stops in the middle of something and means to go on.
func TestTalkPauses(t *testing.T) {
	agenttest.Play(t, `
-- a complete sentence is answered at once --
given llm first 150ms
given tts first 100ms
1.0-2.4 user: We have a plan for you.
2.6-3.1 becomes full  # 250 ms of silence, and the answer was made meanwhile
6.0     end
early kept
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- a question needs no mark --
1.0-3.1 user: do you have time for a call
3.3-3.9 becomes full
7.0     end
Ada: Good morning.
user: do you have time for a call
Ada: You said do you have time for a call.

-- plain words get a moment more --
1.0-2.2 user: we have a plan
2.7-2.9 becomes full
6.0     end
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- half a second after plain words is no end --
1.0-2.2 user: we have a plan
2.7-4.5 user: that saves you two weeks
2.2-5.0 expect silent
9.0     end
Ada: Good morning.
user: we have a plan that saves you two weeks
Ada: You said we have a plan that saves you two weeks.

-- an open word is waited for --
1.0-2.8 user: we talked it over with the
4.4-4.9 user: board yesterday
2.8-5.3 expect silent
2.8-5.3 expect listening
10.0    end
Ada: Good morning.
user: we talked it over with the board yesterday
Ada: You said we talked it over with the board yesterday.

-- after "and" the character waits as long as it can --
1.0-2.2 user: we need time and
6.5-7.4 user: some more people
2.2-7.9 expect silent
13.0    end
Ada: Good morning.
user: we need time and some more people
Ada: You said we need time and some more people.

-- nothing follows an "and" --
1.0-2.2 user: we need time and
2.2-7.9 expect listening
8.1-8.5 becomes full  # the character's patience is over
12.0    end
Ada: Good morning.
user: we need time and
Ada: You said we need time and.

-- a comma of a recogniser that writes is no end --
1.0-2.2 user: When we began,
3.6-5.1 user: it was much harder.
2.2-5.2 expect silent
8.0     end
exchanges 1
Ada: Good morning.
user: When we began, it was much harder.
Ada: You said When we began, it was much harder.

-- um is no end either --
1.0-1.9 user: it is um
4.5-5.4 user: quite a lot
1.9-5.8 expect silent
9.0     end
Ada: Good morning.
user: it is um quite a lot
Ada: You said it is um quite a lot.

-- a breath inside a word's sentence costs nothing --
1.0-1.6 user: we have
1.75-2.35 user: a plan
8.0     end
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- a pause just longer than an utterance's end loses and doubles no word --
1.0-2.2 user: we have a plan
2.46-3.36 user: for your team
8.0     end
Ada: Good morning.
user: we have a plan for your team
Ada: You said we have a plan for your team.

-- many short pauses make one turn --
1.0-1.6 user: first the
2.4-3.0 user: budget of
3.9-4.5 user: team in
5.3-6.2 user: the next year
1.0-6.6 expect silent
11.0    end
exchanges 1
Ada: Good morning.
user: first the budget of team in the next year
Ada: You said first the budget of team in the next year.
`)
}
