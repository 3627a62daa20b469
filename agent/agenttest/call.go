package agenttest

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/roleplay"
	"parley/llm"
	"parley/media"
	"parley/scenarios"
)

// Call is a conversation under way in a synctest bubble.
type Call struct {
	T       testing.TB
	Session *agent.Session
	STT     *STT
	LLM     *LLM
	TTS     *TTS

	ctx    context.Context //nolint:containedctx // the call's whole life
	stop   context.CancelCauseFunc
	ended  chan parley.Ending
	mic    *mic
	stage  *stage
	events *journal
	later  bool // nobody has subscribed when the call begins
	// joining is how long the room is joined before the call can begin.
	joining time.Duration
	// Air, set before the call, has the user hear and speak real sounds.
	Air Air
}

// Scene is a scenario to test with.
var Scene = scenarios.Scenario{
	ID: "scene", Botname: "Ada", Opening: "Good morning.", Goal: "a yes", Language: "en",
	Character: []string{"A careful person"}, Negprompt: []string{"Say no first"},
	Hints:  []scenarios.Hint{{Level: 1, Text: "What would she fear?"}},
	Nudges: []string{"Are you with me?"}, Excuses: []string{"Sorry, I lost my thread."},
	// Timelines are of people who pause little.
	Timing: parley.Timing{MinDelay: 600 * time.Millisecond},
}

// Start begins a call. set may change the scenario and the engines before it
// does. The call is ended, and its goroutines awaited, when the test ends.
func Start(t testing.TB, set func(*Call, *agent.Config)) *Call {
	t.Helper()
	c := &Call{
		T: t, STT: &STT{}, LLM: &LLM{}, TTS: &TTS{},
		ended: make(chan parley.Ending, 1), mic: &mic{},
		stage: &stage{began: time.Now()}, events: &journal{},
	}
	cfg := agent.Config{
		Call: "call_test", Scenario: Scene, STT: c.STT, TTS: c.TTS,
		Log:      slog.New(slog.NewTextHandler(t.Output(), nil)),
		Detector: &Detector{}, Denoiser: Quiet{}, Reviewer: c.events, Journal: c.events,
		Meter: c.stage,
	}
	if set != nil {
		set(c, &cfg)
	}
	if cfg.Mind == nil {
		cfg.Mind = Think(&cfg, c.LLM)
	}
	c.stage.tts, c.stage.air = c.TTS, c.Air
	c.Session = agent.New(cfg)
	if !c.later {
		c.Session.Subscribed()
	}
	c.ctx, c.stop = context.WithCancelCause(t.Context())
	c.Session.Prepare(c.ctx)
	go func() {
		time.Sleep(c.joining) // virtual
		c.ended <- c.Session.Run(c.ctx, c.stage)
	}()
	if c.Air != nil {
		go c.breathe()
	} else {
		go c.speak()
	}
	return c
}

// Think is the mind of the call's character on another model.
func Think(c *agent.Config, e llm.Engine) agent.Mind {
	return roleplay.New(c.Scenario, c.Dispatch, e, c.Log)
}

// behind is how long after its last sample a frame of the user's arrives: the
// user speaks between the frames of the character, not at the same instant.
const behind = time.Millisecond

// speak is the user's microphone: a frame every 20 ms.
func (c *Call) speak() {
	time.Sleep(behind)
	tick := time.NewTicker(media.PTime)
	defer tick.Stop()
	frame := make([]int16, media.FrameSamples)
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-tick.C:
			if c.mic.frame(c.Now()-behind-media.PTime, frame) {
				c.Session.Hear(frame)
			}
		}
	}
}

// breathe is the microphone in the air: a frame every 20 ms.
func (c *Call) breathe() {
	time.Sleep(behind)
	tick := time.NewTicker(media.PTime)
	defer tick.Stop()
	frame := make([]int16, media.FrameSamples)
	for {
		select {
		case <-c.ctx.Done():
			return
		case <-tick.C:
			c.Air.Mic(c.Now()-behind, frame)
			c.Session.Hear(frame)
		}
	}
}

// Say speaks a line at 200 words a minute and returns when it is said.
func (c *Call) Say(text string) {
	c.SayFor(time.Duration(len(strings.Fields(text)))*perWord, text)
}

// SayFor speaks a line in the time given.
func (c *Call) SayFor(d time.Duration, text string) {
	c.sounds(speech, loud, d, text)
	time.Sleep(d) // virtual
}

// sounds begins a sound for the user's microphone.
func (c *Call) sounds(k kind, level int16, d time.Duration, text string) {
	s := sound{at: c.Now(), frames: int(d / media.PTime), kind: k, level: level}
	if text != "" {
		s.line = c.STT.lines.add(text, s.frames)
	}
	c.mic.plays(s)
}

// Play has the user's microphone record pcm, whole frames at 16 kHz, and returns when it
// is over. It is for calls with a real Detector, and for a recogniser that Says.
func (c *Call) Play(pcm []int16) {
	n := len(pcm) / media.FrameSamples
	c.mic.plays(sound{at: c.Now(), frames: n, kind: recording, pcm: pcm})
	time.Sleep(time.Duration(n) * media.PTime) // virtual
}

// Wait lets virtual time pass.
func (c *Call) Wait(d time.Duration) { time.Sleep(d) }

// Now is the time since the call began.
func (c *Call) Now() time.Duration { return time.Since(c.stage.began) }

// Quit ends the context the call runs in.
func (c *Call) Quit(cause error) { c.stop(cause) }

// Ending hangs up, unless the call has ended by itself, and returns how it
// ended.
func (c *Call) Ending() parley.Ending {
	c.Session.Hangup(parley.Left, "done")
	e := <-c.ended
	c.stop(nil)
	synctest.Wait()
	return e
}
