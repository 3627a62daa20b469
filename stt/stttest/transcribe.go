package stttest

import (
	"strings"
	"testing"

	"parley/media"
	"parley/stt"
)

const (
	// pause is how many silent frames end an utterance: half a second.
	pause = 25
	// preRoll is how many frames before the first loud one belong to it.
	preRoll = 10
	// audible is the level of the quietest speech, as media.Level has it: 50 dB
	// below full scale.
	audible = 50
)

// Transcribe is what engine hears in a recording of 16 kHz mono, its utterances
// joined by spaces. Those must be shorter than what the engine queues, since
// they are written at once. It fails the test if the engine does.
func Transcribe(t testing.TB, engine stt.Engine, pcm []int16) string {
	t.Helper()
	s, err := engine.Open(t.Context(), stt.Options{})
	if err != nil {
		t.Fatalf("open recogniser: %v", err)
	}
	defer s.Close()
	var heard []string
	for i, u := range utterances(pcm) {
		s.Begin(uint64(i + 1))
		s.Write(u)
		s.End()
		heard = append(heard, final(t, s))
	}
	return strings.Join(heard, " ")
}

func final(t testing.TB, s stt.Stream) string {
	t.Helper()
	for {
		e, err := s.Next(t.Context())
		if err != nil {
			t.Fatalf("recognise: %v", err)
		}
		if e.Final {
			return e.Text
		}
	}
}

// utterances cuts a recording at its pauses.
func utterances(pcm []int16) [][]int16 {
	var out [][]int16
	begin, silent := -1, 0
	for i := 0; i+media.FrameSamples <= len(pcm); i += media.FrameSamples {
		if media.Level(pcm[i:i+media.FrameSamples]) <= audible {
			if begin < 0 {
				begin = max(i-preRoll*media.FrameSamples, 0)
			}
			silent = 0
			continue
		}
		if silent++; silent == pause && begin >= 0 {
			out = append(out, pcm[begin:i])
			begin = -1
		}
	}
	if begin >= 0 {
		out = append(out, pcm[begin:])
	}
	return out
}
