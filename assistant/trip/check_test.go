package trip_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"parley"
	"parley/assistant/trip"
)

// is an entry of a ranking.
func is(id string, rank int, score float64) parley.RankedFlight {
	return parley.RankedFlight{FlightID: id, Rank: rank, Score: score, Reasoning: "Good."}
}

func TestCheckOfAModelsRanking(t *testing.T) {
	type ranking = []parley.RankedFlight
	for _, c := range []struct {
		name       string
		ranked     ranking
		want       ranking
		violations []string
	}{
		{"good", ranking{is("early", 1, 0.9), is("dawn", 2, 0.5)}, ranking{is("early", 1, 0.9), is("dawn", 2, 0.5)}, nil},
		{"in any order", ranking{is("dawn", 2, 0.5), is("early", 1, 0.9)}, ranking{is("early", 1, 0.9), is("dawn", 2, 0.5)}, nil},
		{"with gaps", ranking{is("early", 7, 0.5), is("dawn", 3, 0.9)}, ranking{is("dawn", 1, 0.9), is("early", 2, 0.5)}, nil},
		{"scores beyond 0-1", ranking{is("early", 1, 95), is("dawn", 2, -1)}, ranking{is("early", 1, 1), is("dawn", 2, 0)}, nil},
		{
			"scores without end", ranking{is("early", 1, math.Inf(1)), is("dawn", 2, math.Inf(-1))},
			ranking{is("early", 1, 1), is("dawn", 2, 0)}, nil,
		}, {
			"equal scores, the cheaper first", ranking{is("dear", 1, 0.9), is("dawn", 2, 0.8), is("early", 3, 0.8)},
			ranking{is("dear", 1, 0.9), is("early", 2, 0.8), is("dawn", 3, 0.8)}, nil,
		}, {
			"more than three", ranking{is("early", 1, 0.9), is("dawn", 2, 0.8), is("close", 3, 0.7), is("late", 4, 0.6)},
			ranking{is("early", 1, 0.9), is("dawn", 2, 0.8), is("close", 3, 0.7)}, nil,
		},
		{"nothing", nil, nil, []string{"no flight is ranked"}},
		{
			"an id of nowhere", ranking{is("early", 1, 0.9), is("gone\n", 2, 0.8)}, ranking{is("early", 1, 0.9)},
			[]string{`flight_id "gone" is not one of the options`},
		}, {
			"an id twice", ranking{is("early", 1, 0.9), is("early", 2, 0.8)}, ranking{is("early", 1, 0.9)},
			[]string{`flight_id "early" is ranked twice`},
		}, {
			"a rank twice", ranking{is("early", 1, 0.9), is("dawn", 1, 0.8)}, ranking{is("early", 1, 0.9)},
			[]string{`flight_id "dawn" has rank 1 as another flight has`},
		}, {
			"a rank below 1", ranking{is("early", 0, 0.9), is("dawn", 1, 0.8)}, ranking{is("dawn", 1, 0.8)},
			[]string{`flight_id "early" has rank 0: ranks begin at 1`},
		}, {
			"no score", ranking{is("early", 1, math.NaN())}, nil, []string{`flight_id "early" has a score that is no number`},
		},
	} {
		given := slices.Clone(c.ranked)
		got, violations := trip.Check(c.ranked, ten())
		if !slices.EqualFunc(got, c.want, same) || !slices.Equal(violations, c.violations) {
			t.Errorf("%s: Check = %+v, %q, want %+v, %q", c.name, got, violations, c.want, c.violations)
		}
		if c.name != "no score" && !reflect.DeepEqual(c.ranked, given) {
			t.Errorf("%s: the ranking was changed to %+v", c.name, c.ranked)
		}
	}
	if got, violations := trip.Check(nil, nil); got != nil || violations != nil {
		t.Errorf("Check of nothing = %+v, %q", got, violations)
	}
}

func TestCheckBoundsTexts(t *testing.T) {
	long := is("early", 1, 0.9)
	long.Reasoning = "Early.\n" + strings.Repeat("é", 500)
	long.KeyFactors = []string{"a\tb", "", strings.Repeat("x", 99), "\x1b", "c", "d", "e"}
	got, violations := trip.Check([]parley.RankedFlight{long, is(strings.Repeat("x", 500), 2, 0)}, ten())
	if len(got) != 1 || len(violations) != 1 || len(violations[0]) > 200 {
		t.Fatalf("Check = %+v, %q", got, violations)
	}
	if n := utf8.RuneCountInString(got[0].Reasoning); n != parley.MaxReasoning || !strings.HasPrefix(got[0].Reasoning, "Early. éé") {
		t.Errorf("Reasoning = %q of %d characters", got[0].Reasoning, n)
	}
	if want := []string{"a b", strings.Repeat("x", 59) + "…", "c", "d"}; !slices.Equal(got[0].KeyFactors, want) {
		t.Errorf("KeyFactors = %q, want %q", got[0].KeyFactors, want)
	}
	if len(long.KeyFactors) != 7 || long.KeyFactors[0] != "a\tb" {
		t.Errorf("the model's factors were changed to %q", long.KeyFactors)
	}
}

func TestInTop(t *testing.T) {
	kept, _ := trip.Filter(ten(), parley.FlightPreferences{})
	meeting := []parley.Appointment{{Start: on("11:00"), End: on("12:00")}}
	rules := trip.Rank(kept, parley.FlightPreferences{}, meeting)
	for _, c := range []struct {
		name string
		id   string
		n    int
		want bool
	}{
		{"the rules' first of one", rules[0].FlightID, 1, true},
		{"their second of one", rules[1].FlightID, 1, false},
		{"their third of three", rules[2].FlightID, 3, true},
		{"the worst of five", "longwait", 5, false},
		{"the worst of all", "longwait", 50, true},
		{"what was left out", "usd", 50, false},
	} {
		if got := trip.InTop([]parley.RankedFlight{is(c.id, 1, 1)}, kept, parley.FlightPreferences{}, meeting, c.n); got != c.want {
			t.Errorf("%s: InTop = %v, want %v", c.name, got, c.want)
		}
	}
	if trip.InTop(nil, kept, parley.FlightPreferences{}, meeting, 50) {
		t.Error("an empty ranking is in the top")
	}
}
