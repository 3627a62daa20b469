package openai_test

import (
	"cmp"
	"os"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/engine/openaihttp/openaitest"
	"parley/media"
	"parley/stt"
	"parley/stt/openai"
	"parley/stt/sphinx"
	"parley/stt/stttest"
	"parley/tts"
	"parley/tts/flite"
)

// ears are the real recogniser behind the service.
var ears *sphinx.Engine

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if ears, err = sphinx.Open(sphinx.Options{Decoders: 2}); err != nil {
			panic(err)
		}
		code := m.Run()
		_ = ears.Close()
		if err := goleak.Find(); err != nil && code == 0 {
			println(err.Error())
			return 1
		}
		return code
	}())
}

// sentences share no word that matters.
var sentences = []string{
	"the return on investment is twenty percent in the first year",
	"we have a clear plan for every risk you mentioned",
	"please give us three months and two more engineers",
}

// record speaks a sentence with Flite.
func record(t testing.TB, text string) stttest.Recording {
	t.Helper()
	v, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	said, err := tts.Whole(t.Context(), v, text, tts.Voice{})
	if err != nil {
		t.Fatal(err)
	}
	silence := make([]int16, media.Samples(300*time.Millisecond))
	return stttest.Recording{Text: text, PCM: slices.Concat(silence, said.PCM, silence)}
}

// patient is the budget of a service that has to hear speech on a busy machine.
const patient = 2 * time.Minute

func newEngine(t testing.TB, url string, c openai.Config) *openai.Engine {
	t.Helper()
	c.Answer, c.Pause = cmp.Or(c.Answer, patient), cmp.Or(c.Pause, patient)
	c.Service.BaseURL, c.Service.Key = url, openaitest.Key
	if c.Model == "" {
		c.Model = "whisper-1"
	}
	e, err := openai.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

func TestKit(t *testing.T) { runKit(t, stttest.Run) }

// runKit has a kit hold both ways to ask the service.
func runKit(t *testing.T, run func(*testing.T, func(testing.TB) stt.Engine, stttest.Options)) {
	t.Helper()
	for name, c := range map[string]openai.Config{"stream": {Model: "gpt-4o-mini-transcribe"}, "whole": {Whole: true}} {
		t.Run(name, func(t *testing.T) {
			o := stttest.Options{Interims: !c.Whole, Faults: faults(c), Patience: 2 * patient}
			for _, text := range sentences {
				o.Speech = append(o.Speech, record(t, text))
			}
			o.Long = func(t testing.TB) stt.Engine { // PocketSphinx needs nine minutes for it
				s := openaitest.NewEars(t, ears)
				s.Always(openaitest.Heard("an hour of talk"))
				return newEngine(t, s.URL, c)
			}
			run(t, func(t testing.TB) stt.Engine { return newEngine(t, openaitest.NewEars(t, ears).URL, c) }, o)
		})
	}
}

// faults are all that the service knows and what each must be called. Budgets are short
// only for what hangs.
func faults(c openai.Config) []stttest.Fault {
	var out []stttest.Fault
	for _, f := range openaitest.Faults() {
		out = append(out, stttest.Fault{
			Name: string(f), Want: f.Want(), RetryAfter: f.RetryAfter(), Says: []string{"http://127.0.0.1:"}, Hides: []string{openaitest.Key},
			Open: func(t testing.TB) stt.Engine {
				s := openaitest.NewEars(t, ears)
				s.SetFault(f)
				c := c
				if f == openaitest.FaultHang {
					c.Answer = 300 * time.Millisecond
				}
				if f == openaitest.FaultHangMid {
					c.Pause = 300 * time.Millisecond
				}
				return newEngine(t, s.URL, c)
			},
		})
	}
	return append(out, stttest.Fault{
		Name: "refused", Says: []string{"http://127.0.0.1:", "check"}, Hides: []string{openaitest.Key},
		Open: func(t testing.TB) stt.Engine { return newEngine(t, openaitest.Refused(), c) },
	})
}
