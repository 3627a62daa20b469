package scenarios

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestPublicKeepsSecrets looks for every secret text in what the browser gets.
func TestPublicKeepsSecrets(t *testing.T) {
	l, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range l.List() {
		b, err := json.Marshal(s.Public())
		if err != nil {
			t.Fatal(err)
		}
		sent := string(b)
		secret := append(append([]string{s.Opening}, s.Negprompt...), s.Character...)
		for _, h := range s.Hints {
			secret = append(secret, h.Text)
		}
		for _, e := range s.BadEndings {
			secret = append(secret, e.When, e.Line)
		}
		for _, st := range s.Stages {
			secret = append(secret, `"`+st.Label+`"`)
		}
		secret = append(append(secret, s.Fillers...), s.Nods...)
		for _, line := range s.Understudy.lines() {
			secret = append(secret, line)
		}
		for _, text := range append(secret, s.Understudy.Agree.Say) {
			quoted, _ := json.Marshal(text)
			if strings.Contains(sent, strings.Trim(string(quoted), `"`)) {
				t.Errorf("%s: the browser gets %q", s.ID, text)
			}
		}
		p := s.Public()
		if p.GoalForYou == "" || p.GoalForYou == p.Goal {
			t.Errorf("%s: the goal is told as %q", s.ID, p.GoalForYou)
		}
		if e := p.Ends; len(e.Badly) != len(s.BadEndings) || e.TimeLimitS != s.TimeLimitS || e.MaxTurns != s.MaxTurns {
			t.Errorf("%s: ends by %+v", s.ID, e)
		}
		if p.Goal != s.Goal || !p.HasHints || !p.Offline || p.Bot.Gender != s.Bot.Gender || p.Botname != s.Botname {
			t.Errorf("%s: public = %+v", s.ID, p)
		}
	}
}

// TestPublicOfAnAuthorsScene has what a scene of five fields leaves out left out, and
// an ending without mild words untold.
func TestPublicOfAnAuthorsScene(t *testing.T) {
	for file, want := range map[string]Ends{
		least: {},
		with(`"max_turns":9,"time_limit_s":60,"bad_endings":[{"id":"a","when":"X"},{"id":"b","when":"Y","mild":"if you y"}]`): {
			Badly: []string{"if you y"}, TimeLimitS: 60, MaxTurns: 9,
		},
	} {
		s, err := Parse("s.json", []byte(file))
		if err != nil {
			t.Fatal(err)
		}
		if p := s.Public(); !reflect.DeepEqual(p.Ends, want) || p.GoalForYou != "" || p.Unplayable != nil {
			t.Errorf("%s is told of as %+v", file, p)
		}
	}
}
