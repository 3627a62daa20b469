package checker

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Finding is what a judge reports of one exchange, before and after the rules
// of Normalise; its JSON is the judge's answer (contract.md, "The checker").
type Finding struct {
	Complete bool   `json:"is_goal_complete"`
	Progress int    `json:"progress_towards_goal"`
	Bad      bool   `json:"is_bad_ending_triggered"`
	CTA      string `json:"CTA"`
	// Evidence is the character's words the finding rests on.
	Evidence string `json:"evidence_quote"`
	// Checks are the ids of the rubric checks the newest exchange met.
	Checks []string `json:"checks_passed"`
	// Flags are parley.FlagInjection and such.
	Flags []string `json:"flags"`
}

// findingSchema is the strict JSON Schema of a Finding. The enumeration keeps
// the progress in range where the service enforces the schema by grammar.
var findingSchema = json.RawMessage(`{"type":"object","properties":{` +
	`"is_goal_complete":{"type":"boolean"},` +
	`"progress_towards_goal":{"type":"integer","enum":[0,1,2,3,4,5,6,7,8,9,10]},` +
	`"is_bad_ending_triggered":{"type":"boolean"},` +
	`"CTA":{"type":"string"}},` +
	`"required":["is_goal_complete","progress_towards_goal","is_bad_ending_triggered","CTA"],` +
	`"additionalProperties":false}`)

// maxReplyBytes bounds a judge's answer; a right one is about 120 bytes.
const maxReplyBytes = 8 << 10

var errForm = errors.New("not the JSON object asked for")

// parseFinding reads a judge's answer: one JSON object with exactly the four
// keys, each once, each of its type, and nothing around it. encoding/json alone
// would take "cta" for "CTA", and the second of two equal keys.
func parseFinding(reply []byte) (Finding, error) {
	if len(reply) > maxReplyBytes {
		return Finding{}, fmt.Errorf("%w: %d bytes", errForm, len(reply))
	}
	var f Finding
	fields := map[string]any{
		"is_goal_complete": &f.Complete, "progress_towards_goal": &f.Progress,
		"is_bad_ending_triggered": &f.Bad, "CTA": &f.CTA,
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
	return nil
}
