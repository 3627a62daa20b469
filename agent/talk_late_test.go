package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// Transcripts that come late, empty or not at all.
func TestTalkTranscripts(t *testing.T) {
	agenttest.Play(t, `
-- a whole utterance and nothing before it --
given stt whole
given stt final 150ms
1.0-2.2 user: We have a plan.
2.5-2.7 becomes full
6.0     end
Ada: Good morning.
user: We have a plan.
Ada: You said We have a plan.

-- a slow recogniser is waited for --
given stt whole
given stt final 1200ms
1.0-2.2 user: we have a plan
2.2-3.5 expect silent
3.6-3.8 becomes full
7.0     end
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- the final comes before the late answer is heard --
given stt final 2500ms
given llm first 3s
1.0-3.4 user: we have one plan for you and me
5.5-6.0 expect silent
10.5    end
exchanges 1
Ada: Good morning.
user: we have one plan for you and me
Ada: You said we have one plan for you and me.

-- a late final, nothing heard yet: one turn, one answer --
given stt behind
given stt final 2500ms
given llm first 3s
1.0-2.8 user: we have one good plan today
2.8-8.4 expect silent
12      end
exchanges 1
Ada: Good morning.
user: we have one good plan today
Ada: You said we have one good plan today.

-- a late final, a word heard: mended and answered anew --
given stt behind
given stt final 2500ms
given llm first 150ms
1.0-2.8 user: we have one good plan today
4.8-5.0 becomes full
5.5-5.65 becomes silent
5.65-5.9 becomes full
10      end
exchanges 1
Ada: Good morning.
user: we have one good plan today
Ada: You said we—
Ada: You said we have one good plan today.

-- a very late final, much heard: mended and not answered twice --
given stt behind
given stt final 3500ms
1.0-2.8 user: we have one good plan today
4.9-6.7 expect full
10      end
asked 1
exchanges 1
Ada: Good morning.
user: we have one good plan today
Ada: You said we have one good plan.

-- the final is late and the user goes on: nothing shown is taken away --
given stt final 600ms
1.0-2.2 user: we have a plan
2.5-3.7 user: that saves two weeks
2.75    expect caption user: we have a plan that
2.98    expect caption user: we have a plan that saves
8.0     end
Ada: Good morning.
user: we have a plan that saves two weeks
Ada: You said we have a plan that saves two weeks.

-- interims only --
given stt endless
1.0-2.2 user: We have a plan.
2.2-4.5 becomes full
9.0     end
exchanges 1
Ada: Good morning.
user: We have a plan.
Ada: You said We have a plan.

-- interims only, and the talk goes on --
given stt endless
1.0-2.2 user: We have a plan.
7.0-8.2 user: It is very cheap.
14.0    end
exchanges 2
Ada: Good morning.
user: We have a plan.
Ada: You said We have a plan.
user: It is very cheap.
Ada: You said It is very cheap.

-- an empty final after a cough --
given stt empty
1.0-1.3 user coughs
1.0-5.0 expect silent
5.0     expect listening
6.0     end
Ada: Good morning.

-- the recogniser is silent --
given stt silent
given nudge:
1.0-2.2 user: We have a plan.
1.0-9.0 expect silent
9.0     expect listening
10.0    user types: do you hear me
10.0-10.1 becomes full
14.0    end
Ada: Good morning.
typed user: do you hear me
Ada: You said do you hear me.
`)
}
