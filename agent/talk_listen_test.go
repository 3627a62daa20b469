package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// Sounds over the character that do not ask for the floor.
func TestTalkListens(t *testing.T) {
	agenttest.Play(t, `
-- mm-hm makes it wait half a second at most --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.00-1.16 user: mm-hm
1.02-1.08 becomes ducked
1.18-1.66 becomes full
5.0     end
Ada: One two three four five six seven eight nine ten eleven twelve.
backchannel user: mm-hm
exchanges 0

-- a longer yes makes it wait a moment --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0-1.4 user: yeah okay
1.0-1.1 becomes ducked
1.3-2.3 becomes full
6.0     end
Ada: One two three four five six seven eight nine ten eleven twelve.
backchannel user: yeah okay
exchanges 0

-- yeah yeah right --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0-1.9 user: yeah yeah right
1.3-3.0 becomes full
6.5     end
Ada: One two three four five six seven eight nine ten eleven twelve.
backchannel user: yeah yeah right
exchanges 0

-- a German listener --
given opening: Eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf.
given language: de-DE
1.0-1.6 user: ja genau
6.0     end
Ada: Eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf.
backchannel user: ja genau

-- a soft mm-hm does not even make it pause --
given llm says: One two three four five six seven eight nine ten eleven twelve.
1.0-3.7 user: we have a plan for you all and them.
5.0-5.24 user softly: mm-hm
4.2-4.9 expect full
4.9-7.0 expect heard
8.0     end
Ada: Good morning.
user: we have a plan for you all and them.
Ada: One two three four five six seven eight nine ten eleven twelve.
backchannel user: mm-hm

-- a cough --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0-1.3 user coughs
1.0-1.1 becomes ducked
1.4-2.1 becomes full
6.0     end
Ada: One two three four five six seven eight nine ten eleven twelve.
overlaps resumed

-- a short cough does not stop it --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0-1.1 user coughs
1.0-3.0 expect heard
5.0     end
Ada: One two three four five six seven eight nine ten eleven twelve.
overlaps ignored

-- a hum of a second is no word --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0-2.0 user coughs
2.2-3.0 becomes full
7.0     end
Ada: One two three four five six seven eight nine ten eleven twelve.

-- a knock only ducks --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0     user knocks
1.0-1.1 becomes ducked
1.1-1.3 becomes full
0.2-3.0 expect heard
5.0     end
Ada: One two three four five six seven eight nine ten eleven twelve.

-- a knock and then no sound at all --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0     user knocks
1.04-4.0 user drops out
1.1-1.4 becomes full
1.4-3.7 expect full
5.0     end

-- the character's own voice comes back and the gate knows it --
given opening: One two three four five six seven eight nine ten eleven twelve.
given echo gate
1.0-2.5 user hears: two three four five six
0.2-3.0 expect full
5.0     end
Ada: One two three four five six seven eight nine ten eleven twelve.

-- its own voice passes the gate but its words are known --
given opening: One two three four five six seven eight nine ten eleven twelve.
given echo blind
1.0-2.2 user hears: one two three four
2.3-3.2 becomes full
7.0     end
Ada: One two three four five six seven eight nine ten eleven twelve.
exchanges 0

-- the user is heard over the echo --
given opening: One two three four five six seven eight nine ten eleven twelve.
given echo gate
0.3-1.5 user hears: one two three four
1.5-2.7 user: let me stop you
1.6-1.8 becomes silent
6.0     end
Ada: One two three four five—
user: let me stop you
Ada: You said let me stop you.
`)
}
