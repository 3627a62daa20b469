package parley

import "encoding/json"

// Card is something the character shows beside what it says, such as a plan, a
// list of flights or a question to confirm.
type Card struct {
	// ID names the card within the call: a later one of the same ID replaces it.
	ID string
	// Kind says what Data holds, such as "flights". Kinds are open-ended: a front
	// end that does not know one shows Title and Text.
	Kind        string
	Title, Text string
	// Data is a JSON value but null; nil stands for an empty object.
	Data json.RawMessage
}

// StateValue is the newest value of something that the front end keeps showing
// while it changes, such as the task list.
type StateValue struct {
	Name string
	// Value is any JSON value but null. It is whole, never a difference.
	Value json.RawMessage
}
