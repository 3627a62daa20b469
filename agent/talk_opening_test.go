package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// The opening, and a user's side that does not take the character's audio at
// once.
func TestTalkOpening(t *testing.T) {
	agenttest.Play(t, `
-- the opening waits until it can be heard --
given audio later
0.0-1.0 expect silent
1.0     user subscribes
1.0-1.1 becomes full
4.0     end
states thinking speaking listening
Ada: Good morning.

-- the opening is made while the room is joined --
given tts first 400ms
given joining 300ms
0.3-0.38 expect silent
0.40-0.44 becomes full
4.0     end
Ada: Good morning.

-- it fails while the room is joined --
given tts fails 0
given joining 300ms
4.0     end
Ada: Good morning.

-- nobody ever asks for audio --
given audio later
0.0-2.0 expect silent
2.0-2.1 becomes full
4.0     end
Ada: Good morning.

-- a connection made anew asks again --
given audio later
0.5     user subscribes
0.8     user subscribes
3.0     user subscribes
5.0     end
overlaps
Ada: Good morning.

-- no voice, no audio yet --
given audio later
given tts fails 0
1.0     user subscribes
4.0     end
Ada: Good morning.

-- the user types before they hear anything --
given audio later
0.5     user types: hello there
1.5     user subscribes
5.0     end
exchanges 1
typed user: hello there
Ada: You said hello there.

-- the user leaves before they hear anything --
given audio later
0.5     user leaves
2.5     end
states thinking listening

-- the user speaks before they hear anything --
given audio later
0.4-1.6 user: hello is anybody there
2.0-2.1 becomes full
7.0     end
exchanges 1
Ada: Good morning.
user: hello is anybody there
Ada: You said hello is anybody there.
`)
}
