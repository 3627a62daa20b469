//go:build !race

package understudy

import (
	"regexp"
	"slices"
	"testing"
)

// TestPatternElements takes each element of a pattern for what it says.
func TestPatternElements(t *testing.T) {
	l := mannersOf("en")
	for _, tt := range []struct {
		pattern, text string
		want          bool
	}{
		{"you are|were late", "You were late.", true},
		{"you are|were late", "You seldom are late.", false},
		{"you are late", "You are so very late.", true},
		{"what kind of <roles>", "What kind of doctor?", true},
		{"what kind of <roles>", "What kind of tree?", false},
		{"you <insult adjectives>", "Oh, you idiotic", true},
		{"[be] quiet now", "Quiet now.", true},
		{"[be] quiet now", "Be quiet now.", true},
		{"you ~ late", "You come every day late.", true},
		{"you ~ late", "You come here every single blessed day late.", false},
		{"you ~ late", "You are not late.", false},
		{"you ~ late", "You know it is, late.", false},
		{"^ grow up", "Well, grow up!", true},
		{"^ grow up", "Where did you grow up?", false},
		{"go home $", "Go home, please.", true},
		{"go home $", "Go home and rest.", false},
		{"you not late", "Can you, not late?", false},
	} {
		p, err := l.lists.Patterns([]string{tt.pattern})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Stand(l.hear(tt.text).scope(l)); got != tt.want {
			t.Errorf("%q in %q: %v, want %v", tt.pattern, tt.text, got, tt.want)
		}
	}
}

// TestRudenessByConstruction has ways of being rude in every language, each
// beside a well-meant line that looks like it.
func TestRudenessByConstruction(t *testing.T) {
	for _, tt := range []struct{ scenario, rude, good string }{
		{"creditTaken", "What kind of colleague does that?", "What kind of analysis did you have in mind?"},
		{"creditTaken", "Who do you think you are?", "Who do you think should present next time?"},
		{"creditTaken", "You nasty piece of work.", "A piece of work for which I alone was responsible was shown."},
		{"salaryCounter", "I don't talk to people like you.", "They're looking for people like you."},
		{"salaryCounter", "My dog has more sense than you.", "That dog has more energy than me."},
		{"firstOneOnOneLayoff", "You'll never get anywhere.", "You'll never hear me say that it's easy."},
		{"firstOneOnOneLayoff", "You always were dead weight.", "I could say it came from above and leave it at that, but I won't."},
		{"vaccineKitchen", "Grow up, Ray.", "You want to see your granddaughter grow up."},
		{"vaccineKitchen", "You're too old to understand that.", "You're a grown man and it's your decision."},
		{"smallTalkLift", "Go back where you came from.", "Go back to your card, it's fine."},
		{"lastInvoice", "I'll make your life miserable.", "I'll make sure you're never charged twice again."},
		{"lastInvoice", "It's like talking to a wall.", "You said it's like talking to a wall."},
		{"entlassungHeute", "Sind Sie taub oder was?", "Sind Sie wirklich allein zu Hause?"},
		{"entlassungHeute", "Mein Hund hat mehr Verstand als Sie.", "Ihr Hund vermisst Sie sicher."},
		{"outageStandup", "Kein Wunder, dass keiner Sie mag.", "Kein Wunder, dass Sie wütend sind."},
		{"essayNotMine", "Quel genre d'élève es-tu ?", "Quel genre de livres tu aimes ?"},
		{"essayNotMine", "Tu n'es qu'un menteur.", "Tu n'es pas un menteur pour moi."},
		{"marketHaggle", "Con razón nadie le compra.", "Con razón viene tanta gente."},
		{"marketHaggle", "Se va a arrepentir.", "No se va a arrepentir."},
	} {
		s := scene(t, tt.scenario)
		if got := Read(s, tt.rude); len(got.Strikes) == 0 {
			t.Errorf("%s: %q is not struck", tt.scenario, tt.rude)
		}
		if got := Read(s, tt.good); len(got.Strikes) > 0 {
			t.Errorf("%s: %q is struck: %v", tt.scenario, tt.good, got.Strikes)
		}
	}
}

// TestConditionShieldsItsOwnClause has threats whose condition is not the threat.
func TestConditionShieldsItsOwnClause(t *testing.T) {
	s := scene(t, cfo)
	for text, want := range map[string]bool{
		"If you say no I'll go over your head":    true,
		"if you refuse i will tell the board":     true,
		"If you refuse, I will tell the board.":   true,
		"i mean it i will go over your head":      true,
		"if i go over your head it will not help": false,
		"If you say no I will respect that.":      false,
	} {
		got := Read(s, text).Strikes
		if struck := len(got) == 1 && got[0] == "threat"; struck != want {
			t.Errorf("%q strikes %v, a threat wanted: %v", text, got, want)
		}
	}
}

// TestDeniedIsNotSaid keeps a sentence from the beat that its opposite makes.
func TestDeniedIsNotSaid(t *testing.T) {
	for _, tt := range []struct {
		scenario string
		lines    []string
		beat     string
	}{
		{"badNewsDaughter", []string{"what did they tell you", "i have bad news the cancer has spread and he will not get better",
			"i do not have time for this"}, "stay"},
		{"smallTalkLift", []string{"hello good morning", "what a lovely lemon tree you have there",
			"you told me that you want this so it is settled"}, "share"},
	} {
		got := hold(t, scene(t, tt.scenario), tt.lines).last()
		if got.Beat == tt.beat || got.Progress == 0 {
			t.Errorf("%s: %+v, want no beat for the last line", tt.scenario, got)
		}
	}
}

// TestPatternsCanMatch: the lists of patterns are there.
func TestPatternsCanMatch(t *testing.T) {
	list := regexp.MustCompile("<([^>]*)>")
	for _, tag := range []string{"en", "de", "fr", "es"} {
		l := mannersOf(tag)
		for _, p := range slices.Concat(l.lists.Phrases["insult patterns"], l.lists.Phrases["scorn"]) {
			for _, name := range list.FindAllStringSubmatch(p, -1) {
				if l.lists.Words[name[1]] == nil {
					t.Errorf("%s: there is no list <%s>", tag, name[1])
				}
			}
		}
	}
}
