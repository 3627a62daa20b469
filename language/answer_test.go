package language_test

import (
	"strings"
	"testing"

	"parley/language"
	"parley/language/languagetest"
)

const clear = languagetest.Question

func TestAnswer(t *testing.T) {
	for _, c := range []struct {
		said string
		want language.Reply
	}{
		{"yes", language.Reply{Yes: true}},
		{"Yes, please!", language.Reply{Yes: true}},
		{"YES", language.Reply{Yes: true}},
		{"yesss pleeease", language.Reply{Yes: true}},
		{"why not?", language.Reply{Yes: true}},
		{"yes?", language.Reply{}},
		{"please do, I am done with this list", language.Reply{Yes: true}},
		{"perfect, that would be just great of you", language.Reply{Yes: true}},
		{"affirmative, captain", language.Reply{Yes: true}},
		{"deal, off with them", language.Reply{Yes: true, Named: true}},
		{"why not, they are all old", language.Reply{Yes: true}},
		{"well, if you ask me, then yes, get rid of them", language.Reply{Yes: true, Named: true}},
		{"yes, delete all three tasks", language.Reply{Yes: true, Named: true}},
		{"yes, delete the 3 tasks from my list for good", language.Reply{Yes: true, Named: true}},
		{"delete all three tasks", language.Reply{}}, // what was asked for, said twice
		{"delete them", language.Reply{Yes: true, Named: true}},
		{"yes, delete task three", language.Reply{}},
		{"yes, delete two tasks", language.Reply{}},
		{"yes, delete three", language.Reply{}},
		{"yes, book it", language.Reply{}},
		{"yes, but not the second", language.Reply{}},
		{"yes if you keep the milk", language.Reply{}},
		{"yes, list them", language.Reply{}}, {"yes, and", language.Reply{}}, {"yes, um", language.Reply{}},
		{"she said yes, delete it", language.Reply{}},
		{`"yes"`, language.Reply{}}, {"'yes'", language.Reply{}}, {"“yes, do it”", language.Reply{}},
		{"y̶e̶s̶", language.Reply{}},
		{"yeah, right", language.Reply{}}, {"oh, great", language.Reply{}}, {"all good", language.Reply{}},
		{"👍🏽", language.Reply{Yes: true}}, {"👎", language.Reply{No: true}}, {"yes 🙄", language.Reply{}},
		{"no", language.Reply{No: true}}, {"Nooo!", language.Reply{No: true}}, {"no thanks", language.Reply{No: true}},
		{"don't", language.Reply{No: true}}, {"Don’t delete them!", language.Reply{No: true}}, {"DO NOT DO IT", language.Reply{No: true}},
		{"no no no, yes I said no", language.Reply{}},
		{"please, keep them", language.Reply{No: true}},
		{"I would much rather you did not delete them, they matter to me", language.Reply{No: true, More: true}},
		{"I'd hate for you to delete them", language.Reply{No: true, More: true}},
		{"Please no! I never asked you to remove those", language.Reply{No: true, More: true}},
		{"did I ever say yes to that?", language.Reply{}},
		{"wait a second, who told you that I want you to delete them?", language.Reply{}},
		{"no, but delete the second", language.Reply{}},
		{"no idea", language.Reply{}}, {"i don't know", language.Reply{}}, {"yes or no", language.Reply{}}, {"maybe", language.Reply{}},
		{"no problem at all", language.Reply{}}, {"", language.Reply{}}, {"...", language.Reply{}}, {"da", language.Reply{}},
		{"Ja, bitte löschen", language.Reply{Yes: true, Named: true}}, {"ja, lösch sie alle", language.Reply{Yes: true, Named: true}},
		{"Nein, bitte nicht löschen!", language.Reply{No: true}}, {"lösch sie nicht", language.Reply{No: true}},
		{"oui, supprime-les tous", language.Reply{Yes: true, Named: true}}, {"d’accord, vas-y", language.Reply{Yes: true}},
		{"ne les supprime pas", language.Reply{No: true, More: true}}, {"non merci", language.Reply{No: true}},
		{"sí, bórralas todas, por favor", language.Reply{Yes: true, Named: true}}, {"no las borres", language.Reply{No: true}},
		{"sì, cancellale pure", language.Reply{Yes: true, Named: true}}, {"non cancellarle", language.Reply{No: true}},
		{"si tu gardes le lait", language.Reply{}},
	} {
		if got := language.Answer(c.said, clear); got != c.want {
			t.Errorf("%q is %+v, want %+v", c.said, got, c.want)
		}
	}
}

// TestAnswerRepeats: one of several things is not all of them.
func TestAnswerRepeats(t *testing.T) {
	for _, c := range []struct {
		question, said string
		yes            bool
	}{
		{"Delete milk and bread?", "yes", true},
		{"Delete milk and bread?", "yes, delete milk", false},
		{"Delete milk and bread?", "yes, bread", false},
		{"Delete milk and bread?", "yes, delete milk and bread", true},
		{"Delete milk and bread?", "yes, delete milk or bread", false},
		{"Shall I go on?", "go on", true},
		{"Shall I go on?", "yes, go on", true},
		{"Shall I go on?", "yes, delete them", false},
		{"Shall I keep them?", "yes, keep them", false}, // asked again
		{"I cannot book flights. Shall I put flight LH123 on your list for you to book?", "yes, put it on my list", true},
		{"I cannot book flights. Shall I put flight LH123 on your list for you to book?", "yes, put flight LH 124 on my list", false},
		{"Send 40 euros to Bob?", "yes, send 40 euros to Bob", true},
		{"Send 40 euros to Bob?", "yes, send 30 euros to Bob", false},
		{"Send 40 euros to Bob?", "yes, send Bob 40 dollars", false},
		{"", "yes", true},
		{"", "yes, delete it", false},
	} {
		if got := language.Answer(c.said, c.question); got.Yes != c.yes {
			t.Errorf("%q: %q is %+v, want yes %v", c.question, c.said, got, c.yes)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add("yes, delete them", clear)
	f.Add("don’t", "")
	f.Add("ja 'ja' \u202e👍🏽?", "1 2, 3")
	f.Fuzz(func(t *testing.T, said, question string) {
		got := language.Answer(said, question)
		if got.Yes && got.No || got.More && !got.No || got.Named && !got.Yes {
			t.Errorf("%q, %q: %+v", question, said, got)
		}
		for _, behind := range []string{" but wait", " xyzzy", "?!", " 7", " if"} {
			if strings.Contains(question, strings.TrimSpace(behind)) {
				continue
			}
			if more := language.Answer(said+behind, question); more.Yes {
				t.Errorf("%q, %q: still a yes", question, said+behind)
			}
		}
	})
}
