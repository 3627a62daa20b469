package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// Push-to-talk: the button says whose turn it is, whatever is heard.
func TestTalkButtons(t *testing.T) {
	agenttest.Play(t, `
-- the answer comes when the button is let go --
given llm first 150ms
1.0     user presses
1.2-2.4 user: we have a plan
2.6     user releases
1.0-2.6 expect listening
2.7-2.9 becomes full
7.0     end
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- a long thought under the button is not cut off --
1.0     user presses
1.2-2.4 user: we have a plan.
6.0-7.2 user: it is very good.
7.4     user releases
1.0-7.4 expect silent
12.0    end
exchanges 1
Ada: Good morning.
user: we have a plan. it is very good.
Ada: You said we have a plan. it is very good.

-- a word begun before the button is down is heard --
0.95-2.15 user: we have a plan
1.1     user presses
2.3     user releases
6.0     end
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- let go in mid-word --
1.0     user presses
1.1-2.3 user: we have a plan
2.25    user releases
6.0     end
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- the release is lost --
1.0     user presses
1.2-2.4 user: we have a plan
12.3-12.7 becomes full  # ten seconds of silence let go of it
16.0    end
exchanges 1
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- taken back --
1.0     user presses
1.2-2.4 user: we have a plan
2.6     user withdraws
1.0-6.0 expect silent
3.0     expect listening
6.0     end
exchanges 0
Ada: Good morning.

-- taken back and said again --
given stt final 300ms
1.0     user presses
1.2-2.4 user: we have a plan
2.5     user withdraws
3.0     user presses
3.2-4.4 user: they want a yes
4.6     user releases
8.0     end
exchanges 1
Ada: Good morning.
user: they want a yes
Ada: You said they want a yes.

-- taken back with the button up: it listens again --
1.0     user presses
1.2-2.4 user: we have a plan
2.6     user releases
2.7     user withdraws
5.0-6.2 user: they want a yes
9.0     end
exchanges 2
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.
user: they want a yes
Ada: You said they want a yes.

-- what was taken back is no longer shown --
1.0     user presses
1.2-2.4 user: we have a plan
2.3     expect caption user: we have a plan
2.6     user withdraws
3.0     expect caption user:
6.0     end

-- pressed over the character --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0     user presses
1.0-1.2 becomes silent
1.4-2.3 user: stop right there
2.5     user releases
1.2-2.5 expect silent
6.0     end
Ada: One two three four—
user: stop right there
Ada: You said stop right there.

-- pressed and nothing said --
1.0     user presses
2.0     user releases
2.0-6.0 expect silent
3.0     expect listening
6.0     end
exchanges 0
Ada: Good morning.

-- pressed twice, let go once --
1.0     user presses
1.2-2.4 user: we have a plan
1.8     user presses
2.6     user releases
6.0     end
exchanges 1
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- without the button nobody is heard --
1.0     user presses
1.2-2.4 user: we have a plan
2.6     user releases
5.0-6.2 user: not meant for you
4.3-9.0 expect silent
9.0     end
exchanges 1
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- nor does a sound without the button lower the voice --
given llm says: One two three four five six seven eight nine ten eleven twelve.
1.0     user presses
1.2-2.4 user: we have a plan
2.6     user releases
3.5     user knocks
4.0-4.5 user coughs
2.7-5.0 expect full
8.0     end
`)
}
