package agenttest

import (
	"context"
	"sync"
	"time"

	"parley/media"
	"parley/tts"
)

// TTS speaks a tone of PerByte for every byte of text, word by word. Each
// segment has a pitch by which the stage knows it again. Fields may be changed
// before the call, or under Set while it runs.
type TTS struct {
	// FirstByte is at least half a frame, so that audio never comes at the same
	// instant as the frame that is to carry it.
	FirstByte time.Duration
	// PerByte is 0 for 60 ms: 15 characters a second, a usual speaking rate.
	PerByte time.Duration
	// Err is what speaking fails with, once After segments were spoken.
	Err   error
	After int

	mu     sync.Mutex
	spoken []string
}

// Set changes the engine while it is in use.
func (e *TTS) Set(change func(*TTS)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	change(e)
}

// Spoken are the segments spoken so far, in order.
func (e *TTS) Spoken() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]string(nil), e.spoken...)
}

func (e *TTS) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.spoken)
}

// Name implements tts.Engine.
func (*TTS) Name() string { return "tone" }

// Speak implements tts.Engine.
func (e *TTS) Speak(ctx context.Context, text string, _ tts.Voice, emit func(tts.Chunk) error) error {
	e.mu.Lock()
	first, per, err, number := e.FirstByte, e.PerByte, e.Err, len(e.spoken)
	if number < e.After {
		err = nil
	}
	if err == nil {
		e.spoken = append(e.spoken, text)
	}
	e.mu.Unlock()
	if err := wait(ctx, max(first, media.PTime/2)); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	if per == 0 {
		per = 60 * time.Millisecond
	}
	var marks []media.Word
	for i, c := range text {
		if c == ' ' {
			marks = append(marks, media.Word{TextEnd: i, End: per * time.Duration(i)})
		}
	}
	marks = append(marks, media.Word{TextEnd: len(text), End: per * time.Duration(len(text))})
	return emit(tts.Chunk{PCM: tone(per*time.Duration(len(text)), number), Words: marks})
}

const (
	// voicePeak is the sample value of the character's voice; the sum of two
	// voices is more.
	voicePeak = 8000
	// lowest is the half wave of the highest pitch in samples, pitches is how
	// many there are.
	lowest, pitches = 10, 60
)

// tone is a square wave, cheap to make, whose pitch is number's.
func tone(d time.Duration, number int) []int16 {
	pcm := make([]int16, media.Samples(d))
	half, level := lowest+number%pitches, int16(voicePeak)
	for i := range pcm {
		if i%half == 0 {
			level = -level
		}
		pcm[i] = level
	}
	return pcm
}

// pitch is the number of the tone in pcm, modulo pitches; -1 if there is none.
func pitch(pcm []int16) int {
	last, i := -1, 1
	for ; i < len(pcm); i++ {
		if pcm[i-1]^pcm[i] >= 0 || pcm[i-1] == 0 || pcm[i] == 0 {
			continue // same sign, or silence
		}
		if last >= 0 {
			return i - last - lowest
		}
		last = i
	}
	return -1
}
