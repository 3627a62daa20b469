package parley

import "time"

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
