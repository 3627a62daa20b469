//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package understudy

import (
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/scenarios"
)

// stall is a small scene: a man sells lamps at a market stall.
func stall() scenarios.Scenario {
	say := scenarios.Said
	return scenarios.Scenario{
		ID: "stall", Language: "en", Botname: "Bo", Goal: "Bo sells you the lamp Aladdin made",
		Opening: "So, what brings you here?", MinTurns: 2,
		BadEndings: []scenarios.BadEnding{{ID: "gone", Line: "We are closed."}},
		Understudy: &scenarios.Understudy{
			Concepts: map[string]scenarios.Concept{
				"light": {Any: []string{"need light", "dark at home"}}, "why": {Any: []string{"read", "sew"}},
				"price": {Any: []string{"# dollars"}}, "ask": {Any: []string{"sell me"}}, "dust": {Any: []string{"dusty", "old thing"}},
			},
			OpeningAsks: "need",
			Beats: []scenarios.Beat{
				{
					ID: "need", All: []string{"light"}, Worth: 2, Say: []string{"Dark, is it? What would you do with it?"}, Asks: "use",
					Ask: say("What is it you need?"), Answer: &scenarios.Answer{FirstPerson: true},
				},
				{
					ID: "use", All: []string{"why"}, Needs: []string{"need"}, Worth: 2, Say: []string{"A good use."},
					Ask: say("And what for?"), Answer: &scenarios.Answer{Words: 3},
				},
				{ID: "price", All: []string{"price"}, Worth: 2, Say: []string{"That is a price."}, Ask: say("And what do you pay?")},
			},
			Agree: scenarios.Agreement{
				All: []string{"ask"}, Needs: []string{"use", "price"}, Say: "Yes, it is yours.", Quote: "it is yours",
				Early: say("Not so fast."), Hold: say("Slowly."), Ask: say("So, say it."),
			},
			Wrongs:  []scenarios.Wrong{{ID: scenarios.InsultID, Limit: 2, Drop: 1, Warn: say("Careful."), Ending: "gone"}},
			Remarks: []scenarios.Remark{{Any: []string{"dust"}, Say: say("{word}? It is old, not {word}.", "I wipe it every day.")}},
			Deflect: scenarios.Lines{
				{Say: "Nobody ever needs a lamp.", Before: []string{"need"}}, {Say: "{number} is not on the label."},
				{Say: "{name} never came back for it."}, {Say: "You said it is dark.", After: []string{"need"}}, {Say: "Hm."},
			},
			Outside: say("Who?"), AfterWin: say("Sold.", "Bye."), AfterLoss: say("Closed.", "No."),
		},
	}
}

// TestOwnQuestionSetsTheBar takes for an answer what would be none unasked.
func TestOwnQuestionSetsTheBar(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines []string
		heard []string
	}{
		{"the opening's question", []string{"I keep stumbling over my cat."}, []string{"need"}},
		{"not about oneself", []string{"The weather is fine today."}, nil},
		{"refused", []string{"Nothing, I don't know."}, nil},
		{"asked back", []string{"What would I want from you?"}, nil},
		{"an answer after a shrug", []string{"I don't know. My cat keeps me up."}, []string{"need"}},
		{"rude", []string{"I think you are an idiot."}, nil},
		{"the beat's question", []string{"it is dark at home", "Finding the stairs at night."}, []string{"need", "use"}},
		{"too short", []string{"it is dark at home", "Well, stuff."}, []string{"need"}},
		{"no longer asked", []string{"it is dark at home", "twenty dollars", "Finding the stairs at night."}, []string{"need", "price"}},
	} {
		if got := hold(t, stall(), tt.lines).last(); !slices.Equal(got.Heard, tt.heard) {
			t.Errorf("%s: heard %q, want %q", tt.name, got.Heard, tt.heard)
		}
	}
}

// TestOnlyQuestionsThatWereAsked takes no answer to a question that a character
// who speaks freely did not ask; a nudge leaves one standing.
func TestOnlyQuestionsThatWereAsked(t *testing.T) {
	s := stall()
	s.Nudges = []string{"Are you there?"}
	for said, want := range map[string]int{"What is it you need?": 2, "Hm, well. What is it you need?": 2, "Nice day.": 0, "Are you there?": 2} {
		turns := []parley.Turn{
			{Number: 1, Role: parley.Character, Text: s.Opening}, {Number: 2, Role: parley.User, Text: "hm"},
			{Number: 3, Role: parley.Character, Text: said}, {Number: 4, Role: parley.User, Text: "I keep stumbling over my cat."},
		}
		if got := Follow(s, turns, 0).Progress; got != want {
			t.Errorf("after %q progress is %d, want %d", said, got, want)
		}
	}
}

// TestLinesTakeUpWhatWasSaid fills slots and passes over lines that do not fit.
func TestLinesTakeUpWhatWasSaid(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines []string
		say   string
	}{
		{"condition", []string{"well hello there", "hm"}, "Nobody ever needs a lamp."},
		{"condition gone", []string{"it is dark at home", "hm", "hm"}, "You said it is dark."},
		{"word", []string{"what a dusty shop"}, "Dusty? It is old, not dusty."},
	} {
		if got := hold(t, stall(), tt.lines).last().Say; got != tt.say {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.say)
		}
	}
	p := newPlay(must(newScript(stall())))
	for _, tt := range []struct{ line, text, want string }{
		{"{number}, then.", "We waited eighteen months, no more.", "Eighteen months, then."},
		{"{number}, then.", "It cost 1,250 dollars in all", "1,250 dollars, then."},
		{"So, {number}?", "about forty percent of it", "So, forty percent?"},
		{"So, {number}?", "no figure at all", ""},
		{"{name}?", "Was it Aladdin who made it, Bo?", "Aladdin?"},
		{"{name}?", "Was it you, Bo?", ""},
		{"{word}?", "anything", ""},
	} {
		p.user = p.listen(tt.text, nil, "")
		if got, _ := p.fill(tt.line, ""); got != tt.want {
			t.Errorf("%q after %q = %q, want %q", tt.line, tt.text, got, tt.want)
		}
	}
}

func must(sc *script, err error) *script {
	if err != nil {
		panic(err)
	}
	return sc
}

// TestNoLineTwice talks on for as long as the lines last.
func TestNoLineTwice(t *testing.T) {
	for _, s := range append(scenes(t), stall()) {
		c := hold(t, s, slices.Repeat([]string{"hm", "well", "you see", "that is how it goes"}, 6))
		seen := map[string]bool{}
		for i, turn := range c.turns {
			if turn.Role == parley.Character && seen[turn.Text] {
				t.Errorf("%s: line %d says %q again", s.ID, i, turn.Text)
			}
			seen[turn.Text] = true
		}
	}
}

// TestAsksForWhatIsMissing answers who asks too early twice.
func TestAsksForWhatIsMissing(t *testing.T) {
	c := hold(t, stall(), []string{"sell me", "sell me", "twenty dollars"})
	if got := []string{c.states[0].Say, c.states[1].Say}; !slices.Equal(got, []string{"Not so fast.", "What is it you need?"}) {
		t.Errorf("answers %q", got)
	}
}

// TestWindowKnowsFilledLines finds the step in a line whose slots were filled.
func TestWindowKnowsFilledLines(t *testing.T) {
	en := mannersOf("en")
	for _, tt := range []struct {
		said, line string
		want       bool
	}{
		{"Eighteen months, is it? Careful.", "{number}, is it? Careful.", true},
		{"So, forty percent. And then?", "So, {number}. And then?", true},
		{"So, and now?", "So, {number}. And then?", false},
		{"Careful now.", "Careful.", true},
	} {
		if got := en.holdsLine(en.words(tt.said), tt.line); got != tt.want {
			t.Errorf("%q in %q: %v, want %v", tt.line, tt.said, got, tt.want)
		}
	}
}

// TestOtherLanguages hears figures, accents and endings.
func TestOtherLanguages(t *testing.T) {
	for _, tt := range []struct{ tag, wording, text string }{
		{"de", "# minuten", "In fünfundvierzig Minuten."}, {"de", "45 minuten", "in fünfundvierzig Minuten"},
		{"de", "2000 kunden", "zweitausend Kunden"}, {"de", "untersuchung", "bis zu den Untersuchungen"},
		{"fr", "# jours", "dans quatre-vingt-dix jours"}, {"fr", "90 jours", "quatre-vingt-dix jours"}, {"fr", "idee", "C'était l'idée."},
		{"es", "# pesos", "¿Cuarenta y cinco pesos?"}, {"es", "45 pesos", "cuarenta y cinco pesos"}, {"es", "manana", "hasta mañana"},
	} {
		l := mannersOf(tt.tag)
		if !l.concept([]string{tt.wording}, false, false).in(l.hear(tt.text).words) {
			t.Errorf("%s: %q is not heard in %q: %q", tt.tag, tt.wording, tt.text, l.words(tt.text))
		}
	}
	if got := mannersOf("nl-BE"); got != mannersOf("en") || strings.Join(got.words("It's"), " ") != "it is" {
		t.Error("a language without a file is not heard as English is")
	}
}
