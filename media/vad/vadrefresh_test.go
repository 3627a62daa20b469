package vad

import "testing"

// TestRefresh counts windows: the memory is of the settled-th window of the first
// silence, and comes back every second until there is speech.
func TestRefresh(t *testing.T) {
	var r refresh
	var state [stateSize]float32
	at := float32(0)
	window := func(prob float32, speech bool) (back bool) {
		at++
		state[0] = at
		r.window(prob, speech, &state)
		return state[0] != at
	}
	calm := func(n int) (back []int) {
		for i := range n {
			if window(0, false) {
				back = append(back, i+1)
			}
		}
		return back
	}
	if back := calm(100); len(back) != 3 || back[0] != refreshEvery || r.kept[0] != settled {
		t.Errorf("put back at %v what is of window %v", back, r.kept[0])
	}
	window(speechOff, false)
	if back := calm(refreshEvery); len(back) != 1 || back[0] != refreshEvery || r.kept[0] != settled {
		t.Errorf("after a doubtful sound put back at %v what is of window %v", back, r.kept[0])
	}
	if window(0.9, true) || window(0.2, true) {
		t.Error("put back in speech")
	}
	spoken := at
	if back := calm(refreshEvery); len(back) != 1 || r.kept[0] != spoken+settled {
		t.Errorf("after speech put back at %v what is of window %v", back, r.kept[0])
	}
}
