package queue_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app/embedded/embeddedtest"
	"parley/checker"
	"parley/checker/queue"
)

// messages are the bodies a stream holds, oldest first.
func messages(t *testing.T, js jetstream.JetStream, name string) (all []string) {
	t.Helper()
	stream, err := js.Stream(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	for from := uint64(1); ; {
		msg, err := stream.GetMsg(t.Context(), from, jetstream.WithGetMsgSubject(">"))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all, from = append(all, string(msg.Data)), msg.Sequence+1
	}
}

// TestEraseACall: the queue is not told who a user is; what an earlier version
// told it is erased, and so is all of a call, and of no other.
func TestEraseACall(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	mine, other := exchange(1), exchange(1)
	mine.User, other.Call = "vq7-secret", "call_b"
	publish(t, js, mine)
	publish(t, js, other)
	raw(t, js, "check.call_c", []byte(`{"call":"call_c","user":"vq7-secret"}`))
	raw(t, js, "dead.call_c", []byte(`{"call":"call_c","user":"vq7-secret"}`))
	raw(t, js, "dead.call_a", []byte("torn"))
	raw(t, js, "verdict.call_a", []byte("{}"))
	if err := queue.EraseUsers(t.Context(), js); err != nil {
		t.Fatal(err)
	}
	checks, dead := messages(t, js, queue.ChecksStream), messages(t, js, queue.DeadStream)
	if len(checks) != 2 || len(dead) != 1 || strings.Contains(strings.Join(checks, ""), "vq7") {
		t.Errorf("left without users: %q and %q, want two exchanges and the torn one", checks, dead)
	}
	if err := queue.Erase(t.Context(), js, "call_a", "call_none", "no token."); err != nil {
		t.Fatal(err)
	}
	checks, dead = messages(t, js, queue.ChecksStream), messages(t, js, queue.DeadStream)
	if len(checks) != 1 || len(dead) != 0 || len(messages(t, js, queue.VerdictsStream)) != 0 || !strings.Contains(checks[0], "call_b") {
		t.Errorf("left of call_a: %q, %q", checks, dead)
	}
}

// TestErasedWhileItIsJudged: of a call that is erased while its exchange is judged nothing
// comes back, neither a verdict nor a dead letter.
func TestErasedWhileItIsJudged(t *testing.T) {
	js := embeddedtest.Connect(t, server(t))
	seen := &counts{}
	workAs(t, &queue.Worker{JS: js, Observer: seen, Parallel: 1}, func(ctx context.Context, e parley.Exchange) (checker.Finding, error) {
		if e.Call == "call_a" {
			if err := queue.Erase(ctx, js, e.Call); err != nil {
				t.Error(err)
			}
		}
		return checker.Finding{Progress: 3}, nil
	})
	other := exchange(1)
	other.Call = "call_b"
	publish(t, js, exchange(1))
	publish(t, js, other)
	follow(t, js, "call_b").told(1)
	if numbers, _ := published(t, js, "call_a"); len(numbers) != 0 {
		t.Errorf("verdicts on %v of a call that is erased", numbers)
	}
	if numbers, _ := published(t, js, "call_b"); len(numbers) != 1 || len(messages(t, js, queue.DeadStream)) != 0 {
		t.Errorf("of the other call %v", numbers)
	}
}
