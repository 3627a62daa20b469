package agenttest

import (
	"context"
	"fmt"
	"sync"
	"testing/synctest"

	"parley"
)

// Turns are the turns recorded so far, as "user: …" and "character: …"; a
// trailing dash marks an interrupted one.
func (c *Call) Turns() []string {
	synctest.Wait()
	c.events.mu.Lock()
	defer c.events.mu.Unlock()
	var out []string
	for _, e := range c.events.events {
		var t parley.Turn
		switch b := e.Body.(type) {
		case parley.Heard:
			t = b.Turn
		case parley.Said:
			t = b.Turn
		default:
			continue
		}
		text := fmt.Sprintf("%s: %s", t.Role, t.Text)
		if t.Interrupted {
			text += " -"
		}
		out = append(out, text)
	}
	return out
}

// Events are the journal's events of type B so far.
func Events[B parley.Body](c *Call) []B {
	synctest.Wait()
	c.events.mu.Lock()
	defer c.events.mu.Unlock()
	var out []B
	for _, e := range c.events.events {
		if b, ok := e.Body.(B); ok {
			out = append(out, b)
		}
	}
	return out
}

// Exchanges are those sent to the checker so far.
func (c *Call) Exchanges() []parley.Exchange {
	synctest.Wait()
	c.events.mu.Lock()
	defer c.events.mu.Unlock()
	return append([]parley.Exchange(nil), c.events.exchanges...)
}

// journal keeps events and exchanges in memory.
type journal struct {
	mu        sync.Mutex
	events    []parley.Event
	exchanges []parley.Exchange
}

func (j *journal) Append(e parley.Event) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.events = append(j.events, e)
	return nil
}

func (j *journal) Submit(_ context.Context, e parley.Exchange) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.exchanges = append(j.exchanges, e)
	return nil
}
