package scenarios

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSkillsAreNamed wants ids in kebab-case, each once, and four names that no other
// skill has.
func TestSkillsAreNamed(t *testing.T) {
	form := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seen := map[string]bool{}
	for _, s := range Skills() {
		if !form.MatchString(s.ID) || seen[s.ID] {
			t.Errorf("id %q is ill-formed or there twice", s.ID)
		}
		seen[s.ID] = true
		if len(s.Names) != 4 {
			t.Errorf("%s has %d names, want 4", s.ID, len(s.Names))
		}
		for _, tag := range []string{"en", "de", "es", "fr"} {
			name := s.Names[tag]
			if name == "" || name != strings.TrimSpace(name) || seen[tag+name] {
				t.Errorf("%s: the name in %s is %q: empty, or another's", s.ID, tag, name)
			}
			seen[tag+name] = true
		}
	}
}

// TestSkillsAreShared wants every skill in two scenes at least, and the built-in scenes
// to name ids of the list alone: those of their checks.
func TestSkillsAreShared(t *testing.T) {
	known, in := map[string]bool{}, map[string]int{}
	for _, s := range Skills() {
		known[s.ID] = true
	}
	for _, s := range library(t).List() {
		var checked []string
		for _, c := range s.Rubric {
			if !slices.Contains(checked, c.Skill) {
				checked = append(checked, c.Skill)
			}
		}
		if !slices.Equal(checked, s.Skills) {
			t.Errorf("%s trains %q and checks %q", s.ID, s.Skills, checked)
		}
		for _, skill := range checked {
			in[skill]++
			if !known[skill] {
				t.Errorf("%s: %q is not in the list", s.ID, skill)
			}
		}
	}
	for skill := range known {
		if in[skill] < 2 {
			t.Errorf("%s stands in %d scenes, want 2 at least", skill, in[skill])
		}
	}
}

func TestSkillName(t *testing.T) {
	for _, c := range []struct{ skill, tag, want string }{
		{"say-it-plainly", "en", "Say it plainly"},
		{"say-it-plainly", "de-AT", "Es klar aussprechen"},
		{"say-it-plainly", "ja", "Say it plainly"},
		{"say-it-plainly", "", "Say it plainly"},
		{"juggling", "de", "juggling"},
		{"", "de", ""},
	} {
		if got := SkillName(c.skill, c.tag); got != c.want {
			t.Errorf("SkillName(%q, %q) = %q, want %q", c.skill, c.tag, got, c.want)
		}
	}
}

// TestOwnSkillsAreWarnedOf: an author's own words load and stay; the warning has the
// list and the id that is nearest to them, in any of the four languages.
func TestOwnSkillsAreWarnedOf(t *testing.T) {
	s, err := Parse("s.json", []byte(with(
		`"skills":["negotiate","Verantwortung","negotiation skills"],`+
			`"rubric":[{"id":"a","check":"b","skill":"Verantwortung"},{"id":"c","check":"d"},{"id":"e","check":"f","skill":"x"}]`)))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"skills[1]": `"Verantwortung" is in no other scene and keeps these words in every language; the nearest id is ` +
			"own-your-part, of ",
		"skills[2]":       `the nearest id is negotiate, of `,
		"rubric[2].skill": `"x" is in no other scene`,
	}
	for _, p := range Warnings(s) {
		text, expected := want[p.Field]
		if !expected || !strings.Contains(p.Reason, text) || !strings.Contains(p.Reason, "say-it-plainly, ask-and-listen") {
			t.Errorf("warning %v, want %q", p, text)
		}
		delete(want, p.Field)
	}
	if len(want) > 0 {
		t.Errorf("no warnings of %v", want)
	}
}
