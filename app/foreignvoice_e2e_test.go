//go:build !race

package app_test

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/app/engineconfig"
	"parley/engine/openaihttp/openaitest"
	"parley/media"
	"parley/tts"
	"parley/tts/flite"
)

// speaks answers as Flite would, in the body that form makes of its 16 kHz.
func speaks(t *testing.T, voice tts.Engine, kind string, form func([]int16) []byte) openaitest.Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Input string }
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			t.Errorf("a request for speech: %v", err)
		}
		said, _ := tts.Whole(r.Context(), voice, asked.Input, tts.Voice{Name: "rms"}) // the caller may have gone
		openaitest.Raw(kind, string(form(said.PCM)))(w, r)
	}
}

// wavOf is pcm behind a header that makes its length up.
func wavOf(pcm []int16, length uint32) []byte {
	b := media.AppendWAV(nil, pcm)
	binary.LittleEndian.PutUint32(b[40:], length)
	return b
}

func random(n int) []byte {
	r, b := rand.New(rand.NewPCG(1, 1)), make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// TestAVoiceOfAnyForm holds calls whose voice answers in forms that nobody asked for: those
// that can be decoded are heard, those that cannot are said to be what they are while Flite
// speaks, and what breaks off is captioned as far as it was heard. Nothing is noise.
func TestAVoiceOfAnyForm(t *testing.T) {
	t.Parallel()
	flites, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	file := func(name string) string {
		b, err := os.ReadFile(filepath.Join("../media/sound/testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	breaks := func(pcm []int16) []byte { return append(wavOf(pcm[:len(pcm)/2], 2e9), random(40000)...) }
	made := func(pcm []int16) []byte { return wavOf(pcm, 2e9) }
	opening := sceneLines().Opening
	for name, tt := range map[string]struct {
		reply   openaitest.Reply
		engines string
		takes   bool // Flite takes over
	}{
		"WAV of 2e9 bytes":      {speaks(t, flites, "audio/pcm", made), "openai,flite", false},
		"a WAV for each 0.25 s": {speaks(t, flites, "audio/wav", wavEach), "openai,flite", false},
		"AAC called samples":    {openaitest.Raw("audio/L16", file("aac.adts")), "openai,flite", true},
		"a header alone":        {openaitest.Raw("audio/wav", string(wavOf(nil, math.MaxUint32))), "openai,flite", true},
		"noise for the rest":    {speaks(t, flites, "audio/wav", breaks), "openai,flite", true},
		"noise, nobody behind":  {speaks(t, flites, "audio/wav", breaks), "openai", false}, // its words go on as text
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			speaking := openaitest.NewVoice(t, flites)
			speaking.Always(tt.reply)
			c := apptest.Config(t)
			c.Plan = apptest.Plan(t, map[engineconfig.Role]engineconfig.Told{
				engineconfig.STT: {Engines: "sphinx"}, engineconfig.LLM: {Engines: "understudy"},
				engineconfig.Checker: {Engines: "understudy"},
				engineconfig.TTS:     {Engines: tt.engines, URL: speaking.URL, Model: "voice"},
			})
			r, err := apptest.StartWith(t, c).CallWith(t, parley.Dispatch{Scenario: apptest.Scene})
			if err != nil {
				t.Fatal(err)
			}
			if said := apptest.Said(r, parley.Character); !strings.Contains(said, opening) {
				t.Errorf("captioned %q, want %q", said, opening)
			}
			spoken := 0
			for _, run := range voicedRuns(r.Audio[1]) {
				spoken += run[1] - run[0]
			}
			if d := media.Duration(spoken); tt.engines == "openai,flite" && d < 2200*time.Millisecond {
				t.Errorf("%v are heard of what was captioned", d)
			}
			flite := false
			for _, trouble := range apptest.Troubles(r) {
				late := strings.Contains(trouble.Reason, "in time") // tests share processors
				flite = flite || strings.Contains(trouble.Reason, "flite speaks") && !late
			}
			if flite != tt.takes {
				t.Errorf("told of %+v, want Flite to take over: %v", r.Troubles, tt.takes)
			}
			for part := range slices.Chunk(r.Audio[1], media.FrameSamples) {
				if level := media.Level(part); level < 18 && hisses(part) {
					t.Fatalf("20 ms of noise are heard, of -%d dB", level)
				}
			}
		})
	}
}

// hisses reports whether neighbours of pcm are further apart than they are from zero: vowels,
// which are what is loud of speech, are not like that.
func hisses(pcm []int16) bool {
	level, step := 0.0, 0.0
	for i, s := range pcm[1:] {
		level += math.Abs(float64(s))
		step += math.Abs(float64(s) - float64(pcm[i]))
	}
	return step > level
}

// wavEach has a header for each quarter second of pcm.
func wavEach(pcm []int16) (b []byte) {
	for part := range slices.Chunk(pcm, media.SampleRate/4) {
		b = append(b, wavOf(part, uint32(2*len(part)))...)
	}
	return b
}
