package sphinx

import (
	"strings"
	"time"

	"parley/media"
	"parley/stt"
)

const (
	// minMean is the mean posterior below which all of an utterance is taken
	// for noise: words made of key clicks have 0-0.18 (docs/sources.md). Of 60
	// sentences of Flite in white noise at an RMS of 150, 18 % of words wrong,
	// the worst had 0.18 with half its words right. Words are not judged one by
	// one: dropping those below 0.2 cost more right words than wrong ones, 6.4 to
	// 8.0 % word error clean, 18 to 26 % in that noise.
	minMean = 0.15
	// maxWord is the longest a word can be. Steady noise comes out as one word as
	// long as itself, with a posterior of 1; the longest word in 120 sentences
	// of Flite takes 0.93 s.
	maxWord = 1500 * time.Millisecond
	// frame is the step of PocketSphinx's segment times.
	frame = 10 * time.Millisecond
)

// segment is a piece of the best path: a word, a filler or a silence. start and
// end are in frames, end inclusive, counted from when the decoder last changed
// speaker.
type segment struct {
	word       string
	start, end int
	posterior  float64
}

// gap is audio that was lost to a full queue before the decoder saw it.
type gap struct {
	at, lost int // in samples of the utterance that the decoder did see
}

// transcribe makes the final event's text, words and confidence of segments.
// gaps are in order.
func transcribe(segments []segment, gaps []gap) stt.Event {
	var e stt.Event
	var sum float64
	for _, s := range segments {
		text := plain(s.word)
		if text == "" || time.Duration(s.end-s.start)*frame > maxWord {
			continue
		}
		p := min(max(s.posterior, 0), 1)
		sum += p
		first := segments[0].start
		e.Words = append(e.Words, stt.Word{
			Text: text, Confidence: p,
			Start: late(time.Duration(s.start-first)*frame, gaps),
			End:   late(time.Duration(s.end+1-first)*frame, gaps),
		})
	}
	if len(e.Words) == 0 || sum/float64(len(e.Words)) < minMean {
		return stt.Event{}
	}
	e.Confidence = sum / float64(len(e.Words))
	e.Text = join(e.Words)
	return e
}

// late puts a time of the audio that was decoded back into the utterance.
func late(d time.Duration, gaps []gap) time.Duration {
	lost := 0
	for _, g := range gaps {
		if media.Duration(g.at) > d {
			break
		}
		lost += g.lost
	}
	return d + media.Duration(lost)
}

// plain is the word of the dictionary entry w, or empty for a filler: silence
// <sil>, noise [NOISE]. Alternate pronunciations are numbered, "the(2)".
func plain(w string) string {
	if w == "" || strings.ContainsRune("<[+", rune(w[0])) {
		return ""
	}
	if i := strings.IndexByte(w, '('); i > 0 {
		return w[:i]
	}
	return w
}

func join(words []stt.Word) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}
