//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package understudy

import (
	"math/rand/v2"
	"strings"
	"testing"

	"parley"
	"parley/scenarios"
)

// nearSounding lists what recognisers hear for some of the words callers say.
var nearSounding = map[string][]string{
	"three": {"the", "free"}, "times": {"time", "climbs"}, "money": {"many"}, "eighteen": {"eighty", "a teen"},
	"months": {"month", "mounts"}, "month": {"months"}, "risk": {"wrist", "risks"}, "supplier": {"suppliers", "supply her"},
	"late": {"light", "lay"}, "stop": {"stopped", "top"}, "forty": {"fort", "for tea"}, "percent": {"per cent", "present"},
	"northern": {"norton", "north"}, "plant": {"plan", "plants"}, "built": {"build"}, "right": {"write"},
	"approve": {"approved", "prove"}, "engineers": {"engineer", "and years"}, "two": {"to"}, "report": {"reports", "reporter"},
	"measure": {"measured", "major"}, "cancer": {"answer", "cancers"}, "spread": {"bread", "spreads"}, "better": {"bitter"},
	"surgery": {"surgeries", "sure jury"}, "work": {"walk", "worked"}, "sorry": {"story"}, "shock": {"shop", "shark"},
	"time": {"times"}, "here": {"hear"}, "meeting": {"meetings", "beating"}, "brother": {"bother", "brothers"},
	"afternoon": {"after noon"}, "news": {"use"}, "afraid": {"a fraid"}, "know": {"no"}, "wish": {"which"},
	"elevator": {"elevators"}, "slow": {"low"}, "holding": {"hold in"}, "plants": {"plant", "pants"}, "grow": {"grew", "row"},
	"long": {"wrong"}, "lovely": {"love me"}, "tell": {"tall"}, "anyone": {"any one"}, "lunch": {"launch", "once"},
	"week": {"weak"}, "not": {"knot"}, "every": {"ever"}, "year": {"ear"}, "lose": {"loose"}, "today": {"to day"},
}

// anyWord stands in where no near-sounding word is listed.
var anyWord = strings.Fields("the a and it is that in of to her his was one oh well")

// noisy drops or replaces one word in rate of the line's words.
func noisy(r *rand.Rand, line string, rate float64) string {
	var out []string
	for _, w := range mannersOf("en").words(line) {
		if r.Float64() >= rate {
			out = append(out, w)
			continue
		}
		if r.IntN(3) == 0 {
			continue // dropped
		}
		near := nearSounding[w]
		if near == nil {
			near = anyWord
		}
		out = append(out, near[r.IntN(len(near))])
	}
	return strings.Join(out, " ")
}

// persistent plays the winning lines the way a person does: a line that got no
// step out of the character is said once more.
func persistent(t *testing.T, s scenarios.Scenario, r *rand.Rand, rate float64) bool {
	t.Helper()
	e, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	c := call{turns: []parley.Turn{{Number: 1, Role: parley.Character, Text: s.Opening}}}
	for _, line := range callLines(t, s.ID, "win") {
		for range 2 {
			c.add(parley.User, noisy(r, line, rate))
			text, _ := reply(t, e, c.turns)
			c.add(parley.Character, text)
			st := e.script.replay(c.turns)
			if st.Complete || st.Bad {
				return st.Complete
			}
			if st.Beat != "" {
				break
			}
		}
	}
	return false
}

// TestWinsThroughNoise wins with one word in seven misheard.
func TestWinsThroughNoise(t *testing.T) {
	const seeds, rate, least = 40, 0.15, 0.8
	for _, s := range scenes(t) {
		once, twice := 0, 0
		for seed := range uint64(seeds) {
			r := rand.New(rand.NewPCG(seed, 1))
			var lines []string
			for _, l := range callLines(t, s.ID, "win") {
				lines = append(lines, noisy(r, l, rate))
			}
			if hold(t, s, lines).last().Complete {
				once++
			}
			if persistent(t, s, rand.New(rand.NewPCG(seed, 2)), rate) {
				twice++
			}
		}
		t.Logf("%s: won %d of %d calls saying each line once, %d saying a lost line again", s.ID, once, seeds, twice)
		if got := float64(twice) / seeds; got < least {
			t.Errorf("%s: won %.0f %% of noisy calls, want %.0f %%", s.ID, 100*got, 100*least)
		}
	}
}
