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
// the others were learned from: the bounds guard and do not measure. Recognisers set no marks or too many:
// the decent ones are held in those forms, too.
func TestNearRudeness(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/near/*.json")
	if err != nil || len(files) != len(library.List()) {
		t.Fatalf("%d files of lines: %v", len(files), err)
	}
	forms := map[string]func(string) string{"written": func(s string) string { return s }, "no marks": unmarked, "stops": overstopped}
	struck, ended := map[string]*tally{"written": {}, "no marks": {}, "stops": {}}, 0
	var rude tally
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
			for name, form := range forms {
				r := understudy.Read(s, form(l.Text))
				is := len(r.Strikes) > 0 && len(r.Beats) == 0 && !r.Agrees
				struck[name].add(is)
				if r.Ends {
					ended++
				}
				if is {
					t.Logf("%s, %s, struck %v: %s", s.ID, name, r.Strikes, form(l.Text))
				}
			}
		}
		for _, l := range set.Rude {
			rude.add(len(understudy.Read(s, l.Text).Strikes) > 0)
		}
	}
	for name, c := range struck {
		t.Logf("decent lines struck, %s: %d of %d", name, c.n, c.of)
		if most := map[bool]int{true: 20, false: 5}[name == "stops"]; c.n*1000 > most*c.of {
			t.Errorf("%s: %d of %d decent lines are struck", name, c.n, c.of)
		}
	}
	t.Logf("rude lines struck: %s; decent lines that ended a call: %d", rude, ended)
	if ended > 0 || rude.percent() < 30 {
		t.Errorf("rude lines struck: %s, want 30 %%; decent lines ended %d calls", rude, ended)
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
