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
	// User is the secret id that what is kept of the user is kept under, see
	// IsUser; empty keeps nothing.
	User string `json:"user,omitempty"`
	// Usergender is free text used in the prompts, such as "female"; empty
	// means not told.
	Usergender string `json:"usergender,omitempty"`
	// Mode is how the user speaks; empty means ModeVoice.
	Mode Mode `json:"mode,omitempty"`
	// From is the call that this one goes on from, and where; nil for a new one.
	From *Origin `json:"from,omitempty"`
	// Drill ends the call after DrillExchanges exchanges.
	Drill bool `json:"drill,omitempty"`
	// Consent is what the user was told and agreed to; nil if they were not asked.
	Consent *Consent `json:"consent,omitempty"`
	// Resumable has the call wait for a user who leaves without saying goodbye, as a page
	// does that is loaded anew, for Timing.Return.
	Resumable bool `json:"resumable,omitempty"`
}

// DrillExchanges is how many exchanges a drill has.
const DrillExchanges = 2

// Origin is the moment of a call at which a fork begins: with a character's turn, whose
// line is said again, or with one of the user's, which is theirs to say anew.
type Origin struct {
	Call CallID `json:"call"`
	Turn int    `json:"turn"`
}

// Consent is a user's answer to what they are told before their first call.
type Consent struct {
	// Version is that of the text they were shown, from 1.
	Version int `json:"version"`
	// KeepDays is how long they were told the call is kept; 0 is for ever.
	KeepDays int `json:"keep_days,omitempty"`
	// KeepNothing is set if they go on without anything being kept.
	KeepNothing bool `json:"keep_nothing,omitempty"`
}

// Mode is how the user speaks in a call.
type Mode string

// The modes.
const (
	// ModeVoice is by a microphone, or typed.
	ModeVoice Mode = "voice"
	// ModeText is typed alone: nobody listens, so a scene can be called in a language
	// that no recogniser here knows, and is read where no voice knows it either.
	ModeText Mode = "text"
)

// IsMode reports whether m is a mode, or empty.
func IsMode(m Mode) bool { return m == "" || m == ModeVoice || m == ModeText }

// Limits on dispatch metadata. A name longer than any real one only serves to
// smuggle instructions into the prompts.
const (
	MaxDispatchBytes = 4096
	MaxNameRunes     = 64
)

// Bytes of an id. A user's is all that stands between what is kept of them and
// everybody else, so it has at least MinUserBytes: 80 random bits or more.
const (
	MinUserBytes = 16
	MaxIDBytes   = 64
)

// ErrDispatch is wrapped by every error ParseDispatch returns.
var ErrDispatch = errors.New("bad dispatch metadata")

// ErrUser is wrapped where what should be a user's id is none, see IsUser.
var ErrUser = fmt.Errorf("user must be a secret of %d to %d letters, digits, - and _ that nobody can guess", MinUserBytes, MaxIDBytes)

// ErrMode is wrapped where what should be a Mode is none.
var ErrMode = fmt.Errorf("mode must be %q or %q", ModeVoice, ModeText)

// IsID reports whether s is an id: 1 to MaxIDBytes ASCII letters, digits, - and _.
func IsID(s string) bool {
	if s == "" || len(s) > MaxIDBytes {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool {
		return r > unicode.MaxASCII || !(unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_')
	}) < 0
}

// IsUser reports whether s may be a user's id: an id that is long enough for a
// secret. Every door by which somebody says who they are asks it: a call's token,
// the metadata of a dispatch, a request for what is kept, and its deletion.
func IsUser(s string) bool { return IsID(s) && len(s) >= MinUserBytes }

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
	if d.Scenario != "" && !IsID(d.Scenario) {
		return Dispatch{}, fmt.Errorf("%w: scenario must be an id of letters, digits, - and _", ErrDispatch)
	}
	if d.User != "" && !IsUser(d.User) {
		return Dispatch{}, fmt.Errorf("%w: %w", ErrDispatch, ErrUser)
	}
	if d.From != nil && (!IsID(string(d.From.Call)) || d.From.Turn < 1) {
		return Dispatch{}, fmt.Errorf("%w: from must be a call's id and a turn, from 1", ErrDispatch)
	}
	if !IsMode(d.Mode) {
		return Dispatch{}, fmt.Errorf("%w: %w", ErrDispatch, ErrMode)
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

// cleanName keeps a name a name: printable runes on one line.
func cleanName(s string) string {
	s = OneLine(s)
	if runes := []rune(s); len(runes) > MaxNameRunes {
		s = strings.TrimSpace(string(runes[:MaxNameRunes]))
	}
	return s
}
