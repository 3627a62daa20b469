package checker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"parley"
	"parley/llm/understudy"
	"parley/scenarios"
)

// Judge finds how an exchange left the scene. What follows from its opinion is
// Decide's. It is safe for concurrent use.
type Judge interface {
	// Judge returns when it has an opinion or ctx ends. The error wraps
	// ErrUnjudged when trying again would not help, one of package engine's when
	// the model's service failed.
	Judge(ctx context.Context, c Case) (Opinion, error)
	// Name is that of the engine asked first, such as "openai:gpt-4o-mini" or
	// "understudy".
	Name() string
}

// Case is an exchange and what the checker knew before it.
type Case struct {
	Exchange parley.Exchange
	Known    Ledger
}

// Opinion is what a judge found and how it came by it.
type Opinion struct {
	Finding
	// Met are the checks that the exchange met and the user's words that did, and Slip is
	// the script's wrong that it was, where the judge knows them.
	Met  []parley.Met
	Slip understudy.Slip
	// Judge names the engine that found it, InPlaceOf the model that was asked before
	// in vain, if one was.
	Judge, InPlaceOf string
	// Prompt is the hash of the prompt without the conversation; empty without a
	// prompt.
	Prompt string
	// Repaired means that the first answer was not of the form asked for.
	Repaired bool
	// Usage is what it took, by engine; empty if that is not known.
	Usage []parley.Usage
}

// ErrUnjudged means that the judge answered, but with nothing that could be
// taken for a finding.
var ErrUnjudged = errors.New("no usable finding")

// Finding is what a judge reports of one exchange; its JSON is the judge's
// answer (docs/checker.md), with four keys that stay on the server.
type Finding struct {
	// Evidence is the character's words the finding rests on.
	Evidence string `json:"evidence_quote"`
	// Quotes are the user's words that met the checks that are new, each "id: words".
	Quotes []string `json:"check_quotes"`
	// Checks are the ids of the rubric checks met by now.
	Checks []string `json:"checks_passed"`
	// Flags are parley.FlagInjection and such.
	Flags    []string `json:"flags"`
	Progress int      `json:"progress_towards_goal"`
	Complete bool     `json:"is_goal_complete"`
	Bad      bool     `json:"is_bad_ending_triggered"`
	CTA      string   `json:"CTA"`
}

// flagNames are the flags a judge may raise.
var flagNames = []string{parley.FlagInjection, parley.FlagSafety, parley.FlagDerailed}

// findingKeys are all keys of a judge's answer, in the order it writes them: what
// it found before what follows from that, the call to action last.
var findingKeys = []string{
	"evidence_quote", "check_quotes", "checks_passed", "flags", "progress_towards_goal", "is_goal_complete",
	"is_bad_ending_triggered", "CTA",
}

// findingSchema is the strict JSON Schema of a Finding on s. Services that enforce
// it by grammar make the model write the keys in the schema's order; the
// enumerations keep progress, ids and flags in range there.
func findingSchema(s scenarios.Scenario) json.RawMessage {
	type object = map[string]any
	text, truth := object{"type": "string"}, object{"type": "boolean"}
	ids := object{"type": "string"}
	if len(s.Rubric) > 0 {
		var names []string
		for _, c := range s.Rubric {
			names = append(names, c.ID)
		}
		ids["enum"] = names
	}
	progress := make([]int, parley.MaxProgress+1)
	for n := range progress {
		progress[n] = n
	}
	of := object{
		"evidence_quote":          text,
		"check_quotes":            object{"type": "array", "items": text},
		"checks_passed":           object{"type": "array", "items": ids},
		"flags":                   object{"type": "array", "items": object{"type": "string", "enum": flagNames}},
		"progress_towards_goal":   object{"type": "integer", "enum": progress},
		"is_goal_complete":        truth,
		"is_bad_ending_triggered": truth,
		"CTA":                     text,
	}
	return mustJSON(object{
		"type":                 "object",
		"properties":           ordered{findingKeys, of},
		"required":             findingKeys,
		"additionalProperties": false,
	})
}

// ordered is a JSON object with its keys in order, which a map's are not.
type ordered struct {
	keys []string
	of   map[string]any
}

// MarshalJSON implements json.Marshaler.
func (o ordered) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, key := range o.keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, mustJSON(key)...), ':'), mustJSON(o.of[key])...)
	}
	return append(b, '}'), nil
}

// mustJSON is v as JSON. It panics if v cannot be: only what code makes is given.
func mustJSON(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("checker: %T is not JSON: %v", v, err))
	}
	return b
}
