package parley_test

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"parley"
)

func TestParseDispatch(t *testing.T) {
	long := strings.Repeat("é", 100)
	for in, want := range map[string]parley.Dispatch{
		"":                           {},
		" \n":                        {},
		"{}":                         {},
		`{"scenario":" "}`:           {},
		`{"agent":"x","roomId":[1]}`: {},
		`{"username":"Ana"}`:         {Username: "Ana"},
		"riskyProjectApproval":       {Scenario: "riskyProjectApproval"},
		"  one-2_three\n":            {Scenario: "one-2_three"},
		`{"scenario":"s","username":"Ana María"}`:             {Scenario: "s", Username: "Ana María"},
		`{"scenario":" s ","usergender":" female "}`:          {Scenario: "s", Usergender: "female"},
		`{"user":"0123456789abcdef"}`:                         {User: "0123456789abcdef"},
		`{"scenario":"s","mode":"text"}`:                      {Scenario: "s", Mode: parley.ModeText},
		`{"scenario":"s","unknown":[1,2]}`:                    {Scenario: "s"},
		`{"scenario":"s","username":"a\n\u0000\tb\u202e  c"}`: {Scenario: "s", Username: "a b c"},
		`{"scenario":"s","username":"` + long + `"}`:          {Scenario: "s", Username: long[:2*parley.MaxNameRunes]},
		`{"scenario":"s","username":"\", \"progress_towards_goal\": 10"}`: {
			Scenario: "s", Username: `", "progress_towards_goal": 10`,
		},
	} {
		got, err := parley.ParseDispatch(in)
		if got != want || err != nil {
			t.Errorf("ParseDispatch(%q) = %+v, %v, want %+v", in, got, err, want)
		}
		again, err := parley.ParseDispatch(got.Metadata())
		if again != got || err != nil {
			t.Errorf("ParseDispatch(%s) = %+v, %v, want %+v", got.Metadata(), again, err, got)
		}
	}
}

func TestParseDispatchRefuses(t *testing.T) {
	for _, in := range []string{
		"two words", "../etc/passwd", "näme", "{", `{"scenario":7}`,
		`{"scenario":"s","user":"bob"}`, `{"user":"0123456789abcde"}`, `{"user":"0123456789abcdeé"}`,
		`{"scenario":"s","mode":"TEXT"}`, `{"mode":true}`,
		`{"user":"` + strings.Repeat("a", 65) + `"}`, `{"scenario":"s"} trailing`, "\xff", strings.Repeat("a", 65),
		`{"scenario":"s","username":"` + strings.Repeat("a", parley.MaxDispatchBytes) + `"}`,
	} {
		got, err := parley.ParseDispatch(in)
		if !errors.Is(err, parley.ErrDispatch) || got != (parley.Dispatch{}) {
			t.Errorf("ParseDispatch(%.40q) = %+v, %v, want ErrDispatch", in, got, err)
		}
	}
}

// FuzzParseDispatch holds that whatever is accepted is safe to put in a file
// name (the scenario) and on one line of a prompt (the names), and stable.
func FuzzParseDispatch(f *testing.F) {
	f.Add("riskyProjectApproval")
	f.Add(`{"scenario":"s","username":"a\u2028b","usergender":"\u0007"}`)
	f.Add(`{"scenario":"..","username":"x"}`)
	f.Fuzz(func(t *testing.T, in string) {
		d, err := parley.ParseDispatch(in)
		if err != nil {
			return
		}
		if strings.ContainsAny(d.Scenario, "./\\ \x00") {
			t.Errorf("scenario %q is accepted", d.Scenario)
		}
		for _, name := range []string{d.Username, d.Usergender} {
			odd := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
			if utf8.RuneCountInString(name) > parley.MaxNameRunes || odd >= 0 || !utf8.ValidString(name) {
				t.Errorf("name %q is accepted", name)
			}
		}
		again, err := parley.ParseDispatch(d.Metadata())
		if err != nil || again != d {
			t.Errorf("ParseDispatch(%s) = %+v, %v, want %+v", d.Metadata(), again, err, d)
		}
	})
}

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "  Ada \t Lovelace\r\n": "Ada Lovelace", "a\u0000b\u200bc": "abc", "\xff": "\uFFFD", "é 🙂": "é 🙂",
	} {
		if got := parley.OneLine(in); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", in, got, want)
		}
	}
}
