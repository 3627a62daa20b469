package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// Engines that fail, at every point of a conversation.
func TestTalkFaults(t *testing.T) {
	agenttest.Play(t, `
-- the model refuses the key --
given llm fails key
1.0-2.4 user: We have a plan for you.
2.5-3.0 becomes full
4.8     llm works
5.0-6.5 user: Do you hear me?
10      end
troubles llm
exchanges 2
Ada: Good morning.
user: We have a plan for you.
Ada: Sorry, I lost my thread.
user: Do you hear me?
Ada: You said Do you hear me.

-- the model fails at an answer begun early --
given llm fails busy
1.0-2.2 user: we have a plan
2.7-3.0 becomes full
6.0     end
troubles llm
asked 1
Ada: Good morning.
user: we have a plan
Ada: Sorry, I lost my thread.

-- the model breaks off in the middle --
given llm cut
given llm says: Well, that is bold. And I would
1.0-2.4 user: We have a plan for you.
8.0     end
troubles llm
Ada: Good morning.
user: We have a plan for you.
Ada: Well, that is bold. Sorry, I lost my thread.

-- the model does not answer in time --
given filler: Hmm.
given llm first 4s
given llm fails slow
1.0-2.4 user: We have a plan for you.
3.4-3.7 becomes full
6.4-6.6 becomes full
10.0    end
troubles llm
exchanges 1
Ada: Good morning.
user: We have a plan for you.
Ada: Hmm. Sorry, I lost my thread.

-- the recogniser fails on a turn of which nothing is known --
given stt whole
given stt fails slow
1.0-2.4 user: We have a plan for you.
2.5-3.9 becomes full
6.0     stt works
7.0-8.4 user: We have a plan for you.
12.0    end
troubles stt
asked 1
exchanges 1
Ada: Good morning.
Ada: Sorry, I lost my thread.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- the recogniser fails, but most was known already --
given stt fails cut
1.0-2.4 user: We have a plan for you.
6.0     end
troubles stt
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- the recogniser fails on a cough --
given stt whole
given stt fails busy
1.0-1.1 user: ~
4.0     end
Ada: Good morning.

-- the recogniser fails while the character speaks --
given stt whole
given stt fails busy
0.1-0.6 user: Hello there.
5.0     end
troubles stt
Ada: Good morning.

-- the user goes on while the model fails --
given llm first 1s
given llm fails busy
1.0-2.4 user: We have a plan for you.
3.2-4.4 user: It is very cheap.
4.0     llm works
2.4-4.6 expect silent
9.0     end
Ada: Good morning.
user: We have a plan for you. It is very cheap.
Ada: You said We have a plan for you. It is very cheap.

-- the model has nothing to say --
given llm says: *shrugs*
1.0-2.4 user: We have a plan for you.
6.0     end
troubles llm
Ada: Good morning.
user: We have a plan for you.
Ada: Sorry, I lost my thread.

-- the voice fails from the first word --
given tts fails 0
1.0-2.4 user: We have a plan for you.
0.0-8.0 expect silent
2.8     expect listening
8.0     end
troubles tts tts
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- the voice fails in the middle of an answer: the rest is shown --
given tts fails 3
given llm says: Well, that is bold. And I would not do it.
1.0-2.4 user: We have a plan for you.
2.6-2.9 becomes full
3.9     expect full
5.5-8.0 expect silent
6.0     expect listening
8.0     end
troubles tts
Ada: Good morning.
user: We have a plan for you.
Ada: Well, that is bold. And I would not do it.

-- no voice works any more: a line in role, and the answer as text --
given tts fails 2
1.0-2.4 user: We have a plan for you.
2.5-3.0 becomes full
5.0     expect listening
8.0     end
troubles tts
exchanges 1
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- the user goes on under a voice that has failed --
given tts fails 1
given llm token 400ms
given llm says: Well, that is bold. And I would not do it.
1.0-2.4 user: We have a plan for you.
4.7-5.9 user: Do you hear me?
5.0     llm token 0s
5.0     llm says: I do.
9       end
Ada: Good morning.
user: We have a plan for you. Do you hear me?
Ada: I do.

-- a reaction amid the words --
given llm reacts Well, that is quite bold of you.
given llm token 50ms
1.0-2.4 user: We have a plan for you.
6.0     end
reactions frowns
Ada: Good morning.
user: We have a plan for you.
Ada: Well, that is quite bold of you.

-- a slow stream of words is spoken as it comes --
given llm token 200ms
given llm says: Well, that is quite bold of you. I would not dare to do it.
1.0-2.4 user: We have a plan for you.
3.5-4.5 becomes full
10      end
Ada: Good morning.
user: We have a plan for you.
Ada: Well, that is quite bold of you. I would not dare to do it.
`)
}
