// Package scenarios holds the scenes people practise: their format, their
// parsing with errors that name file, field and reason, and the set built into
// the binary. It decides nothing about how a scene is played.
package scenarios

import (
	"cmp"
	"encoding/json"
	"slices"

	"parley"
)

// Scenario is one scene. The first five fields are the contract;
// a file with only these loads, the rest then has defaults.
type Scenario struct {
	// ID is the file's name without ".json" unless the file says otherwise.
	ID string `json:"id"`

	// Goal is what the user must get from the character.
	Goal string `json:"goal"`
	// GoalForYou is the goal as the user reads it, in the second person and the
	// scene's language; without it they read Goal.
	GoalForYou string `json:"goal_for_you,omitempty"`
	// Character says who the character is.
	Character []string `json:"character"`
	// Negprompt says how the character resists and what changes that. It is
	// never sent to the browser before the call ends.
	Negprompt []string `json:"negprompt"`
	// Opening is the character's first line; over MaxOpeningWords words are a
	// warning.
	Opening string `json:"opening"`
	// Botname is the character's short name.
	Botname string `json:"botname"`

	// Kind says how the character thinks; default KindRoleplay. A scene of
	// KindAssistant needs no goal and no negprompt.
	Kind string `json:"kind,omitempty"`
	// Tools are those of ToolGroups that an assistant has.
	Tools []string `json:"tools,omitempty"`
	// ActsBy says how the character's model does things: an assistant's with its tools,
	// by default ActsByTools; with ActsByCode a roleplay character's on its Desk.
	ActsBy string `json:"acts_by,omitempty"`
	// Desk is what a roleplay character that acts by code has at hand.
	Desk *Desk `json:"desk,omitempty"`

	// Setting is one line that says where and when the scene plays, as a stranger
	// would see it.
	Setting string `json:"setting,omitempty"`
	// Speech is the author's own rule of what language the character speaks, in
	// place of "speak <Language>".
	Speech string `json:"speech,omitempty"`
	// Director switches the note on what may not be given yet that the character's
	// model gets with every turn; nil is on. See Directed.
	Director *bool `json:"director,omitempty"`

	SchemaVersion int    `json:"schema_version,omitempty"`
	Title         string `json:"title,omitempty"`
	Description   string `json:"description,omitempty"`
	Category      string `json:"category,omitempty"`
	// Skills are ids of Skills, or an author's own words.
	Skills []string `json:"skills,omitempty"`
	// Difficulty is 1-5; default 2.
	Difficulty int `json:"difficulty,omitempty"`
	// Language is a BCP 47 tag; default "en".
	Language string   `json:"language,omitempty"`
	Minutes  int      `json:"minutes,omitempty"`
	Bot      Bot      `json:"bot,omitzero"`
	Briefing Briefing `json:"briefing,omitzero"`
	// Hints are ordered by level; without hints the page shows no hint button.
	Hints []Hint `json:"hints,omitempty"`
	// TimeLimitS ends the call with outcome timeout; 0 means no limit.
	TimeLimitS int `json:"time_limit_s,omitempty"`
	// MinTurns is the least number of exchanges before the goal can count as
	// reached; MaxTurns ends the call with outcome timeout, 0 means no limit.
	MinTurns int `json:"min_turns,omitempty"`
	MaxTurns int `json:"max_turns,omitempty"`
	// Nudges are said in role, one a silence, when the user stays quiet past the
	// character's patience.
	Nudges []string `json:"nudges,omitempty"`
	// Excuses are said in role when the character's engine fails. They ask the
	// user to go on and promise nothing.
	Excuses []string `json:"excuses,omitempty"`
	// Fillers are said in role when the answer is slow to come, such as "Let me
	// think."; at most MaxFillerWords words, and they grant nothing. An empty
	// list switches them off, a list left out has defaults.
	Fillers []string `json:"fillers,omitzero"`
	// Nods are what the character says under a long turn of the user's without
	// taking it, such as "Mm-hm."; at most MaxNodWords words. Without any it
	// listens in silence.
	Nods []string `json:"nods,omitempty"`
	// Pronunciations map words as written, or several with spaces between, to how
	// they are respelt for the voice; captions keep them as written. Case does not
	// matter, and the longest goes first. At most MaxPronunciations.
	Pronunciations map[string]string `json:"pronunciations,omitempty"`
	// Uninterruptible names the lines that are finished even when the user
	// speaks over them: LineOpening, LineNudge.
	Uninterruptible []string      `json:"uninterruptible,omitempty"`
	Timing          parley.Timing `json:"timing,omitzero"`
	// Rubric is what the debrief scores: yes-or-no checks the judge answers with a
	// quote. At most MaxRubric.
	Rubric []Check `json:"rubric,omitempty"`
	// Stages label the curve of the progress, rising.
	Stages []Stage `json:"stages,omitempty"`
	// ExampleLines show the character's voice.
	ExampleLines []ExampleLine `json:"example_lines,omitempty"`
	// BadEndings say what ends the scene badly.
	BadEndings []BadEnding `json:"bad_endings,omitempty"`
	// ContentNotes warn of hard topics.
	ContentNotes []string `json:"content_notes,omitempty"`
	// MinAge is the age the scene is meant for; 0 for any.
	MinAge int `json:"min_age,omitempty"`
	// Author and License say whose the scene is and on what terms it is shared.
	Author  string `json:"author,omitempty"`
	License string `json:"license,omitempty"`
	// Understudy lets the scene be played offline; nil means it cannot be.
	Understudy *Understudy `json:"understudy,omitempty"`
	// Extra holds the file's other top-level keys as they were written, for
	// tools that know more of the format than this version does.
	Extra map[string]json.RawMessage `json:"-"`
}

// Directed reports whether the character's model gets a note with every turn on
// what it may not give yet.
func (s Scenario) Directed() bool { return s.Director == nil || *s.Director }

// Stage is a stretch of the progress with a name.
type Stage struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	// Max is the highest progress that belongs to the stage.
	Max int `json:"max"`
}

// ExampleLine is an exchange in which the character answers as they would.
type ExampleLine struct {
	User      string `json:"user"`
	Character string `json:"character"`
}

// Bot describes the character for the engines and the page.
type Bot struct {
	// Gender is "male" or "female"; it picks the voice.
	Gender string `json:"gender,omitempty"`
	Age    int    `json:"age,omitempty"`
	// Voice describes the voice, such as "low-calm".
	Voice string `json:"voice,omitempty"`
	// PatienceS is how many seconds of silence the character bears before a
	// nudge, 3-15; default 6 (docs/sources.md).
	PatienceS int    `json:"patience_s,omitempty"`
	Avatar    string `json:"avatar,omitempty"`
}

// Briefing is what the user reads before the call.
type Briefing struct {
	YourRole  string   `json:"your_role,omitempty"`
	Situation string   `json:"situation,omitempty"`
	YouKnow   []string `json:"you_know,omitempty"`
	ScoredOn  []string `json:"scored_on,omitempty"`
}

// Hint is one graded help; see parley.Hint for the levels.
type Hint struct {
	Level int    `json:"level"`
	Text  string `json:"text"`
	// Checks are the ids of the checks of the rubric that it helps with, or AgreeID for
	// the asking that wins. A hint without any is given whatever was said.
	Checks []string `json:"checks,omitempty"`
}

// NextHint is the index in Hints of the one to give next, and how many may come after
// it, once the checks of met are met and the hints of given were given. A hint helps
// while none of its checks is met, and can be given when each of them can count: what
// their beats need is met, and before AgreeID all that is required. Of those the first
// check of the rubric goes first, and of its hints the lowest level. -1 if none can be
// given now; with left over 0 there may be one later.
func (s Scenario) NextHint(given []int, met []string) (next, left int) {
	var now []int
	for i, h := range s.Hints {
		if slices.Contains(given, i) || slices.ContainsFunc(h.Checks, func(id string) bool { return slices.Contains(met, id) }) {
			continue
		}
		left++
		if !slices.ContainsFunc(h.Checks, func(id string) bool { return !s.counts(id, slices.Concat(met, h.Checks)) }) {
			now = append(now, i)
		}
	}
	if len(now) == 0 {
		return -1, left
	}
	next = now[0]
	if len(s.Hints[next].Checks) > 0 {
		next = slices.MinFunc(now, func(a, b int) int { return cmp.Compare(s.place(s.Hints[a]), s.place(s.Hints[b])) })
	}
	return next, left - 1
}

// counts reports whether a check can count once those of met are met.
func (s Scenario) counts(id string, met []string) bool {
	var needs []string
	for _, c := range s.Rubric {
		if id == AgreeID && c.Required {
			needs = append(needs, c.ID)
		}
	}
	if s.Understudy != nil {
		for _, b := range s.Understudy.Beats {
			if b.ID == id {
				needs = b.Needs
			}
		}
	}
	return !slices.ContainsFunc(needs, func(id string) bool { return s.isCheck(id) && !slices.Contains(met, id) })
}

// isCheck reports whether the rubric has a check of that id: no other is known to be met.
func (s Scenario) isCheck(id string) bool {
	return slices.ContainsFunc(s.Rubric, func(c Check) bool { return c.ID == id })
}

// place is where in the rubric the first of a hint's checks stands; AgreeID comes last.
func (s Scenario) place(h Hint) int {
	at := slices.IndexFunc(s.Rubric, func(c Check) bool { return slices.Contains(h.Checks, c.ID) })
	if at < 0 {
		return len(s.Rubric)
	}
	return at
}

// BadEnding is one way to lose.
type BadEnding struct {
	ID   string `json:"id"`
	When string `json:"when"`
	// Mild says it to the user before the call, in the scene's language: "if you
	// insult him twice". Without it they are not told of this ending.
	Mild string `json:"mild,omitempty"`
	Line string `json:"line,omitempty"`
}

// MaxRubric is how many checks a scene has at most; the judge answers all of
// them with each exchange.
const MaxRubric = 12

// Check is one line of a scene's rubric: a question about the call that can be
// answered yes or no.
type Check struct {
	// ID is 1 to 64 letters, digits, - and _.
	ID string `json:"id"`
	// Check says what must have happened, such as "User states a return figure
	// and its time span".
	Check string `json:"check"`
	// Skill groups checks in the debrief: an id of Skills, or an author's own words.
	Skill string `json:"skill,omitempty"`
	// Required checks must be met before the goal can count as reached.
	Required bool `json:"required,omitempty"`
	// Weight is 1-10; default 1.
	Weight int `json:"weight,omitempty"`
	// Example is a line that meets it.
	Example string `json:"example,omitempty"`
	// Reveal is "after" for a check the user first reads of in the debrief.
	Reveal string `json:"reveal,omitempty"`
}
