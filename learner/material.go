package learner

import (
	"embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"parley/checker"
	"parley/scenarios"
	"parley/scenarios/lines"
)

//go:embed said.json
var saidFile embed.FS

// manners are what learners say in any scene, in one language.
type manners struct {
	Rude     []string `json:"rude"`
	Silent   []string `json:"silent"`
	Agreeing []string `json:"agreeing"`
	Off      []string `json:"off"`
	Gaming   []string `json:"-"`
}

// mannersOf are those of a language, English where it has none, said to botname.
func mannersOf(language, botname string) (manners, error) {
	data, err := saidFile.ReadFile("said.json")
	if err != nil {
		return manners{}, err
	}
	var all map[string]manners
	if err := json.Unmarshal(data, &all); err != nil {
		return manners{}, fmt.Errorf("read learner/said.json: %w", err)
	}
	base, _, _ := strings.Cut(strings.ToLower(language), "-")
	m, known := all[base]
	if !known {
		base, m = "en", all["en"]
	}
	said, err := checker.Injections(base)
	if err != nil {
		return manners{}, err
	}
	for _, text := range said {
		m.Gaming = append(m.Gaming, strings.ReplaceAll(text, "{character}", botname))
	}
	return m, nil
}

// material is what learners of one scene have to say.
type material struct {
	manners
	// beats are the scene's steps in their order, ask what asks for the goal.
	beats   [][]lines.Line
	ask     []lines.Line
	persons []lines.Person
	// near comes near the step of the same place in beats, the last near the asking.
	near [][]lines.Near
	// page is what stands on the scene's page.
	page []string
}

// takeHeld takes the held half of the measuring set for s, if there is one.
func (m *material) takeHeld(s scenarios.Scenario) bool {
	set, held := lines.Load(lines.Held, s.ID)
	if s.Understudy == nil || !held {
		return false
	}
	for _, b := range s.Understudy.Beats {
		m.beats = append(m.beats, set.Beats[b.ID])
		m.near = append(m.near, nearTo(set, b.ID))
	}
	m.near = append(m.near, nearTo(set, lines.Agree))
	m.ask, m.persons = set.Beats[lines.Agree], set.Persons
	m.Off, m.Rude = lines.Of(set.Off, ""), lines.Of(set.Rude, "")
	return true
}

// nearTo are a set's lines near a step.
func nearTo(set lines.Set, beat string) []lines.Near {
	return slices.DeleteFunc(slices.Clone(set.Near), func(l lines.Near) bool { return l.Beat != beat })
}

// pageOf is what a learner may read on the page of s and say. A hint of level 3 is a
// line to say.
func pageOf(s scenarios.Scenario) []string {
	b := s.Briefing
	out := slices.Concat([]string{s.Title, s.Description, s.GoalForYou, b.YourRole, b.Situation}, b.YouKnow, b.ScoredOn)
	for _, h := range s.Hints {
		if h.Level < 3 {
			out = append(out, h.Text)
		}
	}
	out = append(out, strings.Join(b.ScoredOn, ". "))
	return slices.DeleteFunc(out, func(text string) bool { return text == "" })
}

// learnerOf is the run-th learner of a kind, and who it is. Whole persons of the
// kind come first, then those put together from single lines.
func (m material) learnerOf(k Kind, run int) (learner, string) {
	rng := rand.New(rand.NewPCG(uint64(run), uint64(len(k))))
	if p := m.personsOf(k); run < len(p) {
		r := reader(slices.Clone(p[run].Lines))
		return &r, p[run].Name
	}
	list := func(lines []string) (learner, string) {
		lines = slices.Clone(lines)
		rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		r := reader(lines)
		return &r, fmt.Sprint(run + 1)
	}
	switch k {
	case Rambling:
		return list(slices.Concat(m.Off, m.Agreeing))
	case Rude:
		return list(slices.Concat(m.Rude, m.Off[:min(4, len(m.Off))]))
	case Silent:
		return list(m.Silent)
	case Gaming:
		return list(m.Gaming)
	case Agreeing:
		return list(m.Agreeing)
	case Contrary, Evasive:
		return m.besides(rng, k), fmt.Sprint(run + 1)
	case Aloud:
		return list(append(slices.Clone(m.page), m.nearOf("aloud")...))
	case Insulting:
		return &insulter{m.seeker(rng, "", 2, 0), newBag(rng, m.Rude)}, fmt.Sprint(run + 1)
	case Average:
		return m.seeker(rng, "", 1, .3), fmt.Sprint(run + 1)
	case Clumsy:
		c := &clumsy{seeker: m.seeker(rng, "", 1, .3), slip: newBag(rng, m.Rude)}
		c.near = m.besides(rng, Evasive).lines()
		return c, fmt.Sprint(run + 1)
	case SecondLanguage:
		return m.seeker(rng, lines.SecondLanguage, 2, .1), fmt.Sprint(run + 1)
	case Skilled:
	}
	return m.seeker(rng, "", 2, 0), fmt.Sprint(run + 1)
}

// personsOf are the whole persons who play as the kind does.
func (m material) personsOf(k Kind) []lines.Person {
	style := map[Kind]string{
		Skilled: lines.Skilled, Average: lines.Average, SecondLanguage: lines.SecondLanguage, Rambling: lines.RamblerLost,
	}[k]
	var out []lines.Person
	for _, p := range m.persons {
		if p.Style == style && style != "" {
			out = append(out, p)
		}
	}
	return out
}

func (m material) seeker(rng *rand.Rand, style string, tries int, chatty float64) *seeker {
	s := &seeker{rng: rng, tries: tries, chat: newBag(rng, m.Off), chatty: chatty, ask: newBag(rng, spoken(m.ask, style))}
	for _, b := range m.beats {
		s.steps = append(s.steps, step{lines: newBag(rng, spoken(b, style))})
	}
	return s
}

// spoken are the lines of a style, all of them where it has none.
func spoken(all []lines.Line, style string) []string {
	if of := lines.Of(all, style); len(of) > 0 {
		return of
	}
	return lines.Of(all, "")
}

// lines are the seeker's, by step, the last for the asking.
func (s *seeker) lines() []*bag {
	var out []*bag
	for _, st := range s.steps {
		out = append(out, st.lines)
	}
	return append(out, s.ask)
}

// besides is a seeker of lines near each step.
func (m material) besides(rng *rand.Rand, k Kind) *seeker {
	kinds := []string{"opposite", "denied"}
	if k == Evasive {
		kinds = []string{"matter", "asked", "reported", "supposed", "half", "past", "other"}
	}
	s := &seeker{rng: rng, tries: 2, chat: newBag(rng, nil), ask: newBag(rng, nil)}
	for i, all := range m.near {
		var texts []string
		for _, l := range all {
			if slices.Contains(kinds, l.Kind) {
				texts = append(texts, l.Text)
			}
		}
		if i == len(m.near)-1 {
			s.ask = newBag(rng, texts)
			continue
		}
		s.steps = append(s.steps, step{lines: newBag(rng, texts)})
	}
	return s
}

// nearOf are the near lines of a kind, whatever step they are near.
func (m material) nearOf(kind string) []string {
	var out []string
	for _, l := range slices.Concat(m.near...) {
		if l.Kind == kind {
			out = append(out, l.Text)
		}
	}
	return out
}
