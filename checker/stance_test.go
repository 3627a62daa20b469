//go:build !race

package checker_test

import (
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

// permille is the share of all.
func (t tally) permille() int { return 1000 * t["all"][0] / max(t["all"][1], 1) }

// measured is what sets came to.
type measured struct{ recall, wrong, offline, offlineWrong tally }

// measure wins the agreements and near misses of sets: with a judge that says
// complete of each, and with the offline judge.
func measure(t *testing.T, sets []stances) measured {
	t.Helper()
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	m := measured{tally{}, tally{}, tally{}, tally{}}
	for _, set := range sets {
		s := sceneOf(library, set)
		judge := func(st stance, told, alone tally, what string) {
			c := late(s, st)
			v, _ := checker.Decide(c, s, complete(st.Quote))
			told.count(v.Complete, "all", "language "+set.Language, what)
			o, err := checker.OfflineJudge{Scenario: s}.Judge(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			v, _ = checker.Decide(c, s, o)
			alone.count(v.Complete, "all", "language "+set.Language, what)
		}
		for _, st := range set.Agreements {
			judge(st, m.recall, m.offline, "style "+st.Style)
		}
		for _, st := range set.Misses {
			judge(st, m.wrong, m.offlineWrong, "kind "+st.Kind)
		}
	}
	return m
}

// TestAgreements measures answers that agree, and such as nearly do, late in a
// call, on the whole of testdata/agreements, which is what the checker promises,
// on the lines in testdata/stances, which the phrase lists were written with, on those
// in testdata/ways, which the rules were measured by first and then mended with, on
// those in testdata/ways2, half of which were, and on those in testdata/unseen, which
// nobody may mend a rule by: the bounds of the last three are what was reached, not what
// is wanted.
func TestAgreements(t *testing.T) {
	for _, c := range []struct {
		name string
		sets []stances
		// In permille: at least, at most, at least, at most.
		recall, wrong, offline, offlineWrong int
	}{
		{"own", readStances(t, "testdata/stances"), 940, 40, 850, 30},
		{"all", readStances(t, "testdata/agreements"), 980, 15, 960, 20},
		{"ways", readStances(t, "testdata/ways"), 950, 40, 900, 40},
		{"ways2", readStances(t, "testdata/ways2"), 960, 80, 920, 100},
		{"unseen", readStances(t, "testdata/unseen"), 930, 60, 800, 20},
		{"unseen2", readStances(t, "testdata/unseen2"), 820, 130, 510, 90},
	} {
		m := measure(t, c.sets)
		t.Logf("%s: agreements, a judge that says so:%v", c.name, m.recall)
		t.Logf("%s: near misses, a judge that errs:%v", c.name, m.wrong)
		t.Logf("%s: agreements, offline:%v", c.name, m.offline)
		t.Logf("%s: near misses, offline:%v", c.name, m.offlineWrong)
		agreements, misses := 100, 80
		if c.name == "ways" {
			agreements, misses = 60, 60
		}
		if m.recall["all"][1] < agreements || m.wrong["all"][1] < misses {
			t.Errorf("%s: %d agreements and %d near misses are too few", c.name, m.recall["all"][1], m.wrong["all"][1])
		}
		if m.recall.permille() < c.recall || m.wrong.permille() > c.wrong {
			t.Errorf("%s: %d of 1000 agreements are seen, %d near misses taken for one", c.name, m.recall.permille(), m.wrong.permille())
		}
		if m.offline.permille() < c.offline || m.offlineWrong.permille() > c.offlineWrong {
			t.Errorf("%s: offline %d and %d of 1000", c.name, m.offline.permille(), m.offlineWrong.permille())
		}
	}
}

// TestFillersAgreeToNothing: a line that every character has ready where nothing else is
// left says "all right" and grants nothing.
func TestFillersAgreeToNothing(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, _ := library.Get("salaryCounter")
	for line, want := range map[string]bool{"All right, keep going.": false, s.Understudy.Agree.Say: true} {
		c := late(s, stance{User: "Could you go back to them for me, please, and call me by Friday?", Character: line})
		o, err := checker.OfflineJudge{Scenario: s}.Judge(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if v, _ := checker.Decide(c, s, o); v.Complete != want {
			t.Errorf("%q is complete %v, want %v", line, v.Complete, want)
		}
		v, _ := checker.Decide(c, s, complete(line))
		if v.Complete != want {
			t.Errorf("%q, with a judge that errs, is complete %v, want %v", line, v.Complete, want)
		}
	}
}

// TestAskedToSay: who is asked to say a part of the goal, and says it in words of their own
// beside the rest, has agreed.
func TestAskedToSay(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, _ := library.Get("badNewsDaughter")
	user := "Come to the meeting with me this afternoon, will you? And, um, could you say it, just once, that he isn't going to recover?"
	for said, want := range map[string]bool{
		s.Understudy.Agree.Say:                              true,
		"I'll come to that meeting with you this afternoon": false,
	} {
		v, _ := checker.Decide(late(s, stance{User: user, Character: said}), s, complete("I'll come to that meeting"))
		if v.Complete != want {
			t.Errorf("%q is complete %v, want %v", said, v.Complete, want)
		}
	}
}

// TestAgreesBehindALine: a last step that comes with the asking gets its line and the yes.
func TestAgreesBehindALine(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, _ := library.Get("nightDesk")
	u := s.Understudy
	for _, b := range u.Beats {
		c := late(s, stance{User: u.Agree.Examples[0], Character: b.Say[0] + " " + u.Agree.Say})
		if v, _ := checker.Decide(c, s, complete(u.Agree.Quote)); !v.Complete {
			t.Errorf("the agreement behind %q is refused", b.Say[0])
		}
	}
}
