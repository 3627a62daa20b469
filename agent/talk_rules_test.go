package agent_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/agent/agenttest"
	"parley/media"
)

// rules are what holds of every call, as the stage saw it.
type rules struct {
	t    *testing.T
	seen *agenttest.Seen
	// bridge is the line that was synthesised beforehand and is said when it is
	// wanted.
	bridge string
}

// oneVoice checks that two turns never sound at once or in turns.
func (r rules) oneVoice() {
	last := 0
	for _, s := range r.seen.Spans {
		switch {
		case s.Loudness == agenttest.Double:
			r.t.Errorf("two voices at %v", s.From)
		case s.Segment >= 0 && r.seen.Spoken[s.Segment] == r.bridge:
			continue
		case s.Segment >= 0 && s.Segment < last:
			r.t.Errorf("at %v segment %d sounds after %d", s.From, s.Segment, last)
		}
		last = max(last, s.Segment)
	}
}

// tail is how long the voice may last when the floor is given: the word being
// said, the frame under way and the one that fades.
var tail = parley.DefaultTiming.WordEnd + 2*media.PTime

// voiceFollowsState checks that nothing is heard but when the character is
// shown to speak.
func (r rules) voiceFollowsState() {
	state, since := parley.Initializing, time.Duration(0)
	silent := func(until time.Duration) {
		from, to := since+tail, until-media.PTime
		for _, s := range r.seen.Spans {
			if state != parley.Speaking && s.Loudness != agenttest.Silent && from < to && s.To > from && s.From < to {
				r.t.Errorf("%s from %v to %v, %s from %v to %v", s.Loudness, s.From, s.To, state, since, until)
			}
		}
	}
	for _, s := range r.seen.Shown {
		if v, ok := s.What.(parley.State); ok {
			silent(s.At)
			state, since = v, s.At
		}
	}
	silent(r.seen.Spans[len(r.seen.Spans)-1].To)
}

// historyIsWhatWasHeard checks the character's turns against what was spoken
// and how long of it was heard.
func (r rules) historyIsWhatWasHeard() {
	heard := make([]time.Duration, len(r.seen.Spoken))
	for _, s := range r.seen.Spans {
		if s.Segment >= 0 && s.Segment < len(heard) {
			heard[s.Segment] += s.To - s.From
		}
	}
	next := 0
	for _, turn := range r.seen.Turns {
		if turn.Role != parley.Character {
			continue
		}
		for rest := turn.Text; rest != ""; next++ {
			if next == len(heard) {
				r.t.Errorf("%q was not heard", turn.Text)
				return
			}
			said := common(rest, r.seen.Spoken[next])
			if heard[next] >= time.Duration(len(said))*60*ms-2*media.PTime { // else it was dropped, or cut before
				rest = strings.TrimSpace(rest[len(said):])
			}
		}
	}
}

// common is what text and segment begin with: all of one of them, or "".
func common(text, segment string) string {
	if strings.HasPrefix(text, segment) || strings.HasPrefix(segment, text) {
		return text[:min(len(text), len(segment))]
	}
	return ""
}

// everyWordOnce checks that the user's words are in one turn each.
func (r rules) everyWordOnce(said, must []string) {
	var all []string
	for _, turn := range r.seen.Turns {
		if turn.Role == parley.User {
			all = append(all, strings.Fields(turn.Text)...)
		}
	}
	for _, word := range said {
		n := len(slices.DeleteFunc(slices.Clone(all), func(w string) bool { return w != word }))
		if n > 1 || n == 0 && slices.Contains(must, word) {
			r.t.Errorf("%q is %d times in the history", word, n)
		}
	}
}
