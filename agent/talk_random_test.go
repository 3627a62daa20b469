package agent_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/agent"
	"parley/agent/agenttest"
	"parley/scenarios"
)

// TestTalkAtRandom lets random users talk to the whole agent and checks what
// the stage got.
func TestTalkAtRandom(t *testing.T) {
	seeds := uint64(12)
	if racing {
		seeds = 2 // one with buttons
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := rand.New(rand.NewPCG(seed, 4))
				c := agenttest.Start(t, func(c *agenttest.Call, cfg *agent.Config) {
					c.STT.Final = time.Duration(r.IntN(900)) * ms
					c.LLM.FirstToken = time.Duration(r.IntN(1200)) * ms
					c.LLM.PerToken = time.Duration(r.IntN(60)) * ms
					c.TTS.FirstByte = time.Duration(r.IntN(300)) * ms
					if seed%2 == 1 { // tells early what it heard, a request or not
						c.STT.Lull, c.STT.Whole, c.STT.LateEarly = 80*ms, r.IntN(2) == 0, r.IntN(3) == 0
					}
					cfg.Scenario.Opening = "Good morning, and welcome. What brings you here today?"
					cfg.Scenario.Fillers = []string{"Hmm."}
					everyLineNew(&cfg.Scenario)
				})
				u := user{c: c, r: r, buttons: seed%3 == 0}
				for c.Now() < 2*time.Minute {
					u.acts()
				}
				c.Do("user releases", 0)
				c.Wait(15 * time.Second)
				seen := c.Seen()
				check := rules{t, seen, "Hmm a."}
				check.oneVoice()
				check.voiceFollowsState()
				check.historyIsWhatWasHeard()
				check.everyWordOnce(u.said, u.must)
				c.Ending()
				if t.Failed() {
					t.Logf("what happened:\n%s", seen)
				}
			})
		})
	}
}

// user does anything. Every word it says is another one.
type user struct {
	c       *agenttest.Call
	r       *rand.Rand
	buttons bool
	words   int
	// said are the words said, must those the recogniser cannot have missed.
	said, must []string
}

func (u *user) within(d time.Duration) time.Duration { return time.Duration(u.r.Int64N(int64(d))) }

func (u *user) acts() {
	c := u.c
	switch n := u.r.IntN(20); {
	case n < 7:
		u.says("user: ", 1+u.r.IntN(9))
	case n < 9:
		u.says("user softly: ", 1+u.r.IntN(2))
	case n < 11:
		c.Do("user: "+[]string{"mm-hm", "yeah", "okay right"}[u.r.IntN(3)], 400*ms)
		c.Wait(400 * ms)
	case n < 13:
		d := 100*ms + u.within(700*ms)
		c.Do("user coughs", d)
		c.Wait(d)
	case n < 14:
		c.Do("user knocks", 60*ms)
	case n < 15:
		word := u.word()
		u.said, u.must = append(u.said, word), append(u.must, word)
		c.Do("user types: "+word, 0)
	case n < 16:
		c.Do("user drops out", 20*ms+u.within(800*ms))
		u.says("user: ", 3)
		u.must = u.must[:len(u.must)-min(3, len(u.must))]
	case n < 17 && u.buttons:
		act := []string{"user presses", "user releases", "user withdraws"}[u.r.IntN(3)]
		if act == "user withdraws" { // what was typed before goes too
			u.must = nil
		}
		c.Do(act, 0)
	case n < 18:
		c.Wait(100 * ms) // what is said last has been heard
		c.Do("user pauses", 0)
		c.Wait(u.within(20 * time.Second))
		c.Do("user goes on", 0)
	default:
		c.Wait(u.within(5 * time.Second))
	}
	c.Wait(u.within(1500 * ms))
}

// word is a new one, said as it is written.
func (u *user) word() string {
	u.words++
	return fmt.Sprintf("w%c%cx", 'a'+u.words/26, 'a'+u.words%26)
}

// says says n words and waits until they are said.
func (u *user) says(how string, n int) {
	for range n {
		word := u.word()
		how += word + " "
		u.said = append(u.said, word)
		if !u.buttons {
			u.must = append(u.must, word)
		}
	}
	d := time.Duration(n) * 300 * ms
	u.c.Do(how, d)
	u.c.Wait(d)
}

// everyLineNew has no line said twice in a call: of what is synthesised once and
// said again the stage could not tell when it is heard.
func everyLineNew(s *scenarios.Scenario) {
	for _, lines := range []*[]string{&s.Fillers, &s.Nudges, &s.Excuses} {
		was := *lines
		*lines = nil
		for letter := 'a'; letter <= 'z'; letter++ {
			for _, line := range was {
				line = strings.ReplaceAll(strings.TrimRight(line, "?."), ",", "")
				*lines = append(*lines, fmt.Sprintf("%s %c.", line, letter))
			}
		}
	}
}
