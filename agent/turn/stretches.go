package turn

import (
	"slices"
	"time"

	"parley"
)

// stretch notes that the VAD found speech begin or end. Under push-to-talk it counts
// while the button is down.
func (n *notes) stretch(on bool, at time.Duration) {
	u := &n.user
	if on {
		if !u.talking {
			u.talking, u.since = true, at
		}
		return
	}
	if u.talking && at > u.since && (!u.manual || u.button) {
		u.stretches = append(slices.Clip(u.stretches), parley.Span{Start: u.since, End: at})
	}
	u.talking = false
}

// segments are the stretches of speech within a turn of the user's, oldest first, none
// touching another.
func (f floor) segments(from, to time.Duration) (all []parley.Span) {
	stretches := f.stretches
	if f.talking && (!f.manual || f.button) { // the end of it is the next turn's
		stretches = append(slices.Clip(stretches), parley.Span{Start: f.since, End: to})
	}
	for _, s := range stretches {
		s.Start, s.End = max(s.Start, from), min(s.End, to)
		switch last := len(all) - 1; {
		case s.Start >= s.End:
		case last >= 0 && s.Start <= all[last].End:
			all[last].End = max(all[last].End, s.End)
		default:
			all = append(all, s)
		}
	}
	return all
}

// recordUser puts the user's turn as it stands into the history.
func (n *notes) recordUser(text string, backchannel bool) {
	u := n.user
	r := RecordUser{Text: text, Backchannel: backchannel, Start: u.began, End: u.voiced, Confidence: u.confidence, By: parley.ByVoice}
	switch {
	case u.typed && !backchannel:
		r.Typed, r.By = true, parley.ByTyping
	case u.pressed:
		r.By = parley.ByButton
	}
	if r.By != parley.ByTyping {
		r.Segments = u.segments(u.began, u.voiced)
	}
	n.do(r)
}
