package learner

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"parley"
	"parley/llm/understudy"
	"parley/scenarios"
	"parley/scenarios/lines"
)

// Runs is how often each kind of learner plays a scene unless told otherwise.
const Runs = 10

// Options say what a trial does.
type Options struct {
	// Runs is how often each kind of learner plays, 0 for Runs.
	Runs int
	// Progress, when set, is called after each game from the trial's goroutine.
	Progress func(done, total int)
}

// Trial is what learners showed of a scene.
type Trial struct {
	Scenario string `json:"scenario"`
	Title    string `json:"title"`
	Language string `json:"language"`
	// OwnLines means that the learners' lines are the scene's own examples, for want of
	// measuring lines, each spoken to a character that was not taught it.
	OwnLines bool     `json:"own,omitempty"`
	Results  []Result `json:"results"`
	Badges   []Badge  `json:"badges"`
	// Strikes are well-meant lines that the script would strike.
	Strikes []Strike `json:"strikes,omitempty"`
	// Taken are counter-examples of an Own scene that make their step, of Near.
	Taken []Taken `json:"taken,omitempty"`
	Near  int     `json:"near,omitempty"`
	Games []Game  `json:"games"`
}

// Result is what learners of one kind made of the scene.
type Result struct {
	Learner Kind `json:"learner"`
	Runs    int  `json:"runs"`
	Won     int  `json:"won"`
	Lost    int  `json:"lost"`
	// Exchanges is the median length of the games won, of all where none was.
	Exchanges int `json:"exchanges"`
	// Curve is the mean progress after each exchange; a game that has ended stays
	// where it ended.
	Curve []float64 `json:"curve"`
	// Missing counts the required checks that the games not won still lacked.
	Missing map[string]int `json:"missing,omitempty"`
}

// Badge is a promise the scene keeps or not.
type Badge struct {
	Name  string `json:"name"`
	Green bool   `json:"green"`
	// Why is the figure it rests on.
	Why string `json:"why"`
}

// Strike is a well-meant line and the ways to hurt the scene it was taken for.
type Strike struct {
	Text   string   `json:"text"`
	Wrongs []string `json:"wrongs"`
	Ends   bool     `json:"ends,omitempty"`
}

// Green reports whether the scene has every badge.
func (t Trial) Green() bool {
	return !slices.ContainsFunc(t.Badges, func(b Badge) bool { return !b.Green })
}

// Try has every kind of learner play s. It blocks until all games are played, ctx
// ends or an engine fails.
func Try(ctx context.Context, s scenarios.Scenario, e Engines, o Options) (Trial, error) {
	casts, own, err := castsOf(s)
	if err != nil {
		return Trial{}, err
	}
	if o.Runs == 0 {
		o.Runs = Runs
	}
	t := Trial{Scenario: s.ID, Title: s.Title, Language: s.Language, OwnLines: own}
	total := o.Runs*len(Kinds()) + len(users)
	done := func() {
		if o.Progress != nil {
			o.Progress(len(t.Games), total)
		}
	}
	for _, k := range Kinds() {
		var games []Game
		for run := range o.Runs {
			c := casts[run%len(casts)]
			l, name := c.learnerOf(k, run)
			g, err := game(ctx, c.scene, parley.Dispatch{}, e, l)
			if err != nil {
				return t, err
			}
			g.Learner, g.Name = k, name
			games = append(games, g)
			t.Games = append(t.Games, g)
			done()
		}
		t.Results = append(t.Results, resultOf(k, games))
	}
	equal, err := t.equal(ctx, casts[0], e)
	if err != nil {
		return t, err
	}
	if t.Strikes = struck(s); own {
		t.Taken, t.Near = taken(casts)
	}
	t.Badges = []Badge{t.winnable(), t.firm(), t.fair(s), equal}
	return t, nil
}

func game(ctx context.Context, s scenarios.Scenario, d parley.Dispatch, e Engines, l learner) (Game, error) {
	table, err := NewTable(s, d, e)
	if err != nil {
		return Game{}, err
	}
	return play(ctx, table, l)
}

func resultOf(k Kind, games []Game) Result {
	r := Result{Learner: k, Runs: len(games), Missing: map[string]int{}}
	var won, all []int
	longest := 0
	for _, g := range games {
		all = append(all, len(g.Curve))
		longest = max(longest, len(g.Curve))
		if g.Outcome == Won {
			r.Won++
			won = append(won, len(g.Curve))
			continue
		}
		if g.Outcome == Lost {
			r.Lost++
		}
		for _, id := range g.Missing {
			r.Missing[id]++
		}
	}
	if len(won) == 0 {
		won = all
	}
	slices.Sort(won)
	r.Exchanges = won[len(won)/2]
	for i := range longest {
		sum := 0
		for _, g := range games {
			if n := len(g.Curve); n > 0 {
				sum += g.Curve[min(i, n-1)]
			}
		}
		r.Curve = append(r.Curve, float64(sum)/float64(len(games)))
	}
	return r
}

// Result is that of a kind of learner.
func (t Trial) Result(k Kind) Result {
	for _, r := range t.Results {
		if r.Learner == k {
			return r
		}
	}
	return Result{}
}

// Bounds of the badges (product.md's scenario CI, as issue 12 has them).
const (
	leastWon      = 80 // percent of skilled learners
	mostRambling  = 20 // percent of rambling ones
	mostDeviation = 1  // of the final progress, between users of other names
)

func (t Trial) winnable() Badge {
	r := t.Result(Skilled)
	return Badge{"winnable", r.Won*100 >= leastWon*r.Runs, fmt.Sprintf("skilled won %d of %d", r.Won, r.Runs)}
}

// firm is the badge of a character that is no pushover.
func (t Trial) firm() Badge {
	r := t.Result(Rambling)
	b := Badge{"not a pushover", r.Won*100 <= mostRambling*r.Runs, fmt.Sprintf("rambling won %d of %d", r.Won, r.Runs)}
	for _, k := range wrong() {
		g := t.Result(k)
		b.Green = b.Green && g.Won == 0
		b.Why += fmt.Sprintf(", %s %d", k, g.Won)
	}
	return b
}

func (t Trial) fair(s scenarios.Scenario) Badge {
	if s.Understudy == nil {
		return Badge{"fair", true, "no script, so no strikes by rule"}
	}
	return Badge{"fair", len(t.Strikes) == 0, fmt.Sprintf("%d of %d well-meant lines struck", len(t.Strikes), len(wellMeant(s)))}
}

// wellMeant are lines that nobody should be struck for: the scene's own and those
// of the measuring set that may be looked at. What the other half meets is for
// package meaning's measurement to tell.
func wellMeant(s scenarios.Scenario) []string {
	var out []string
	if set, ok := lines.Load(lines.Tune, s.ID); ok {
		out = lines.Of(set.Good, "")
		for _, beat := range slices.Sorted(maps.Keys(set.Beats)) {
			out = append(out, lines.Of(set.Beats[beat], "")...)
		}
	}
	if u := s.Understudy; u != nil {
		for _, b := range u.Beats {
			out = append(out, b.Examples...)
		}
		out = append(out, u.Agree.Examples...)
		for _, w := range u.Wrongs {
			out = append(out, w.Counter...)
		}
	}
	return out
}

// struck are well-meant lines that the script would strike with every beat open.
func struck(s scenarios.Scenario) []Strike {
	var out []Strike
	for _, text := range wellMeant(s) {
		r := understudy.Read(s, text)
		if len(r.Strikes) > 0 && (r.Ends || r.Rude || len(r.Beats) == 0 && !r.Agrees) {
			out = append(out, Strike{text, r.Strikes, r.Ends})
		}
	}
	return out
}

// users say the same words under other names and genders.
var users = []parley.Dispatch{
	{}, {Username: "Vlad", Usergender: "male"}, {Username: "Aisha", Usergender: "female"},
	{Username: "Nguyễn Thị Hoa", Usergender: "female"}, {Username: "Emeka", Usergender: "male"},
	{Username: "Alex", Usergender: "non-binary"},
}

// equal plays the same words under other names and genders.
func (t *Trial) equal(ctx context.Context, c cast, e Engines) (Badge, error) {
	b := Badge{Name: "equal", Green: true, Why: fmt.Sprintf("the same verdicts for %d names and genders", len(users))}
	var first Game
	for i, d := range users {
		l, _ := c.learnerOf(Skilled, 0)
		g, err := game(ctx, c.scene, d, e, l)
		if err != nil {
			return b, err
		}
		if i == 0 {
			first = g
			continue
		}
		if off := last(g.Curve) - last(first.Curve); g.Outcome != first.Outcome || off > mostDeviation || off < -mostDeviation {
			b.Green, b.Why = false, fmt.Sprintf("%s as %q (%s), %s without a name", g.Outcome, d.Username, d.Usergender, first.Outcome)
		}
	}
	return b, nil
}

func last(curve []int) int {
	if len(curve) == 0 {
		return 0
	}
	return curve[len(curve)-1]
}
