package learner

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley"
	"parley/codefirst/character"
	"parley/llm/understudy"
	"parley/scenarios"
)

// Finding is something an author should mend or look at.
type Finding struct {
	// Fault is set where learners would suffer; the rest are warnings.
	Fault bool `json:"fault"`
	// Field is the path in the file, empty for the whole scene.
	Field string `json:"field,omitempty"`
	Text  string `json:"text"`
}

// linting gathers the findings on one scene.
type linting struct {
	scenarios.Scenario
	found []Finding
}

// Lint finds what a scene that loads would still do to those who play it: an end
// out of reach, a condition nobody can know, words that strike what is well meant.
// It is played offline; without an understudy only the text is looked at.
func Lint(ctx context.Context, s scenarios.Scenario) ([]Finding, error) {
	l := &linting{Scenario: s}
	for _, w := range scenarios.Warnings(s) {
		l.warn(w.Field, "%s", w.Reason)
	}
	for _, fault := range character.Check(s) {
		l.fault("", "%v", fault)
	}
	l.text()
	if s.Understudy == nil {
		return l.found, nil
	}
	l.known()
	l.doubted()
	l.struck()
	l.heard()
	return l.found, l.reachable(ctx)
}

func (l *linting) fault(field, format string, args ...any) {
	l.found = append(l.found, Finding{true, field, fmt.Sprintf(format, args...)})
}

func (l *linting) warn(field, format string, args ...any) {
	l.found = append(l.found, Finding{false, field, fmt.Sprintf(format, args...)})
}

// conditional is in the line that says upon what the character agrees.
var conditional = regexp.MustCompile(`(?i)\b(only|nur|erst|seulement|que si|sólo|solo|solamente|soltanto)\b`)

func (l *linting) text() {
	if !strings.Contains(l.Goal, l.Botname) {
		l.warn("goal", "does not name %s: a goal is something the character does that one can hear", l.Botname)
	}
	if l.Setting == "" {
		l.warn("setting", "is empty: the character does not know where it is")
	}
	if len(l.BadEndings) == 0 {
		l.warn("bad_endings", "there is none: only the clock ends the scene badly")
	}
	if !slices.ContainsFunc(l.Negprompt, conditional.MatchString) {
		l.warn("negprompt", `no line says on what the character agrees ("Agree ONLY if the user 1) ... 2) ...")`)
	}
}

// known reports required checks that the user has no way to learn of, and hints
// that give the winning line away.
func (l *linting) known() {
	told := slices.Concat(l.Briefing.YouKnow, l.Briefing.ScoredOn, []string{l.Briefing.Situation, l.Briefing.YourRole})
	for _, h := range l.Hints {
		told = append(told, h.Text)
		if h.Level < 3 && understudy.Read(l.Scenario, h.Text).Agrees {
			l.warn("hints", "level %d already has the asking that wins", h.Level)
		}
	}
	for _, b := range l.Understudy.Beats {
		if !slices.Contains(l.Understudy.Agree.Needs, b.ID) || len(b.Ask) > 0 {
			continue
		}
		if !slices.ContainsFunc(told, func(text string) bool {
			return slices.Contains(understudy.Read(l.Scenario, text).Beats, b.ID)
		}) {
			l.fault("understudy.beats."+b.ID, "neither brief nor hints nor a question of %s's tells that this is needed", l.Botname)
		}
	}
}

// doubtful is the level from which on a character is told to push back.
const doubtful = 4

// doubted reports a hard scene whose character takes every step at once.
func (l *linting) doubted() {
	if l.Difficulty >= doubtful && !slices.ContainsFunc(l.Understudy.Beats, func(b scenarios.Beat) bool {
		return b.Doubt != "" || b.Asks != "" && b.Asks != scenarios.AgreeID
	}) {
		l.warn("understudy.beats", "no step has a doubt, nor leads to another: at difficulty %d the character pushes back", l.Difficulty)
	}
}

// struck reports lines that are well meant and would be struck.
func (l *linting) struck() {
	for _, hit := range struck(l.Scenario) {
		l.fault("understudy.wrongs", "%q is well meant and would be struck as %s", hit.Text, strings.Join(hit.Wrongs, ", "))
	}
}

// heard reports examples that do not make their step, and sentences near it that do.
func (l *linting) heard() {
	u := l.Understudy
	for _, b := range u.Beats {
		l.heardAs("understudy.beats."+b.ID, b.Examples, b.Counter, func(r understudy.Reading) bool {
			return slices.Contains(r.Beats, b.ID)
		})
	}
	l.heardAs("understudy.agree", u.Agree.Examples, u.Agree.Counter, func(r understudy.Reading) bool { return r.Agrees })
}

// mostTold bounds how many sentences of a step are told of each kind.
const mostTold = 3

func (l *linting) heardAs(field string, examples, near []string, makes func(understudy.Reading) bool) {
	told := map[bool]int{}
	for i, text := range slices.Concat(examples, near) {
		isNear := i >= len(examples)
		if made := makes(understudy.Read(l.Scenario, text)); made != isNear {
			continue
		}
		if told[isNear]++; told[isNear] > mostTold {
			continue
		}
		if isNear {
			l.warn(field, "%q is a counter-example and makes it all the same: more like it would teach the difference", text)
		} else {
			l.warn(field, "%q is an example and is not heard: more like it would help", text)
		}
	}
	for _, isNear := range []bool{false, true} {
		if n := told[isNear]; n > mostTold {
			what := map[bool]string{true: "counter-examples that make it", false: "examples that are not heard"}[isNear]
			l.warn(field, "and %d more %s", n-mostTold, what)
		}
	}
}

// reachable plays the scene with its own examples, and with rudeness.
func (l *linting) reachable(ctx context.Context) error {
	m := material{}
	var err error
	if m.manners, err = mannersOf(l.Language, l.Botname); err != nil {
		return err
	}
	m.takeOwn(l.Scenario)
	for _, end := range []struct {
		kind Kind
		want Outcome
		how  string
	}{{Skilled, Won, "with the scene's own examples"}, {Rude, Lost, "by insults"}} {
		player, _ := m.learnerOf(end.kind, 0)
		g, err := game(ctx, l.Scenario, parley.Dispatch{}, Offline(), player)
		if err != nil {
			return err
		}
		if g.Outcome != end.want {
			l.fault("understudy", "cannot be %s %s: %s after %d exchanges, without %s",
				end.want, end.how, g.Outcome, len(g.Curve), strings.Join(g.Missing, ", "))
		}
	}
	return nil
}
