package checker

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"parley"
)

// maxReplyBytes bounds a judge's answer; a right one is about 300 bytes.
const maxReplyBytes = 8 << 10

var errForm = errors.New("not the JSON object asked for")

// parseFinding reads a judge's answer: the object asked for, or nearly it, as
// models write it whose service enforces no schema; mended tells which. Every
// error is errForm: the answer must then be asked for again, never guessed.
func parseFinding(reply []byte) (f Finding, mended bool, err error) {
	if len(reply) > maxReplyBytes {
		return Finding{}, false, fmt.Errorf("%w: %d bytes", errForm, len(reply))
	}
	f, err = parseStrict(reply)
	if err == nil {
		return f, false, nil
	}
	from, to := bytes.IndexByte(reply, '{'), bytes.LastIndexByte(reply, '}')
	if from < 0 || to < bytes.LastIndexByte(reply, '{') {
		return Finding{}, false, err // another object that was cut would be a second answer
	}
	object := reply[from : to+1]
	if f, wrong := parseStrict(object); wrong == nil {
		return f, true, nil
	}
	if f, wrong := parseLoose(object); wrong == nil {
		return f, true, nil
	}
	return Finding{}, false, err
}

// parseStrict takes one JSON object with exactly the keys of a Finding, each
// once, each of its type, and nothing around it. encoding/json alone would take
// "cta" for "CTA", and the second of two equal keys.
func parseStrict(reply []byte) (Finding, error) {
	var f Finding
	fields := map[string]any{
		"is_goal_complete": &f.Complete, "progress_towards_goal": &f.Progress, "is_bad_ending_triggered": &f.Bad,
		"CTA": &f.CTA, "evidence_quote": &f.Evidence, "checks_passed": &f.Checks, "flags": &f.Flags,
	}
	d := json.NewDecoder(bytes.NewReader(reply))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return Finding{}, errForm
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return Finding{}, errForm
		}
		if err := readField(d, key, fields); err != nil {
			return Finding{}, err
		}
	}
	if t, err := d.Token(); err != nil || t != json.Delim('}') {
		return Finding{}, errForm
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Finding{}, fmt.Errorf("%w: text after the object", errForm)
	}
	if len(fields) > 0 {
		return Finding{}, fmt.Errorf("%w: %d keys are missing", errForm, len(fields))
	}
	if f.Progress != clamp(f.Progress) {
		return Finding{}, fmt.Errorf("%w: progress_towards_goal is not 0 to %d", errForm, parley.MaxProgress)
	}
	for _, flag := range f.Flags {
		if !slices.Contains(flagNames, flag) {
			return Finding{}, fmt.Errorf("%w: an unknown flag", errForm)
		}
	}
	return f, nil
}

// readField reads one value into its place and takes the place away.
func readField(d *json.Decoder, key json.Token, fields map[string]any) error {
	name, _ := key.(string)
	into, ok := fields[name]
	if !ok {
		return fmt.Errorf("%w: a key that is unknown or comes twice", errForm)
	}
	delete(fields, name)
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return errForm
	}
	if string(raw) == "null" || json.Unmarshal(raw, into) != nil {
		return fmt.Errorf("%w: %s has the wrong type", errForm, name)
	}
	if list, ok := into.(*[]string); ok && bytes.Contains(raw, []byte("null")) && hasNull(raw) {
		*list = nil
		return fmt.Errorf("%w: %s holds null", errForm, name)
	}
	return nil
}

// hasNull reports whether a JSON array has a null for an element, which
// encoding/json takes for an empty string.
func hasNull(raw json.RawMessage) bool {
	var all []json.RawMessage
	return json.Unmarshal(raw, &all) == nil && slices.ContainsFunc(all, func(e json.RawMessage) bool { return string(e) == "null" })
}
