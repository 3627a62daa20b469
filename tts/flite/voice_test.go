package flite

import (
	"testing"

	"parley/tts"
)

func TestVoiceByDescription(t *testing.T) {
	for _, tt := range []struct {
		voice tts.Voice
		want  string
	}{
		{tts.Voice{}, "rms"},
		{tts.Voice{Gender: "male", Age: 55, Manner: "low-calm"}, "rms"},
		{tts.Voice{Gender: "male", Age: 24}, "awb"},
		{tts.Voice{Gender: "male", Age: 50, Manner: "Bright-quick"}, "awb"},
		{tts.Voice{Gender: "female", Age: 24, Manner: "soft-shy"}, "slt"},
		{tts.Voice{Gender: "female", Name: "kal16"}, "kal16"},
		{tts.Voice{Gender: "female", Name: "nova"}, "slt"},
	} {
		if got := voiceName(tt.voice); got != tt.want {
			t.Errorf("voice of %+v = %s, want %s", tt.voice, got, tt.want)
		}
	}
}
