package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// Audio and engines that drop out while the user speaks.
func TestTalkLine(t *testing.T) {
	agenttest.Play(t, `
-- the recogniser breaks in mid-speech and is opened again --
1.0-2.8 user: we have a plan for you
1.5     stt breaks
6.0-7.2 user: do you hear me
12.0    end
troubles stt

-- muted in mid-word --
1.0-2.5 user: we have a good plan
2.3-4.0 user drops out
2.8-3.3 becomes full
8.0     end
exchanges 1
Ada: Good morning.
user: we have a good
Ada: You said we have a good.

-- a bad line for a moment --
1.0-3.4 user: we have a plan for you and them
2.2-2.34 user drops out
1.0-3.8 expect silent
9.0     end
exchanges 1
Ada: Good morning.
user: we have a plan for you and them
Ada: You said we have a plan for you and them.

-- a lost connection in mid-speech --
1.0-5.5 user: we have a plan that saves you two weeks in every month of the year
2.3-4.3 user drops out
6.0-6.2 becomes full
12.0    end
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.
user: month of the year
Ada: You said month of the year.

-- the recogniser breaks while nobody speaks --
2.0     stt breaks
4.0-5.2 user: we have a plan
9.0     end
troubles stt
exchanges 1
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- the recogniser breaks while the character thinks --
given llm first 1s
1.0-2.4 user: We have a plan for you.
2.9     stt breaks
3.4-3.7 becomes full
7.0     end
troubles stt
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- the user speaks before the recogniser is open --
given opening:
given stt opens 700ms
0.1-1.5 user: We have a plan for you.
5.0     end
user: We have a plan for you.
Ada: You said We have a plan for you.

-- the user has spoken when the recogniser is open --
given opening:
given stt opens 2500ms
0.1-1.5 user: We have a plan for you.
7.0     end
user: We have a plan for you.
Ada: You said We have a plan for you.

-- the user has spoken twice when the recogniser is open --
given opening:
given stt opens 2900ms
0.1-0.8 user: We have
1.8-2.5 user: a plan.
8.0     end
user: We have a plan.
Ada: You said We have a plan.

-- the user has spoken when the recogniser fails to open --
given opening:
given stt opens 4s
0.1-1.5 user: We have a plan for you.
3.2     stt opens 1s
6.0-7.4 user: Do you hear me?
11      end
troubles stt stt
Ada: Sorry, I lost my thread.
user: Do you hear me?
Ada: You said Do you hear me.

-- the recogniser opens in the user's first word --
given opening:
given stt opens 300ms
0.1-1.5 user: We have a plan for you.
5.0     end
user: We have a plan for you.
Ada: You said We have a plan for you.

-- the recogniser breaks while the character speaks --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0     stt breaks
0.2-3.7 expect full
5.0     end
troubles stt
Ada: One two three four five six seven eight nine ten eleven twelve.

-- the recogniser breaks in an interruption --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0-1.9 user: stop right there
1.3     stt breaks
1.16-1.26 becomes silent
1.3-2.0 expect silent
7.0     end
troubles stt
Ada: One two three four—
user: stop
Ada: You said stop.
`)
}
