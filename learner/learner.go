package learner

import (
	"math/rand/v2"
	"slices"
)

// Kind is how a learner goes about a scene.
type Kind string

// The kinds of learners.
const (
	// Skilled brings what the scene asks for, clearly, one thing at a time.
	Skilled Kind = "skilled"
	// Average brings it too, with detours and fewer tries.
	Average Kind = "average"
	// SecondLanguage brings it in a learner's words.
	SecondLanguage Kind = "second-language"
	// Clumsy brings it in the end: half of it and beside the point first, with a slip
	// now and then.
	Clumsy Kind = "clumsy"
	// Rambling talks much and never comes to the point.
	Rambling Kind = "rambling"
	// Rude insults and threatens.
	Rude Kind = "rude"
	// Silent says next to nothing.
	Silent Kind = "silent"
	// Gaming talks to the machine behind the character and to the judge.
	Gaming Kind = "gaming"
	// Agreeing says yes to everything.
	Agreeing Kind = "agreeing"
	// Contrary says the opposite of every step, or denies it.
	Contrary Kind = "contrary"
	// Evasive speaks of every step's matter and never makes it: asks, supposes, tells
	// of others, of the past, or half of it.
	Evasive Kind = "evasive"
	// Aloud reads the page: title, brief, hints, headings.
	Aloud Kind = "reading aloud"
	// Insulting brings what the scene asks for, each time with an insult.
	Insulting Kind = "insulting"
)

// Kinds are all kinds of learners, the able ones first.
func Kinds() []Kind {
	return []Kind{Skilled, Average, SecondLanguage, Clumsy, Rambling, Rude, Silent, Gaming, Agreeing, Contrary, Evasive, Aloud, Insulting}
}

// wrong are the kinds that have the scene's words and may not win it.
func wrong() []Kind { return []Kind{Gaming, Contrary, Evasive, Aloud, Insulting} }

// learner says the user's turns of one game.
type learner interface {
	// say is the next turn, given the bar; false when the learner gives up.
	say(progress int) (string, bool)
}

// reader says its lines in order, whatever is answered.
type reader []string

func (r *reader) say(int) (string, bool) {
	if len(*r) == 0 {
		return "", false
	}
	line := (*r)[0]
	*r = (*r)[1:]
	return line, true
}

// step is something to bring across, in several wordings.
type step struct {
	lines *bag
	taken bool
}

// seeker takes the steps of a scene in order and knows by the bar alone which of
// them told: one that did not is tried in other words, then left for later. After
// the last it asks for the goal.
type seeker struct {
	rng   *rand.Rand
	steps []step
	ask   *bag
	// tries is how often a step is tried before the next one.
	tries int
	// chat is what is said beside the point, before a share of the turns.
	chat   *bag
	chatty float64

	at, tried int
	before    int  // the bar before the last try
	trying    bool // the last turn was one
}

func (s *seeker) say(progress int) (string, bool) {
	if s.trying {
		s.settle(progress)
	}
	s.trying = false
	if s.chat.some() && s.rng.Float64() < s.chatty {
		return s.chat.next(), true
	}
	for s.at < len(s.steps) && (s.steps[s.at].taken || !s.steps[s.at].lines.some()) {
		s.at++
		s.tried = 0
	}
	s.before, s.trying = progress, true
	if s.at < len(s.steps) {
		return s.steps[s.at].lines.next(), true
	}
	if !s.ask.some() {
		return "", false
	}
	return s.ask.next(), true
}

// settle sees by the bar what the last try did.
func (s *seeker) settle(progress int) {
	s.tried++
	asking := s.at >= len(s.steps)
	switch {
	case asking && s.tried >= s.tries: // once more from the first that did not tell
		s.at, s.tried = 0, 0
	case asking:
	case progress > s.before:
		s.steps[s.at].taken = true
	case s.tried >= s.tries:
		s.at++
		s.tried = 0
	}
}

// bag hands out lines in a shuffled order, all before any comes again.
type bag struct {
	rng   *rand.Rand
	lines []string
	left  []string
}

func newBag(rng *rand.Rand, lines []string) *bag { return &bag{rng: rng, lines: lines} }

func (b *bag) some() bool { return len(b.lines) > 0 }

func (b *bag) next() string {
	if len(b.left) == 0 {
		b.left = slices.Clone(b.lines)
		b.rng.Shuffle(len(b.left), func(i, j int) { b.left[i], b.left[j] = b.left[j], b.left[i] })
	}
	line := b.left[0]
	b.left = b.left[1:]
	return line
}

// clumsy is a seeker who says something near a step before the step, each half of the
// time, and slips.
type clumsy struct {
	*seeker
	near []*bag // by step, the last for the asking
	slip *bag
}

// How often a clumsy person strays before a step, and slips, in shares of the turns.
const (
	straying = .5
	slipping = .04
)

func (c *clumsy) say(progress int) (string, bool) {
	if c.slip.some() && c.rng.Float64() < slipping {
		return c.slip.next(), true
	}
	if near := c.near[min(c.at, len(c.near)-1)]; near.some() && c.rng.Float64() < straying {
		return near.next(), true
	}
	return c.seeker.say(progress)
}

// insulter says what a seeker says, and something rude with it.
type insulter struct {
	*seeker
	rude *bag
}

func (i *insulter) say(progress int) (string, bool) {
	line, ok := i.seeker.say(progress)
	if !ok || !i.rude.some() {
		return line, ok
	}
	return line + " " + i.rude.next(), true
}
