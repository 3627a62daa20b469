package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// Short answers and numbers.
func TestTalkShort(t *testing.T) {
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
1.0-2.2 user: it is 555 01
3.6-4.2 user: 23 45
1.0-4.5 expect silent
12.0    end
exchanges 1
Ada: Good morning.
user: it is 555 01 23 45
Ada: You said it is 555 01 23 45.
`)
}
