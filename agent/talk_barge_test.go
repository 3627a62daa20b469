package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// The user takes the floor from the character.
func TestTalkInterruptions(t *testing.T) {
	agenttest.Play(t, `
-- down at once, silent in 260 ms --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0-2.2 user: please stop right now
1.02-1.06 becomes ducked
1.16-1.26 becomes silent
1.3-2.8 expect silent
1.5     expect listening
6.0     end
Ada: One two three four—
user: please stop right now
Ada: You said please stop right now.
overlaps yielded

-- at the first word --
given opening: One two three four five six seven eight nine ten eleven twelve.
0.1-1.0 user: wait a moment
0.26-0.42 becomes silent
5.0     end
Ada: One—
user: wait a moment
Ada: You said wait a moment.

-- at the last word --
given opening: One two three four five.
1.2-2.4 user: please stop right now
1.6-3.0 expect silent
6.0     end
exchanges 1
Ada: One two three four—
user: please stop right now
Ada: You said please stop right now.

-- after the last word it is an answer --
given opening: One two three four five.
1.3-2.2 user: that is good
1.5-2.8 expect silent
6.0     end
exchanges 1
Ada: One two three four five.
user: that is good
Ada: You said that is good.

-- between two sentences --
given opening: First one. And then the second one.
0.64-1.54 user: let me ask
0.80-0.90 becomes silent
0.9-2.0 expect silent
5.0     end
Ada: First one. And—
user: let me ask
Ada: You said let me ask.

-- twice within a second --
given opening: One two three four five six seven eight nine ten eleven twelve.
given llm says: Seven eight nine ten eleven twelve thirteen fourteen.
1.0-1.9 user: stop right there.
2.5-3.4 user: one more thing.
2.2-2.4 expect full
2.66-2.76 becomes silent
3.6-4.2 becomes full
8.0     end
exchanges 2
overlaps yielded yielded
Ada: One two three four—
user: stop right there.
Ada: Seven—
user: one more thing.
Ada: Seven eight nine ten eleven twelve thirteen fourteen.

-- again before a second is over --
given opening: One two three four five six seven eight nine ten eleven twelve.
given llm says: Seven eight nine ten eleven twelve thirteen fourteen.
1.0-1.3 user: stop
1.5-1.7 becomes full
1.9-2.8 user: one more thing.
2.06-2.16 becomes silent
2.2-3.0 expect silent
3.0-3.2 becomes full
8.0     end
exchanges 2
Ada: One two three four—
user: stop
Ada: Seven—
user: one more thing.
Ada: Seven eight nine ten eleven twelve thirteen fourteen.

-- a long interruption whose words come late --
given opening: One two three four five six seven eight nine ten eleven twelve.
given stt whole
given stt final 600ms
1.0-2.5 user: but we never said that
1.0-1.3 becomes silent
1.3-3.2 expect silent
7.0     end
Ada: One two three four—
user: but we never said that
Ada: You said but we never said that.

-- an interruption a recogniser never hears --
given opening: One two three four five six seven eight nine ten eleven twelve.
given stt silent
1.0-3.0 user: we never ever said that at all
1.0-1.3 becomes silent
1.3-3.5 expect silent
6.0     end
Ada: One two three four—

-- mm-hm that becomes a sentence --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0-2.8 user: mm-hm but that is wrong
1.3-3.2 expect silent
7.0     end
Ada: One two three four—
user: mm-hm but that is wrong
Ada: You said mm-hm but that is wrong.

-- mm-hm, and later the floor --
given opening: One two three four five six seven eight nine ten eleven twelve.
0.60-0.76 user: mm-hm
2.0-2.9 user: now stop please
1.0-1.9 expect full
2.16-2.26 becomes silent
6.0     end
Ada: One two three four five six—
backchannel user: mm-hm
user: now stop please
Ada: You said now stop please.

-- typed over speech --
given opening: One two three four five six seven eight nine ten eleven twelve.
given llm first 150ms
1.0     user types: hello there
1.0-1.2 becomes silent
5.0     end
Ada: One two three four—
typed user: hello there
Ada: You said hello there.
`)
}
