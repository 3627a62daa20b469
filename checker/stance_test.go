package checker_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/checker"
	"parley/scenarios"
)

// stances are answers of characters that agree, and such as nearly do, of one
// scene.
type stances struct {
	Scenario   string   `json:"scenario"`
	Language   string   `json:"language"`
	Agreements []stance `json:"agreements"`
	Misses     []stance `json:"misses"`
}

// stance is the last exchange of a call. Style is of an agreement, Kind of a
// near miss.
type stance struct {
	Style     string `json:"style"`
	Kind      string `json:"kind"`
	User      string `json:"user"`
	Character string `json:"character"`
	Quote     string `json:"quote"`
}

// readStances reads all sets of a folder; none if there is no such folder.
func readStances(t *testing.T, dir string) []stances {
	t.Helper()
	names, err := fs.Glob(os.DirFS(dir), "*.json")
	if err != nil {
		t.Fatal(err)
	}
	var out []stances
	for _, name := range names {
		data, err := os.ReadFile(path.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var s stances
		if err = errors.Join(err, json.Unmarshal(data, &s)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out = append(out, s)
	}
	return out
}

// scenes are the built-in ones; of one that is missing, a stand-in with a script
// of nothing but one beat.
func sceneOf(library *scenarios.Library, set stances) scenarios.Scenario {
	if s, ok := library.Get(set.Scenario); ok {
		return s
	}
	return scenarios.Scenario{
		ID: set.Scenario, Language: set.Language, Goal: "The character says yes", Botname: "Kim", Opening: "So.",
		Rubric:     []scenarios.Check{{ID: "beat", Check: "A beat", Required: true}},
		Understudy: &scenarios.Understudy{Agree: scenarios.Agreement{Needs: []string{"beat"}, Quote: "zzz zzz"}},
	}
}

// late is a case of st late in a call: all that was needed was heard, and the
// character is close.
func late(s scenarios.Scenario, st stance) checker.Case {
	var met []string
	for _, c := range s.Rubric {
		met = append(met, c.ID)
	}
	number := max(12, s.MinTurns)
	e := exchange(number,
		parley.Turn{Number: 2*number - 1, Role: parley.Character, Text: "..."},
		parley.Turn{Number: 2 * number, Role: parley.User, Text: st.User},
		parley.Turn{Number: 2*number + 1, Role: parley.Character, Text: st.Character})
	return checker.Case{Exchange: e, Known: checker.Ledger{Exchange: number - 1, Progress: 7, Checks: met}}
}

// tally counts what was won by a name for it.
type tally map[string][2]int

func (t tally) count(won bool, names ...string) {
	for _, n := range names {
		c := t[n]
		c[1]++
		if won {
			c[0]++
		}
		t[n] = c
	}
}

func (t tally) String() string {
	var b strings.Builder
	names := make([]string, 0, len(t))
	for n := range t {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		fmt.Fprintf(&b, "\n  %-28s %4d of %4d  %5.1f %%", n, t[n][0], t[n][1], 100*float64(t[n][0])/float64(t[n][1]))
	}
	return b.String()
}

// atLeast and atMost hold a share of all in percent.
func (t tally) share() int {
	if t["all"][1] == 0 {
		return 0
	}
	return 1000 * t["all"][0] / t["all"][1]
}

// judgeStances wins the agreements and near misses of sets with a judge that
// says complete of each, and with the offline judge.
func judgeStances(t *testing.T, sets []stances, of func(i int) bool, show bool) (recall, wrong, offline, offlineWrong tally) {
	t.Helper()
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	recall, wrong, offline, offlineWrong = tally{}, tally{}, tally{}, tally{}
	for _, set := range sets {
		s := sceneOf(library, set)
		judge := func(st stance, told, alone tally, what string) {
			c := late(s, st)
			v, _ := checker.Decide(c, s, complete(st.Quote))
			told.count(v.Complete, "all", "language "+set.Language, what)
			o, err := checker.OfflineJudge{Scenario: s}.Judge(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			w, _ := checker.Decide(c, s, o)
			alone.count(w.Complete, "all", "language "+set.Language, what)
			if want := st.Style != ""; show && (v.Complete != want || w.Complete != want) {
				t.Logf("%s %s: told %v, offline %v: %q / %q (%q)", set.Language, what, v.Complete, w.Complete, st.User, st.Character, st.Quote)
			}
		}
		for i, st := range set.Agreements {
			if of(i) {
				judge(st, recall, offline, "style "+st.Style)
			}
		}
		for i, st := range set.Misses {
			if of(i) {
				judge(st, wrong, offlineWrong, "kind "+st.Kind)
			}
		}
	}
	return recall, wrong, offline, offlineWrong
}

func TestOwnStances(t *testing.T) {
	measure(t, "own", readStances(t, "testdata/stances"), func(int) bool { return true }, true)
}

func TestZZEven(t *testing.T) {
	measure(t, "even", readStances(t, "testdata/agreements"), func(i int) bool { return i%2 == 0 }, true)
}

func TestZZOdd(t *testing.T) {
	measure(t, "odd", readStances(t, "testdata/agreements"), func(i int) bool { return i%2 == 1 }, false)
}

func measure(t *testing.T, name string, sets []stances, of func(int) bool, show bool) {
	recall, wrong, offline, offlineWrong := judgeStances(t, sets, of, show)
	t.Logf("%s: agreements, a judge that says so:%v", name, recall)
	t.Logf("%s: near misses, a judge that errs:%v", name, wrong)
	t.Logf("%s: agreements, offline:%v", name, offline)
	t.Logf("%s: near misses, offline:%v", name, offlineWrong)
}
