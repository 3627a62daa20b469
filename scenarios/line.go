package scenarios

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
)

// Line is one line of the understudy's character. In a file it is a string, or
// an object with conditions:
//
//	{"say": "And what could go wrong?", "before": ["risk"]}
//
// A line may have slots, filled with what the user said in the turn it answers:
// {number}, a figure with its unit; {name}, a proper name of the scene; {word},
// the words that matched the concept the line is for. A line with a slot that
// cannot be filled is passed over.
type Line struct {
	Say string `json:"say"`
	// Before are ids of beats: the line is said only while none was heard.
	Before []string `json:"before,omitempty"`
	// After are ids of beats: the line is said only once all were heard.
	After []string `json:"after,omitempty"`
}

// Lines are the lines for one occasion, in the order they are said.
type Lines []Line

// Texts returns what the lines say, slots and all. The slice is the caller's.
func (ls Lines) Texts() []string {
	out := make([]string, len(ls))
	for i, l := range ls {
		out[i] = l.Say
	}
	return out
}

// Said makes lines without conditions.
func Said(texts ...string) Lines {
	out := make(Lines, len(texts))
	for i, t := range texts {
		out[i].Say = t
	}
	return out
}

// UnmarshalJSON implements json.Unmarshaler.
func (l *Line) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		*l = Line{}
		return json.Unmarshal(data, &l.Say)
	}
	type plain Line
	return json.Unmarshal(data, (*plain)(l))
}

// MarshalJSON implements json.Marshaler: a line without conditions is a string.
func (l Line) MarshalJSON() ([]byte, error) {
	if len(l.Before)+len(l.After) == 0 {
		return json.Marshal(l.Say)
	}
	type plain Line
	return json.Marshal(plain(l))
}

// said reports too short a list, empty lines, slots there are not, and
// conditions that name no beat.
func (r *report) said(field string, lines Lines, least int, beats map[string]bool) {
	r.lines(field, lines.Texts(), least)
	for i, l := range lines {
		at := fmt.Sprintf("%s[%d]", field, i)
		r.slots(at, l.Say)
		r.beats(at+".before", l.Before, beats)
		r.beats(at+".after", l.After, beats)
	}
}

// slots reports a slot that nothing fills.
func (r *report) slots(field, line string) {
	for _, slot := range slotForm.FindAllString(line, -1) {
		if slot != "{number}" && slot != "{name}" && slot != "{word}" {
			r.add(field, "%s is no slot: there are {number}, {name} and {word}", slot)
		}
	}
}

// unslotted reports a slot in a line that must be the same in every call.
func (r *report) unslotted(field, line string) {
	if slot := slotForm.FindString(line); slot != "" {
		r.add(field, "must have no slots such as %s", slot)
	}
}

// beats reports names of no beat.
func (r *report) beats(field string, names []string, known map[string]bool) {
	for i, n := range names {
		if !known[n] {
			r.add(fmt.Sprintf("%s[%d]", field, i), "%q is no beat%s", n, meant(n, maps.Keys(known)))
		}
	}
}

// Recites reports whether text is a line of the script, slots filled, other than
// the one that agrees; or one to which code has added, or the beginning of a message of
// code's: "Done." is then no yes to the goal.
func (u *Understudy) Recites(text string) bool {
	text = strings.TrimSpace(text)
	var all strings.Builder
	for _, code := range u.Codes() {
		all.WriteString(code)
	}
	if text != "" && strings.Contains(all.String(), ">"+text) {
		return true
	}
	for _, line := range u.lines() {
		head, rest, slotted := strings.Cut(line, "{")
		if !slotted && (text == line || all.Len() > 0 && strings.HasPrefix(text, line+" ")) {
			return true
		}
		_, tail, closed := strings.Cut(rest, "}")
		if i := strings.LastIndex(tail, "}"); i >= 0 {
			tail = tail[i+1:]
		}
		if slotted && closed && len(text) >= len(head)+len(tail) && len(head)+len(tail) > 0 &&
			strings.HasPrefix(text, head) && strings.HasSuffix(text, tail) {
			return true
		}
	}
	return false
}
