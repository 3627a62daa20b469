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

// Lines any character can say. They name nothing of a scene and grant nothing.
var (
	defaultNudges = []string{
		"Um... are you still there?",
		"Take your time. I'm, well, I'm listening.",
		"Hmm. You've gone quiet on me.",
	}
	defaultExcuses = []string{
		"Sorry, I lost my thread. Could you say that again?",
		"Hmm... wait, I was somewhere else for a moment. Go on.",
		"Um, I didn't quite follow that. Say it once more?",
	}
	defaultFillers = []string{"Hmm.", "Well...", "Let me think."}
)

func setDefaults(s *Scenario, id string) {
	setIfZero(&s.ID, id)
	setIfZero(&s.Kind, KindRoleplay)
	setIfZero(&s.Title, s.Botname)
	setIfZero(&s.Difficulty, DefaultDifficulty)
	setIfZero(&s.Language, DefaultLanguage)
	setIfZero(&s.Bot.PatienceS, DefaultPatience)
	for i := range s.Rubric {
		setIfZero(&s.Rubric[i].Weight, DefaultWeight)
	}
	if len(s.Nudges) == 0 {
		s.Nudges = slices.Clone(defaultNudges)
	}
	if len(s.Excuses) == 0 {
		s.Excuses = slices.Clone(defaultExcuses)
	}
	if s.Fillers == nil {
		s.Fillers = slices.Clone(defaultFillers)
	}
}

func setIfZero[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
