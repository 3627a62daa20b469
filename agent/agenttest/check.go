package agenttest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"parley"
	"parley/media"
)

// slack is how far from its time in the script something may happen: a frame.
const slack = media.PTime + behind

// seeing reads what is to be seen at a time, or from at to to:
//
//	expect silent | full | ducked | heard (full or ducked)
//	expect listening | thinking | speaking | away | back
//	expect caption user: we have a     or Ada: the newest caption of that side
//	becomes …                          changes to it then; in a range, somewhere in it
func seeing(word, what string, at, to time.Duration) (func(*Seen) string, error) {
	if who, text, ok := strings.Cut(what, ":"); ok {
		role := parley.Character
		if who == "caption user" {
			role = parley.User
		}
		return func(s *Seen) string { return differ([]string{s.caption(role, at)}, []string{strings.TrimSpace(text)}) }, nil
	}
	line := func(s *Seen) []moment { return s.voice() }
	match := func(v string) bool { return v == what }
	switch what {
	case "silent", "full", "ducked":
	case "heard":
		match = func(v string) bool { return v != "silent" }
	case "listening", "thinking", "speaking":
		line = func(s *Seen) []moment { return s.states() }
	case "away", "back":
		line = func(s *Seen) []moment { return s.away() }
	default:
		return nil, fmt.Errorf("nothing can be %q", what)
	}
	if word == "becomes" {
		from := at - slack
		if to == at {
			to = at + slack
		} else {
			from = at
		}
		return func(s *Seen) string { return becomes(line(s), match, from, to) }, nil
	}
	if to == at {
		return func(s *Seen) string { return sometime(line(s), match, at-slack, at+slack) }, nil
	}
	return func(s *Seen) string { return throughout(line(s), match, at+slack, to-slack) }, nil
}

// moment is a value that holds from a time on.
type moment struct {
	from time.Duration
	is   string
}

// holds are the moments that touch from-to.
func holds(line []moment, from, to time.Duration) []moment {
	var out []moment
	for i, m := range line {
		if m.from <= to && (i+1 == len(line) || line[i+1].from > from) {
			out = append(out, m)
		}
	}
	return out
}

func becomes(line []moment, match func(string) bool, from, to time.Duration) string {
	for i, m := range line {
		if m.from >= from && m.from <= to && match(m.is) && (i == 0 || !match(line[i-1].is)) {
			return ""
		}
	}
	return "it did not: " + tell(holds(line, from-time.Second, to+time.Second))
}

func sometime(line []moment, match func(string) bool, from, to time.Duration) string {
	if all := holds(line, from, to); !slices.ContainsFunc(all, func(m moment) bool { return match(m.is) }) {
		return "it was " + tell(all)
	}
	return ""
}

func throughout(line []moment, match func(string) bool, from, to time.Duration) string {
	if all := holds(line, from, to); slices.ContainsFunc(all, func(m moment) bool { return !match(m.is) }) {
		return "it was " + tell(all)
	}
	return ""
}

func tell(line []moment) string {
	out := make([]string, 0, len(line))
	for _, m := range line {
		out = append(out, fmt.Sprintf("%s from %.2f", m.is, m.from.Seconds()))
	}
	return strings.Join(out, ", ")
}
