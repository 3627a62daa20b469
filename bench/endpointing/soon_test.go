//go:build !race

package endpointing

import (
	"path/filepath"
	"testing"
	"time"

	"parley/bench"
	"parley/media/mediatest"
)

// A few calls of held-out sentences by real voice detection: what nobody marks is
// answered within 800 ms, by words that are told and by those that PocketSphinx
// hears.
func TestAnUnmarkedTurnIsAnsweredSoon(t *testing.T) {
	env := &bench.Env{Models: filepath.Dir(mediatest.VADModelPath(t)), Progress: func(string, int, int) {}}
	n := 0
	seen, err := run(t.Context(), env, 1, func(c call) bool {
		want := c.held && c.condition.SNR == 0
		if want {
			n++
		}
		return want && n <= 3
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, recogniser := range []string{"no marks", offline} {
		of := seen.only(func(x observation) bool { return x.scale == 1 && x.recogniser == recogniser })
		whole := of.only(func(x observation) bool { return x.pause == 0 })
		cut, pauses := of.cuts()
		t.Logf("%s: %d turns, p50 %v, p95 %v; %d of %d pauses cut",
			recogniser, len(whole), whole.delay(0.5), whole.delay(0.95), cut, pauses)
		if d := whole.delay(0.5); d > maxP50*time.Millisecond {
			t.Errorf("%s: half of %d turns are answered after %v and more, want %d ms", recogniser, len(whole), d, maxP50)
		}
		if low, _ := wilson(cut, pauses); 100*low > maxCuts {
			t.Errorf("%s: %d of %d pauses under a second are cut into", recogniser, cut, pauses)
		}
	}
}
