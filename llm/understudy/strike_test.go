//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package understudy

import (
	"os"
	"strings"
	"testing"

	"parley/language"
)

// TestWellMeantLinesAreNotStruck holds every scene to what people say in it with
// good intentions: the lines that win, the examples of its beats, and what its
// wrongs only look like.
func TestWellMeantLinesAreNotStruck(t *testing.T) {
	for _, s := range scenes(t) {
		lines := callLines(t, s.ID, "win")
		u := s.Understudy
		lines = append(lines, u.Agree.Examples...)
		for _, b := range u.Beats {
			lines = append(lines, b.Examples...)
		}
		for _, w := range u.Wrongs {
			lines = append(lines, w.Counter...)
		}
		for _, l := range lines {
			// What makes a beat is taken as that, whatever else it holds.
			if got := Read(s, l); got.Ends || len(got.Strikes) > 0 && len(got.Beats) == 0 {
				t.Errorf("%s: %q is struck: %+v", s.ID, l, got)
			}
		}
	}
}

// TestOtherPeoplesWordsAreNotStruck has lines that strikes by key words punished.
func TestOtherPeoplesWordsAreNotStruck(t *testing.T) {
	for _, tt := range []struct{ scenario, text string }{
		{"badNewsDaughter", "Who told you that it went well?"},
		{"badNewsDaughter", "I understand they told you it went well, but the cancer has spread."},
		{"badNewsDaughter", "I need to go through this with you slowly."},
		{"badNewsDaughter", "Take five minutes, as long as you need."},
		{"badNewsDaughter", "I hate to tell you this."},
		{"badNewsDaughter", "There is no problem with pain."},
		{"badNewsDaughter", "I can't promise you that he will be fine."},
		{"badNewsDaughter", "If I told you he will be fine, I would be lying."},
		{"badNewsDaughter", "The nurse said he will be fine, I know."},
		{cfo, "You can tell the board the loss is capped at forty percent."},
		{cfo, "in June, or else we miss the autumn"},
		{cfo, "You will regret nothing."},
		{cfo, "I will not go to the board behind your back."},
		{"smallTalkLift", "I am so shy too."},
		{"smallTalkLift", "It is so quiet in here."},
		{"smallTalkLift", "My husband has a lemon tree."},
		{"firstOneOnOneLayoff", "My boss said to me, you know, you are dead weight, with the door open."},
		{"firstOneOnOneLayoff", "I heard he told you, you are an idiot."},
		{"creditTaken", "They did that to you for years? Those bastards."},
		{"salaryCounter", "Years they strung me along, those cheats."},
		{"vaccineKitchen", "Stop saying you're just a dumb trucker."},
		{"vaccineKitchen", "What a fool I was to send you those articles."},
		{"badNewsDaughter", "Even a child could see how much you love him."},
		{"entlassungHeute", "Was fehlt Ihnen?"},
		{"entlassungHeute", "Ein Mann hat zu mir gesagt, du bist dumm, geh weg."},
		{"entlassungHeute", "Der Mann im Bett nebenan hat „Jammerlappen“ gesagt, das war nicht recht."},
		{"entlassungHeute", "Mein Bruder, der Idiot, ist auch einfach heimgegangen."},
		{"essayNotMine", "Y a peut-être une raison que t'ignores."},
		{"essayNotMine", "Comment on a pu te laisser croire que tu étais un bon à rien ?"},
		{"essayNotMine", "Je ne te prends pas pour un imbécile."},
		{"marketHaggle", "Ay, perdón, qué bruta soy."},
		{"marketHaggle", "Oí que el muchacho le gritó vieja bruta, y me dio coraje."},
		{"marketHaggle", "Qué groseros fueron con usted."},
		{"marketHaggle", "Con gente como usted da gusto."},
		{"badNewsDaughter", "I hate you having to hear this."},
		{cfo, "You are a machine with numbers, I admire that."},
		{"smallTalkLift", "My boss called me useless in front of everybody."},
		{"entlassungHeute", "Alle haben gelacht, und einer rief, setz dich hin, du Lusche."},
		{"essayNotMine", "Un travail pareil en deux jours, vous êtes une bête de travail !"},
		{"marketHaggle", "Me señalaron como ladrona delante de toda la gente."},
	} {
		s := scene(t, tt.scenario)
		if len(s.Understudy.Chatter) == 0 {
			continue // written to the old form, by key words
		}
		if got := Read(s, tt.text); len(got.Strikes) > 0 {
			t.Errorf("%s: %q is struck: %+v", tt.scenario, tt.text, got)
		}
	}
}

// TestBeatBeforeStrike takes a turn for what it is good for.
func TestBeatBeforeStrike(t *testing.T) {
	c := hold(t, scene(t, cfo), []string{"three times the money in eighteen months, and it is a vision"})
	if got := c.last(); got.Beat != "return" || got.Progress != 2 {
		t.Errorf("state = %+v, want the return taken", got)
	}
	c = hold(t, scene(t, cfo), []string{"three times the money in eighteen months, fuck you"})
	if got := c.last(); !got.Bad {
		t.Errorf("state = %+v, want the scene lost", got)
	}
}

// TestInsultsAreStruckWhereTheyAreMeant: a clause about others, about saying or
// about the user does not cover an insult to the character.
func TestInsultsAreStruckWhereTheyAreMeant(t *testing.T) {
	for _, tt := range []struct{ scenario, text string }{
		{"vaccineKitchen", "I can't believe how stupid you are."},
		{"vaccineKitchen", "What a stupid thing to say, are you always this dense?"},
		{"vaccineKitchen", "If you say no, you are an idiot."},
		{"creditTaken", "You're even dumber than I thought."},
		{"creditTaken", "I'm just going to say it, you are a fraud."},
		{"smallTalkLift", "Are you, like, deaf?"},
		{"smallTalkLift", "You are, um, honestly, I mean, a clown."},
		{"riskyProjectApproval", "I find it remarkable that someone of such limited intelligence was given a budget."},
		{"firstOneOnOneLayoff", "Get out of my office."},
		{"entlassungHeute", "Ich kann nicht glauben, wie blöd Sie sind."},
		{"essayNotMine", "Tu as le QI d'une huître."},
		{"marketHaggle", "Odio a la gente como usted."},
		{"smallTalkLift", "Nice legs."},
		{"entlassungHeute", "Seien Sie brav und ziehen Sie den Mantel aus."},
		{"firstOneOnOneLayoff", "Stop being a clown."},
		{"lastInvoice", "Are you always this annoying on the phone?"},
		{"marketHaggle", "Apúrese, que no tengo todo el día, señora."},
		{"vaccineKitchen", "You read too much garbage on the internet."},
	} {
		if got := Read(scene(t, tt.scenario), tt.text); len(got.Strikes) == 0 {
			t.Errorf("%s: %q is not struck", tt.scenario, tt.text)
		}
	}
}

// TestInnocentSentencesAreNotStruck has sentences that share words with a way of
// being rude, one for each that was once struck or might be.
func TestInnocentSentencesAreNotStruck(t *testing.T) {
	data, err := os.ReadFile("testdata/innocent.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(lines) < 100 {
		t.Fatalf("%d sentences", len(lines))
	}
	s := scene(t, "salaryCounter")
	for _, l := range lines {
		if got := Read(s, l); len(got.Strikes) > 0 {
			t.Errorf("%q is struck: %+v", l, got)
		}
	}
}

// TestUnseenLinesAreReadRight has lines by which no pattern was written.
func TestUnseenLinesAreReadRight(t *testing.T) {
	data, err := os.ReadFile("testdata/unseen.txt")
	if err != nil {
		t.Fatal(err)
	}
	lists, err := language.ReadLists(string(data))
	if err != nil {
		t.Fatal(err)
	}
	for tag, id := range map[string]string{"en": "salaryCounter", "de": "entlassungHeute", "fr": "essayNotMine", "es": "marketHaggle"} {
		s := scene(t, id)
		for _, kind := range []string{"rude", "frank"} {
			lines := lists.Phrases[tag+" "+kind]
			if len(lines) < 30 {
				t.Errorf("%s: %d lines are %s", tag, len(lines), kind)
			}
			for _, l := range lines {
				if struck := len(Read(s, l).Strikes) > 0; struck != (kind == "rude") {
					t.Errorf("%q is struck: %v", l, struck)
				}
			}
		}
	}
}
