package agent_test

import (
	"bytes"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"parley/agent"
	"parley/agent/agenttest"
)

// TestButtonFlood: whoever plays with the button harms nobody: nothing is logged
// as an error, and the next words are heard and answered.
func TestButtonFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		c := agenttest.Start(t, func(_ *agenttest.Call, c *agent.Config) {
			c.Log = slog.New(slog.NewTextHandler(&log, nil))
		})
		c.Wait(2 * time.Second)
		for range 5 {
			for range 1000 {
				c.Session.Press()
				c.Session.Release()
			}
			c.Wait(20 * ms)
		}
		c.Wait(2 * time.Second)
		c.Session.Press()
		c.Say("we have a plan")
		c.Session.Release()
		c.Wait(3 * time.Second)
		turns(t, c, "character: Good morning.", "user: we have a plan", "character: You said we have a plan.")
		c.Ending()
		if text := log.String(); text != "" {
			t.Errorf("the log says:\n%.2000s", text)
		}
	})
}
