package labelled_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/checker/labelled"
)

// Every sort of broken dialogue is refused with its id, its turn and a reason.
func TestValidateRefusesDialogues(t *testing.T) {
	type dialogue = labelled.Dialogue
	s, lib := embedded(t), library(t)
	last := func(d *dialogue) *labelled.Label { return d.Turns[len(d.Turns)-1].Label }
	for name, c := range map[string]struct {
		of    string
		spoil func(*dialogue)
		want  string
	}{
		"id":           {"cfo-win", func(d *dialogue) { d.ID = "a b" }, "a b: id must be"},
		"scenario":     {"cfo-win", func(d *dialogue) { d.Scenario = "nowhere" }, `cfo-win: scenario "nowhere" is unknown`},
		"language":     {"cfo-win", func(d *dialogue) { d.Language = "English" }, "cfo-win: language must be"},
		"kind":         {"cfo-win", func(d *dialogue) { d.Kind = "won" }, `cfo-win: kind "won" is unknown`},
		"style":        {"cfo-win", func(d *dialogue) { d.Style = "" }, "cfo-win: style must be"},
		"about":        {"cfo-win", func(d *dialogue) { d.About = " " }, "cfo-win: about is missing"},
		"no exchange":  {"cfo-win", func(d *dialogue) { d.Turns = d.Turns[:1] }, "cfo-win: has 1 turns"},
		"half":         {"cfo-win", func(d *dialogue) { d.Turns = d.Turns[:4] }, "cfo-win: has 4 turns"},
		"opening":      {"cfo-win", func(d *dialogue) { d.Turns[0].Text = "Hello." }, "cfo-win: turn 1: is not the opening"},
		"who":          {"cfo-win", func(d *dialogue) { d.Turns[3].Who = parley.Character }, `cfo-win: turn 4: who must be "user"`},
		"empty text":   {"cfo-win", func(d *dialogue) { d.Turns[3].Text = " " }, "cfo-win: turn 4: text is empty"},
		"two lines":    {"cfo-win", func(d *dialogue) { d.Turns[3].Text = "a\nb" }, "cfo-win: turn 4: text must be one line"},
		"long":         {"cfo-win", func(d *dialogue) { d.Turns[3].Text = strings.Repeat("a", 2001) }, "cfo-win: turn 4: text is too long"},
		"typed answer": {"cfo-win", func(d *dialogue) { d.Turns[4].Typed = true }, "cfo-win: turn 5: the character types nothing"},
		"no label":     {"cfo-win", func(d *dialogue) { d.Turns[4].Label = nil }, "cfo-win: turn 5: label is missing"},
		"user label":   {"cfo-win", func(d *dialogue) { d.Turns[3].Label = last(d) }, "cfo-win: turn 4: only the character's answers"},
		"opening's":    {"cfo-win", func(d *dialogue) { d.Turns[0].Label = last(d) }, "cfo-win: turn 1: only the character's answers"},
		"order":        {"cfo-win", func(d *dialogue) { d.Turns[2].Label.Low = 5 }, "cfo-win: turn 3: low 5, progress 1 and high 2"},
		"over 10":      {"cfo-win", func(d *dialogue) { d.Turns[2].Label.High = 11 }, "cfo-win: turn 3: low 0, progress 1 and high 11"},
		"10 not won":   {"cfo-win", func(d *dialogue) { d.Turns[2].Label.High = 10 }, "cfo-win: turn 3: progress and high must be 10"},
		"won at 9":     {"cfo-win", func(d *dialogue) { last(d).Progress, last(d).Low = 9, 9 }, "cfo-win: turn 13: progress and high must be 10"},
		"both":         {"cfo-win", func(d *dialogue) { last(d).Bad = true }, "cfo-win: turn 13: complete and bad exclude"},
		"no evidence":  {"cfo-win", func(d *dialogue) { last(d).Evidence = "" }, "cfo-win: turn 13: complete and bad take evidence"},
		"risen mutely": {"cfo-win", func(d *dialogue) { d.Turns[6].Label.Evidence = "" }, "cfo-win: turn 7: a rise past 3 takes evidence"},
		"user's words": {"cfo-win", func(d *dialogue) { last(d).Evidence = d.Turns[11].Text }, "cfo-win: turn 13: evidence "},
		"old words":    {"cfo-win", func(d *dialogue) { last(d).Evidence = d.Turns[8].Text }, "cfo-win: turn 13: evidence "},
		"flag":         {"cfo-win", func(d *dialogue) { last(d).Flags = []string{"odd"} }, `cfo-win: turn 13: flag "odd" is unknown`},
		"flag twice":   {"cfo-win", func(d *dialogue) { last(d).Flags = []string{"safety", "safety"} }, "cfo-win: turn 13: a flag is there twice"},
		"check":        {"cfo-win", func(d *dialogue) { last(d).Checks = []string{"nothing"} }, `cfo-win: turn 13: check "nothing" is not in`},
		"check twice":  {"cfo-win", func(d *dialogue) { last(d).Checks = slices.Repeat(last(d).Checks, 2) }, "cfo-win: turn 13: a check is there twice"},
		"check left":   {"cfo-win", func(d *dialogue) { last(d).Checks = nil }, `cfo-win: turn 13: complete without check "return"`},
		"won early":    {"cfo-win", func(d *dialogue) { d.Turns = slices.Concat(d.Turns[:3], d.Turns[11:]) }, "cfo-win: turn 5: complete in exchange 2"},
		"check lost":   {"cfo-win", func(d *dialogue) { d.Turns[2].Label.Checks = []string{"x"} }, `cfo-win: turn 5: check "x" was met before`},
		"no win":       {"cfo-win", func(d *dialogue) { d.Turns = d.Turns[:11] }, "cfo-win: must end complete"},
		"bad undone":   {"cfo-insult", func(d *dialogue) { d.Turns = slices.Concat(d.Turns, d.Turns[1:3]) }, "cfo-insult: turn 13: once bad"},
		"win undone":   {"cfo-late-bad-free", func(d *dialogue) { last(d).Bad = false }, "cfo-late-bad-free: turn 13: a scene that was complete"},
		"bad quietly":  {"cfo-insult", func(d *dialogue) { last(d).Evidence = "" }, "cfo-insult: turn 11: complete and bad take evidence"},
		"no loss":      {"cfo-insult", func(d *dialogue) { last(d).Bad = false }, "cfo-insult: must end bad"},
		"no late loss": {"cfo-late-bad-free", func(d *dialogue) { d.Turns = d.Turns[:11] }, "cfo-late-bad-free: must end bad"},
		"stall moves":  {"cfo-stall", func(d *dialogue) { last(d).Progress, last(d).High = 4, 4 }, "cfo-stall: must never pass 3"},
		"effort pays":  {"cfo-effort-free", func(d *dialogue) { last(d).High = 7 }, "cfo-effort-free: must never pass 6"},
		"refusal":      {"cfo-refusal-free", func(d *dialogue) { last(d).Progress, last(d).High = 9, 9 }, "cfo-refusal-free: must fall"},
		"readback":     {"cfo-readback-free", func(d *dialogue) { d.Kind = labelled.Claims }, "cfo-readback-free: must not end, and"},
		"no name":      {"cfo-name", func(d *dialogue) { d.Username = "" }, "cfo-name: a dialogue of the kind name"},
		"short talk":   {"cfo-small-talk", func(d *dialogue) { d.Turns = d.Turns[:5] }, "cfo-small-talk: is too short"},
		"talk pays":    {"cfo-small-talk", func(d *dialogue) { last(d).Progress, last(d).High = 9, 9 }, "cfo-small-talk: must make progress and hold"},
		"short window": {"cfo-window-1", func(d *dialogue) { d.Turns = d.Turns[:45] }, "cfo-window-1: has 44 messages"},
		"no place":     {"cfo-window-1", func(d *dialogue) { d.Concession = 4 }, "cfo-window-1: concession 4 is no answer"},
		"off the end":  {"cfo-window-1", func(d *dialogue) { d.Concession = 99 }, "cfo-window-1: concession 99 is no answer"},
		"no lift":      {"cfo-window-25", func(d *dialogue) { d.Concession = 25 }, "cfo-window-25: the concession lifts nothing"},
		"forgotten":    {"cfo-window-1", func(d *dialogue) { d.Turns[20].Label.Progress = 1 }, "cfo-window-1: progress must not fall"},
		"concession":   {"cfo-win", func(d *dialogue) { d.Concession = 3 }, "cfo-win: concession belongs to"},
		"no pair":      {"cfo-misheard", func(d *dialogue) { d.PairOf = "" }, "cfo-misheard: pair_of is missing"},
		"strange pair": {"cfo-misheard", func(d *dialogue) { d.PairOf = "mei-win" }, `cfo-misheard: pair_of "mei-win" is no other`},
		"own pair":     {"cfo-misheard", func(d *dialogue) { d.PairOf = "cfo-misheard" }, `cfo-misheard: pair_of "cfo-misheard" is no other`},
		"long pair":    {"cfo-misheard", func(d *dialogue) { d.PairOf = "cfo-slow-win" }, "cfo-misheard: has 6 exchanges, its pair 13"},
		"other labels": {"cfo-misheard", func(d *dialogue) { d.Turns[2].Label.Progress = 2 }, "cfo-misheard: turn 3: is labelled otherwise"},
	} {
		d := find(t, s, c.of)
		c.spoil(&d)
		spoiled := labelled.Set{Dialogues: slices.Clone(s.Dialogues)}
		at := slices.IndexFunc(spoiled.Dialogues, func(o dialogue) bool { return o.ID == c.of })
		spoiled.Dialogues[at] = d
		err := labelled.Validate(spoiled, lib)
		if !errors.As(err, new(labelled.Problems)) || !strings.Contains(err.Error(), ".json: "+c.want) {
			t.Errorf("%s: Validate = %v, want %q", name, err, c.want)
		}
	}
}

func TestValidateRefusesTwins(t *testing.T) {
	s := embedded(t)
	twins := labelled.Set{Dialogues: []labelled.Dialogue{find(t, s, "cfo-win"), find(t, s, "cfo-win")}}
	if err := labelled.Validate(twins, library(t)); err == nil || !strings.Contains(err.Error(), "another dialogue has this id") {
		t.Errorf("Validate = %v, want a word about the id", err)
	}
}

func TestValidateRefusesLines(t *testing.T) {
	type injection = labelled.Injection
	for name, c := range map[string]struct {
		spoil func(*injection)
		want  string
	}{
		"id":        {func(in *injection) { in.ID = "" }, "id must be"},
		"id again":  {func(in *injection) { in.ID = "other" }, "id must be"},
		"language":  {func(in *injection) { in.Language = "EN" }, "language must be"},
		"kind":      {func(in *injection) { in.Kind = "trick" }, `kind "trick" is unknown`},
		"said":      {func(in *injection) { in.Said = "" }, "said is empty"},
		"two lines": {func(in *injection) { in.Said = "a\tb" }, "said must be one line"},
		"reply":     {func(in *injection) { in.Reply = "" }, "reply is empty"},
		"name":      {func(in *injection) { in.Username = "Eve" }, "username belongs to"},
		"no name":   {func(in *injection) { in.Kind = labelled.NameField }, "username belongs to"},
		"long name": {func(in *injection) {
			in.Kind, in.Username = labelled.NameField, strings.Repeat("e", parley.MaxDispatchBytes+1)
		}, "username is too long"},
		"twice": {func(in *injection) { in.Said = "SAY YES" }, "another line of the language says the same"},
	} {
		in := injection{ID: "this", Language: "en", Kind: labelled.Ignore, Said: "ignore it", Reply: "No."}
		other := injection{ID: "other", Language: "en", Kind: labelled.Ignore, Said: "say yes", Reply: "No."}
		c.spoil(&in)
		err := labelled.Validate(labelled.Set{Injections: []injection{other, in}}, library(t))
		if !errors.As(err, new(labelled.Problems)) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Validate = %v, want %q", name, err, c.want)
		}
	}
	for _, l := range []labelled.Line{{Language: "en"}, {Text: "a"}, {Language: "en", Text: "Say yes"}} {
		fine := labelled.Line{Language: "en", Text: "say yes"}
		if err := labelled.Validate(labelled.Set{Harmless: []labelled.Line{fine, l}}, library(t)); err == nil {
			t.Errorf("Validate takes the harmless line %+v", l)
		}
	}
}
