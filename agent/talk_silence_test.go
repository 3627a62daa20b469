package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// Silence, and what the character does with it.
func TestTalkSilence(t *testing.T) {
	agenttest.Play(t, `
-- one nudge after the character's patience, then nothing --
6.7-6.9 becomes full   # "Good morning." is over at 0.8
8.0-40 expect silent
40      end
exchanges 0
Ada: Good morning.
Ada: Are you with me?

-- the user's own patience --
0.5     user waits 12s
1.0-12.7 expect silent
12.7-12.9 becomes full
15      end

-- a scenario without nudges --
given nudge:
1.0-25 expect silent
25      end
Ada: Good morning.

-- thinking aloud is no silence --
5.0-5.9 user: let me see
6.4-6.9 becomes full
7.8-13.5 expect silent
13.6-13.8 becomes full
18      end
Ada: Good morning.
user: let me see
Ada: You said let me see.
Ada: Are you with me?

-- the nudge is answered and later nudged again --
8.0-8.3 user: yes
20      end
Ada: Good morning.
Ada: Are you with me?
user: yes
Ada: You said yes.
Ada: Are you with me?

-- away after thirty seconds, and back --
given nudge:
30.6-31.2 becomes away
50-51.2 user: I am back.
50.0-50.2 becomes back
55      end
Ada: Good morning.
user: I am back.
Ada: You said I am back.

-- away sooner in this scene --
given nudge:
given away 10s
10.6-11.0 becomes away
12      end

-- a button is a sign of life --
given nudge:
20      user presses
20.5    user releases
30-49   expect back
49.9-50.6 becomes away
52      end

-- nobody is there --
given nudge:
given away 10s
given abandoned 20s
21      end
ended timeout

-- somebody who never made a sound --
given nudge:
30.6-31.2 becomes away
62      end
ended timeout

-- a typed word is a sign of life --
given nudge:
20      user types: hello
83-120  expect away
120     end
Ada: Good morning.
typed user: hello
Ada: You said hello.

-- a button pressed is one --
given nudge:
20      user presses
20.5    user releases
81-120  expect away
120     end

-- a long speech is nodded at --
given nod: Mm-hm.
1.0-5.2 user: first we looked at the whole of last year and then at the
5.8-9.1 user: year before that and there we found that the
9.40-9.55 becomes full
9.9-11 expect silent
10.2-11.4 user: sales were much lower.
22      end
exchanges 1
Ada: Good morning.
user: first we looked at the whole of last year and then at the year before that and there we found that the sales were much lower.
Ada: You said first we looked at the whole of last year and then at the year before that and there we found that the sales were much lower.

-- a short turn is not nodded at --
given nod: Mm-hm.
1.0-2.8 user: we talked it over with the
4.2-4.7 user: board yesterday
1.0-5.0 expect silent
9       end

-- the user goes on over the nod --
given nod: Mm-hm.
1.0-8.5 user: first we looked at the whole of last year and then at the year before that and there we found that the
8.9-10.4 user: sales were so much lower.
8.95-10.5 expect listening
22      end
exchanges 1
overlaps

-- a recogniser that takes long is waited for with a filler --
given filler: Hmm.
given stt whole
given stt final 2400ms
5.0-6.4 user: We have a plan for you.
7.45-7.6 becomes full
8.9-9.1 becomes full
13      end
exchanges 1
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- an opening that is finished --
given firm opening
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0-2.2 user: please stop right now
1.1-2.2 expect ducked
2.4-3.7 expect full
8.0     end
exchanges 1
Ada: One two three four five six seven eight nine ten eleven twelve.
user: please stop right now
Ada: You said please stop right now.

-- a nudge that is finished --
given firm nudge
7.0-8.2 user: I was only thinking.
7.1-7.7 expect ducked
12      end
exchanges 1
Ada: Good morning.
Ada: Are you with me?
user: I was only thinking.
Ada: You said I was only thinking.
`)
}
