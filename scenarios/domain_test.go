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

// TestDomainServesEveryOutcome checks what is in the domain and what is not:
// each topic the character listens for, good or bad, but nothing it alone knows,
// nor the lines that tests have callers say.
func TestDomainServesEveryOutcome(t *testing.T) {
	for _, s := range list(t) {
		got := s.Domain()
		has := func(text string) bool { return slices.Contains(got, text) }
		if len(got) < 300 {
			t.Errorf("%s: %d sentences", s.ID, len(got))
		}
		for name, c := range s.Understudy.Concepts {
			for i, wording := range c.Any {
				if !has(strings.ReplaceAll(wording, "#", numbers[i%len(numbers)])) {
					t.Errorf("%s: %q of %s is missing", s.ID, wording, name)
				}
			}
		}
		if !has(s.Opening) || !has(s.Briefing.YouKnow[0]) || !has(s.Hints[0].Text) {
			t.Errorf("%s: the opening, briefing or hints are missing", s.ID)
		}
		var secret []string
		for _, call := range Calls(s.ID) {
			lines, err := CallScript(s.ID, call)
			if err != nil {
				t.Fatal(err)
			}
			secret = append(secret, lines...)
		}
		for _, text := range append(append(secret, s.Negprompt...), s.Understudy.Agree.Say) {
			if has(text) {
				t.Errorf("%s: the domain has %q", s.ID, text)
			}
		}
		once := slices.Compact(slices.Sorted(slices.Values(got)))
		if len(once) != len(got) || slices.Contains(once, "") || strings.Contains(strings.Join(got, ""), "#") {
			t.Errorf("%s: %d sentences, %d of them different", s.ID, len(got), len(once))
		}
	}
}

func TestDomainOfThePlainestScene(t *testing.T) {
	s := Scenario{ID: "own", Goal: "Kim sells you the boat", Opening: "Ahoy.", Character: []string{"You are Kim"}}
	if got, want := s.Domain(), []string{"Kim sells you the boat", "Ahoy."}; !slices.Equal(got, want) {
		t.Errorf("domain %q, want %q", got, want)
	}
	if got := (Scenario{}).Domain(); len(got) != 0 {
		t.Errorf("an empty scene has the domain %q", got)
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
