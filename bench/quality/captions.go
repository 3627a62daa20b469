package quality

import (
	"strings"
	"time"

	"parley/bench/quality/beep"
)

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
