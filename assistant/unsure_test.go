package assistant_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app/embedded/embeddedtest"
	"parley/assistant"
	"parley/assistant/state"
)

// cutting is a store that goes away as the next commit is sent: with it, or before.
type cutting struct {
	jetstream.JetStream
	armed  atomic.Bool
	stores bool
}

// PublishMsg implements jetstream.JetStream.
func (c *cutting) PublishMsg(ctx context.Context, m *nats.Msg, opts ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	if !c.armed.Load() || !strings.HasPrefix(m.Subject, "USERS.commit.") {
		return c.JetStream.PublishMsg(ctx, m, opts...)
	}
	if c.stores {
		if _, err := c.JetStream.PublishMsg(ctx, m, opts...); err != nil {
			return nil, err
		}
	}
	c.Conn().Close()
	return nil, nats.ErrTimeout
}

// What was sent to a store that went away is not said to be unsaved, whether it was
// stored or not; the same action asked for again settles it. What was never sent is.
func TestUnsure(t *testing.T) {
	for _, stored := range []bool{true, false} {
		n := embeddedtest.StartNATS(t, t.TempDir())
		js := &cutting{JetStream: embeddedtest.Connect(t, n), stores: stored}
		d := open(t, setup{js: js})
		d.add("task 0")
		js.armed.Store(true)
		_, _, err := d.Do(t.Context(), owner, "a-1", state.AddTask{Task: task("task 1")})
		if !errors.Is(err, assistant.ErrUnsure) || !errors.Is(err, assistant.ErrNotSaved) {
			t.Errorf("stored %t: the command gives %v, want ErrUnsure", stored, err)
		}
		if _, _, err = d.Do(t.Context(), owner, "a-2", state.AddTask{Task: task("task 2")}); !errors.Is(err, assistant.ErrNotSaved) ||
			errors.Is(err, assistant.ErrUnsure) {
			t.Errorf("stored %t: a command that was not sent gives %v, want ErrNotSaved alone", stored, err)
		}
		again := open(t, setup{js: embeddedtest.Connect(t, n)})
		for range 2 {
			if _, _, err := again.Do(t.Context(), owner, "a-1", state.AddTask{Task: task("task 1")}); err != nil {
				t.Fatal(err)
			}
		}
		again.wantTasks("task 0, task 1")
	}
}

// By voice, typed in a call and over HTTP it is said so, too.
func TestUnsureIsSaid(t *testing.T) {
	for _, typed := range []bool{false, true} {
		n := embeddedtest.StartNATS(t, t.TempDir())
		js := &cutting{JetStream: embeddedtest.Connect(t, n), stores: true}
		d := open(t, setup{js: js})
		c := d.NewCall("call_a", owner, scene(t, "taskAgent"), nil)
		told := d.live(c, &stage{})
		happen(t, c, started)
		answer(t, c, nil, "add task buy milk")
		happen(t, c, heardTurn(1, "add task buy milk"), saidTurn(2, "Added.", false))
		js.armed.Store(true)
		if typed {
			turn := heardTurn(3, "add task buy bread")
			heard, _ := turn.Body.(parley.Heard)
			heard.Turn.Typed = true
			turn.Body = heard
			if err := c.Happened(turn); !errors.Is(err, assistant.ErrUnsure) {
				t.Errorf("got %v, want ErrUnsure", err)
			}
			if said := next(t, told); !strings.Contains(said, "not sure") {
				t.Errorf("typed: said %q", said)
			}
			continue
		}
		said := answer(t, c, []parley.Turn{{Role: parley.User, Text: "add task buy milk"}}, "add task buy bread")
		if !strings.Contains(said, "not sure") || strings.Contains(said, "could not save") {
			t.Errorf("said %q", said)
		}
	}
	n := embeddedtest.StartNATS(t, t.TempDir())
	js := &cutting{JetStream: embeddedtest.Connect(t, n)}
	d := open(t, setup{js: js})
	js.armed.Store(true)
	m := assistant.Message{Owner: owner, Text: "add task buy cheese", Scene: scene(t, "taskAgent")}
	if _, _, err := d.Chat(t.Context(), m, func(assistant.Update) {}); !errors.Is(err, assistant.ErrUnsure) {
		t.Errorf("over HTTP: %v, want ErrUnsure", err)
	}
}
