package scenarios

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
)

// TestScriptErrors breaks a sound script in one place at a time.
func TestScriptErrors(t *testing.T) {
	const u = "s.json: understudy."
	for _, tt := range []struct {
		name  string
		wreck func(*Scenario)
		want  string
	}{
		{"no wording", func(s *Scenario) { s.Understudy.Concepts["ask"] = Concept{} },
			u + "concepts.ask.any: must have at least one line"},
		{"no line", func(s *Scenario) { s.Understudy.Beats[2].Say = nil }, u + "beats[2].say: must have at least one line"},
		{"empty ask", func(s *Scenario) { s.Understudy.Beats[0].Ask = Said("") }, u + "beats[0].ask[0]: must not be empty"},
		{"worth", func(s *Scenario) { s.Understudy.Beats[0].Worth = 4 }, u + "beats[0].worth: must be 1 to 3, not 4"},
		{"lost concept", func(s *Scenario) { s.Understudy.Beats[1].All[1] = "spam" },
			u + `beats[1].all[1]: "spam" is no name in understudy.concepts; did you mean "span"?`},
		{"no concept", func(s *Scenario) { s.Understudy.Beats[1].All = nil }, u + "beats[1].all: must name at least one concept"},
		{"later need", func(s *Scenario) { s.Understudy.Beats[0].Needs = []string{"risk"} },
			u + `beats[0].needs[0]: "risk" is no earlier beat`},
		{"same beat", func(s *Scenario) { s.Understudy.Beats[0].ID = "return" },
			u + `beats[1].id: "return" is taken by another one`},
		{"too much to learn from", func(s *Scenario) {
			for i := range s.Understudy.Beats {
				s.Understudy.Beats[i].Examples, s.Understudy.Beats[i].Counter = nil, nil
			}
			s.Understudy.Agree.Examples, s.Understudy.Agree.Counter = nil, nil
			s.Understudy.Chatter = slices.Repeat([]string{"Nice day."}, MaxSentences+1)
		}, "s.json: understudy: has 3001 example sentences, counter-examples and chatter, at most 3000"},
		{"a grant without end", func(s *Scenario) { s.Understudy.Agree.Grants[0].Less = []string{"a|b", "(pilot | trial"} },
			u + `agree.grants[0].less[1]: cannot be read: pattern "(pilot | trial": ")" is missing at ""`},
		{"an exception in the old form", func(s *Scenario) { s.Understudy.Agree.Grants[0].Say = []string{"-no pilot"} },
			u + `agree.grants[0].say[0]: cannot be read: pattern "-no pilot": "-no" begins with a dash: ` +
				`an exception has a space behind it`},
		{"a list", func(s *Scenario) { s.Understudy.Agree.Grants[0].Of = []string{"<roles>"} },
			u + "agree.grants[0].of[0]: must name its words, not a list of them"},
		{"easy win", func(s *Scenario) { s.Understudy.Agree.Needs = nil }, u + "agree.needs: must name at least one beat"},
		{"quote", func(s *Scenario) { s.Understudy.Agree.Quote = "We agree" }, u + "agree.quote: must be part of understudy.agree.say"},
		{"loose quote", func(s *Scenario) { s.Understudy.Deflect[1].Say = "Well, YOU have my approval, maybe." },
			u + "deflect[1]: must not contain understudy.agree.quote"},
		{"one deflection", func(s *Scenario) { s.Understudy.Deflect = s.Understudy.Deflect[:1] },
			u + "deflect: must have at least two lines"},
		{"no insult", func(s *Scenario) { s.Understudy.Wrongs = s.Understudy.Wrongs[1:] },
			u + `wrongs: must have one with id "insult"`},
		{"warnings", func(s *Scenario) { s.Understudy.Wrongs[2].Warn = s.Understudy.Wrongs[2].Warn[:2] },
			u + "wrongs[2].warn: must have a line for each warning before the limit (4)"},
		{"ending", func(s *Scenario) { s.Understudy.Wrongs[0].Ending = "rain" },
			u + `wrongs[0].ending: "rain" is no id in bad_endings`},
		{"misspelt ending", func(s *Scenario) { s.Understudy.Wrongs[0].Ending = "insutl" },
			u + `wrongs[0].ending: "insutl" is no id in bad_endings; did you mean "insult"?`},
		{"misspelt need", func(s *Scenario) { s.Understudy.Agree.Needs[0] = "retrun" },
			u + `agree.needs[0]: "retrun" is no earlier beat; did you mean "return"?`},
		{"misspelt check", func(s *Scenario) { s.Hints[0].Checks = []string{"Agreee"} },
			`s.json: hints[0].checks[0]: must be "agree" or the id of a check of the rubric, not "Agreee"; did you mean "agree"?`},
		{"misspelt beat", func(s *Scenario) { s.Understudy.Deflect[1].Before = []string{"risks"} },
			u + `deflect[1].before[0]: "risks" is no beat; did you mean "risk"?`},
		{"ending's line", func(s *Scenario) { s.BadEndings[0].Line = "" },
			"s.json: bad_endings[0].line: must not be empty: understudy.wrongs[0] says it"},
		{"before", func(s *Scenario) { s.Understudy.Deflect[1].Before = []string{"rain"} },
			u + `deflect[1].before[0]: "rain" is no beat`},
		{"after", func(s *Scenario) { s.Understudy.Beats[0].Ask[0].After = []string{"limit", "rain"} },
			u + `beats[0].ask[0].after[1]: "rain" is no beat`},
		{"slot", func(s *Scenario) { s.Understudy.Deflect[1].Say = "A {figure}?" },
			u + `deflect[1]: {figure} is no slot: there are {number}, {name} and {word}`},
		{"slot in a beat's answer", func(s *Scenario) { s.Understudy.Beats[0].Say[0] = "{number}, then." },
			u + `beats[0].say[0]: must have no slots such as {number}`},
		{"slot in the winning line", func(s *Scenario) { s.Understudy.Agree.Say += " {name}" },
			u + `agree.say: must have no slots such as {name}`},
		{"empty example", func(s *Scenario) { s.Understudy.Beats[0].Examples = []string{"x", ""} },
			u + "beats[0].examples[1]: must not be empty"},
		{"empty counter", func(s *Scenario) { s.Understudy.Agree.Counter = []string{" "} },
			u + "agree.counter[0]: must not be empty"},
		{"empty chatter", func(s *Scenario) { s.Understudy.Chatter = []string{""} }, u + "chatter[0]: must not be empty"},
		{"asks", func(s *Scenario) { s.Understudy.Beats[0].Asks = "rain" }, u + `beats[0].asks: "rain" is no beat, nor "agree"`},
		{"opening asks", func(s *Scenario) { s.Understudy.OpeningAsks = "rain" },
			u + `opening_asks: "rain" is no beat, nor "agree"`},
		{"no answer", func(s *Scenario) { s.Understudy.Beats[0].Answer = &Answer{} },
			u + "beats[0].answer: must say what suffices: any, first_person, yes or words"},
		{"answer's concept", func(s *Scenario) { s.Understudy.Beats[0].Answer = &Answer{Any: []string{"rain"}} },
			u + `beats[0].answer.any[0]: "rain" is no name in understudy.concepts`},
		{"answer's words", func(s *Scenario) { s.Understudy.Beats[0].Answer = &Answer{Words: -1} },
			u + "beats[0].answer.words: must be 0 to 20, not -1"},
		{"beat agree", func(s *Scenario) { s.Understudy.Beats[0].ID = AgreeID },
			u + `beats[0].id: must not be "agree", which names understudy.agree`},
		{"emoji", func(s *Scenario) { s.Understudy.Beats[0].Emoji.Label = "" }, u + "beats[0].emoji.label: must not be empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data, err := embedded.ReadFile("riskyProjectApproval.json")
			if err != nil {
				t.Fatal(err)
			}
			s, err := Parse("s.json", data)
			if err != nil {
				t.Fatal(err)
			}
			tt.wreck(&s)
			data, err = json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			_, err = Parse("s.json", data)
			if !errors.As(err, new(Problems)) || err.Error() != tt.want {
				t.Errorf("problems:\n%v\nwant:\n%s", err, tt.want)
			}
		})
	}
}
