package endpointing

import (
	"context"
	"strings"
	"testing"

	"parley/agent"
	"parley/report"
)

func TestSentences(t *testing.T) {
	all, err := Sentences()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 300 {
		t.Errorf("%d sentences, want 300", len(all))
	}
	seen := map[string]bool{}
	for _, s := range all {
		if seen[s.Text()] {
			t.Errorf("%q is there twice", s.Text())
		}
		seen[s.Text()] = true
	}
	for _, file := range []string{"no kind", "k: | We go.", "k: [Why? We go.", "k: we go"} {
		if _, err := parse(file); err == nil {
			t.Errorf("%q is taken", file)
		}
	}
}

func TestRecognisersWriteAsTheyAreToldTo(t *testing.T) {
	s := &spoken{words: []word{{"When", 100, false, 0}, {"we", 200, false, 0}, {"go,", 300, false, 0}, {"say", 900, false, 0}, {"so?", 1000, true, 0}}}
	utterances := []agent.Utterance{{ID: 1, To: 500}, {ID: 2, From: 500, To: 1100}, {ID: 3, From: 1100, To: 1200}}
	for i, want := range []string{"when we go/say so/", "When we go./Say so?/", "When we go,/say so?/"} {
		events, err := told[i].of(context.Background(), s, utterances)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range events {
			got = append(got, e.Text)
		}
		if text := strings.Join(got, "/"); text != want {
			t.Errorf("%s: %q, want %q", told[i].name, text, want)
		}
	}
}

func TestPictureDrawsBothRules(t *testing.T) {
	r := report.Result{Name: "endpointing", Tables: []report.Table{{Title: curveTable, Rows: [][]string{
		{"no marks", "0.5", "400", "600", "9.0"}, {"no marks", "1", "760", "1170", "1.50"},
	}}}}
	svg, err := Picture(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"no marks", "before", "now", "<circle"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	if _, err := Picture(report.Result{}); err == nil {
		t.Error("a result without curves is drawn")
	}
}
