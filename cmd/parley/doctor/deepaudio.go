package doctor

import (
	"context"
	"fmt"
	"time"

	"parley/agent/heard"
	"parley/media"
	"parley/stt"
	"parley/tts"
)

// speaksDeeply are the checks of a voice; what it says is kept in to.
func speaksDeeply(part string, e tts.Engine, s spoken, to *[]int16, asked *int) []Check {
	d := newDepth(part, s, asked)
	speaks := Speaks(e, tts.Voice{}, to)
	return []Check{d.first("first word", speaks.Run), d.check("voices", func(ctx context.Context) (Finding, error) {
		for _, v := range scenesVoices {
			*d.asked++
			if err := e.Speak(ctx, "Good morning.", v, func(tts.Chunk) error { return nil }); err != nil {
				return Finding{}, fmt.Errorf("no voice for a %s: %w", v.Gender, err)
			}
		}
		return Finding{Says: "has a voice for each character"}, nil
	})}
}

// scenesVoices are two as scenes describe them.
var scenesVoices = []tts.Voice{{Gender: "male", Age: 52, Manner: "low-calm"}, {Gender: "female", Age: 29, Manner: "soft-shy"}}

// hearsDeeply are the checks of a recogniser; it hears what a voice said into from.
func hearsDeeply(part string, e stt.Engine, s spoken, from *[]int16, asked *int) []Check {
	d := newDepth(part, s, asked)
	hears := Hears(e, from)
	return []Check{d.first("first word", hears.Run), d.check("silence", func(ctx context.Context) (Finding, error) {
		*d.asked++
		return hearsSilence(ctx, e)
	})}
}

// hearsSilence has a recogniser hear a second of nothing, of which it should make nothing.
func hearsSilence(ctx context.Context, e stt.Engine) (Finding, error) {
	s, err := e.Open(ctx, stt.Options{})
	if err != nil {
		return Finding{}, err
	}
	defer s.Close()
	event, took, err := hear(ctx, s, make([]int16, media.Samples(time.Second)))
	if err != nil {
		return Finding{}, err
	}
	if event.Text == "" {
		return Finding{Says: "heard nothing in a second of silence", Latency: took}, nil
	}
	f := Finding{Says: fmt.Sprintf("heard %q in a second of silence", event.Text), Latency: took}
	if heard.Words(event, heard.Voice{}) != "" {
		f.Note, f.Does = true, []string{"Such words become a turn of yours though nobody has spoken; try another model."}
		return f, nil
	}
	f.Does = []string{"Such words are no turn of yours: Parley weighs them against the voice that it found itself, and here it found none."}
	return f, nil
}
