package agent_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
)

// The voice gets the text as it is said; captions, history and what is left of
// an interrupted reply are as it is written.
func TestTalkKeepsTextAsWritten(t *testing.T) {
	agenttest.Play(t, `
-- a price is said in words and shown in figures --
given llm says: That is $9.99 (plus 20%) for Dr. Wu.
given language: en
1.0-2.5 user: what does it cost
11.0    end
Ada: Good morning.
user: what does it cost
Ada: That is $9.99 (plus 20%) for Dr. Wu.

-- interrupted amid the price, it was not heard --
given opening: The answer is about $1,999,999 and not a cent more.
2.4-4.0 user: stop it right there please
9.0     end
Ada: The answer is about—
user: stop it right there please
Ada: You said stop it right there please.
`)
}

func TestTalkPronounces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) {
			cfg.Scenario.Opening = "Mr. Nguyen sent me the SQL."
			cfg.Scenario.Pronunciations = map[string]string{"Nguyen": "win", "SQL": "sequel"}
		})
		c.Wait(4 * time.Second)
		if got, want := c.TTS.Spoken(), "mister win sent me the sequel."; len(got) == 0 || got[0] != want {
			t.Errorf("the voice got %q, want %q first", got, want)
		}
		turns(t, c, "character: Mr. Nguyen sent me the SQL.")
		for _, caption := range agenttest.ShownOf[parley.Caption](c) {
			if !strings.HasPrefix("Mr. Nguyen sent me the SQL.", caption.Text) {
				t.Errorf("caption %q is not as written", caption.Text)
			}
		}
		c.Ending()
	})
}
