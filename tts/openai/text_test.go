package openai

import (
	"strings"
	"testing"
	"unicode/utf8"

	"parley/engine/openaihttp"
)

func TestPartsLoseNothing(t *testing.T) {
	sentence := "“Zoë’s plan” is bold, and it will cost us a great deal of money."
	for name, text := range map[string]string{
		"sentences": strings.TrimSpace(strings.Repeat(sentence+" ", 150)),
		"words":     strings.TrimSpace(strings.Repeat("money ", 3000)),
		"one word":  strings.Repeat("语", 5000),
		"short":     sentence,
		"full":      strings.Repeat("a", maxInput),
	} {
		got := parts(text)
		if strings.ReplaceAll(strings.Join(got, ""), " ", "") != strings.ReplaceAll(text, " ", "") {
			t.Errorf("%s: the parts are not the text", name)
		}
		for i, p := range got {
			if len(p) > maxInput || !utf8.ValidString(p) || p == "" {
				t.Errorf("%s: part %d has %d bytes, valid %v", name, i+1, len(p), utf8.ValidString(p))
			}
			if name == "sentences" && !strings.HasSuffix(strings.TrimSpace(p), "money.") {
				t.Errorf("part %d ends in %q, want a sentence's end", i+1, p[len(p)-20:])
			}
		}
		if want := (len(text) + maxInput - 1) / maxInput; len(got) > want+1 {
			t.Errorf("%s: %d parts, want about %d", name, len(got), want)
		}
	}
}

func TestConfigIsChecked(t *testing.T) {
	for name, c := range map[string]Config{
		"no model": {},
		"flac":     {Model: "m", Format: "flac"}, "a rate": {Model: "m", PCMRate: 11},
		"a URL": {Model: "m", Service: openaihttp.Config{BaseURL: "localhost"}},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s: New takes %+v", name, c)
		}
	}
	e, err := New(Config{Model: "m"})
	if err != nil || e.Name() != "openai:m" {
		t.Errorf("New = %v, %v", e, err)
	}
}
