package app

import (
	"testing"

	"parley"
)

// TestOneJobHoldsACall: of two jobs that wait in one room one holds its call, in whatever
// order they come and ask, and neither hears of another room's.
func TestOneJobHoldsACall(t *testing.T) {
	t.Parallel()
	enter := func(h *heldCalls, id parley.CallID, room string) *heldCall { return h.enter(id, room, func(error) {}) }
	for _, tt := range []struct {
		name   string
		claims func(h *heldCalls) (low, high bool)
		low    bool
	}{
		{"both wait, the lower asks first", func(h *heldCalls) (low, high bool) {
			a, b := enter(h, "a", "room"), enter(h, "b", "room")
			return !h.holds("room", "a") && h.claim(a), !h.holds("room", "b") && h.claim(b)
		}, true},
		{"both wait, the higher asks first", func(h *heldCalls) (low, high bool) {
			a, b := enter(h, "a", "room"), enter(h, "b", "room")
			high = !h.holds("room", "b") && h.claim(b)
			return !h.holds("room", "a") && h.claim(a), high
		}, true},
		{"the higher has asked when the lower comes", func(h *heldCalls) (low, high bool) {
			b := enter(h, "b", "room")
			held := h.holds("room", "b")
			a := enter(h, "a", "room")
			low = !h.holds("room", "a") && h.claim(a)
			return low, !held && h.claim(b)
		}, true},
		{"the higher holds the call when the lower comes", func(h *heldCalls) (low, high bool) {
			b := enter(h, "b", "room")
			high = !h.holds("room", "b") && h.claim(b)
			a := enter(h, "a", "room")
			return !h.holds("room", "a") && h.claim(a), high
		}, false},
	} {
		h := &heldCalls{}
		enter(h, "0", "another room")
		low, high := tt.claims(h)
		if low != tt.low || high == tt.low {
			t.Errorf("%s: the lower holds it: %t, the higher: %t", tt.name, low, high)
		}
	}
}

// TestRefusalGivesWay: a job that can only refuse its user is held off by one that waits for
// them, and holds it off in no order; alone it refuses.
func TestRefusalGivesWay(t *testing.T) {
	t.Parallel()
	h := &heldCalls{}
	if h.holds("room", refusing) {
		t.Error("held off by nobody")
	}
	c := h.enter(parley.NewCallID(), "room", func(error) {})
	if !h.holds("room", refusing) {
		t.Error("not held off by a job that waits")
	}
	if !h.claim(c) {
		t.Error("a job was outbid by a refusal")
	}
}
