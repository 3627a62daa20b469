package calendar

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"parley"
)

const (
	// maxLine bounds an unfolded line, in bytes; the rest of a longer one is passed
	// over. The library's time goes with its square.
	maxLine = 8 << 10
	// maxDepth bounds the components around a line.
	maxDepth = 16
	// maxValue bounds Problem.Value, in characters.
	maxValue = 60
)

// wanted are the properties of an event that are read.
var wanted = []string{
	"UID", "SUMMARY", "STATUS", "SEQUENCE", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID",
}

// Parse reads the events of an iCalendar file, in its order, for a user in zone:
// times without a zone, or with one that is not known, are of that zone. Cancelled
// events and what is no event are left out; of two versions of an event the later
// one is kept. What it does not understand, it tells in problems, the first
// MaxProblems. The error wraps ErrNotCalendar, ErrTooLarge or is r's.
func Parse(r io.Reader, zone *time.Location) ([]Entry, []Problem, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err != nil {
		return nil, nil, fmt.Errorf("read calendar: %w", err)
	}
	if len(data) > MaxFile {
		return nil, nil, fmt.Errorf("read calendar: %w: over %d bytes", ErrTooLarge, MaxFile)
	}
	p := parser{zone: zone, zones: map[string]*time.Location{}}
	if err := p.read(bytes.TrimPrefix(data, []byte("\ufeff"))); err != nil {
		return nil, nil, fmt.Errorf("read calendar: %w", err)
	}
	return p.entries(), p.problems, nil
}

// parser reads one file.
type parser struct {
	zone     *time.Location
	zones    map[string]*time.Location // by TZID
	events   []event
	problems []Problem
	rules    int // that are followed, or took as long as so many
}

// properties are those wanted of a component, by their name.
type properties map[string][]*ics.BaseProperty

// read finds the events of a file. It goes by the library's lines and properties,
// not by its calendars, as one bad line would cost all of a calendar.
func (p *parser) read(data []byte) error {
	lines := ics.NewCalendarStream(bytes.NewReader(data))
	var within []string // the components around the line, from the outermost
	var props properties
	found := false
	for more := true; more; {
		line, err := lines.ReadLine()
		more = err == nil
		if line == nil {
			continue
		}
		name, rest := cutName(string(*line))
		component := strings.ToUpper(strings.TrimSpace(strings.TrimPrefix(rest, ":")))
		switch {
		case name == "BEGIN":
			if within = append(within, component); len(within) > maxDepth {
				return ErrNotCalendar
			}
			found = found || within[0] == "VCALENDAR"
			if isEvent(within) {
				props = properties{}
			}
		case name == "END" && slices.Contains(within, component):
			for within[len(within)-1] != component { // one that does not end itself
				within = within[:len(within)-1]
			}
			within = within[:len(within)-1]
			if props != nil && len(within) < 2 {
				if err := p.event(props); err != nil {
					return err
				}
				props = nil
			}
		case isEvent(within) && slices.Contains(wanted, name):
			prop, err := ics.ParseProperty(ics.ContentLine(name + rest))
			if err != nil || prop == nil {
				prop = &ics.BaseProperty{Value: rest} // which is then found to be none
			}
			props[name] = append(props[name], prop)
		}
	}
	if !found {
		return ErrNotCalendar
	}
	if len(within) > 0 {
		p.problem(CutShort, "", "")
	}
	return nil
}

// cutName returns the name of a line in capitals and the rest, of at most maxLine.
func cutName(line string) (name, rest string) {
	line = line[:min(len(line), maxLine)]
	i := strings.IndexAny(line, ":;")
	if i < 0 {
		return "", ""
	}
	return strings.ToUpper(line[:i]), line[i:]
}

func isEvent(within []string) bool {
	return len(within) == 2 && within[0] == "VCALENDAR" && within[1] == "VEVENT"
}

// problem adds one that was not told yet.
func (p *parser) problem(kind ProblemKind, title, value string) {
	problem := Problem{kind, title, cut(parley.OneLine(value), maxValue)}
	if len(p.problems) < MaxProblems && !slices.Contains(p.problems, problem) {
		p.problems = append(p.problems, problem)
	}
}

// cut returns the first n characters of s.
func cut(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// text returns the value of the first property of a name.
func (props properties) text(name string) string {
	if len(props[name]) == 0 {
		return ""
	}
	return strings.TrimSpace(props[name][0].Value)
}

// parameter returns the first value of a parameter of prop.
func parameter(prop *ics.BaseProperty, name string) string {
	for key, values := range prop.ICalParameters {
		if strings.EqualFold(key, name) && len(values) > 0 {
			return values[0]
		}
	}
	return ""
}
