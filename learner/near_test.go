//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package learner

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/llm/understudy"
	"parley/scenarios"
	"parley/scenarios/lines"
)

// nearLines are what people say near rudeness in one scene: Good mean well, though
// they quote, blame, apologise or name hard things; Rude are rude in ways that
// few words give away. A line has marks as it would be written.
type nearLines struct {
	Scenario   string
	Good, Rude []lines.Line
}

// TestNearRudeness measures both sides of the border: 954 lines of decent people
// and 600 of contempt, for the most part indirect. Their authors saw no word list;
// what the decent ones were wrongly struck for has been mended since, and some of
// the others were learned from: the bounds guard and do not measure. Recognisers
// set no marks or too many: the decent ones are held in those forms, too.
func TestNearRudeness(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/near/*.json")
	if err != nil || len(files) != len(measured(library)) {
		t.Fatalf("%d files of lines: %v", len(files), err)
	}
	forms := []struct {
		name   string
		write  func(string) string
		most   int // struck of a thousand
		struck tally
	}{
		{name: "as written", write: strings.TrimSpace, most: 5},
		{name: "no marks", write: unmarked, most: 5},
		{name: "too many stops", write: overstopped, most: 20},
	}
	var rude, ended tally
	for _, file := range files {
		var set nearLines
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &set); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		s, ok := library.Get(set.Scenario)
		if !ok {
			t.Fatalf("%s: no such scene", set.Scenario)
		}
		for _, l := range set.Good {
			for i := range forms {
				form := &forms[i]
				r := understudy.Read(s, form.write(l.Text))
				is := len(r.Strikes) > 0 && len(r.Beats) == 0 && !r.Agrees
				form.struck.add(is)
				ended.add(r.Ends)
				if is {
					t.Logf("%s, %s, struck %v: %s", s.ID, form.name, r.Strikes, l.Text)
				}
			}
		}
		for _, l := range set.Rude {
			rude.add(len(understudy.Read(s, l.Text).Strikes) > 0)
		}
	}
	for _, form := range forms {
		t.Logf("decent lines struck, %s: %d of %d", form.name, form.struck.n, form.struck.of)
		if form.struck.n*1000 > form.most*form.struck.of {
			t.Errorf("%s: %d of %d decent lines are struck", form.name, form.struck.n, form.struck.of)
		}
	}
	t.Logf("rude lines struck: %s; calls ended by decent lines: %d", rude, ended.n)
	if ended.n > 0 || rude.percent() < 30 {
		t.Errorf("rude lines struck: %s, want 30 %%; decent lines ended %d calls", rude, ended.n)
	}
}

// unmarked is text as a recogniser writes it that sets no marks.
func unmarked(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return strings.ContainsRune(" .,;:!?¿¡…—–\n\"“”„«»()", r)
	}), " ")
}

// overstopped is text as a recogniser writes it that takes every pause for an end.
func overstopped(text string) string {
	words := strings.Fields(unmarked(text))
	var out []string
	for five := range slices.Chunk(words, 5) {
		s := strings.Join(five, " ")
		out = append(out, strings.ToUpper(s[:1])+s[1:]+".")
	}
	return strings.Join(out, " ")
}
