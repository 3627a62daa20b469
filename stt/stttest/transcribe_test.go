package stttest

import (
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
)

func TestUtterancesAreCutAtPauses(t *testing.T) {
	second := mediatest.Tone(time.Second, 300, 8000)
	short, long := mediatest.Silence(300*time.Millisecond), mediatest.Silence(2*time.Second)
	got := utterances(slices.Concat(long, second, short, second, long, second, long))
	want := []time.Duration{3 * time.Second, 1700 * time.Millisecond} // with pre-roll and pause
	if len(got) != len(want) {
		t.Fatalf("%d utterances, want %d", len(got), len(want))
	}
	for i, u := range got {
		if d := media.Duration(len(u)); d < want[i]-100*time.Millisecond || d > want[i]+100*time.Millisecond {
			t.Errorf("utterance %d lasts %v, want about %v", i+1, d, want[i])
		}
	}
	if got := utterances(mediatest.Silence(time.Second)); len(got) != 0 {
		t.Errorf("%d utterances in silence", len(got))
	}
}
