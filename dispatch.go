package parley

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Dispatch is what a caller asks for: the metadata of the LiveKit agent
// dispatch that starts a call.
type Dispatch struct {
	// Scenario is a scenario id; empty means the agent's default scene.
	Scenario string `json:"scenario,omitempty"`
	// Username is how the character may call the user; empty means unknown.
	Username string `json:"username,omitempty"`
	// User is an id the user's profile is kept under; empty keeps none.
	User string `json:"user,omitempty"`
	// Usergender is free text used in the prompts, such as "female"; empty
	// means not told.
	Usergender string `json:"usergender,omitempty"`
}

// Limits on dispatch metadata. A name longer than any real one only serves to
// smuggle instructions into the prompts.
const (
	MaxDispatchBytes = 4096
	MaxNameRunes     = 64
)

// ErrDispatch is wrapped by every error ParseDispatch returns.
var ErrDispatch = errors.New("bad dispatch metadata")

// ParseDispatch reads dispatch metadata: a JSON object with Dispatch's fields,
// others being ignored, a bare scenario id, which is what one types with the
// LiveKit CLI, or nothing, which is what front ends send that know of no scenes.
// Names are cut to one line of MaxNameRunes printable characters. It checks the
// form only; whether the scenario exists is for the caller to find out.
func ParseDispatch(metadata string) (Dispatch, error) {
	if len(metadata) > MaxDispatchBytes {
		return Dispatch{}, fmt.Errorf("%w: %d bytes, at most %d", ErrDispatch, len(metadata), MaxDispatchBytes)
	}
	if !utf8.ValidString(metadata) {
		return Dispatch{}, fmt.Errorf("%w: not UTF-8", ErrDispatch)
	}
	text := strings.TrimSpace(metadata)
	d := Dispatch{Scenario: text}
	if strings.HasPrefix(text, "{") {
		d = Dispatch{}
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			return Dispatch{}, fmt.Errorf("%w: %w", ErrDispatch, err)
		}
	}
	d.Scenario = strings.TrimSpace(d.Scenario)
	if d.Scenario != "" && !isID(d.Scenario) {
		return Dispatch{}, fmt.Errorf("%w: scenario must be an id of letters, digits, - and _", ErrDispatch)
	}
	if d.User != "" && !isID(d.User) {
		return Dispatch{}, fmt.Errorf("%w: user must be an id of letters, digits, - and _", ErrDispatch)
	}
	d.Username = cleanName(d.Username)
	d.Usergender = cleanName(d.Usergender)
	return d, nil
}

// Metadata is the JSON form that ParseDispatch reads.
func (d Dispatch) Metadata() string {
	b, _ := json.Marshal(d) // strings only: cannot fail
	return string(b)
}

func isID(s string) bool {
	if s == "" || len(s) > 64 {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool {
		return r > unicode.MaxASCII || !(unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_')
	}) < 0
}

// cleanName keeps a name a name: printable runes on one line.
func cleanName(s string) string {
	s = OneLine(s)
	if runes := []rune(s); len(runes) > MaxNameRunes {
		s = strings.TrimSpace(string(runes[:MaxNameRunes]))
	}
	return s
}
