package loglimit

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestLogIsLimitedPerCall: a call that repeats itself is in the log five times
// and then once a minute, with how often it was left out; others are not touched.
func TestLogIsLimitedPerCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		log := slog.New(New(slog.NewTextHandler(&out, nil)))
		a := log.With("call", "call_a", "room", "r")
		for i := range 5000 {
			a.Warn("button", "press", i)
			log.Warn("button", "call", "call_b", "press", i) // as packages without a logger of the call say it
		}
		log.Warn("button", "call", "call_c")
		a.Error("button")
		a.Warn("another")
		for range 20 {
			log.Info("of no call")
			log.WithGroup("phone").Info("in a group", "call", "other")
		}
		text := out.String()
		for words, want := range map[string]int{
			"call=call_a room=r press": 5, "call=call_b press": 5, "call=call_c": 1, "level=ERROR": 1, "another": 1,
			"of no call": 20, "in a group": 20, "suppressed": 0,
		} {
			if got := strings.Count(text, words); got != want {
				t.Errorf("%d lines with %q, want %d", got, words, want)
			}
		}
		out.Reset()
		<-time.After(linePause)
		a.Warn("button")
		a.Warn("button")
		if text := out.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "suppressed=4995") {
			t.Errorf("a minute later: %q, want one line that counts 4995", text)
		}
		for i := range 3 * maxKinds { // what is remembered is bounded
			log.Warn("kind", "call", fmt.Sprint("call_", i))
		}
		if n := len(log.Handler().(*limited).kinds.of); n > maxKinds {
			t.Errorf("%d kinds remembered, want %d at most", n, maxKinds)
		}
	})
}
