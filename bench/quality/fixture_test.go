package quality

import (
	"slices"
	"strings"
	"testing"
)

func TestFixturesAreSound(t *testing.T) {
	f, err := LoadFixtures()
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]int{}
	for _, x := range f.Pauses {
		places[x.Place]++
	}
	for _, place := range []string{"and", "because", "um", "so", "list", "determiner", "preposition", "number", "subject", "clause"} {
		if places[place] < 3 {
			t.Errorf("%d fixtures pause at %q, want 3 or more", places[place], place)
		}
	}
}

func TestCheckFindsFaults(t *testing.T) {
	f, err := LoadFixtures()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fixture Fixture
		want    string
	}{
		{Fixture{Text: "Yes | sure.", Place: "yes"}, "id is empty"},
		{Fixture{ID: f.Pauses[0].ID, Text: "Yes | sure.", Place: "yes"}, "not unique"},
		{Fixture{ID: "x", Text: "Yes| sure.", Place: "yes"}, "between spaces"},
		{Fixture{ID: "x", Text: "| Yes sure.", Place: "yes"}, "between two words"},
		{Fixture{ID: "x", Text: "Yes sure. |", Place: "yes"}, "between two words"},
		{Fixture{ID: "x", Text: "Yes | || sure.", Place: "yes"}, "between two words"},
		{Fixture{ID: "x", Text: "Yes. | Sure.", Place: "yes"}, "not in mid-sentence"},
		{Fixture{ID: "x", Text: "Yes | sure", Place: "yes"}, "no end mark"},
		{Fixture{ID: "x", Text: "", Place: "yes"}, "no end mark"},
		{Fixture{ID: "x", Text: "Yes sure.", Place: "yes"}, "0 pauses"},
		{Fixture{ID: "x", Text: "Yes | sure."}, "no place"},
		{Fixture{ID: "x", Text: "Yes | sure.", Say: "yes", Place: "yes"}, "do not go together"},
	} {
		bad := f
		bad.Pauses = append(slices.Clone(f.Pauses), c.fixture)
		if err := bad.check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("check of %+v = %v, want %q", c.fixture, err, c.want)
		}
	}
	if err := (Fixtures{}).check(); err == nil || strings.Count(err.Error(), "at least") != 4 {
		t.Errorf("check of nothing = %v, want that all four kinds are short", err)
	}
}

func TestWordsKnowWherePausesAre(t *testing.T) {
	words, pauses, hard := Fixture{Text: "We sell | and buy, || you know."}.words()
	if !slices.Equal(words, []string{"We", "sell", "and", "buy,", "you", "know."}) ||
		!slices.Equal(pauses, []int{2, 4}) || !slices.Equal(hard, []bool{false, true}) {
		t.Errorf("words = %q, %v, %v", words, pauses, hard)
	}
}
