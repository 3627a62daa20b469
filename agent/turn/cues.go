package turn

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parley"
	"parley/agent/endpoint"
)

// cues are what is known of the silence after the user's turn so far.
func (s State) cues() endpoint.Cues {
	u := s.user
	c := endpoint.Cues{
		Text: u.text(), Asked: s.asked, Language: s.manners.Language,
		Ends: u.ends, Trust: s.Marks.Trust(), Writes: s.writes, Melody: u.melody, Model: -1,
	}
	if u.judged == max(u.open, u.closed) {
		c.Model = u.likelihood
	}
	return c
}

// delay is how long the user may be silent before the turn is over.
func (s State) delay() time.Duration {
	t := s.Timing
	if s.user.manual {
		return 0
	}
	e := s.cues().Estimate()
	if e.Hangs {
		return t.Patience
	}
	most := delayFor(t, s.Profile)
	if e.Open {
		scale := float64(t.Patience) / float64(parley.DefaultTiming.Patience)
		return min(max(time.Duration(float64(t.OpenDelay)*scale), most), t.Patience)
	}
	return endpoint.Delay(e.Likelihood, t.SureDelay, most)
}

// goesOn notes that the user went on after what looked like the end of the turn,
// endsHere that the turn was over: what a mark of this recogniser is worth.
func (n *notes) goesOn() {
	if endpoint.Marked(n.user.text()) {
		n.Marks.Wrong++
	}
}

func (n *notes) endsHere(text string) {
	if !n.user.typed && endpoint.Marked(text) {
		n.Marks.Right++
	}
}

// written reports whether a final transcript shows a recogniser that writes as
// people do: with capitals or marks.
func written(text string) bool {
	if endpoint.Marked(text) || strings.ContainsAny(text, ",;:") {
		return true
	}
	first, _, _ := strings.Cut(text, " ")
	r, _ := utf8.DecodeRuneInString(first)
	return unicode.IsUpper(r) && first != "I" && !strings.HasPrefix(first, "I'")
}
