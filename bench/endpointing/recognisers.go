package endpointing

import (
	"context"
	"fmt"
	"strings"
	"time"

	"parley/agent"
	"parley/language"
	"parley/stt"
)

// recogniser transcribes the utterances of a call.
type recogniser struct {
	name string
	// of returns a final for each, its Took being how long it takes in a call.
	of func(ctx context.Context, s *spoken, utterances []agent.Utterance) ([]stt.Event, error)
}

// finalAfter is how long recognisers that are told the words take, as the stubs
// of the other measurements; sphinxAfter is what PocketSphinx was measured to
// take once it has all of an utterance.
const (
	finalAfter  = 100 * time.Millisecond
	sphinxAfter = 50 * time.Millisecond
)

// told are recognisers that make no mistake in the words. What they write is what
// is tried: no marks, a mark at the end of every utterance whether the sentence
// is over or not, as Whisper does, or the marks of the sentence.
var told = []recogniser{
	{"no marks", write(func(text string, _, _ bool) string { return strings.Join(language.Plain(text), " ") })},
	{"a mark on every piece", write(func(text string, whole, question bool) string {
		text = strings.TrimRight(text, ".,?!")
		if question && whole {
			return capital(text) + "?"
		}
		return capital(text) + "."
	})},
	{"true marks", write(func(text string, _, _ bool) string { return text })},
}

// write makes a recogniser that gives each word to the utterance it ends in, and
// writes what an utterance has in a manner: whole is set if the line ends in it,
// question if the line is one.
func write(manner func(text string, whole, question bool) string) func(context.Context, *spoken, []agent.Utterance) ([]stt.Event, error) {
	return func(_ context.Context, s *spoken, utterances []agent.Utterance) ([]stt.Event, error) {
		events := make([]stt.Event, len(utterances))
		words := s.words
		for i, u := range utterances {
			var texts []string
			whole, question := false, false
			for len(words) > 0 && words[0].end <= u.To {
				w := words[0]
				words = words[1:]
				texts = append(texts, w.text)
				whole, question = w.whole, strings.HasSuffix(w.text, "?")
			}
			events[i] = stt.Event{Utterance: u.ID, Final: true, Took: finalAfter}
			if len(texts) > 0 {
				events[i].Text = manner(strings.Join(texts, " "), whole, question)
			}
		}
		return events, nil
	}
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// hearing is a recogniser that hears: each call has a stream of its own.
func hearing(e stt.Engine) recogniser {
	return recogniser{e.Name(), func(ctx context.Context, _ *spoken, utterances []agent.Utterance) ([]stt.Event, error) {
		stream, err := e.Open(ctx, stt.Options{Language: "en"})
		if err != nil {
			return nil, err
		}
		defer stream.Close()
		events := make([]stt.Event, len(utterances))
		for i, u := range utterances {
			stream.Begin(u.ID)
			for pcm := u.PCM; len(pcm) > 0; { // no faster than its queue takes it
				n := min(len(pcm), 16000)
				stream.Write(pcm[:n])
				pcm = pcm[n:]
			}
			stream.End()
			for {
				ev, err := stream.Next(ctx)
				if err != nil {
					return nil, fmt.Errorf("recognise with %s: %w", e.Name(), err)
				}
				if ev.Final {
					ev.Took = sphinxAfter
					events[i] = ev
					break
				}
			}
		}
		return events, nil
	}}
}
