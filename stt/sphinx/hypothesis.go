package sphinx

import (
	"strings"
	"time"

	"parley/media"
	"parley/stt"
)

const (
	// minWord is the posterior below which a word is taken for noise, minMean
	// the mean posterior below which all of an utterance is (see
	// TestConfidenceSeparatesSpeechFromNoise).
	minWord = 0.2
	minMean = 0.35
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
	var all float64
	n := 0
	for _, s := range segments {
		text := plain(s.word)
		if text == "" {
			continue
		}
		n++
		p := min(max(s.posterior, 0), 1)
		all += p
		if p < minWord {
			continue
		}
		first := segments[0].start
		e.Words = append(e.Words, stt.Word{
			Text: text, Confidence: p,
			Start: late(time.Duration(s.start-first)*frame, gaps),
			End:   late(time.Duration(s.end+1-first)*frame, gaps),
		})
	}
	if len(e.Words) == 0 || all/float64(n) < minMean {
		return stt.Event{}
	}
	e.Confidence = all / float64(n)
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
