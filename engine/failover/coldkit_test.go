package failover_test

import (
	"context"
	"sync"
	"time"

	"parley/llm"
	"parley/stt"
	"parley/tts"
)

// cold is a server that loads its model at the first request: nobody gets a byte for
// that long, and a request that is given up meanwhile has it begin anew.
type cold struct {
	load time.Duration

	mu      sync.Mutex
	warm    bool
	since   time.Time // of the load; zero for none
	begun   int       // loads
	givenUp int
}

// wait waits for the model.
func (c *cold) wait(ctx context.Context) error {
	for {
		left := c.left()
		if left <= 0 {
			return nil
		}
		if wait(ctx, left) != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.since = time.Time{}
			c.givenUp++
			return ctx.Err()
		}
	}
}

func (c *cold) left() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.since.IsZero() {
		c.since = time.Now()
		c.begun++
	}
	left := c.load - time.Since(c.since)
	c.warm = c.warm || left <= 0
	if c.warm {
		return 0
	}
	return left
}

// unload has the next request load the model anew.
func (c *cold) unload() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.warm, c.since = false, time.Time{}
}

func (c *cold) counts() (begun, givenUp int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.begun, c.givenUp
}

// Loads is what the engines of this machine's servers say.
func (*cold) Loads() bool { return true }

type (
	coldThinker struct {
		*thinker
		*cold
	}
	coldSpeaker struct {
		*speaker
		*cold
	}
	coldHearer struct {
		*hearer
		*cold
	}
	coldStream struct {
		stt.Stream
		cold *cold
		ctx  context.Context // the life of the stream
		end  context.CancelFunc

		mu     sync.Mutex
		closed bool
		asks   sync.WaitGroup
	}
)

func (e coldThinker) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	if err := e.wait(ctx); err != nil {
		return nil, err
	}
	return e.thinker.Chat(ctx, r)
}

func (e coldSpeaker) Speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	if err := e.wait(ctx); err != nil {
		return err
	}
	return e.speaker.Speak(ctx, text, v, emit)
}

// Open asks for nothing, as stt/openai; an utterance is sent when it ends.
func (e coldHearer) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	s, err := e.hearer.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(context.WithoutCancel(ctx))
	return &coldStream{Stream: s, cold: e.cold, ctx: ctx, end: end}, nil
}

func (s *coldStream) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.asks.Go(func() {
		if s.cold.wait(s.ctx) == nil {
			s.Stream.End()
		}
	})
}

func (s *coldStream) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.end()
	s.asks.Wait()
	return s.Stream.Close()
}
