package scenarios

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
)

func list(t *testing.T) []Scenario {
	t.Helper()
	l, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return l.List()
}

func TestNames(t *testing.T) {
	want := map[string][]string{
		"badNewsDaughter":      {"Mrs. Okafor", "Okafor", "Joseph"},
		"lastInvoice":          {"Dana", "Friday", "Saturday", "Wendell"},
		"riskyProjectApproval": {"Sterling"},
		"smallTalkLift":        {"Mei"},
		"vaccineKitchen":       {"Uncle Ray", "Uncle", "Ray", "Lily", "May", "Sunday", "Ruth", "Hale", "Friday"},
	}
	for _, s := range list(t) {
		if got := s.Names(); want[s.ID] != nil && !slices.Equal(got, want[s.ID]) {
			t.Errorf("%s: names %q, want %q", s.ID, got, want[s.ID])
		}
	}
	own := Scenario{
		Botname: "Dr. Zoë", Goal: "She says: \"Yes, I'm in.\" to Acme's Kim", Character: []string{"The CEO of Acme. Not a friend of Dr. Li or McCoy"},
	}
	if got, want := own.Names(), []string{"Dr. Zoë", "Acme", "Kim", "Li", "McCoy"}; !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
	if got := (Scenario{}).Names(); len(got) != 0 {
		t.Errorf("an empty scene has names %q", got)
	}
}

// inOrder are the words of text as a domain has them.
func inOrder(text string) []string { return strings.Fields(strings.Join(pieces(text), " ")) }

// TestDomainServesEveryOutcome checks what is in the domain and what is not: the words of
// each topic the character listens for, good or bad, but of no sentence more than three in
// a row, so that none can be heard into what somebody says.
func TestDomainServesEveryOutcome(t *testing.T) {
	for _, s := range list(t) {
		got := s.Domain()
		if len(got) < 600 || !slices.IsSorted(got) {
			t.Errorf("%s: %d pieces, in order %v", s.ID, len(got), slices.IsSorted(got))
		}
		words := map[string]bool{}
		for _, piece := range got {
			all := strings.Fields(piece)
			if len(all) == 0 || len(all) > pieceWords || strings.ContainsAny(piece, "#{}!?;\"") {
				t.Errorf("%s: the piece %q", s.ID, piece)
			}
			for _, w := range all {
				words[w] = true
			}
		}
		wordings := []string{s.Opening, s.Briefing.YouKnow[0], s.Hints[0].Text}
		for _, c := range s.Understudy.Concepts {
			for i, wording := range c.Any {
				wordings = append(wordings, strings.ReplaceAll(wording, "#", numbers[i%len(numbers)]))
			}
		}
		for _, wording := range wordings {
			for _, w := range inOrder(wording) {
				if !words[w] {
					t.Errorf("%s: %q of %q is missing", s.ID, w, wording)
				}
			}
		}
		told := " " + strings.Join(got, " ") + " "
		for _, call := range Calls(s.ID) {
			lines, err := CallScript(s.ID, call)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range slices.Concat(lines, wordings, []string{s.Understudy.Agree.Say}) {
				if all := inOrder(text); len(all) > 2*pieceWords && strings.Contains(told, " "+strings.Join(all, " ")+" ") {
					t.Errorf("%s: the domain has %q", s.ID, text)
				}
			}
		}
	}
}

func TestPieces(t *testing.T) {
	for text, want := range map[string]string{
		"Dr. Li isn't here. Is Mrs. Okafor? (No!)":   "Dr. Li|isn't here|Is Mrs. Okafor|No",
		"one two three four":                         "one two|three four",
		"one two three four five six seven":          "one two three|four five|six seven",
		"It costs $250,000 - at 5:30, not 20 % more": "It costs $250,000|at 5:30 not|20 more",
		"": "", "…": "", "Ahoy.": "Ahoy",
	} {
		if got := strings.Join(pieces(text), "|"); got != want {
			t.Errorf("%q is cut into %q, want %q", text, got, want)
		}
	}
}

func TestDomainOfThePlainestScene(t *testing.T) {
	s := Scenario{ID: "own", Goal: "Kim sells you the boat", Opening: "Ahoy.", Character: []string{"You are Kim"}}
	if got, want := s.Domain(), []string{"Ahoy", "Kim sells you", "the boat"}; !slices.Equal(got, want) {
		t.Errorf("domain %q, want %q", got, want)
	}
	if got := (Scenario{}).Domain(); len(got) != 0 {
		t.Errorf("an empty scene has the domain %q", got)
	}
}

// TestDomainOfAnAssistant has what people say to it whole: it is asked for things, and
// nothing is won by them.
func TestDomainOfAnAssistant(t *testing.T) {
	l, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, _ := l.Get("taskAgent")
	if got := s.Domain(); !slices.Contains(got, "Add a task to pay the rent on Friday.") {
		t.Errorf("the domain has no such sentence whole: %q", got)
	}
}

// TestSaidIsForScenes finds files of sentences that no scene has, or that have
// next to none. The offline recogniser hears English alone.
func TestSaidIsForScenes(t *testing.T) {
	files, err := fs.Glob(said, "said/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	l, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range append(l.List(), l.Assistants()...) {
		if s.Language == "en" {
			want = append(want, "said/"+s.ID+".txt")
		}
	}
	slices.Sort(want)
	if !slices.Equal(files, want) {
		t.Errorf("files %q, want %q", files, want)
	}
	for _, f := range files {
		text, err := fs.ReadFile(said, f)
		if err != nil {
			t.Fatal(err)
		}
		if lines := ParseCall(string(text)); len(lines) < 50 {
			t.Errorf("%s: %d sentences, want 50 of many kinds", f, len(lines))
		}
	}
}
