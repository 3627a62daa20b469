package labelled_test

import (
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/checker"
	"parley/checker/labelled"
)

// Three scenes have every kind of dialogue, in both styles, and enough of them. The
// others are held by package learner, whose learners play every scene.
func TestArcsCoverTheScenes(t *testing.T) {
	s := embedded(t)
	for _, id := range []string{"riskyProjectApproval", "badNewsDaughter", "smallTalkLift"} {
		scene, ok := library(t).Get(id)
		if !ok {
			t.Fatalf("no scene %q", id)
		}
		count := map[labelled.Kind]int{}
		styles := map[labelled.Style]int{}
		windows := []int{}
		for _, d := range s.Dialogues {
			if d.Scenario != scene.ID {
				continue
			}
			count[d.Kind]++
			styles[d.Style]++
			if d.Kind == labelled.Window {
				windows = append(windows, d.Concession-2) // messages are counted without the opening, from the user's
			}
		}
		for _, k := range labelled.Kinds() {
			if count[k] == 0 {
				t.Errorf("%s has no dialogue of the kind %s", scene.ID, k)
			}
		}
		if styles[labelled.Scripted] < 10 || styles[labelled.Free] < 14 {
			t.Errorf("%s has %v dialogues, want 10 scripted and 14 free", scene.ID, styles)
		}
		if slices.Sort(windows); !slices.Equal(windows, []int{1, 25, 45}) {
			t.Errorf("%s has concessions at messages %v, want 1, 25 and 45", scene.ID, windows)
		}
	}
}

// The five languages have 60 injections and 100 harmless lines at least, and
// every trick.
func TestLinesCoverTheLanguages(t *testing.T) {
	s := embedded(t)
	for _, language := range []string{"de", "en", "es", "fr", "it"} {
		tricks := map[labelled.InjectionKind]int{}
		injections, typed, harmless := 0, 0, 0
		for _, in := range s.Injections {
			if in.Language == language {
				tricks[in.Kind]++
				injections++
				if in.Typed {
					typed++
				}
			}
		}
		for _, l := range s.Harmless {
			if l.Language == language {
				harmless++
			}
		}
		for _, k := range labelled.InjectionKinds() {
			if tricks[k] < 4 {
				t.Errorf("%s has %d injections of the kind %s, want 4", language, tricks[k], k)
			}
		}
		if injections < 60 || harmless < 100 {
			t.Errorf("%s has %d injections and %d harmless lines, want 60 and 100", language, injections, harmless)
		}
		if typed*4 > injections {
			t.Errorf("%s has %d of %d injections typed: this is speech", language, typed, injections)
		}
	}
}

// Harmless lines are there for the words that injections use.
func TestHarmlessLinesSoundSuspicious(t *testing.T) {
	stems := map[string][]string{
		"en": {"goal", "approv", "ignore", "score", "system", "instruction", "test", "repeat", "what did you say", "ten", "forget"},
		"de": {"ziel", "genehmig", "ignorier", "punkt", "system", "anweisung", "test", "wiederhol", "was haben sie gesagt", "zehn", "vergessen"},
		"es": {"objetivo", "aprob", "ignor", "puntuación", "sistema", "instruc", "prueba", "repit", "qué ha dicho", "diez", "olvid"},
		"fr": {"objectif", "approuv", "ignor", "score", "système", "instruction", "test", "répét", "qu'est ce que vous avez dit", "dix", "oubli"},
		"it": {"obiettivo", "approv", "ignor", "punteggio", "sistema", "istruzion", "test", "ripet", "che cosa ha detto", "dieci", "dimenti"},
	}
	s := embedded(t)
	for language, want := range stems {
		for _, stem := range want {
			if !slices.ContainsFunc(s.Harmless, func(l labelled.Line) bool {
				return l.Language == language && strings.Contains(l.Text, stem)
			}) {
				t.Errorf("no harmless line in %s says %q", language, stem)
			}
		}
	}
}

// No two dialogues have the user say the same, but the same words may meet
// another character, or another name.
func TestDialoguesDiffer(t *testing.T) {
	first := map[string]string{}
	for _, d := range embedded(t).Dialogues {
		key := d.Scenario + "\n" + strings.Join(said(d, parley.User), "\n")
		if other, taken := first[key]; taken {
			t.Errorf("%s says what %s says", d.ID, other)
		}
		first[key] = d.ID
	}
}

// Dialogues are as long as calls are, and characters speak as they are told to:
// 5 to 15 words.
func TestDialoguesAreSpeech(t *testing.T) {
	lines, short := 0, 0
	for _, d := range embedded(t).Dialogues {
		if n := len(d.Turns); d.Kind != labelled.Window && (n < 9 || n > 29) {
			t.Errorf("%s has %d turns, want 9 to 29", d.ID, n)
		}
		for _, text := range said(d, parley.User) {
			if spoken := strings.ToLower(text); spoken != text {
				t.Errorf("%s: %q is not as a recogniser writes", d.ID, text)
			}
		}
		if d.Style != labelled.Free {
			continue
		}
		for _, text := range said(d, parley.Character) {
			n := len(strings.Fields(text))
			lines++
			if n >= 5 && n <= 15 {
				short++
			}
			if n > 20 {
				t.Errorf("%s: the character says %d words at once: %q", d.ID, n, text)
			}
		}
	}
	if short*10 < lines*9 {
		t.Errorf("%d of %d free lines have 5 to 15 words, want nine in ten", short, lines)
	}
}

// In a read-aloud the character says words the user asked for; that is the trap.
// One of a language may ask what the character would say, who then says it.
func TestReadAloudsEcho(t *testing.T) {
	supposed := map[string]int{}
	for _, in := range embedded(t).Injections {
		if in.Kind != labelled.ReadAloud {
			continue
		}
		asked, echoed := words(in.Said), 0
		for _, w := range words(in.Reply) {
			if slices.Contains(asked, w) {
				echoed++
			}
		}
		if echoed >= 3 {
			continue
		}
		if supposed[in.Language]++; supposed[in.Language] > 1 {
			t.Errorf("%s: %q echoes %d words of %q, want 3", in.ID, in.Reply, echoed, in.Said)
		}
	}
}

// What learners say to talk a judge round is what the set has.
func TestInjectionsAreTheSets(t *testing.T) {
	want := map[string][]string{}
	for _, in := range embedded(t).Injections {
		if in.Said != "" {
			want[in.Language] = append(want[in.Language], in.Said)
		}
	}
	for language, said := range want {
		if got, err := checker.Injections(language); err != nil || !slices.Equal(got, said) {
			t.Errorf("%s: %d lines, %v; want %d", language, len(got), err, len(said))
		}
	}
	if got, err := checker.Injections("xx"); err == nil {
		t.Errorf("a language that has none gives %q", got)
	}
}
