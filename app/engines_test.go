package app

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"parley/engine/failover"
	"parley/llm/understudy"
	"parley/scenarios"
	"parley/stt"
	"parley/tts"
)

// knowing is an engine that knows some languages, knowingEars and knowingVoice
// are one of either role that nobody asks for more.
type (
	knowing     struct{ languages []string }
	knowingEars struct {
		knowing
		ears
	}
	knowingVoice struct {
		knowing
		voice
	}
	ears  struct{ stt.Engine }
	voice struct{ tts.Engine }
)

func (knowing) Name() string          { return "some" }
func (k knowing) Languages() []string { return k.languages }

// TestPlays: a apptest.Scene can be played if somebody hears, thinks and speaks in its
// language; else it is said who does not, and what to do.
func TestPlays(t *testing.T) {
	for name, c := range map[string]struct {
		ears, voice []string
		models      bool
		says        string
	}{
		"all":       {nil, nil, true, ""},
		"German":    {[]string{"en", "de-AT"}, []string{"DE"}, true, ""},
		"deaf":      {[]string{"en"}, []string{"de"}, true, `in "de-DE", which the speech recognition here (some) does not know`},
		"mute":      {[]string{"de"}, []string{"en"}, true, `in "de-DE", which the voice here (some) does not know`},
		"thinkless": {nil, nil, false, "needs a language model"},
	} {
		e := &Engines{
			hearing:  failover.NewHearing(failover.Options{}, knowingEars{knowing: knowing{c.ears}}),
			speaking: failover.NewSpeaking(failover.Options{}, knowingVoice{knowing: knowing{c.voice}}),
		}
		if c.models {
			e.services = failover.NewThinking(failover.Options{}, understudy.Cued{})
			defer e.services.Close()
		}
		err := e.canPlay(scenarios.Scenario{ID: "x", Language: "de-DE"})
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
		e.hearing.Close()
		e.speaking.Close()
	}
}

// TestTellingWhatCanBeHeldFitsNothing: the page asks which scenes can be held and
// waits for none of them to be fitted.
func TestTellingWhatCanBeHeldFitsNothing(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, ok := library.Get("riskyProjectApproval")
	if !ok {
		t.Fatal("no such scene")
	}
	script := *s.Understudy
	script.Chatter = append(slices.Clone(script.Chatter), "a sentence that no other test has fitted")
	s.Understudy = &script
	e := &Engines{
		hearing:  failover.NewHearing(failover.Options{}, knowingEars{}),
		speaking: failover.NewSpeaking(failover.Options{}, knowingVoice{}),
		scripted: true,
	}
	defer e.hearing.Close()
	defer e.speaking.Close()

	const fitting = 5000 // allocations at least
	if n := mallocs(func() {
		if err := e.canPlay(s); err != nil {
			t.Error(err)
		}
	}); n > fitting {
		t.Errorf("to tell whether a scene can be held took %d allocations: it was fitted", n)
	}
	if n := mallocs(func() {
		if _, err := understudy.New(s); err != nil {
			t.Error(err)
		}
	}); n < fitting {
		t.Errorf("to fit a scene took %d allocations: less than the bound", n)
	}
}

// mallocs is how many allocations the process makes during f.
func mallocs(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}
