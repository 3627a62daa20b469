package failover_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parley/engine/failover"
	"parley/engine/openaihttp"
	"parley/engine/openaihttp/openaitest"
	"parley/llm"
	"parley/llm/llmtest"
	"parley/llm/openai"
	"parley/media"
	"parley/stt"
	"parley/stt/sphinx"
	"parley/stt/stttest"
	"parley/tts"
	"parley/tts/flite"
	"parley/tts/ttstest"
)

// patient are budgets for real engines on a busy machine, whose contracts are
// tested here and not their times.
var patient = failover.Options{Budgets: failover.Budgets{
	First: time.Minute, Total: 2 * time.Minute, Alone: 2 * time.Minute, Gap: time.Minute, Open: time.Minute,
}}

// scripted is an engine over HTTP whose service always gives reply.
func scripted(t testing.TB, reply openaitest.Reply) *openai.Engine {
	t.Helper()
	s := openaitest.New(t)
	s.Always(reply)
	return client(t, s.URL)
}

func client(t testing.TB, url string) *openai.Engine {
	t.Helper()
	e, err := openai.New(openai.Config{Service: openaihttp.Config{BaseURL: url, Key: openaitest.Key}, Model: "scripted"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// A list whose first service cannot be reached keeps the contract of an
// engine.
func TestThinkingKit(t *testing.T) {
	asking := func(reply openaitest.Reply) func(testing.TB) llm.Engine {
		return func(t testing.TB) llm.Engine {
			l := failover.NewThinking(patient, client(t, openaitest.Refused()), scripted(t, reply))
			t.Cleanup(l.Close)
			return l.ForCall(&watcher{})
		}
	}
	o := llmtest.Options{
		Want: func(r llm.Request) string {
			return strings.ToValidUTF8(r.Messages[len(r.Messages)-1].Text, "\uFFFD")
		},
		Silent: asking(openaitest.HangBefore()), Stalled: asking(openaitest.HangAfter("Well, ")),
	}
	llmtest.Run(t, asking(openaitest.Echo()), o)
	llmtest.Hour(t, asking(openaitest.Echo()), o)
}

// TestSpeechKits has flite speak and PocketSphinx hear behind engines that are
// broken.
func TestSpeechKits(t *testing.T) {
	ears, err := sphinx.Open(sphinx.Options{Decoders: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer ears.Close()
	mouth, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	silence := make([]int16, media.Samples(300*ms))
	t.Run("speaking", func(t *testing.T) {
		ttstest.Run(t, func(t testing.TB) tts.Engine {
			l := failover.NewSpeaking(quietly(patient), newSpeaker("dead", refused, broken, service), mouth)
			t.Cleanup(l.Close)
			return l.ForCall(&watcher{})
		}, ttstest.Options{
			Hear: func(t testing.TB, pcm []int16) string {
				return stttest.Transcribe(t, ears, append(append(silence[:len(silence):len(silence)], pcm...), silence...))
			},
			Words: true,
		})
	})
	t.Run("hearing", func(t *testing.T) {
		var speech []stttest.Recording
		for _, text := range []string{"the meeting starts in twenty minutes", "please give me more money for this project"} {
			said, err := tts.Whole(t.Context(), mouth, text, tts.Voice{})
			if err != nil {
				t.Fatal(err)
			}
			speech = append(speech, stttest.Recording{Text: text, PCM: slices.Concat(silence, said.PCM, silence)})
		}
		open := func(t testing.TB) stt.Engine {
			l := failover.NewHearing(quietly(patient), newHearer("dead", junk, refused, key), ears)
			t.Cleanup(l.Close)
			return l.ForCall(&watcher{})
		}
		o := stttest.Options{
			Speech: speech, Interims: true,
			Long: func(t testing.TB) stt.Engine { // what an hour costs is this package's part here
				return newHearing(t, patient, newHearer("dead", refused, key), newHearer("b"))
			},
		}
		stttest.Run(t, open, o)
		stttest.Hour(t, open, o)
	})
}
