package agenttest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley"
)

// totals are what is to have been seen in all, in order, such as
//
//	states thinking speaking listening
//	overlaps ignored resumed yielded
//	early kept dropped                 answers begun before the turn was over
//	transcripts kept wasted            asked for before the utterance ended
//	troubles llm
//	exchanges 2                        sent to the checker
//	asked 3                            times the model was
//	ended won
//	reactions frowns
//	learned 3                          pauses of the user's, those from before included
var totals = map[string]func(*Seen) []string{
	"states":    func(s *Seen) []string { return shown(s, func(v parley.State) string { return string(v) }) },
	"overlaps":  func(s *Seen) []string { return shown(s, func(v Overlap) string { return string(v) }) },
	"troubles":  func(s *Seen) []string { return shown(s, func(v parley.Trouble) string { return v.Role }) },
	"reactions": func(s *Seen) []string { return shown(s, func(v parley.Reaction) string { return v.Label }) },
	"exchanges": func(s *Seen) []string { return []string{fmt.Sprint(len(s.Exchanges))} },
	"asked":     func(s *Seen) []string { return []string{fmt.Sprint(len(s.Asked))} },
	"learned":   func(s *Seen) []string { return []string{fmt.Sprint(s.Profile.Pauses)} },
	"ended":     func(s *Seen) []string { return []string{string(s.Ending.Outcome)} },
	"transcripts": func(s *Seen) []string {
		return shown(s, func(v EarlyTranscript) string { return map[bool]string{true: "kept", false: "wasted"}[bool(v)] })
	},
	"early": func(s *Seen) []string {
		return shown(s, func(v Early) string { return map[bool]string{true: "kept", false: "dropped"}[bool(v)] })
	},
}

var errTotal = errors.New("no such thing to count")

func total(word, rest string) (func(*Seen) string, error) {
	of, ok := totals[word]
	if !ok {
		return nil, fmt.Errorf("%q: %w", word, errTotal)
	}
	want := strings.Fields(rest)
	return func(s *Seen) string { return differ(of(s), want) }, nil
}

// shown are the names of the things of one kind on the stage.
func shown[V any](s *Seen, name func(V) string) []string {
	var out []string
	for _, x := range s.Shown {
		if v, ok := x.What.(V); ok {
			out = append(out, name(v))
		}
	}
	return out
}

func differ(got, want []string) string {
	if slices.Equal(got, want) {
		return ""
	}
	return fmt.Sprintf("  got  %s\n  want %s", strings.Join(got, "\n       "), strings.Join(want, "\n       "))
}
