//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package learner

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/llm/understudy"
	"parley/scenarios"
	"parley/scenarios/lines"
)

// Bounds on the held half, in percent (docs/scenes.md).
// styleNames are those that lines for beats come in.
var styleNames = []string{lines.Short, lines.Rambling, lines.Formal, lines.SecondLanguage, lines.Emotional}

const (
	leastByScene = 85
	leastByStyle = 80
	mostOff      = 2
	leastRude    = 85
	leastPersons = 90
)

// tally counts what was found of so many.
type tally struct{ n, of int }

func (c *tally) add(is bool) {
	c.of++
	if is {
		c.n++
	}
}

func (c tally) percent() float64 { return 100 * float64(c.n) / float64(max(c.of, 1)) }

func (c tally) String() string { return fmt.Sprintf("%.0f %% of %d", c.percent(), c.of) }

// TestHeldLines measures what people say in their own words, in lines that no word
// list, example or threshold was chosen by.
func TestHeldLines(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	styles := map[string]*tally{}
	for _, style := range styleNames {
		styles[style] = &tally{}
	}
	var struck, ended, off, rude tally
	for _, s := range measured(library) {
		set, ok := lines.Load(lines.Held, s.ID)
		if !ok {
			t.Errorf("%s has no held lines", s.ID)
			continue
		}
		made := tally{}
		var missed []string
		for _, beat := range slices.Sorted(maps.Keys(set.Beats)) {
			for _, l := range set.Beats[beat] {
				r := understudy.Read(s, l.Text)
				is := beat == lines.Agree && r.Agrees || slices.Contains(r.Beats, beat)
				made.add(is)
				styles[l.Style].add(is)
				if !is {
					missed = append(missed, beat+" "+l.Style)
				}
			}
		}
		good := append(slices.Clone(set.Good), slices.Concat(slices.Collect(maps.Values(set.Beats))...)...)
		for _, l := range good {
			r := understudy.Read(s, l.Text)
			struck.add(len(r.Strikes) > 0 && len(r.Beats) == 0 && !r.Agrees)
			ended.add(r.Ends)
		}
		for _, l := range set.Off {
			off.add(len(understudy.Follow(s, said(s.Opening, l.Text), 0).Heard) > 0)
		}
		for _, l := range set.Rude {
			rude.add(len(understudy.Read(s, l.Text).Strikes) > 0)
		}
		t.Logf("%-22s beats %s; missed %s", s.ID, made, strings.Join(missed, ", "))
		if made.percent() < leastByScene {
			t.Errorf("%s: %s of the beats are made, want %d %%", s.ID, made, leastByScene)
		}
	}
	for _, style := range styleNames {
		t.Logf("%-22s beats %s", style, styles[style])
		if styles[style].percent() < leastByStyle {
			t.Errorf("%s speakers make %s of their beats, want %d %%", style, styles[style], leastByStyle)
		}
	}
	t.Logf("good lines struck %d of %d, ended by %d; off the point made a beat: %d of %d; rude struck: %s",
		struck.n, struck.of, ended.n, off.n, off.of, rude)
	if struck.n*1000 > 4*struck.of || ended.n > 0 { // 3 is wanted: what makes a step is not struck, and fewer lines make one by chance
		t.Errorf("%d of %d good lines are struck, %d end the call", struck.n, struck.of, ended.n)
	}
	if off.percent() > mostOff || rude.percent() < leastRude {
		t.Errorf("off the point made a beat: %s; rude struck: %s", off, rude)
	}
}

// measured are the scenes that have lines: those of characters that act by code do not.
func measured(l *scenarios.Library) []scenarios.Scenario {
	return slices.DeleteFunc(l.List(), func(s scenarios.Scenario) bool { return s.ActsBy == scenarios.ActsByCode })
}

// TestHeldPersons has whole persons play, in their own words and order.
func TestHeldPersons(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range measured(library) {
		set, _ := lines.Load(lines.Held, s.ID)
		other, _ := lines.Load(lines.Tune, s.ID)
		var won, held tally
		turns := map[string][]int{}
		var lost []string
		for i, p := range append(slices.Clone(set.Persons), other.Persons...) {
			if p.Style == lines.RamblerLost {
				continue
			}
			r := reader(slices.Clone(p.Lines))
			g, err := game(t.Context(), s, parley.Dispatch{}, Offline(), &r)
			if err != nil {
				t.Fatal(err)
			}
			won.add(g.Outcome == Won)
			if i < len(set.Persons) {
				held.add(g.Outcome == Won)
			}
			if g.Outcome == Won {
				turns[p.Style] = append(turns[p.Style], len(g.Curve))
			} else {
				lost = append(lost, fmt.Sprintf("%s (%s) %s at %d, without %v", p.Name, p.Style, g.Outcome, last(g.Curve), g.Missing))
			}
		}
		t.Logf("%-22s persons won %s, held %s, skilled in %v, average in %v; %s", s.ID, won, held,
			turns[lines.Skilled], turns[lines.Average], strings.Join(lost, "; "))
		if won.percent() < leastPersons {
			t.Errorf("%s: %s of the persons won, want %d %%", s.ID, won, leastPersons)
		}
		if mean(turns[lines.Skilled]) > mean(turns[lines.Average]) {
			t.Errorf("%s: the skilled took %v turns, the average %v", s.ID, turns[lines.Skilled], turns[lines.Average])
		}
	}
}

// said is a conversation, the character's turn first.
func said(texts ...string) []parley.Turn {
	var out []parley.Turn
	for i, text := range texts {
		t := parley.Turn{Number: i + 1, Role: parley.Character, Text: text}
		if i%2 == 1 {
			t.Role, t.Typed = parley.User, true
		}
		out = append(out, t)
	}
	return out
}

func mean(of []int) float64 {
	sum := 0
	for _, n := range of {
		sum += n
	}
	return float64(sum) / float64(max(len(of), 1))
}
