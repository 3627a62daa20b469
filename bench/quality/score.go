package quality

import (
	"strings"
	"time"

	"parley/bench/quality/beep"
	"parley/media"
)

// frame is 20 ms of the character's as the caller received them; times run from
// the start of the call.
type frame struct {
	at    time.Duration
	level uint8
	// word is the word it is of, if known.
	word  beep.Word
	known bool
}

// audible is the quietest media.Level, in -dBov, at which the character counts
// as heard: Opus makes noise of its own below it out of silence.
const audible uint8 = 50

func (f frame) audible() bool { return f.level <= audible }

// firstAudible is when the character is first heard from from on and before to.
func firstAudible(heard []frame, from, to time.Duration) (time.Duration, bool) {
	for _, f := range heard {
		if f.at >= from && f.at < to && f.audible() {
			return f.at, true
		}
	}
	return 0, false
}

// judgePauses says of a line begun at began which of its pauses the character
// broke. Pauses after that are not judged; fluent is set if it spoke before the
// first.
func judgePauses(heard []frame, began time.Duration, l *Said) (broken []bool, fluent bool) {
	at, cut := firstAudible(heard, began+l.Start, began+l.End)
	for _, p := range l.Silences {
		if cut && at < began+p.Start {
			break
		}
		broken = append(broken, false)
	}
	if !cut {
		return broken, false
	}
	if len(broken) == 0 {
		return nil, true
	}
	broken[len(broken)-1] = true
	return broken, false
}

const (
	// goOn is for how long after something came over it a reply must be heard to
	// have gone on, and goneOn how much of it.
	goOn   = time.Second
	goneOn = int(300 * time.Millisecond / media.PTime)
	// giveUp is when a reply that is not heard any more counts as given up.
	giveUp = 4 * time.Second
	// breath is the longest silence within a reply that is no hold.
	breath = beep.ClauseGap + 3*media.PTime
)

// verdict is what became of a reply that something came over.
type verdict struct {
	decided, yielded bool
	// held is how long the reply was silent before it went on.
	held time.Duration
}

// judgeOver says, as of now, what became of the reply of a set after something
// was said over it from onset to end.
func judgeOver(heard []frame, set int, onset, end, now time.Duration) verdict {
	var v verdict
	sounded, after, last := onset, 0, time.Duration(0)
	for _, f := range heard {
		if f.at < onset || !f.audible() {
			continue
		}
		if f.known && f.word.Set != set {
			return verdict{decided: true, yielded: true}
		}
		if gap := f.at - sounded; gap > breath {
			v.held = max(v.held, gap)
		}
		sounded = f.at
		if f.at > end && f.known {
			after++
			last = f.at
		}
	}
	v.yielded = after < goneOn || last < end+goOn
	v.decided = !v.yielded || now >= end+giveUp && now >= sounded+giveUp
	return v
}

// lastOf is how long after onset the reply of a set was last heard; from that
// on only another set may be.
func lastOf(heard []frame, set int, onset time.Duration) time.Duration {
	last := onset
	for _, f := range heard {
		if f.at >= onset && f.known && f.word.Set == set {
			last = f.at + media.PTime
		}
	}
	return last - onset
}

// caption is one segment of the character's.
type caption struct {
	// shown is when its first step came.
	shown time.Duration
	text  string
	final bool
}

// reply is one reply as the caller heard it.
type reply struct {
	set        int
	start, end time.Duration
	words      int
}

// newReply is the silence after which the same set is another reply: longer than
// any hold, shorter than the time until a set comes round again.
const newReply = 5 * time.Second

// replies are those heard, in order.
func replies(heard []frame) []reply {
	var out []reply
	var l *beep.Listening
	for _, f := range heard {
		if !f.known {
			continue
		}
		n := len(out)
		if n == 0 || out[n-1].set != f.word.Set || f.at-out[n-1].end > newReply {
			out, l = append(out, reply{set: f.word.Set, start: f.at}), &beep.Listening{}
			n++
		}
		l.Hear(f.word)
		out[n-1].end, out[n-1].words = f.at, l.Words()
	}
	return out
}

// slack is how much before or after its audio a caption may first be shown.
const slack = 1500 * time.Millisecond

// judgeCaptions says of every reply whose captions are final how many words they
// have more than were heard.
func judgeCaptions(heard []frame, captions []caption) []int {
	var off []int
	for _, r := range replies(heard) {
		shown, final := 0, true
		for _, c := range captions {
			set, n := count(c.text)
			if n == 0 || set != r.set || c.shown < r.start-slack || c.shown > r.end+slack {
				continue
			}
			shown += n
			final = final && c.final
		}
		if final && shown+r.words > 0 {
			off = append(off, shown-r.words)
		}
	}
	return off
}

// count is how many words of the vocabulary a text has, and their set.
func count(text string) (set, n int) {
	for _, field := range strings.Fields(text) {
		if w, ok := beep.Find(field); ok {
			set = w.Set
			n++
		}
	}
	return set, n
}
