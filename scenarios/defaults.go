package scenarios

import "slices"

// Values of fields a file leaves out.
const (
	DefaultDifficulty = 2
	DefaultLanguage   = "en"
	// DefaultPatience is seconds (docs/sources.md).
	DefaultPatience = 6
	// DefaultWeight is that of a rubric check.
	DefaultWeight = 1
)

// wordless are the excuses of a character in a language of which no lines are
// known: a sound that people make in most.
var wordless = []string{"Hm?"}

func setDefaults(s *Scenario, id string) {
	setIfZero(&s.ID, id)
	setIfZero(&s.Kind, KindRoleplay)
	if s.Kind == KindAssistant {
		setIfZero(&s.ActsBy, ActsByTools)
	}
	setIfZero(&s.Title, s.Botname)
	setIfZero(&s.Difficulty, DefaultDifficulty)
	setIfZero(&s.Language, DefaultLanguage)
	setIfZero(&s.Bot.PatienceS, DefaultPatience)
	for i := range s.Rubric {
		setIfZero(&s.Rubric[i].Weight, DefaultWeight)
	}
	setLines(s)
}

// setLines gives the character what it says by itself, in its own language: where
// none is known of that, no nudge and no filler, rather than one in another.
func setLines(s *Scenario) {
	l := LanguageOf(s.Language)
	if len(l.excuses) == 0 {
		l.excuses = wordless
	}
	if len(s.Nudges) == 0 {
		s.Nudges = slices.Clone(l.nudges)
	}
	if len(s.Excuses) == 0 {
		s.Excuses = slices.Clone(l.excuses)
	}
	if s.Fillers == nil {
		s.Fillers = slices.Clone(l.fillers)
	}
}

func setIfZero[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
