package parley

import (
	"encoding/json"
	"time"
)

// Exchange is what the checker judges: a user turn answered by the character,
// with the conversation before it.
type Exchange struct {
	Call CallID `json:"call"`
	// Number counts the exchanges of a call from 1. The opening line alone is
	// not an exchange and is never judged.
	Number int `json:"number"`
	Dispatch
	// Previous is the progress of the newest verdict the call has seen, 0-10.
	Previous int `json:"previous"`
	// Turns are the last turns of the call, at most ContextWindow, oldest first.
	Turns []Turn `json:"turns"`
}

// ContextWindow is how many turns the checker sees.
const ContextWindow = 20

// VerdictPatience is how long a judge may take over an exchange, all its models
// included, and how long a call that is over but for its last verdict waits for
// it: a win would be lost otherwise. A model on a machine of one's own takes up
// to 7 s.
const VerdictPatience = 8 * time.Second

// MaxProgress is agreed, explicitly; progress runs from 0, the goal has not come
// up, to it.
const MaxProgress = 10

// Flags of a Verdict.
const (
	// FlagInjection means that the user spoke to the judge or the machine behind
	// the character, or tried to put the agreement into the character's mouth.
	FlagInjection = "injection"
	// FlagSafety means threats or abuse that end a scene by themselves.
	FlagSafety = "safety"
	// FlagDerailed means that the talk has left the scene's subject.
	FlagDerailed = "derailed"
)

// JudgedTurns are the two turns of an exchange.
type JudgedTurns struct {
	User      int `json:"user"`
	Character int `json:"character"`
}

// Met is a check of the rubric and the words that met it.
type Met struct {
	Check string `json:"check"`
	Turn  int    `json:"turn"`
	// Quote stands in that turn.
	Quote string `json:"quote"`
}

// Why an agreement is held back, besides a missing check.
const (
	HeldTooEarly  = "too_early" // the scene's least number of exchanges is not reached
	HeldInjection = "injection"
)

// Verdict is the checker's finding on one exchange.
type Verdict struct {
	Call     CallID `json:"call"`
	Exchange int    `json:"exchange"`
	// Progress and Previous are 0-10; Progress is 10 if and only if Complete.
	Progress int  `json:"progress"`
	Previous int  `json:"previous"`
	Complete bool `json:"complete"`
	Bad      bool `json:"bad"`
	// CTA is at most four words ending in ! or ?, or empty.
	CTA string `json:"cta"`
	// Evidence is the character's words the verdict rests on, as they stand in
	// one of their last two turns, or earlier where they agreed before the scene
	// could end; empty if there are none.
	Evidence string `json:"evidence,omitempty"`
	// Turns are the numbers of the turns that were judged; zero in old journals.
	Turns JudgedTurns `json:"turns,omitzero"`
	// Met are the checks that this exchange met, with the words that did.
	Met []Met `json:"met,omitempty"`
	// Held is why an agreement does not count yet: the id of a required check that is
	// missing, or one of the Held constants; empty where none was held back.
	Held string `json:"held,omitempty"`
	// BadEnding is the id of the scene's bad ending that is met, or that Strike counts
	// towards; empty where the judge did not say which.
	BadEnding string `json:"bad_ending,omitempty"`
	// Strike is the how-manieth slip of that kind the exchange is, of Strikes; 0 for none.
	Strike  int `json:"strike,omitempty"`
	Strikes int `json:"strikes,omitempty"`
	// Ledger is what the checker knows of the call with this verdict. Only the checker
	// reads it, when a fork of the call goes on from here.
	Ledger json.RawMessage `json:"ledger,omitempty"`
	// Checks are the ids of the scene's rubric checks met so far in the call.
	Checks []string `json:"checks,omitempty"`
	// Flags say what was noticed about the exchange: see FlagInjection.
	Flags []string `json:"flags,omitempty"`
	// Judge names the engine that judged, such as "openai:gpt-4o-mini" or
	// "understudy".
	Judge string `json:"judge"`
	// InPlaceOf names the model that was to judge and gave no verdict, where the
	// scene's script has judged instead.
	InPlaceOf string `json:"in_place_of,omitempty"`
	// Prompt is the hash of what the judge was told apart from the conversation;
	// empty if it was told nothing.
	Prompt string `json:"prompt,omitempty"`
	// Repaired means that the judge's first answer was not of the form asked for.
	Repaired bool `json:"repaired,omitempty"`
	// Took is how long the judge took.
	Took time.Duration `json:"took"`
	// Usage is what the judgement took, by engine; empty if that is not known.
	Usage []Usage `json:"usage,omitempty"`
}
