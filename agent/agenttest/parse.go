package agenttest

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// parse reads one line.
func (s *script) parse(text string) error {
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case word == "given":
		set, err := setting(rest)
		s.given = append(s.given, set)
		return err
	case word[0] >= '0' && word[0] <= '9':
		return s.parseTimed(word, rest)
	case strings.Contains(word, ":") || word == "typed" || word == "backchannel":
		if s.turns == nil {
			s.check(text, func(seen *Seen) string { return differ(seen.turns(), s.turns) })
		}
		s.turns = append(s.turns, text)
		return nil
	}
	see, err := total(word, rest)
	s.check(text, see)
	return err
}

func (s *script) check(text string, see func(*Seen) string) {
	s.checks = append(s.checks, check{fmt.Sprintf("%s:%d: %s", s.file, s.number, text), see})
}

// parseTimed reads a line with a time.
func (s *script) parseTimed(times, rest string) error {
	at, to, err := span(times)
	if err != nil {
		return err
	}
	s.end = max(s.end, at, to)
	word, what, _ := strings.Cut(rest, " ")
	switch word {
	case "expect", "becomes":
		see, err := seeing(word, what, at, to)
		s.check(times+" "+rest, see)
		return err
	case "end":
		return nil
	}
	do, err := action(rest, to-at)
	s.cues = append(s.cues, cue{at, do})
	return err
}

// span reads "1.5" or "1.5-2.0", in seconds; a single time has no end.
func span(text string) (from, to time.Duration, err error) {
	a, b, ranged := strings.Cut(text, "-")
	if from, err = seconds(a); err != nil {
		return 0, 0, err
	}
	if !ranged {
		return from, from, nil
	}
	if to, err = seconds(b); err == nil && to <= from {
		err = fmt.Errorf("%s ends before it begins", text)
	}
	return from, to, err
}

func seconds(text string) (time.Duration, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is no time in seconds", text)
	}
	return time.Duration(f*1e6+0.5) * time.Microsecond, nil
}
