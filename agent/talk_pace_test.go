package agent_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parley/agent"
	"parley/agent/agenttest"
	"parley/agent/reply"
	"parley/llm"
	"parley/media"
	"parley/tts"
)

// slowVoice takes start for a segment and factor of the time its speech lasts,
// 60 ms a byte; whole, it emits all of it at the end.
type slowVoice struct {
	start  time.Duration
	factor float64
	whole  bool

	mu     sync.Mutex
	spoken []string
}

var _ tts.Engine = (*slowVoice)(nil)

func (*slowVoice) Name() string { return "slow" }

func (v *slowVoice) Speak(ctx context.Context, text string, _ tts.Voice, emit func(tts.Chunk) error) error {
	v.mu.Lock()
	v.spoken = append(v.spoken, text)
	v.mu.Unlock()
	time.Sleep(v.start + 3*ms) // between two frames
	left := time.Duration(len(text)) * 60 * ms
	for left > 0 && ctx.Err() == nil {
		d := min(left, 200*ms)
		if v.whole {
			d = left
		}
		time.Sleep(time.Duration(float64(d) * v.factor))
		pcm := make([]int16, media.Samples(d))
		for i := range pcm {
			pcm[i] = int16(8000 * (i/20%2*2 - 1))
		}
		if err := emit(tts.Chunk{PCM: pcm}); err != nil {
			return err
		}
		left -= d
	}
	return ctx.Err()
}

// TestTalkSlowVoice talks with voices that just keep up. Once the first call has
// learnt their rate, none falls silent in the middle of a reply.
func TestTalkSlowVoice(t *testing.T) {
	const line = "Well, I have read it twice. It is bold, and I do not say that often, but who pays for it when the numbers " +
		"turn out wrong? No. Show me what you would do then, step by step, and we can talk about the rest of it. Fine?"
	starved := 0
	for _, v := range []*slowVoice{
		{start: 20 * ms, factor: 0.02}, {start: 400 * ms, factor: 0.5}, {start: 100 * ms, factor: 0.8},
		{start: 50 * ms, factor: 0.5, whole: true}, {start: 50 * ms, factor: 0.8, whole: true},
	} {
		t.Run(fmt.Sprintf("%v and %v, whole %v", v.start, v.factor, v.whole), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pace := &reply.Pace{}
				var gaps []string
				for call := range 2 {
					v.spoken = nil
					c := agenttest.Start(t, func(c *agenttest.Call, cfg *agent.Config) {
						cfg.TTS, cfg.Pace, cfg.Scenario.Nudges = v, pace, nil
						c.LLM.PerToken = 30 * ms
						c.LLM.Answer = func(llm.Request) (string, *llm.ToolCall, error) { return line, nil, nil }
					})
					c.Wait(4 * time.Second)
					c.Say("we have a plan")
					from := c.Now()
					c.Wait(30 * time.Second)
					gaps = silences(c, from)
					if call == 0 && len(gaps) > 0 {
						starved++
					}
					c.Ending()
				}
				if got := strings.Join(v.spoken, " "); !strings.HasSuffix(got, line) {
					t.Errorf("spoken: %q", got)
				}
				if len(gaps) > 0 {
					t.Errorf("silent amid the reply %v; segments %q", gaps, v.spoken)
				}
			})
		})
	}
	if starved < 2 {
		t.Errorf("%d voices fell silent before their rate was known: the test is too easy", starved)
	}
}

// silences are those between the first and the last sound since from.
func silences(c *agenttest.Call, from time.Duration) []string {
	var out []string
	begun := false
	spans := c.Spans()
	for i, s := range spans {
		if s.From < from || s.Loudness != agenttest.Silent {
			begun = begun || s.From >= from
			continue
		}
		if begun && i < len(spans)-1 {
			out = append(out, fmt.Sprintf("%v-%v", s.From, s.To))
		}
	}
	return out
}
