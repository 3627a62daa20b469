package sherpa

import (
	"testing"

	"parley/tts"
)

// kokoro are some voices of Kokoro 1.0, in its order.
var kokoro = voices{
	"af_alloy", "af_bella", "af_heart", "af_nicole", "am_adam", "am_michael", "am_onyx", "bf_emma", "bm_george", "ff_siwis",
	"zf_xiaobei", "zm_yunxi",
}

func TestPick(t *testing.T) {
	kitten := voices{"expr-voice-2-m", "expr-voice-2-f", "expr-voice-3-m"}
	for _, tt := range []struct {
		of   voices
		v    tts.Voice
		want string
	}{
		{kokoro, tts.Voice{}, "af_heart"},
		{kokoro, tts.Voice{Gender: "male"}, "am_michael"},
		{kokoro, tts.Voice{Gender: "female"}, "af_heart"},
		{kokoro, tts.Voice{Gender: "male", Age: 55, Manner: "low-calm"}, "am_onyx"},
		{kokoro, tts.Voice{Gender: "male", Language: "en-GB"}, "bm_george"},
		{kokoro, tts.Voice{Gender: "female", Manner: "soft-shy"}, "af_nicole"},
		{kokoro, tts.Voice{Gender: "female", Language: "fr"}, "ff_siwis"},
		{kokoro, tts.Voice{Gender: "male", Language: "zh-CN"}, "zm_yunxi"},
		{kokoro, tts.Voice{Gender: "female", Name: "am_adam"}, "am_adam"},
		{kokoro, tts.Voice{Gender: "female", Name: "6"}, "am_onyx"},
		{kokoro, tts.Voice{Gender: "female", Name: "nobody"}, "af_heart"},
		{kokoro, tts.Voice{Gender: "female", Name: "99"}, "af_heart"},
		{kitten, tts.Voice{Gender: "female"}, "expr-voice-2-f"},
		{kitten, tts.Voice{Gender: "male"}, "expr-voice-2-m"},
		{voices{"bria", "loona"}, tts.Voice{Gender: "male"}, "bria"},
		{voices{"", ""}, tts.Voice{Gender: "male"}, ""},
	} {
		if got := tt.of[tt.of.pick(tt.v)]; got != tt.want {
			t.Errorf("%+v is spoken by %q, want %q", tt.v, got, tt.want)
		}
	}
	if got := (voices{"", "", ""}).pick(tts.Voice{Name: "2"}); got != 2 {
		t.Errorf("voice 2 of three without names is number %d", got)
	}
}

func TestSpeed(t *testing.T) {
	for rate, want := range map[float64]float64{0: 1, 1.25: 1.25, 0.01: 0.5, 100: 2, -1: 0.5} {
		if got := speed(tts.Voice{Rate: rate}); got != want {
			t.Errorf("rate %v becomes %v, want %v", rate, got, want)
		}
	}
}
