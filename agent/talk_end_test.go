package agent_test

import (
	"testing"

	"parley/agent/agenttest"
)

// The call ends, at every point of a conversation: nothing that was said or
// heard is lost, and nothing is heard afterwards.
func TestTalkEnds(t *testing.T) {
	agenttest.Play(t, `
-- before the first word --
given tts first 500ms
0.3     user leaves
0.0-3.0 expect silent
3.0     end
ended left

-- in the opening --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0     user leaves
1.0-1.1 becomes silent
1.1-3.0 expect silent
3.0     end
ended left
Ada: One two three—

-- while nobody speaks --
2.0     user leaves
3.0     end
ended left
Ada: Good morning.

-- while the user speaks --
1.0-2.8 user: we have a plan for you
2.3     user leaves
4.0     end
ended left
Ada: Good morning.
user: we have a plan

-- before the turn is over --
1.0-2.2 user: we have a plan
2.5     user leaves
2.2-4.0 expect silent
4.0     end
ended left
exchanges 0
Ada: Good morning.
user: we have a plan

-- while the character thinks --
given llm first 2s
1.0-2.4 user: We have a plan for you.
3.5     user leaves
2.4-6.0 expect silent
6.0     end
ended left
Ada: Good morning.
user: We have a plan for you.

-- in an answer --
1.0-2.4 user: We have a plan for you.
3.5     user leaves
3.5-3.6 becomes silent
3.6-6.0 expect silent
6.0     end
ended left
Ada: Good morning.
user: We have a plan for you.
Ada: You said We—

-- while it is paused --
given opening: One two three four five six seven eight nine ten eleven twelve.
1.0-2.0 user coughs
1.5     user leaves
1.3-4.0 expect silent
4.0     end
ended left
Ada: One two three four—

-- while it ends a word --
given opening: Extraordinarily extraordinary extravagances.
1.0     user types: hello
1.02    user leaves
1.2-4.0 expect silent
4.0     end
ended left

-- while the button is held --
1.0     user presses
1.2-2.4 user: we have a plan
2.6     user leaves
4.0     end
ended left
Ada: Good morning.
user: we have a plan

-- the server stops in an answer --
1.0-2.4 user: We have a plan for you.
3.5     server stops
3.5-3.6 becomes silent
5.0     end
ended error

-- the server parts in an answer: it is finished, and no other begun --
1.0-2.4 user: We have a plan for you.
3.5     server parts
3.5-4.5 expect full
9.0     end
ended error
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- the server parts while the user speaks: they are heard out --
1.0-2.4 user: We have a plan for you.
6.0-8.0 user: It is very cheap you know.
6.5     server parts
12.0    end
ended error
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.
user: It is very cheap you know.

-- the server parts while nobody speaks --
6.0     server parts
6.2     end
ended error

-- the server parts and the user does not stop --
1.0-2.4 user: We have a plan for you.
6.0-26.0 user: and so on and so on and so on and so on
8.0     server parts
18.5    end
ended error

-- won: the sentence is finished --
1.0-2.4 user: We have a plan for you.
5.0-6.2 user: It is very cheap.
6.7     verdict 10 won
6.7-7.8 expect full
8.4     end
ended won
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.
user: It is very cheap.
Ada: You said It is very cheap.

-- lost while the user speaks --
1.0-1.9 user: Give me that.
5.0-6.8 user: or else I will go and
5.9     verdict 0 lost
9.0     end
ended lost

-- the time is up in an answer --
given time limit 3s
1.0-2.4 user: We have a plan for you.
3.0-4.5 expect full
13.0    end
ended timeout
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

`)
}

// The last words under a limit are judged before the call is a timeout. Verdicts
// have until the judge's own time is up; whoever talks on does not get more.
func TestTalkLastWord(t *testing.T) {
	agenttest.Play(t, `
-- time limit: won in the reply that runs over --
given time limit 3s
1.0-2.4 user: We have a plan for you.
6.0     verdict 10 won
6.0-6.1 expect listening
9.0     end
ended won
exchanges 1
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.

-- time limit: lost in the reply that runs over --
given time limit 3s
1.0-2.4 user: We have a plan for you.
7.0     verdict 0 lost
9.0     end
ended lost

-- time limit: the verdict takes all the time a judge has --
given time limit 3s
1.0-2.4 user: We have a plan for you.
12.2    verdict 10 won
13.5    end
ended won

-- time limit: no verdict comes --
given time limit 3s
1.0-2.4 user: We have a plan for you.
12.8    end
ended timeout
exchanges 1

-- time limit: it ends with the verdict that decides nothing --
given time limit 3s
1.0-2.4 user: We have a plan for you.
5.5     verdict 7
5.6     end
ended timeout

-- time limit: the verdict of the reply before is on its way --
given time limit 6s
1.0-2.4 user: We have a plan for you.
6.5     verdict 10 won
9.0     end
ended won

-- time limit: nobody is answered any more --
given time limit 3s
1.0-2.4 user: We have a plan for you.
5.2-7.0 user: And it is very cheap indeed.
5.0-9.0 expect silent
9.0     verdict 10 won
10.0    end
asked 1
ended won
Ada: Good morning.
user: We have a plan for you.
Ada: You said We have a plan for you.
user: And it is very cheap indeed.

-- time limit: talking on makes the call no longer --
given time limit 3s
1.0-2.4 user: We have a plan for you.
5.2-7.0 user: And it is very cheap.
8.0-9.5 user: Do you hear me?
10.2-13.5 user: Please do say something now.
12.8    end
asked 1
ended timeout
exchanges 1

-- time limit: noise that keeps the reply from its end --
given time limit 3s
given llm says: One two three four five six seven eight nine ten eleven twelve thirteen.
1.0-2.4 user: We have a plan for you.
3.4-70  user coughs
50.0    end
ended timeout

-- time limit: nothing is being judged --
given time limit 3s
3.1     end
ended timeout
exchanges 0

-- last turn: won --
given turns 1
1.0-2.4 user: We have a plan for you.
6.2     verdict 10 won
9.0     end
ended won
exchanges 1

-- last turn: lost --
given turns 1
1.0-2.4 user: We have a plan for you.
6.2     verdict 0 lost
9.0     end
ended lost

-- last turn: the verdict takes all the time a judge has --
given turns 1
1.0-2.4 user: We have a plan for you.
12.2    verdict 10 won
13.5    end
ended won

-- last turn: no verdict comes --
given turns 1
1.0-2.4 user: We have a plan for you.
12.8    end
ended timeout
exchanges 1

-- last turn: it ends with the verdict that decides nothing --
given turns 1
1.0-2.4 user: We have a plan for you.
5.2     verdict 7
5.3     end
ended timeout
exchanges 1

-- last turn: talking on makes the call no longer --
given turns 1
1.0-2.4 user: We have a plan for you.
5.2-7.0 user: And it is very cheap.
8.0-9.5 user: Do you hear me?
12.8    end
asked 1
ended timeout
exchanges 1
`)
}
