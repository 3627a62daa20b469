package rpc

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"parley"
)

// Payload is any payload that has a form to hold to.
type Payload interface {
	Checker | EmojiReaction | Card | StateValue | CallEnded | Hint | SetPatience | Pause | MoreTime | Empty |
		Trouble | Latency | Usage | Engines | Passing | Recap
}

// Encode is v as JSON. It returns ErrTooLarge, wrapped, for more than
// MaxPayload bytes, which only overlong texts or data inside v can cause, and
// ErrMalformed for data that are no JSON.
func Encode[T Payload](v T) (string, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("encode %T: %w: %w", v, ErrMalformed, err)
	}
	if len(b) > MaxPayload {
		return "", fmt.Errorf("encode %T of %d bytes: %w", v, len(b), ErrTooLarge)
	}
	return string(b), nil
}

// Decode reads a payload from the other side, strictly: one JSON object in
// UTF-8 with exactly T's fields, none missing but those that may be left out when
// empty, none null, unknown or in another case, values in their ranges. An empty payload counts as {}. Every error
// wraps ErrTooLarge, ErrMalformed or ErrOutOfRange, and none repeats what the
// payload says.
func Decode[T Payload](payload string) (T, error) {
	var v T
	if len(payload) > MaxPayload {
		return v, fmt.Errorf("decode %T of %d bytes: %w", v, len(payload), ErrTooLarge)
	}
	if payload == "" {
		payload = "{}"
	}
	if err := checkFields(payload, reflect.TypeFor[T]()); err != nil {
		return v, fmt.Errorf("decode %T: %w: %w", v, ErrMalformed, err)
	}
	if err := json.Unmarshal([]byte(payload), &v); err != nil {
		var zero T
		return zero, fmt.Errorf("decode %T: %w", zero, ErrMalformed)
	}
	if err := checkRange(v); err != nil {
		var zero T
		return zero, fmt.Errorf("decode %T: %w: %w", zero, ErrOutOfRange, err)
	}
	return v, nil
}

// checkFields holds payload to the names of t's fields, which json.Unmarshal
// alone takes in any case and any number.
func checkFields(payload string, t reflect.Type) error {
	if !utf8.ValidString(payload) {
		return errors.New("not UTF-8")
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(payload), &fields); err != nil || fields == nil {
		return errors.New("not a JSON object")
	}
	for _, raw := range fields {
		if string(raw) == "null" {
			return errors.New("a field is null")
		}
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	known := 0
	for f := range t.Fields() {
		name, optional := strings.CutSuffix(f.Tag.Get("json"), ",omitempty")
		raw, ok := fields[name]
		if !ok && optional {
			continue
		}
		if !ok {
			return fmt.Errorf("field %q is missing", name)
		}
		known++
		if f.Type.Kind() == reflect.Slice && f.Type != reflect.TypeFor[json.RawMessage]() {
			if err := checkAll(raw, f.Type.Elem()); err != nil {
				return err
			}
		}
	}
	if len(fields) != known {
		return errors.New("a field is unknown")
	}
	return nil
}

// checkAll holds the objects of a list to the names of t's fields.
func checkAll(list json.RawMessage, t reflect.Type) error {
	var all []json.RawMessage
	if err := json.Unmarshal(list, &all); err != nil {
		return errors.New("not a list")
	}
	for _, raw := range all {
		if err := checkFields(string(raw), t); err != nil {
			return err
		}
	}
	return nil
}

func checkRange(payload any) error {
	switch v := payload.(type) {
	case Checker:
		if outside(v.ProgressTowardsGoal, 0, parley.MaxProgress) ||
			outside(v.PreviousProgressTowardsGoal, 0, parley.MaxProgress) {
			return fmt.Errorf("progress must be 0 to %d", parley.MaxProgress)
		}
		if v.CTA != "" && (len(strings.Fields(v.CTA)) > 4 || !strings.HasSuffix(v.CTA, "!") && !strings.HasSuffix(v.CTA, "?")) {
			return errors.New("CTA must be at most four words ending in ! or ?")
		}
	case Card:
		if v.ID == "" || v.Kind == "" {
			return errors.New("a card needs an id and a kind")
		}
	case Passing:
		if v.Type == "" {
			return errors.New("what passes needs a type")
		}
	case StateValue:
		if v.Name == "" {
			return errors.New("a state needs a name")
		}
	case SetPatience:
		if outside(v.Seconds, MinPatienceS, MaxPatienceS) {
			return fmt.Errorf("seconds must be %d to %d", MinPatienceS, MaxPatienceS)
		}
	case MoreTime:
		if v.Seconds < 1 {
			return errors.New("seconds must be at least 1")
		}
	case Hint:
		if outside(v.Level, 1, 3) || v.Remaining < 0 {
			return errors.New("level must be 1 to 3 and remaining at least 0")
		}
	case Recap:
		return v.check()
	case CallEnded:
		switch v.Outcome {
		case parley.Won, parley.Lost, parley.Timeout, parley.Left, parley.Failed:
		default:
			return errors.New("outcome is unknown")
		}
	case Latency:
		if v.EndpointingNS+v.STTNS+v.LLMNS+v.TTSNS+v.OwnNS != v.TotalNS {
			return errors.New("stages do not add up to the total")
		}
		if v.Wasted < 0 || v.WastedTokens < 0 || v.WastedCharacters < 0 {
			return errors.New("wasted is negative")
		}
	case Usage:
		return v.check()
	}
	return nil
}

func (r Recap) check() error {
	for _, l := range r.Lines {
		if l.Segment == "" || l.Role != parley.User && l.Role != parley.Character {
			return errors.New("a line needs a segment and a role")
		}
	}
	for _, h := range r.Hints {
		if err := checkRange(h); err != nil {
			return err
		}
	}
	return nil
}

func outside(n, low, high int) bool { return n < low || n > high }
