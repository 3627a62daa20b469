package understudy

import (
	"errors"
	"fmt"
	"slices"

	"parley"
	"parley/scenarios"
)

// ErrNoScript means that a scenario cannot be played offline: it has no
// understudy.
var ErrNoScript = errors.New("the scenario has no understudy script")

// script is a scenario's understudy made ready for playing. It does not change
// once built.
type script struct {
	*scenarios.Understudy
	opening  string
	minTurns int
	concepts map[string]concept
	endings  map[string]string // bad ending id to closing line
	quote    []string
}

func newScript(s scenarios.Scenario) (*script, error) {
	if s.Understudy == nil {
		return nil, fmt.Errorf("%w: %s", ErrNoScript, s.ID)
	}
	sc := &script{
		Understudy: s.Understudy,
		opening:    s.Opening,
		minTurns:   s.MinTurns,
		concepts:   make(map[string]concept, len(s.Understudy.Concepts)),
		endings:    make(map[string]string, len(s.BadEndings)),
		quote:      words(s.Understudy.Agree.Quote),
	}
	for name, c := range s.Understudy.Concepts {
		sc.concepts[name] = newConcept(c)
	}
	for _, e := range s.BadEndings {
		sc.endings[e.ID] = e.Line
	}
	return sc, nil
}

// agreedIn reports whether the words that mean yes were heard in text.
func (sc *script) agreedIn(text string) bool {
	return holds(words(text), sc.quote)
}

// whole is what the character set out to say in t.
func whole(t parley.Turn) string {
	if t.Full != "" {
		return t.Full
	}
	return t.Text
}

// holds reports whether part stands in whole, word for word. An empty part
// stands nowhere.
func holds(whole, part []string) bool {
	if len(part) == 0 {
		return false
	}
	for i := 0; i+len(part) <= len(whole); i++ {
		if slices.Equal(whole[i:i+len(part)], part) {
			return true
		}
	}
	return false
}
