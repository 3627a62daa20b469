package agent_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
	"parley/llm"
	"parley/stt"
	"parley/tts"
)

// deafTo is an engine of any role that ignores the end of its context until it
// is let go.
type deafTo struct{ letGo chan struct{} }

func (deafTo) Name() string { return "stubborn" }

func (d deafTo) Open(context.Context, stt.Options) (stt.Stream, error) {
	<-d.letGo
	return nil, context.Canceled
}

func (d deafTo) Chat(context.Context, llm.Request) (llm.Stream, error) {
	<-d.letGo
	return nil, context.Canceled
}

func (d deafTo) Speak(context.Context, string, tts.Voice, func(tts.Chunk) error) error {
	<-d.letGo
	return context.Canceled
}

func (d deafTo) Predict([]int16) (float64, error) {
	<-d.letGo
	return 0, context.Canceled
}

func (d deafTo) Submit(context.Context, parley.Exchange) error {
	<-d.letGo
	return context.Canceled
}

// An engine that takes longer than the call waits is busy, as on a machine with
// much else to do; only one that never ends is at fault.
func TestOnlyAnEngineThatNeverEndsIsAFault(t *testing.T) {
	for name, tt := range map[string]struct {
		busy  time.Duration
		fault bool
	}{
		"a busy machine": {20 * time.Second, false},
		"for good":       {5 * time.Minute, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := deafTo{make(chan struct{})}
				var log bytes.Buffer
				c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) {
					cfg.TTS, cfg.Log = d, slog.New(slog.NewTextHandler(&log, nil))
				})
				c.Wait(2 * time.Second)
				time.AfterFunc(tt.busy, func() { close(d.letGo) })
				c.Ending()
				<-c.Session.Settled()
				text := log.String()
				if strings.Contains(text, "level=ERROR") != tt.fault || !strings.Contains(text, "left behind") {
					t.Errorf("after %v the log says %s", tt.busy, text)
				}
			})
		})
	}
}

// TestEnginesCannotKeepACall holds that a call ends within its bound whatever
// engine ignores that it has.
func TestEnginesCannotKeepACall(t *testing.T) {
	for name, put := range map[string]func(*agent.Config, deafTo){
		"stt":        func(c *agent.Config, d deafTo) { c.STT = d },
		"llm":        func(c *agent.Config, d deafTo) { c.Mind = agenttest.Think(c, d) },
		"tts":        func(c *agent.Config, d deafTo) { c.TTS = d },
		"turn model": func(c *agent.Config, d deafTo) { c.TurnModel = d },
		"checker":    func(c *agent.Config, d deafTo) { c.Reviewer = d },
		"none":       func(*agent.Config, deafTo) {},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := deafTo{make(chan struct{})}
				var log bytes.Buffer
				c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) {
					put(cfg, d)
					cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
				})
				c.Wait(2 * time.Second)
				c.Say("we have a plan")
				if name == "stt" {
					c.Do("user types: we have a plan", 0)
				}
				c.Wait(3 * time.Second)
				hung := c.Now()
				time.AfterFunc(time.Minute, func() { close(d.letGo) })
				if e := c.Ending(); e.Outcome != parley.Left {
					t.Errorf("ending = %+v", e)
				}
				took, left := c.Now()-hung, name != "none"
				if took > 3*time.Second || !left && took > 10*ms {
					t.Errorf("the call took %v to end", took)
				}
				select {
				case <-c.Session.Settled():
					if left {
						t.Error("it has settled though an engine hangs")
					}
				default:
					if !left {
						t.Error("it has not settled")
					}
				}
				<-c.Session.Settled()
				if told := strings.Contains(log.String(), "left behind"); told != left || strings.Contains(log.String(), "plan") {
					t.Errorf("the log, which must name a fault and no speech, says %s", log.String())
				}
			})
		})
	}
}
