package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// While nobody can hear it the character says nothing: what it was saying goes on when
// somebody is back, and no silence is taken for the user's.
func TestTalkAlone(t *testing.T) {
	t.Parallel()
	agenttest.Play(t, `
-- the line breaks in an answer: it goes on when the line is back --
1.0-2.4 user: We have a plan for you.
3.5     line breaks
3.6-6.0 expect silent
6.0     line is back
6.2-6.6 expect full
12.0    end
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- the line breaks in a silence: it is not the user's --
0.5     user waits 4s
2.0     line breaks
2.0-20.0 expect silent
20.0    line is back
23.0-24.2 becomes full
26.0    end
exchanges 0
`)
}
