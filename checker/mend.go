package checker

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// mend reads an answer that is nearly a finding: one object in prose or in a
// code fence, single quotes for double ones, commas before a closing bracket,
// numbers as strings or parts of ten, truths as strings, keys it does not know.
// Anything that could be read in two ways is not taken.
func mend(reply []byte) (Finding, bool) {
	before, rest, found := strings.Cut(string(reply), "{")
	if !found || strings.Contains(before, "}") {
		return Finding{}, false
	}
	l := &loose{rest: "{" + rest}
	object, ok := l.object(maxLooseDepth)
	if !ok || strings.ContainsAny(l.rest, "{}") {
		return Finding{}, false
	}
	var f Finding
	for key, take := range map[string]func(any) bool{
		"is_goal_complete":        truth(&f.Complete),
		"progress_towards_goal":   number(&f.Progress),
		"is_bad_ending_triggered": truth(&f.Bad),
		"CTA":                     text(&f.CTA),
		"evidence_quote":          text(&f.Evidence),
		"checks_passed":           list(&f.Checks),
		"flags":                   list(&f.Flags),
	} {
		if v, ok := object[key]; !ok || !take(v) {
			return Finding{}, false
		}
	}
	f.Flags = slices.DeleteFunc(f.Flags, func(flag string) bool { return !slices.Contains(flagNames, flag) })
	return f, true
}

func truth(into *bool) func(any) bool {
	return func(v any) bool {
		switch word := bareOrText(v); strings.ToLower(word) {
		case "true", "false":
			*into = strings.EqualFold(word, "true")
			return true
		}
		return false
	}
}

// wholeForm is a whole number, written with a zero fraction or as part of ten.
var wholeForm = regexp.MustCompile(`^(-?\d{1,3})(?:\.0+)?(?:\s*/\s*10)?$`)

func number(into *int) func(any) bool {
	return func(v any) bool {
		m := wholeForm.FindStringSubmatch(strings.TrimSpace(bareOrText(v)))
		if m == nil {
			return false
		}
		n, err := strconv.Atoi(m[1])
		*into = n
		return err == nil && n == clamp(n)
	}
}

// text takes a string; null is none.
func text(into *string) func(any) bool {
	return func(v any) bool {
		s, ok := v.(string)
		*into = s
		return ok || isNull(v)
	}
}

// list takes a list of strings; null is an empty one.
func list(into *[]string) func(any) bool {
	return func(v any) bool {
		*into = []string{}
		all, ok := v.([]any)
		for _, e := range all {
			s, isText := e.(string)
			if !isText {
				return false
			}
			*into = append(*into, s)
		}
		return ok || isNull(v)
	}
}

func isNull(v any) bool {
	word, ok := v.(bareWord)
	return ok && (word == "null" || word == "None")
}

func bareOrText(v any) string {
	switch v := v.(type) {
	case bareWord:
		return string(v)
	case string:
		return v
	}
	return ""
}
