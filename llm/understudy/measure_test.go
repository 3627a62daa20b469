//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package understudy

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/scenarios"
)

// measured are the measuring lines of a scene, which neither scene nor engine
// was written by; see scenarios/lines.
type measured struct {
	Scenario string              `json:"scenario"`
	Beats    map[string][]styled `json:"beats"`
	Good     []styled            `json:"good"`
	Rude     []styled            `json:"rude"`
	Off      []styled            `json:"off"`
	Persons  []person            `json:"persons"`
}

type styled struct {
	Style string `json:"style"`
	Text  string `json:"text"`
}

// person is a caller with lines of their own, in order.
type person struct {
	Name, Style string
	Lines       []string
}

// tally counts hits of tries.
type tally struct{ hits, tries int }

func (c *tally) add(hit bool) {
	c.tries++
	if hit {
		c.hits++
	}
}

func (c tally) String() string {
	if c.tries == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f (%d/%d)", c.share(), c.hits, c.tries)
}

func (c tally) share() float64 { return 100 * float64(c.hits) / float64(max(c.tries, 1)) }

// counts are the tallies of a scene, by what is counted.
type counts map[string]*tally

func (c counts) at(key string) *tally {
	if c[key] == nil {
		c[key] = &tally{}
	}
	return c[key]
}

// measure reads every line of a scene. PARLEY_MISSES=1 logs those read wrongly.
func measure(t *testing.T, s scenarios.Scenario, m measured, all counts) counts {
	t.Helper()
	c := counts{}
	misses := os.Getenv("PARLEY_MISSES") != ""
	note := func(hit bool, keys ...string) {
		for _, k := range keys {
			c.at(k).add(hit)
			all.at(k).add(hit)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(m.Beats)) {
		for _, l := range m.Beats[id] {
			got := Read(s, l.Text)
			hit := slices.Contains(got.Beats, id) || id == AgreeID && got.Agrees
			note(hit, "beats", "style "+l.Style)
			c.at("beat " + id).add(hit)
			note(len(got.Strikes) > 0, "good struck")
			if misses && !hit {
				t.Logf("%s missed %s [%s] %q", s.ID, id, l.Style, l.Text)
			}
			if len(got.Strikes) > 0 {
				t.Logf("%s struck %v [%s] %q", s.ID, got.Strikes, id, l.Text)
			}
		}
	}
	for _, l := range m.Good {
		got := Read(s, l.Text)
		note(len(got.Strikes) > 0, "good struck")
		note(got.Ends, "good ends the call")
		if len(got.Strikes) > 0 {
			t.Logf("%s struck %v (ends %v) [good] %q", s.ID, got.Strikes, got.Ends, l.Text)
		}
	}
	for _, l := range m.Rude {
		got := Read(s, l.Text)
		note(len(got.Strikes) > 0, "rude struck")
		note(len(got.Beats) > 0, "rude makes a beat")
		if misses && len(got.Strikes) == 0 {
			t.Logf("%s not struck %q", s.ID, l.Text)
		}
	}
	for _, l := range m.Off {
		got := Read(s, l.Text)
		off := len(got.Beats) > 0 || got.Agrees
		note(off, "off makes a beat")
		if misses && off {
			t.Logf("%s off makes %v (agrees %v) %q", s.ID, got.Beats, got.Agrees, l.Text)
		}
	}
	for _, p := range m.Persons {
		call := hold(t, s, p.Lines)
		got := call.last()
		key := "persons win"
		if p.Style == "rambler-lost" {
			key = "lost persons win"
		}
		note(got.Complete, key)
		note(got.Bad, "persons lose")
		if misses && got.Complete == (p.Style == "rambler-lost") {
			t.Logf("%s %s (%s): %+v\n%s", s.ID, p.Name, p.Style, got, call.text())
		}
	}
	return c
}

// TestMeasure holds the reading of people's own words to what is asked of it.
// PARLEY_LINES names a folder with other lines, and PARLEY_SCENES one with other
// scenes, for tuning.
func TestMeasure(t *testing.T) {
	dir := cmp.Or(os.Getenv("PARLEY_LINES"), "../../scenarios/lines/tune")
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no measuring lines in %s (%v)", dir, err)
	}
	library, err := scenarios.Embedded()
	if own := os.Getenv("PARLEY_SCENES"); own != "" {
		library, err = scenarios.LoadDir(own)
	}
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	all := counts{}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var m measured
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s, ok := library.Get(m.Scenario)
		if !ok {
			t.Logf("%s: no such scene", m.Scenario)
			continue
		}
		c := measure(t, s, m, all)
		for _, key := range slices.Sorted(maps.Keys(c)) {
			fmt.Fprintf(&table, "%-22s %-24s %s\n", s.ID, key, c[key])
		}
		if got := c.at("beats"); got.share() < 85 {
			t.Errorf("%s: %v %% of the beats are made, want 85", s.ID, got)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&table, "%-22s %-24s %s\n", "all", key, all[key])
	}
	t.Log("\n" + table.String())
	for key, tally := range all {
		got := tally.share()
		if strings.HasPrefix(key, "style ") && got < 80 || atLeast[key] > got || atMost[key] > 0 && got > atMost[key] {
			t.Errorf("%s: %v %%, want at least %v, at most %v", key, tally, atLeast[key], atMost[key])
		}
	}
}

// What is asked of all scenes together, in percent.
var (
	atLeast = map[string]float64{"rude struck": 85, "persons win": 90}
	atMost  = map[string]float64{"good struck": 0.3, "good ends the call": 0.001, "off makes a beat": 2}
)
