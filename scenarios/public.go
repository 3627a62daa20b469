package scenarios

// Public is what the browser may know of a scenario before and during a call.
// How the character resists, what it secretly values, its script, its stages, the
// rubric and the texts of the hints are not part of it.
type Public struct {
	ID string `json:"id"`
	// Kind is "roleplay" or "assistant".
	Kind        string `json:"kind"`
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`
	Category    string `json:"category,omitempty"`
	// Skills are ids of Skills, or the author's own words.
	Skills     []string  `json:"skills,omitempty"`
	Difficulty int       `json:"difficulty"`
	Minutes    int       `json:"minutes,omitempty"`
	Language   string    `json:"language"`
	Botname    string    `json:"botname"`
	Bot        PublicBot `json:"bot"`
	Goal       string    `json:"goal"`
	// GoalForYou is the goal in the second person and the scene's language; without it
	// the user reads Goal.
	GoalForYou   string   `json:"goal_for_you,omitempty"`
	Briefing     Briefing `json:"briefing,omitzero"`
	Ends         Ends     `json:"ends,omitzero"`
	ContentNotes []string `json:"content_notes,omitempty"`
	// HasHints says whether a hint can be asked for.
	HasHints bool `json:"has_hints"`
	// Offline says whether the scene can be played without a language model.
	Offline bool `json:"offline"`
	// Unplayable says why no call of the scene can be held here by voice; it is left
	// out where one can.
	Unplayable *Unplayable `json:"unplayable,omitempty"`
}

// Ends is what ends a call of the scene besides its goal.
type Ends struct {
	// Badly are the author's mild words for what makes the character end it, such as
	// "if you insult him twice".
	Badly []string `json:"badly,omitempty"`
	// TimeLimitS is in seconds, MaxTurns in exchanges; 0 means no limit.
	TimeLimitS int `json:"time_limit_s,omitempty"`
	MaxTurns   int `json:"max_turns,omitempty"`
}

// Unplayable is why no call of a scene can be held by voice.
type Unplayable struct {
	Code UnplayableCode `json:"code"`
	// TextWay says that a call can be held by typing.
	TextWay bool `json:"text_way"`
}

// UnplayableCode names what is missing.
type UnplayableCode string

// The codes.
const (
	// NoEars: the recogniser does not know the scene's language.
	NoEars UnplayableCode = "stt_language"
	// NoVoice: the character's voice does not know the scene's language.
	NoVoice UnplayableCode = "tts_language"
	// NoModel: the scene needs a language model, and there is none.
	NoModel UnplayableCode = "needs_model"
)

// PublicBot is what the page shows of the character.
type PublicBot struct {
	Gender string `json:"gender,omitempty"`
	Age    int    `json:"age,omitempty"`
	Avatar string `json:"avatar,omitempty"`
}

// Public returns the part of s that the browser may know. It shares its lists
// with s.
func (s Scenario) Public() Public {
	return Public{
		ID: s.ID, Kind: s.Kind, Title: s.Title, Description: s.Description, Category: s.Category, Skills: s.Skills,
		Difficulty: s.Difficulty, Minutes: s.Minutes, Language: s.Language, Botname: s.Botname,
		Bot:  PublicBot{Gender: s.Bot.Gender, Age: s.Bot.Age, Avatar: s.Bot.Avatar},
		Goal: s.Goal, GoalForYou: s.GoalForYou, Briefing: s.Briefing, Ends: s.ends(), ContentNotes: s.ContentNotes,
		HasHints: len(s.Hints) > 0, Offline: s.Understudy != nil || s.Kind == KindAssistant,
	}
}

func (s Scenario) ends() Ends {
	e := Ends{TimeLimitS: s.TimeLimitS, MaxTurns: s.MaxTurns}
	for _, b := range s.BadEndings {
		if b.Mild != "" {
			e.Badly = append(e.Badly, b.Mild)
		}
	}
	return e
}
