//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package learner

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/agent"
	"parley/scenarios"
)

func scene(t testing.TB, id string) scenarios.Scenario {
	t.Helper()
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, ok := library.Get(id)
	if !ok {
		t.Fatalf("no scene %q", id)
	}
	return s
}

// TestTrialIsTheSameEveryTime plays an easy scene twice offline.
func TestTrialIsTheSameEveryTime(t *testing.T) {
	var told int
	try := func() Trial {
		got, err := Try(t.Context(), scene(t, "smallTalkLift"), Offline(), Options{Runs: 3, Progress: func(done, total int) {
			if told = done; done > total {
				t.Errorf("%d games of %d", done, total)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	first, second := try(), try()
	a, _ := json.Marshal(first)
	b, _ := json.Marshal(second)
	if !bytes.Equal(a, b) {
		t.Error("two trials differ")
	}
	if told != 3*len(Kinds()) || len(first.Games) != told {
		t.Errorf("%d games told of, %d kept", told, len(first.Games))
	}
	if r := first.Result(Rude); r.Lost != r.Runs {
		t.Errorf("the rude lost %d of %d", r.Lost, r.Runs)
	}
	for _, g := range first.Games {
		if len(g.Turns) != 1+2*len(g.Curve) {
			t.Errorf("%s %s: %d turns in %d exchanges", g.Learner, g.Name, len(g.Turns), len(g.Curve))
		}
	}
	var page strings.Builder
	if err := Page(&page, []Trial{first}); err != nil || strings.Count(page.String(), "<polyline") != len(Kinds()) {
		t.Errorf("the page has %d curves, %v", strings.Count(page.String(), "<polyline"), err)
	}
}

// TestBadgesAreWithheld plays scenes that do not deserve them.
func TestBadgesAreWithheld(t *testing.T) {
	red := func(s scenarios.Scenario) string {
		got, err := Try(t.Context(), s, Offline(), Options{Runs: 5})
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, b := range got.Badges {
			if !b.Green {
				out = append(out, b.Name)
			}
		}
		return strings.Join(out, ", ")
	}
	hard := scene(t, "smallTalkLift")
	script := *hard.Understudy
	script.Beats = slices.Clone(script.Beats)
	hard.Understudy = &script
	script.Concepts = map[string]scenarios.Concept{}
	for name, c := range scene(t, "smallTalkLift").Understudy.Concepts {
		c.Any = []string{"abracadabra"}
		script.Concepts[name] = c
	}
	for i := range script.Beats {
		script.Beats[i].Examples, script.Beats[i].Answer = nil, nil
	}
	script.Agree.Examples = nil
	if got := red(hard); !strings.Contains(got, "winnable") {
		t.Errorf("a scene that nobody wins lacks %q", got)
	}
	unfair := scene(t, "smallTalkLift")
	script = *unfair.Understudy
	unfair.Understudy = &script
	script.Wrongs = slices.Clone(script.Wrongs)
	script.Concepts = map[string]scenarios.Concept{"the": {Any: []string{"the"}, Exact: true}}
	for name, c := range scene(t, "smallTalkLift").Understudy.Concepts {
		script.Concepts[name] = c
	}
	script.Wrongs = append(script.Wrongs, scenarios.Wrong{
		ID: "article", Any: []string{"the"}, Limit: 2, Drop: 1, Warn: scenarios.Said("Oh."), Ending: script.Wrongs[0].Ending,
	})
	if got := red(unfair); !strings.Contains(got, "fair") {
		t.Errorf(`a scene that strikes "the" lacks %q`, got)
	}
}

// TestSeekerTriesAgain has a learner whose first words for each step do not tell.
func TestSeekerTriesAgain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	s := &seeker{
		rng: rng, tries: 2, chat: newBag(rng, nil), ask: newBag(rng, []string{"please"}),
		steps: []step{{lines: newBag(rng, []string{"a", "A"})}, {lines: newBag(rng, []string{"b", "B"})}},
	}
	var said []string
	progress := 0
	for range 7 {
		line, ok := s.say(progress)
		if !ok {
			t.Fatal("gave up")
		}
		said = append(said, strings.ToLower(line))
		if len(said) == 2 || len(said) == 6 { // the second "a" tells, and the third "b"
			progress++
		}
	}
	if got, want := strings.Join(said, " "), "a a b b please please b"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}

// TestAFailingMindEndsTheTrial says whose scene it was.
func TestAFailingMindEndsTheTrial(t *testing.T) {
	none := errors.New("no engine")
	e := Offline()
	e.Mind = func(scenarios.Scenario, parley.Dispatch) (agent.Mind, error) { return nil, none }
	if _, err := Try(t.Context(), scene(t, "smallTalkLift"), e, Options{Runs: 1}); !errors.Is(err, none) {
		t.Errorf("err = %v", err)
	}
}

// TestLearnersWithoutMeasuringLines plays a scene of five fields and a rubric.
func TestLearnersWithoutMeasuringLines(t *testing.T) {
	s, err := scenarios.Parse("own.json", []byte(`{"goal":"Ana lends the user her bike","character":["You are Ana"],"negprompt":["Resist"],
		"opening":"My bike?","botname":"Ana","rubric":[{"id":"care","check":"The user promises care","example":"I will lock it."}],
		"hints":[{"level":3,"text":"\"May I have it on Friday?\""}]}`))
	if err != nil {
		t.Fatal(err)
	}
	casts, own, err := castsOf(s)
	if err != nil || !own || len(casts) != 1 {
		t.Fatalf("%d casts, own: %v, %v", len(casts), own, err)
	}
	m := casts[0]
	if len(m.Gaming) == 0 || len(m.Rude) == 0 {
		t.Fatalf("%d lines that game it, %d rude ones", len(m.Gaming), len(m.Rude))
	}
	l, _ := m.learnerOf(Skilled, 0)
	for _, want := range []string{"I will lock it.", "I will lock it.", "May I have it on Friday?"} {
		if got, ok := l.say(0); !ok || got != want {
			t.Errorf("said %q, want %q", got, want)
		}
	}
	found, err := Lint(t.Context(), s)
	if err != nil || !slices.ContainsFunc(found, func(f Finding) bool { return f.Field == "setting" }) {
		t.Errorf("found %+v, %v", found, err)
	}
}

// TestOwnLearnersSayWhatWasNotTaught: each sentence of an author's own scene is spoken to
// a character that learnt from the others, and none is lost over all games.
func TestOwnLearnersSayWhatWasNotTaught(t *testing.T) {
	s := scene(t, "smallTalkLift")
	s.ID = "own"
	casts, own, err := castsOf(s)
	if err != nil || !own || len(casts) != folds {
		t.Fatalf("%d casts, own: %v, %v", len(casts), own, err)
	}
	said := map[string]int{}
	for _, c := range casts {
		u := c.scene.Understudy
		for i, b := range u.Beats {
			for _, l := range c.beats[i] {
				said[b.ID+l.Text]++
				if slices.Contains(b.Examples, l.Text) {
					t.Errorf("%s: %q was taught", b.ID, l.Text)
				}
			}
			for _, l := range c.near[i] {
				if slices.Contains(b.Counter, l.Text) {
					t.Errorf("%s: the counter-example %q was taught", b.ID, l.Text)
				}
			}
		}
		for _, l := range c.ask {
			if slices.Contains(u.Agree.Examples, l.Text) {
				t.Errorf("asking: %q was taught", l.Text)
			}
		}
	}
	for _, b := range s.Understudy.Beats {
		for _, text := range b.Examples {
			if said[b.ID+text] != 1 {
				t.Errorf("%s: %q is said in %d parts", b.ID, text, said[b.ID+text])
			}
		}
	}
	if len(scene(t, "smallTalkLift").Understudy.Beats[0].Examples) != len(s.Understudy.Beats[0].Examples) {
		t.Error("the library's scene was changed")
	}
}

// TestNearLinesOfAnOwnSceneAreTold: who writes next to no counter-examples is told which
// of them make their step.
func TestNearLinesOfAnOwnSceneAreTold(t *testing.T) {
	s := scene(t, "smallTalkLift")
	s.ID = "own"
	script := *s.Understudy
	script.Beats = slices.Clone(script.Beats)
	first := &script.Beats[0]
	kept := first.Examples[:len(first.Examples)-folds]
	// As said by somebody who took them for no more than talk.
	first.Counter, first.Examples = slices.Clone(first.Examples[len(kept):]), kept
	s.Understudy = &script
	casts, _, err := castsOf(s)
	if err != nil {
		t.Fatal(err)
	}
	found, of := taken(casts)
	ofFirst := func(n Taken) bool { return n.Step == first.ID && slices.Contains(first.Counter, n.Text) }
	if of < folds || !slices.ContainsFunc(found, ofFirst) {
		t.Errorf("of %d counter-examples are taken: %v", of, found)
	}
}
