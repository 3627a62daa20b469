package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// Recognised and thought on in a silence that may be the end of the turn.
func TestTalkEarly(t *testing.T) {
	agenttest.Play(t, `
-- today's order: the whole way is walked one step after the other --
given stt whole
given stt final 150ms
given llm first 200ms
given tts first 100ms
1.0-2.4 user: We have a plan for you.
3.0-3.2 becomes full  # 200 ms, and the engines' 450
6.0     end
transcripts
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- an early transcript is the final one: nothing is asked for twice --
given stt whole
given stt pauses 80ms
given stt final 150ms
given llm first 200ms
given tts first 100ms
1.0-2.4 user: We have a plan for you.
2.88-3.0 becomes full  # 80 ms, and the engines' 450
6.0     end
transcripts kept
early kept
asked 1
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- it is the final one even if it comes after the end of the utterance --
given stt whole
given stt pauses 80ms
given stt final 400ms
1.0-2.4 user: We have a plan for you.
2.88-3.0 becomes full
6.0     end
transcripts kept
asked 1
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- no answer is heard before the turn is over, however soon it is there --
given stt whole
given stt pauses 80ms
1.0-2.2 user: we have a plan
2.2-2.76 expect silent
2.78-2.86 becomes full
6.0     end
early kept
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- speech goes on: the transcript and the answer are dropped --
given stt whole
given stt pauses 80ms
given llm first 200ms
1.0-2.4 user: We have a plan for you.
2.5-4.3 user: It is good and very cheap.
1.0-4.5 expect silent
10.0    end
transcripts wasted kept
early dropped kept
exchanges 1
Ada: Good morning.
user: We have a plan for you. It is good and very cheap.
Ada: You said We have a plan for you. It is good and very cheap.

-- a transcript that comes late, and twice, harms nothing --
given stt whole
given stt pauses 80ms
given stt early late
given stt final 150ms
1.0-2.4 user: We have a plan for you.
2.5-4.3 user: It is good and very cheap.
1.0-4.5 expect silent
10.0    end
exchanges 1
Ada: Good morning.
user: We have a plan for you. It is good and very cheap.
Ada: You said We have a plan for you. It is good and very cheap.

-- a cough takes nothing back --
given stt whole
given stt pauses 80ms
given llm first 400ms
1.0-2.4 user: We have a plan for you.
2.66    user knocks
6.0     end
transcripts kept
asked 1
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- what was asked for in vain too often is not asked for again at once --
given stt whole
given stt pauses 80ms
given timing min 900
1.0-1.6 user: red car
1.7-2.3 user: blue car
2.4-3.0 user: green car
3.1-3.7 user: black car
3.8-4.4 user: white car
1.0-5.2 expect silent
10.0    end
transcripts wasted wasted wasted
exchanges 1
Ada: Good morning.
user: red car blue car green car black car white car
Ada: You said red car blue car green car black car white car.

-- with nothing left to waste the answer is begun when the turn is over --
given waste nothing
given stt whole
given stt pauses 80ms
given llm first 300ms
1.0-2.4 user: We have a plan for you.
2.9-3.06 becomes full  # 250 ms, and the engines' 310
6.0     end
early
transcripts kept
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- speech as the answer would begin --
given stt whole
given stt pauses 80ms
given llm first 100ms
1.0-2.4 user: We have a plan for you.
2.62-3.82 user: It is very cheap.
2.4-4.0 expect silent
9.0     end
exchanges 1
Ada: Good morning.
user: We have a plan for you. It is very cheap.
Ada: You said We have a plan for you. It is very cheap.

-- over the character --
given stt whole
given stt pauses 80ms
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0-2.8 user: No that is not what I said.
1.1-1.4 becomes silent
2.8-5.0 becomes full
9.0     end
overlaps yielded
exchanges 1

-- a listener's word, told early, does not stop it --
given stt whole
given stt pauses 80ms
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0-1.3 user: yeah
2.0-2.5 expect full
6.0     end
asked 0
overlaps resumed

-- under the button an answer is not heard before it is up, but ready --
given stt whole
given stt pauses 80ms
given stt final 300ms
given llm first 100ms
1.0     user presses
1.2-2.4 user: we have a plan
3.0     user releases
1.0-3.0 expect silent
3.1-3.16 becomes full
7.0     end
transcripts kept
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- taken back under the button --
given stt whole
given stt pauses 80ms
1.0     user presses
1.2-2.4 user: we have a plan
3.0     user withdraws
1.0-6.0 expect silent
6.0     end
asked 0
Ada: Good morning.

-- tools and emojis only once it is heard --
given stt whole
given stt pauses 80ms
given llm reacts Oh.
1.0-2.4 user: We have a plan for you.
2.6-4.2 user: It is really very cheap.
1.0-4.4 expect silent
8.0     end
reactions frowns
early dropped kept

-- a streaming recogniser that finds no more words, while the VAD still hears a voice --
given llm first 600ms
1.0-2.4 user: We have a plan for you.
2.4-3.0 user coughs
1.0-3.0 expect silent
7.0     end
exchanges 1
early kept
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.
`)
}
