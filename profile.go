package parley

import "time"

// Profile is what Parley remembers of how a user talks: nothing of what was
// said. The zero value is a user nobody knows yet.
type Profile struct {
	// Pause is the length that nine of ten of the user's pauses within a turn
	// stay under; 0 while none was seen.
	Pause time.Duration `json:"pause,omitempty"`
	// Pauses is how many pauses Pause was learned from.
	Pauses int `json:"pauses,omitempty"`
	// Patience is how long the user wants to be waited for; 0 leaves that to
	// the character.
	Patience time.Duration `json:"patience,omitempty"`
}
