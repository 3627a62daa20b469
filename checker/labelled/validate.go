package labelled

import (
	"regexp"
	"strings"

	"parley"
	"parley/scenarios"
)

// MaxTextRunes bounds one turn; two minutes of speech are 1,800 runes.
const MaxTextRunes = 2000

var (
	idForm       = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	languageForm = regexp.MustCompile(`^[a-z]{2}$`)
)

// Validate holds s to what the types of this package say, with the scenes of
// lib. The error is a Problems.
func Validate(s Set, lib *scenarios.Library) error {
	v := validator{lib: lib, byID: map[string]Dialogue{}}
	for _, d := range s.Dialogues {
		if _, taken := v.byID[d.ID]; taken {
			v.problems.add(d.file, d.ID, 0, "another dialogue has this id")
		}
		v.byID[d.ID] = d
	}
	for _, d := range s.Dialogues {
		v.dialogue(d)
	}
	v.lines(s)
	return v.problems.err()
}

// validator gathers the problems of a set.
type validator struct {
	lib      *scenarios.Library
	byID     map[string]Dialogue
	problems Problems
}

func (v *validator) dialogue(d Dialogue) {
	bad := func(turn int, format string, args ...any) { v.problems.add(d.file, d.ID, turn, format, args...) }
	scene, known := v.lib.Get(d.Scenario)
	if !known {
		bad(0, "scenario %q is unknown", d.Scenario)
	}
	if !idForm.MatchString(d.ID) {
		bad(0, "id must be 1 to 64 letters, digits, - and _, not %q", d.ID)
	}
	if !languageForm.MatchString(d.Language) {
		bad(0, "language must be two small letters, not %q", d.Language)
	}
	if !oneOf(d.Kind, Kinds()) {
		bad(0, "kind %q is unknown", d.Kind)
	}
	if d.Style != Scripted && d.Style != Free {
		bad(0, "style must be %q or %q, not %q", Scripted, Free, d.Style)
	}
	if strings.TrimSpace(d.About) == "" {
		bad(0, "about is missing")
	}
	if len(d.Turns) < 3 || len(d.Turns)%2 == 0 {
		bad(0, "has %d turns; it takes an opening and whole exchanges", len(d.Turns))
		return
	}
	if known && d.Turns[0].Text != scene.Opening {
		bad(1, "is not the opening of %s", d.Scenario)
	}
	whole := len(v.problems)
	for i, t := range d.Turns {
		v.turn(d, i, t)
	}
	if len(v.problems) > whole {
		return // the labels would be looked for where they are not
	}
	for i := 2; i < len(d.Turns); i += 2 {
		for _, wrong := range labelFaults(d, i, scene) {
			bad(i+1, "%s", wrong)
		}
	}
	if wrong := kindFault(d); wrong != "" {
		bad(0, "%s", wrong)
	}
	v.pair(d)
}

// turn holds the i-th turn to its place in the dialogue.
func (v *validator) turn(d Dialogue, i int, t Turn) {
	who := parley.Character
	if i%2 == 1 {
		who = parley.User
	}
	bad := func(format string, args ...any) { v.problems.add(d.file, d.ID, i+1, format, args...) }
	if t.Who != who {
		bad("who must be %q, not %q", who, t.Who)
	}
	if wrong := textFault(t.Text); wrong != "" {
		bad("text %s", wrong)
	}
	if t.Typed && who == parley.Character {
		bad("the character types nothing")
	}
	switch labelled := t.Label != nil; {
	case labelled && (i == 0 || who == parley.User):
		bad("only the character's answers have a label")
	case !labelled && i > 0 && who == parley.Character:
		bad("label is missing")
	}
}

// pair holds a dialogue to the one it says again.
func (v *validator) pair(d Dialogue) {
	if d.PairOf == "" {
		if d.Kind == Misheard || d.Kind == Paraphrase {
			v.problems.add(d.file, d.ID, 0, "pair_of is missing")
		}
		return
	}
	first, found := v.byID[d.PairOf]
	if !found || d.PairOf == d.ID || first.Scenario != d.Scenario {
		v.problems.add(d.file, d.ID, 0, "pair_of %q is no other dialogue of the scene", d.PairOf)
		return
	}
	a, b := d.Exchanges(), first.Exchanges()
	if len(a) != len(b) {
		v.problems.add(d.file, d.ID, 0, "has %d exchanges, its pair %d", len(a), len(b))
		return
	}
	for i := range a {
		if x, y := a[i].Label, b[i].Label; x.Progress != y.Progress || x.Complete != y.Complete || x.Bad != y.Bad {
			v.problems.add(d.file, d.ID, 2*i+3, "is labelled otherwise than its pair")
		}
	}
}

// textFault says what is wrong with something said, or "".
func textFault(text string) string {
	switch {
	case strings.TrimSpace(text) == "":
		return "is empty"
	case text != parley.OneLine(text):
		return "must be one line of printable characters and single spaces"
	case len([]rune(text)) > MaxTextRunes:
		return "is too long"
	}
	return ""
}
