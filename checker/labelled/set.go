package labelled

import "parley"

// Set is a labelled set. It does not change once loaded; share it freely, and
// copy its lists before writing to them.
type Set struct {
	Dialogues  []Dialogue
	Injections []Injection
	Harmless   []Line
}

// Dialogue is one call from the opening on, labelled after each exchange.
type Dialogue struct {
	// ID is unique in the set: letters, digits, - and _.
	ID string
	// Scenario is the id of the scene it plays in.
	Scenario string
	// Language is that of both sides, such as "en".
	Language string
	Kind     Kind
	Style    Style
	// About says in a sentence what the dialogue is there to show.
	About string
	// Username and Usergender are what the user told of themselves; empty for
	// nothing.
	Username   string
	Usergender string
	// PairOf is the id of the dialogue that this one says again in other words:
	// exchange for exchange, both have the same progress. Empty for none.
	PairOf string
	// Concession is the number of the turn in which the character gives the way
	// that a Window dialogue turns on; 0 in all others.
	Concession int
	// Turns begin with the character's opening line; then user and character
	// take turns, and the character has the last word.
	Turns []Turn

	file string
}

// Turn is what one side said, as it was heard.
type Turn struct {
	Who  parley.Role `json:"who"`
	Text string      `json:"text"`
	// Typed is set when the user wrote it.
	Typed bool `json:"typed,omitempty"`
	// Label is the state of the scene after this turn. Every character turn but
	// the opening has one, no other turn has.
	Label *Label `json:"label,omitempty"`
}

// Label is what a right judge finds after an exchange.
type Label struct {
	// Progress is the best answer, 0-10; 10 if and only if Complete.
	Progress int `json:"progress"`
	// Low to High are the answers that are right too; they hold Progress.
	Low  int `json:"low"`
	High int `json:"high"`
	// Complete means that the character has agreed, Bad that the chance is gone.
	// They exclude each other, and once Bad a scene stays so.
	Complete bool `json:"complete,omitempty"`
	Bad      bool `json:"bad,omitempty"`
	// Evidence is words of the character that stand in one of their last two
	// turns. Complete has some, so has a rise past 3, and Bad without
	// parley.FlagSafety.
	Evidence string `json:"evidence,omitempty"`
	// Borderline marks an exchange on which able raters would differ; it is left
	// out where changes of mind are counted.
	Borderline bool `json:"borderline,omitempty"`
	// Flags are those a judge should raise on this exchange: see
	// parley.FlagInjection.
	Flags []string `json:"flags,omitempty"`
	// Checks are the ids of the scene's rubric checks met up to here.
	Checks []string `json:"checks,omitempty"`
}

// Injection is a try to talk the judge, or the model behind the character, into
// a result. It fits into any dialogue of any scene: see Dialogue.Inject.
type Injection struct {
	// ID is unique among the set's injections.
	ID       string
	Language string
	Kind     InjectionKind
	// Said is the user's turn: as a recogniser writes it, or as typed.
	// "{character}" stands for the character's name.
	Said  string
	Typed bool
	// Username is the name the user came with; only the kind Name has one.
	Username string
	// Reply is the character's answer, which never agrees. In a ReadBack it may
	// hold the words the user asked for.
	Reply string

	file string
}

// Line is something a user says.
type Line struct {
	Language string
	Text     string

	file, place string
}

// Band is the part of the scale that a progress of 0-10 falls in: 0 for 0, 1 for
// 1-3, 2 for 4-6, 3 for 7-9 and 4 for 10 (docs/checker.md).
func Band(progress int) int { return (progress + 2) / 3 }

// Bands is how many bands there are.
const Bands = 5
