package agent

import (
	"testing"
	"time"

	"parley/agent/turn"
)

func TestInboxDropsAFloodAndKeepsTheConversation(t *testing.T) {
	b := newInbox()
	for range maxItems {
		if !b.put(turn.Typed{Text: "again"}) {
			t.Fatal("an item was dropped before the inbox was full")
		}
	}
	for _, flood := range []item{
		turn.Typed{Text: "again"}, turn.ButtonDown{}, turn.ButtonUp{}, turn.ButtonCancel{}, noted{}, turn.Judged{}, turn.Patience{},
	} {
		if b.put(flood) {
			t.Errorf("%T taken by a full inbox", flood)
		}
	}
	for _, needed := range []item{
		turn.Voice{On: true}, turn.Transcript{}, turn.Audible{}, playedOut{}, turn.Hangup{}, turn.RecogniserLost{},
	} {
		if !b.put(needed) {
			t.Errorf("%T dropped by a full inbox", needed)
		}
	}
	if got := len(b.take()); got != maxItems+6 {
		t.Errorf("%d items, want %d", got, maxItems+6)
	}
	if !b.put(turn.Typed{Text: "now"}) {
		t.Error("an emptied inbox drops")
	}
}

func TestInboxMergesProgressAndWakesOnce(t *testing.T) {
	b := newInbox()
	for range 100 {
		b.put(progressed{7})
	}
	b.put(progressed{8})
	if got := b.take(); len(got) != 2 {
		t.Errorf("%d items, want one for each reply", len(got))
	}
	select {
	case <-b.wake:
	case <-time.After(time.Minute):
		t.Fatal("no wake-up")
	}
	select {
	case <-b.wake:
		t.Error("woken twice for one take")
	default:
	}
}
