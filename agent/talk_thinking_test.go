package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// What happens between the user's last word and the character's first.
func TestTalkThinking(t *testing.T) {
	agenttest.Play(t, `
-- words while it thinks join the turn --
given llm first 2s
1.0     end
3.0-4.2 user: we have a plan
5.2-6.7 user: it is a good one
4.2-8.0 expect silent
6.0     expect listening
12.0    end
exchanges 1
Ada: Good morning.
user: we have a plan it is a good one
Ada: You said we have a plan it is a good one.

-- a cough while it thinks only holds the answer back --
given llm first 1500ms
1.0-2.4 user: We have a plan for you.
3.9-4.3 user coughs
2.4-4.4 expect silent
4.3-5.0 becomes full
8.0     end
asked 1
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- speech as the answer is about to begin --
given llm first 750ms
1.0-2.4 user: We have a plan for you.
3.1-4.3 user: It is very cheap.
2.4-4.6 expect silent
9.0     end
exchanges 1
Ada: Good morning.
user: We have a plan for you. It is very cheap.
Ada: You said We have a plan for you. It is very cheap.

-- thinking is shown --
given llm first 1s
1.0-2.4 user: We have a plan for you.
2.7-3.3 expect thinking
3.4-3.8 becomes speaking
7.0     end
states thinking speaking listening thinking speaking listening

-- a slow model is covered by a filler --
given filler: Hmm.
given llm first 3s
1.0-2.4 user: We have a plan for you.
3.3-3.8 becomes full
3.9-5.2 expect silent
4.3-5.2 expect thinking
5.3-5.8 becomes full
5.9     expect speaking
9.0     end
Ada: Good morning.
user: We have a plan for you.
Ada: Hmm. You said We have a plan for you.

-- a fast model needs none --
given filler: Hmm.
given llm first 800ms
1.0-2.4 user: We have a plan for you.
7.0     end
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- an answer begun early is ready when the turn ends --
given llm first 300ms
given tts first 150ms
1.0-2.2 user: we have a plan
2.78-2.86 becomes full  # the delay of 600 ms and not a frame more
6.0     end
early kept
asked 1
Ada: Good morning.
user: we have a plan
Ada: You said we have a plan.

-- an answer begun early is dropped when the user goes on --
given llm first 100ms
1.0-2.2 user: we have a plan
2.7-4.5 user: that saves you two weeks
2.2-5.0 expect silent
9.0     end
early dropped kept
asked 2
exchanges 1
Ada: Good morning.
user: we have a plan that saves you two weeks
Ada: You said we have a plan that saves you two weeks.

-- a word of courtesy does not drop it --
given llm first 100ms
1.0-2.2 user: we have a plan
2.6-2.9 user: thanks
7.0     end
early kept
asked 1
Ada: Good morning.
user: we have a plan thanks
Ada: You said we have a plan.

-- for a user who goes on and on no more is begun early --
1.0-1.6 user: red car
2.1-2.7 user: blue
3.2-3.8 user: green
4.3-4.9 user: black
5.4-6.0 user: white
6.5-7.1 user: grey
1.0-7.5 expect silent
13.0    end
early dropped dropped
asked 3
exchanges 1

-- a word typed while it thinks joins the turn --
given llm first 2s
1.0-2.4 user: We have a plan for you.
3.0     user types: and it is cheap
9.0     end
exchanges 1
Ada: Good morning.
typed user: We have a plan for you. and it is cheap
Ada: You said We have a plan for you. and it is cheap.
`)
}

// What a model writes for nobody's ear is neither heard nor shown nor kept.
func TestTalkUnheard(t *testing.T) {
	agenttest.Play(t, `
-- thoughts --
given llm says: <think>They want money. Say "no". </think>Not from me.
1.0-2.4 user: We have a plan for you.
7.0     end
asked 1
Ada: Good morning.
user: We have a plan for you.
Ada: Not from me.

-- thoughts alone are asked on, and then excused --
given llm says: <think>They want money. They want
1.0-2.4 user: We have a plan for you.
9.0     end
asked 2
Ada: Good morning.
user: We have a plan for you.
Ada: Sorry, I lost my thread.

-- thoughts that only end: nothing was said yet --
given llm says: They</think>Not from me.
1.0-2.4 user: We have a plan for you.
7.0     end
asked 1
Ada: Good morning.
user: We have a plan for you.
Ada: Not from me.

-- thoughts that only end: nothing was heard yet --
given llm token 30ms
given llm says: They want money. </think> Not from me.
0.9     tts first 400ms
1.0-2.4 user: We have a plan for you.
2.5     llm says: Not from me.
2.4-3.0 expect silent
7.0     end
asked 2
exchanges 1
Ada: Good morning.
user: We have a plan for you.
Ada: Not from me.

-- thoughts that only end: heard until then --
given llm token 120ms
given llm says: They want money. I am to say no, and they will ask me why that is. </think> Not from me.
1.0-2.4 user: We have a plan for you.
4.0     llm says: Not from me.
12.0    end
asked 2
exchanges 1
Ada: Good morning.
user: We have a plan for you.
Ada: They want money. I—
Ada: Not from me.

-- thoughts that only end, each time --
given llm token 120ms
given llm says: They want money. I am to say no. </think> Not from me.
1.0-2.4 user: We have a plan for you.
20.0    end
asked 3

-- a tool call written as text --
given llm says: {"name":"emoji_reaction","arguments":{"emoji":"🤨","label":"frowns"}} Not from me.
1.0-2.4 user: We have a plan for you.
7.0     end
asked 1
reactions frowns
Ada: Good morning.
user: We have a plan for you.
Ada: Not from me.

-- a written call alone is asked on for words --
given llm says: <tool_call>{"name":"emoji_reaction","arguments":{"emoji":"🤨","label":"frowns"}}</tool_call>
1.0-2.4 user: We have a plan for you.
9.0     end
asked 2
Ada: Good morning.
user: We have a plan for you.
Ada: Sorry, I lost my thread.

-- a quoted line --
given llm says: "Not from me."
1.0-2.4 user: We have a plan for you.
7.0     end
Ada: Good morning.
user: We have a plan for you.
Ada: Not from me.
`)
}
