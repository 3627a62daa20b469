package scenarios

// Public is what the browser may know of a scenario before and during a call.
// How the character resists, what it secretly values, its script and the texts
// of the hints are not part of it.
type Public struct {
	ID string `json:"id"`
	// Kind is "roleplay" or "assistant".
	Kind         string    `json:"kind"`
	Title        string    `json:"title"`
	Description  string    `json:"description,omitempty"`
	Category     string    `json:"category,omitempty"`
	Skills       []string  `json:"skills,omitempty"`
	Difficulty   int       `json:"difficulty"`
	Minutes      int       `json:"minutes,omitempty"`
	Language     string    `json:"language"`
	Botname      string    `json:"botname"`
	Bot          PublicBot `json:"bot"`
	Goal         string    `json:"goal"`
	Briefing     Briefing  `json:"briefing,omitzero"`
	TimeLimitS   int       `json:"time_limit_s,omitempty"`
	ContentNotes []string  `json:"content_notes,omitempty"`
	// HasHints says whether a hint can be asked for.
	HasHints bool `json:"has_hints"`
	// Offline says whether the scene can be played without a language model.
	Offline bool `json:"offline"`
	// Unplayable says why no call of the scene can be held here; empty where one
	// can.
	Unplayable string `json:"unplayable,omitempty"`
}

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
		Goal: s.Goal, Briefing: s.Briefing, TimeLimitS: s.TimeLimitS, ContentNotes: s.ContentNotes,
		HasHints: len(s.Hints) > 0, Offline: s.Understudy != nil || s.Kind == KindAssistant,
	}
}
