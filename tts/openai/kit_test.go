package openai_test

import (
	"cmp"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/engine/openaihttp/openaitest"
	"parley/stt/sphinx"
	"parley/stt/stttest"
	"parley/tts"
	"parley/tts/flite"
	"parley/tts/openai"
	"parley/tts/ttstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// voice is the real speech behind the service.
func voice(t testing.TB) tts.Engine {
	t.Helper()
	v, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// patient is the budget of a service that has to speak on a busy machine.
const patient = time.Minute

// newEngine asks the service at url; empty fields of c are filled in.
func newEngine(t testing.TB, url string, c openai.Config) *openai.Engine {
	t.Helper()
	c.Service.BaseURL, c.Service.Key = url, openaitest.Key
	c.Model = cmp.Or(c.Model, "gpt-4o-mini-tts")
	c.FirstByte, c.Pause = cmp.Or(c.FirstByte, patient), cmp.Or(c.Pause, patient)
	e, err := openai.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// ears returns what a recogniser hears.
func ears(t testing.TB) func(testing.TB, []int16) string {
	t.Helper()
	e, err := sphinx.Open(sphinx.Options{Decoders: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return func(t testing.TB, pcm []int16) string {
		var silence [4800]int16
		return stttest.Transcribe(t, e, append(append(silence[:], pcm...), silence[:]...))
	}
}

// budget is short only for what hangs: a service in a test gets what others leave of the
// processors, and what comes before it hangs may take its time.
func budget(f openaitest.Fault) openai.Config {
	switch f {
	case openaitest.FaultHang:
		return openai.Config{FirstByte: 500 * time.Millisecond}
	case openaitest.FaultHangMid:
		return openai.Config{Pause: 5 * time.Second}
	default:
		return openai.Config{}
	}
}

func TestKit(t *testing.T) {
	o := ttstest.Options{Hear: ears(t)}
	for _, f := range openaitest.Faults() {
		o.Faults = append(o.Faults, ttstest.Fault{
			Name: string(f), Want: f.Want(), RetryAfter: f.RetryAfter(), Says: []string{"http://127.0.0.1:"}, Hides: []string{openaitest.Key},
			Midway: f.Midway(),
			Open: func(t testing.TB) tts.Engine {
				s := openaitest.NewVoice(t, voice(t))
				s.SetFault(f)
				return newEngine(t, s.URL, budget(f))
			},
		})
	}
	o.Faults = append(o.Faults, ttstest.Fault{
		Name: "refused", Says: []string{"http://127.0.0.1:", "check"}, Hides: []string{openaitest.Key},
		Open: func(t testing.TB) tts.Engine { return newEngine(t, openaitest.Refused(), openai.Config{}) },
	})
	ttstest.Run(t, func(t testing.TB) tts.Engine {
		return newEngine(t, openaitest.NewVoice(t, voice(t)).URL, openai.Config{})
	}, o)
}
