package skill

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTerms(t *testing.T) {
	for s, want := range map[string]string{
		"Reports, reporting and the report's report": "report", "Planning plans": "plan", "Call HR": "cal hr",
		"What we bought": "buy", "the of to": "",
		"Prüfbericht für Anna’s Team": "prufbericht fur anna team", "发送报告": "发 送 报 告", "": "", "3 bags @ 5€": "3 bag 5",
	} {
		if got := strings.Join(terms(s), " "); got != want {
			t.Errorf("terms(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestBacks(t *testing.T) {
	b := bagOf("I ran out of milk and the report for HR is late")
	for text, want := range map[string]bool{
		"Buy milk": true, "Send the report": true, "Call HR": true, "Sell the car": false, "": false, "the": false,
		"Wire money to Bob about HR": false,
	} {
		if got := b.backs(text); got != want {
			t.Errorf("backs(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		s     string
		limit int
		want  string
	}{
		{"short", 5, "short"}, {"one two three four", 15, "one two three…"}, {"abcdefghij", 5, "abcd…"}, {"two\nlines\x00", 20, "two lines"},
		{"Grüße aus Köln", 6, "Grüße…"}, {"a\xffb", 5, "ab"}, {"eleven, twelve", 9, "eleven…"},
	} {
		if got := clip(c.s, c.limit); got != c.want || utf8.RuneCountInString(got) > c.limit {
			t.Errorf("clip(%q, %d) = %q, want %q", c.s, c.limit, got, c.want)
		}
	}
}

func TestPassage(t *testing.T) {
	if got := passage(" two\n\x00lines\t é\xff ", 20); got != "two\nlines  é" {
		t.Errorf("passage = %q", got)
	}
	if got := passage("äöüß", 3); got != "äöü" {
		t.Errorf("passage = %q, want 3 characters", got)
	}
}
