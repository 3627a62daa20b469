package playout

import (
	"parley/media"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	// maxTurns is how many turns a Playout remembers for Heard.
	maxTurns = 16
	// textRate is the bytes of text assumed to fill a second while a segment is
	// still being synthesised: brisk English speech, so as not to claim early.
	textRate = 12
	// wordSlack is how much longer than the audio an engine may claim its last
	// word to be; engines round.
	wordSlack = 60 * time.Millisecond
)

// turn is the ledger of one reply.
type turn struct {
	id       uint64
	segments []*segment
	// wake has room for one signal to the turn's writer.
	wake                        chan struct{}
	finished, cleared, complete bool
	voiced                      bool
	paused, ducked              bool
	// cutting is set when the turn is to end at sample cutAt of the front segment.
	cutting bool
	cutAt   int
}

// segment is one Segment on its way through the playout. Samples are written
// to the queue, taken for a frame, and sent when the sink has the frame. A rewind
// takes taken back, but not sent.
type segment struct {
	turn  *turn
	index int
	text  string
	start int64 // queue position of the first sample

	written, taken, sent int
	// closed is set when no more audio will come; end marks a segment that only
	// ends its turn.
	closed, end bool
	starved     bool
	broken      bool // its synthesis failed
	fadeIn      bool // the next sample comes after silence

	words   []media.Word
	said    int // words that are over
	textEnd int
}

// signal wakes the turn's writer.
func (t *turn) signal() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// last is the segment of t begun last, or nil.
func (t *turn) last() *segment {
	if len(t.segments) == 0 {
		return nil
	}
	return t.segments[len(t.segments)-1]
}

// heard is what of t has been sent.
func (t *turn) heard() Heard {
	h := Heard{Turn: t.id, Complete: t.complete}
	var text strings.Builder
	var samples int
	for _, s := range t.segments {
		samples += s.sent
		said := strings.TrimSpace(s.text[:s.textEnd])
		if said == "" {
			continue
		}
		if text.Len() > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(said)
	}
	h.Text, h.Played = text.String(), media.Duration(samples)
	return h
}

// whole reports whether all of s has been sent.
func (s *segment) whole() bool { return s.closed && s.sent == s.written }

// over reports whether s was sent and is not to be said again.
func (s *segment) over() bool { return s.whole() && s.taken == s.written }

// advance moves textEnd to what the samples sent have said; it never goes back.
func (s *segment) advance() {
	switch {
	case s.sent == 0:
	case len(s.words) > 0:
		s.advanceWords()
	case s.whole() && !s.broken:
		s.textEnd = len(s.text)
	default:
		s.textEnd = max(s.textEnd, s.guess())
	}
}

func (s *segment) advanceWords() {
	played := media.Duration(s.sent)
	if s.whole() && !s.broken {
		played += wordSlack
	}
	for s.said < len(s.words) && s.words[s.said].End <= played {
		s.textEnd = max(s.textEnd, runeStart(s.text, s.words[s.said].TextEnd))
		s.said++
	}
	if s.whole() && !s.broken && s.said == len(s.words) {
		s.textEnd = len(s.text)
	}
}

// total is the length of s in samples, an estimate while s is open.
func (s *segment) total() float64 {
	total := float64(s.written)
	if !s.closed || s.broken {
		total = max(total, float64(len(s.text))/textRate*media.SampleRate)
	}
	return total
}

// guess spreads the text evenly over the audio and returns the end of the last
// whole word sent.
func (s *segment) guess() int {
	at := int(float64(len(s.text)) * float64(s.sent) / s.total())
	// The last word is said when the segment is over, not before.
	return wordEnd(s.text, min(at, len(s.text)-1))
}

// wordEnd is the last offset up to at where a word ends and a space follows.
func wordEnd(text string, at int) int {
	for i := at; i > 0; i-- {
		r, _ := utf8.DecodeRuneInString(text[i:])
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		if unicode.IsSpace(r) && !unicode.IsSpace(before) {
			return i
		}
	}
	return 0
}

// runeStart clamps at to text and moves it back to the start of a rune.
func runeStart(text string, at int) int {
	at = min(max(at, 0), len(text))
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}
