package scenarios

import (
	"encoding/json"
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
		if p.Goal != s.Goal || !p.HasHints || !p.Offline || p.Bot.Gender != s.Bot.Gender || p.Botname != s.Botname {
			t.Errorf("%s: public = %+v", s.ID, p)
		}
	}
}
