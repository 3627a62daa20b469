package playout

import (
	"iter"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parley/media"
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

const (
	// spare is how long before a tick speech should be there: more than timers
	// and frames of the user's are late by on a machine that is not full.
	spare = 5 * time.Millisecond
	// waited is for how long a turn may have waited for its first tick without
	// the ticks being moved.
	waited = 9 * time.Millisecond
	// maxMoves is how often ticks are moved: where turns are ready at no point in
	// particular it is for nothing, and an echo comes each time that much earlier
	// after what was played.
	maxMoves = 3
)

// align moves a playout's ticks to where its turns begin. A turn that is ready
// between two ticks waits for the next, 10 ms on average; but an agent's turns are
// decided some set time after a frame of the user's, so within a call they are
// ready again and again at the same point of the 20 ms. The ticks are moved while
// nothing is said, by less than a frame, and turns ready at any other time wait
// no longer than before. It is guarded by the playout's mu.
type align struct {
	ready time.Time     // when the turn to begin next could be played; zero if none can
	by    time.Duration // how much later the ticks are to be
	moves int           // so far
	quiet bool          // nothing was said in the last frame, nor waits
}

// playable notes that a turn can be played from now on. What was noted longer
// ago than a tick was cleared or paused before its first.
func (a *align) playable() {
	if a.ready.IsZero() || time.Since(a.ready) > media.PTime {
		a.ready = time.Now()
	}
}

// begun notes that the turn begins with the tick of this moment.
func (a *align) begun() {
	if a.ready.IsZero() {
		return
	}
	if wait := time.Since(a.ready); wait > waited && wait <= media.PTime && a.moves < maxMoves {
		a.by = (media.PTime - wait + spare) % media.PTime
	}
	a.ready = time.Time{}
}

// later is how much later the playout's next tick is to be than the one after
// this. Next to something that is played it is 0.
func (p *Playout) later() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.align.quiet || p.align.by == 0 || p.queue.front() != nil {
		return 0
	}
	by := p.align.by.Truncate(slotTime)
	p.align.by = 0
	p.align.moves++
	return by
}

// boundaries are the ends of words up to a sample of s, the latest first and
// the start of s last, each with its offset in the text. They are the engine's
// if it knows any, else guessed.
func (s *segment) boundaries(upTo int) iter.Seq2[int, int] {
	return func(yield func(sample, textEnd int) bool) {
		for i := len(s.words) - 1; i >= 0; i-- {
			sample := media.Samples(s.words[i].End)
			if sample > 0 && sample <= upTo && !yield(sample, runeStart(s.text, s.words[i].TextEnd)) {
				return
			}
		}
		if len(s.words) == 0 && s.text != "" {
			total := s.total()
			at := min(int(float64(len(s.text))*float64(upTo)/total), len(s.text)-1)
			for end := wordEnd(s.text, at); end > 0; end = wordEnd(s.text, end-1) {
				if !yield(int(total*float64(end)/float64(len(s.text))), end) {
					return
				}
			}
		}
		yield(0, 0)
	}
}

// nextEnd is the first sample from at on where a word ends; beyond all samples
// when that is not known.
func (s *segment) nextEnd(at int) int {
	end := math.MaxInt
	if len(s.words) > 0 {
		const up = time.Second/media.SampleRate - 1 // so that the word counts as said
		for _, w := range s.words {
			if sample := media.Samples(w.End + up); sample >= at {
				end = min(end, sample)
			}
		}
	} else if s.text != "" {
		total := s.total()
		from := int(float64(len(s.text)) * float64(at) / total)
		end = max(at, int(math.Ceil(total*float64(followingEnd(s.text, from))/float64(len(s.text)))))
	}
	if s.closed {
		end = min(end, s.written)
	}
	return end
}

// followingEnd is the first offset from at on where a word ends.
func followingEnd(text string, at int) int {
	at = runeStart(text, at)
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	inWord := at > 0 && !unicode.IsSpace(before)
	for i, r := range text[at:] {
		switch {
		case !unicode.IsSpace(r):
			inWord = true
		case inWord:
			return at + i
		}
	}
	return len(text)
}

// endsClause reports whether text ends with a mark at which one takes breath.
func endsClause(text string) bool {
	text = strings.TrimRight(text, " \t\r\n\"')]}”’»")
	return text != "" && strings.ContainsRune(".,;:!?", rune(text[len(text)-1]))
}
