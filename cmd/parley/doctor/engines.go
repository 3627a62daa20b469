package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"parley/engine"
	"parley/language"
	"parley/llm"
	"parley/media"
	"parley/stt"
	"parley/tts"
)

// Sentence is what voices say and recognisers hear: common words, no names.
const Sentence = "Good morning, I would like to talk about the budget for this project."

// Speaks has a voice say Sentence and keeps the recording in to.
func Speaks(e tts.Engine, v tts.Voice, to *[]int16) Check {
	return Check{Part: "tts", Subject: e.Name(), Run: func(ctx context.Context) (Finding, error) {
		var pcm []int16
		begun, first := time.Now(), time.Duration(0)
		err := e.Speak(ctx, Sentence, v, func(c tts.Chunk) error {
			if first == 0 && len(c.PCM) > 0 {
				first = time.Since(begun)
			}
			pcm = append(pcm, c.PCM...)
			return nil
		})
		length := media.Duration(len(pcm))
		switch {
		case err != nil:
			return Finding{}, ill(err)
		case length < time.Second || silent(pcm):
			return Finding{}, fmt.Errorf("it spoke %v of nothing", length.Round(10*time.Millisecond))
		}
		*to = pcm
		return Finding{Says: fmt.Sprintf("spoke %.1f s", length.Seconds()), Latency: first}, nil
	}}
}

func silent(pcm []int16) bool {
	for i := 0; i+media.FrameSamples <= len(pcm); i += media.FrameSamples {
		if media.Level(pcm[i:i+media.FrameSamples]) < audible {
			return false
		}
	}
	return true
}

// audible is 40 dB below full scale, as media.Level counts: any voice is louder.
const audible = 40

// Hears has a recogniser hear what a voice spoke into from.
func Hears(e stt.Engine, from *[]int16) Check {
	return Check{Part: "stt", Subject: e.Name(), Run: func(ctx context.Context) (Finding, error) {
		if len(*from) == 0 {
			return Finding{}, Ill{errors.New("no voice could speak to it"), "Mend a voice (tts) first."}
		}
		s, err := e.Open(ctx, stt.Options{})
		if err != nil {
			return Finding{}, ill(err)
		}
		defer s.Close()
		e, took, err := hear(ctx, s, *from)
		if err != nil {
			return Finding{}, deaf(err)
		}
		wrong, of := language.Misheard(Sentence, e.Text)
		right := max(0, of-wrong)
		if right*2 < of {
			return Finding{}, Ill{
				fmt.Errorf("it understood %d of %d words", right, of),
				"Check that its model is for the language of the scene.",
			}
		}
		return Finding{Says: fmt.Sprintf("understood %d of %d words", right, of), Latency: took}, nil
	}}
}

// hear passes pcm on as a microphone would, frame by frame, so that the time the
// final takes after the end is that of a call. It returns the final.
func hear(ctx context.Context, s stt.Stream, pcm []int16) (stt.Event, time.Duration, error) {
	lead := make([]int16, media.Samples(300*time.Millisecond))
	s.Begin(1)
	clock := time.NewTicker(media.PTime)
	defer clock.Stop()
	for frame := range slices.Chunk(slices.Concat(lead, pcm, lead), media.FrameSamples) {
		select {
		case <-clock.C:
			s.Write(frame)
		case <-ctx.Done():
			return stt.Event{}, 0, context.Cause(ctx)
		}
	}
	s.End()
	ended := time.Now()
	for {
		e, err := s.Next(ctx)
		switch {
		case err != nil:
			return stt.Event{}, 0, err
		case e.Err != nil:
			return stt.Event{}, 0, e.Err
		case e.Final:
			return e, time.Since(ended), nil
		}
	}
}

// Thinks asks a model one question.
func Thinks(part string, e llm.Engine, r llm.Request) Check {
	return Check{Part: part, Subject: e.Name(), Run: func(ctx context.Context) (Finding, error) {
		a, err := listen(ctx, e, r)
		if err != nil {
			return Finding{}, ill(err)
		}
		f, err := a.finding()
		if adapting, ok := e.(llm.Adapting); ok {
			f.Says = strings.Join(append([]string{f.Says}, adapting.Dialect()...), "; ")
		}
		return f, err
	}}
}

// answered is a whole answer of a model.
type answered struct {
	text  string
	calls []llm.ToolCall
	extra *llm.Extra
	usage *llm.Usage
	first time.Duration // until the first word or call
}

// finding is how many words it has, of which none is a fault.
func (a answered) finding() (Finding, error) {
	n := len(language.Plain(a.text))
	if n == 0 {
		return Finding{}, Ill{errors.New("it answered without a word"), "Try another model."}
	}
	return Finding{Says: fmt.Sprintf("answered in %d words", n), Latency: a.first}, nil
}

// listen asks a model and reads its answer to the end.
func listen(ctx context.Context, e llm.Engine, r llm.Request) (a answered, err error) {
	begun := time.Now()
	s, err := e.Chat(ctx, r)
	if err != nil {
		return a, err
	}
	defer s.Close()
	var text strings.Builder
	for {
		d, err := s.Next()
		if errors.Is(err, io.EOF) {
			a.text = strings.TrimSpace(text.String())
			return a, nil
		}
		if err != nil {
			return a, err
		}
		if a.first == 0 && (d.Text != "" || d.Call != nil) {
			a.first = time.Since(begun)
		}
		if d.Unsaid {
			text.Reset()
		}
		text.WriteString(d.Text)
		if d.Call != nil {
			a.calls = append(a.calls, *d.Call)
		}
		if d.Extra != nil {
			a.extra = d.Extra
		}
		if d.Usage != nil {
			a.usage = d.Usage
		}
	}
}

// deaf is ill for a recogniser's error. There is one that listens elsewhere unless told
// otherwise (ggml-org/whisper.cpp, examples/server).
func deaf(err error) error {
	if errors.Is(err, engine.ErrModel) {
		return Ill{err, "Check the model's name and the base URL; start whisper.cpp's server with " +
			"--inference-path /v1/audio/transcriptions; of a model on this machine, run parley models verify."}
	}
	return ill(err)
}

// ill is an engine's error with the remedy for its kind, where its own text does
// not tell it.
func ill(err error) error {
	for _, kind := range []struct {
		err    error
		remedy string
	}{
		{engine.ErrKey, "Check the key in the environment."},
		{engine.ErrBusy, "Wait, or check the account's quota."},
		{engine.ErrService, "Look at the service's own log or status page."},
		{engine.ErrRequest, "Check that the service and its model take what is asked."},
		{engine.ErrJunk, "Check that the base URL is of an OpenAI-compatible service, up to and including /v1."},
		{engine.ErrSlow, "Try a smaller model or a service that is nearer."},
		{engine.ErrCut, "Look at the service's own log; a proxy may end long answers."},
		{engine.ErrModel, "Check the model's name and the base URL; of a model on this machine, run parley models verify."},
	} {
		if errors.Is(err, kind.err) {
			return Ill{err, kind.remedy}
		}
	}
	return Ill{err, "Start it, or choose another engine; see parley serve --help."}
}
