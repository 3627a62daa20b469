package app

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"parley"
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
// language; else it is said who does not, and what to do. Typed, it needs who thinks.
func TestPlays(t *testing.T) {
	for name, c := range map[string]struct {
		ears, voice []string
		models      bool
		code        scenarios.UnplayableCode
		says        string
	}{
		"all":    {nil, nil, true, "", ""},
		"German": {[]string{"en", "de-AT"}, []string{"DE"}, true, "", ""},
		"deaf": {[]string{"en"}, []string{"de"}, true, scenarios.NoEars,
			`in "de-DE", which the speech recognition here (some) does not know`},
		"mute":      {[]string{"de"}, []string{"en"}, true, scenarios.NoVoice, `in "de-DE", which the voice here (some) does not know`},
		"both":      {[]string{"en"}, []string{"en"}, true, scenarios.NoEars, "--stt"},
		"thinkless": {[]string{"en"}, nil, false, scenarios.NoModel, "needs a language model"},
	} {
		e := &Engines{
			hearing:  failover.NewHearing(failover.Options{}, knowingEars{knowing: knowing{c.ears}}),
			speaking: failover.NewSpeaking(failover.Options{}, knowingVoice{knowing: knowing{c.voice}}),
		}
		if c.models {
			e.services = failover.NewThinking(failover.Options{}, understudy.Cued{})
			defer e.services.Close()
		}
		scene := scenarios.Scenario{ID: "x", Language: "de-DE"}
		for _, mode := range []parley.Mode{"", parley.ModeVoice} {
			refusal := e.canPlay(scene, mode)
			if (refusal == nil) != (c.code == "") {
				t.Fatalf("%s by %q: %+v, want %q", name, mode, refusal, c.code)
			}
			want := scenarios.Unplayable{Code: c.code, TextWay: c.models}
			if refusal != nil && (refusal.Unplayable != want || !strings.Contains(refusal.Error(), c.says)) {
				t.Errorf("%s by %q: %+v, want %+v that says %q", name, mode, refusal, want, c.says)
			}
		}
		if typed := e.canPlay(scene, parley.ModeText); (typed == nil) != c.models {
			t.Errorf("%s typed: %+v", name, typed)
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
		if refusal := e.canPlay(s, parley.ModeVoice); refusal != nil {
			t.Error(refusal)
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
