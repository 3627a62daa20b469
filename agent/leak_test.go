//go:build !race

// What a call holds is measured, and the race detector holds more.

package agent_test

import (
	"context"
	"log/slog"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
	"parley/engine"
	"parley/engine/failover"
	"parley/llm"
)

// A call of half an hour through failover: what it holds is looked at twice, at
// moments at which nobody speaks.
const (
	leakFrom, leakTo = 5 * time.Minute, 30 * time.Minute
	leakTokens       = 10_000
	// leakBytes is what the call may grow by in between. Its record of who said
	// what, and what the engines of the test remember, are 200 KiB.
	leakBytes = 320 << 10
)

// leakAnswer is 96 tokens, which the voice says in 21 s.
var leakAnswer = strings.TrimSpace(strings.Repeat(
	"I do not see why we may not try it. Let me say so to him now, if you can do it as I did. ", 4))

// answers are leakAnswer; probes are content with a word.
func answers(r llm.Request) (string, *llm.ToolCall, error) {
	if r.MaxTokens == 1 {
		return "ok", nil, nil
	}
	return leakAnswer, nil, nil
}

// holding is what a process holds.
type holding struct {
	goroutines int
	heap       uint64
}

// hold takes stock of a call in which nobody speaks.
func hold(c *agenttest.Call) holding {
	synctest.Wait()
	c.Forget()
	runtime.GC()
	runtime.GC() // what sync.Pools let go at the first
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return holding{runtime.NumGoroutine(), m.HeapAlloc}
}

// counting counts the tokens of an engine's answers.
type counting struct {
	llm.Engine
	tokens *atomic.Int64
}

func (c counting) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	s, err := c.Engine.Chat(ctx, r)
	if err != nil {
		return nil, err
	}
	return countingStream{s, c.tokens}, nil
}

type countingStream struct {
	llm.Stream
	tokens *atomic.Int64
}

func (s countingStream) Next() (llm.Delta, error) {
	d, err := s.Stream.Next()
	if d.Text != "" {
		s.tokens.Add(1)
	}
	return d, err
}

// teller tells the session, once there is one, what the providers do.
type teller struct{ session atomic.Pointer[agent.Session] }

func (o *teller) Switched(s failover.Switch) {
	if session := o.session.Load(); session != nil {
		session.Switched(s.Role, s.From, s.To, s.Err, s.Back)
	}
}

func (o *teller) Used(u parley.Usage) {
	if session := o.session.Load(); session != nil {
		session.Used(u)
	}
}

// lists are the engines of the call, each a list of two.
type lists struct {
	hearing  *failover.Hearing
	thinking *failover.Thinking
	speaking *failover.Speaking
	tokens   atomic.Int64
}

func (r *lists) close() {
	r.hearing.Close()
	r.thinking.Close()
	r.speaking.Close()
}

// begin starts a call whose engines are lists of two of the scripted ones.
func (r *lists) begin(t *testing.T) *agenttest.Call {
	o := failover.Options{Log: slog.New(slog.DiscardHandler)}
	tell := &teller{}
	c := agenttest.Start(t, func(c *agenttest.Call, cfg *agent.Config) {
		next := &agenttest.LLM{Answer: answers, FirstToken: 200 * ms, PerToken: 10 * ms}
		c.LLM.Answer, c.LLM.FirstToken, c.LLM.PerToken = answers, 150*ms, 10*ms
		c.TTS.FirstByte, c.STT.Final = 100*ms, 100*ms
		r.hearing = failover.NewHearing(o, c.STT, c.STT)
		r.thinking = failover.NewThinking(o, c.LLM, next)
		r.speaking = failover.NewSpeaking(o, c.TTS, c.TTS)
		cfg.STT, cfg.TTS = r.hearing.ForCall(tell), r.speaking.ForCall(tell)
		cfg.Mind = agenttest.Think(cfg, counting{r.thinking.ForCall(tell), &r.tokens})
	})
	tell.session.Store(c.Session)
	return c
}

// converse has the user talk and be answered until then. Every other answer is
// cut short by the user's next words.
func converse(c *agenttest.Call, until time.Duration) (turns int) {
	for ; c.Now() < until; turns++ {
		c.Say("We have a plan for the next year.")
		if turns%2 == 0 {
			c.Wait(3 * time.Second)
		} else {
			c.Wait(23 * time.Second)
		}
	}
	c.Wait(24 * time.Second)
	return turns
}

// TestHalfAnHourLeaksNothing holds a call with answers, barge-ins, a model that
// fails for a minute and a recogniser that breaks.
func TestHalfAnHourLeaksNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r lists
		c := r.begin(t)
		c.Wait(2 * time.Second)
		turns := converse(c, leakFrom)
		before := hold(c)
		c.LLM.Set(func(l *agenttest.LLM) {
			l.Answer = func(llm.Request) (string, *llm.ToolCall, error) { return "", nil, engine.ErrService }
		})
		turns += converse(c, leakFrom+time.Minute)
		c.LLM.Set(func(l *agenttest.LLM) {
			l.Answer = answers
		})
		c.STT.Break()
		turns += converse(c, leakTo)
		after := hold(c)
		t.Logf("%d turns, %d tokens; %d goroutines and %d KiB after %v, %d and %d KiB after %v",
			turns, r.tokens.Load(), before.goroutines, before.heap>>10, leakFrom, after.goroutines, after.heap>>10, leakTo)
		if after.goroutines != before.goroutines {
			t.Errorf("%d goroutines after %v, %d after %v", before.goroutines, leakFrom, after.goroutines, leakTo)
		}
		if after.heap > before.heap+leakBytes {
			t.Errorf("the heap grew by %d KiB, want at most %d", (after.heap-before.heap)>>10, leakBytes>>10)
		}
		if n := r.tokens.Load(); n < leakTokens {
			t.Errorf("%d tokens were streamed, want at least %d", n, leakTokens)
		}
		c.Ending()
		r.close()
	})
}
