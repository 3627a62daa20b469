package checker

import (
	"encoding/json"
	"fmt"

	"parley"
	"parley/scenarios"
)

// Finding is what a judge reports of one exchange; its JSON is the judge's
// answer (contract.md, "The checker"), with three keys that stay on the server.
type Finding struct {
	Complete bool   `json:"is_goal_complete"`
	Progress int    `json:"progress_towards_goal"`
	Bad      bool   `json:"is_bad_ending_triggered"`
	CTA      string `json:"CTA"`
	// Evidence is the character's words the finding rests on.
	Evidence string `json:"evidence_quote"`
	// Checks are the ids of the rubric checks met by now.
	Checks []string `json:"checks_passed"`
	// Flags are parley.FlagInjection and such.
	Flags []string `json:"flags"`
}

// flagNames are the flags a judge may raise.
var flagNames = []string{parley.FlagInjection, parley.FlagSafety, parley.FlagDerailed}

// findingKeys are all keys of a judge's answer.
var findingKeys = []string{
	"is_goal_complete", "progress_towards_goal", "is_bad_ending_triggered", "CTA", "evidence_quote", "checks_passed", "flags",
}

// findingSchema is the strict JSON Schema of a Finding on s. The enumerations
// keep progress, ids and flags in range where the service enforces the schema by
// grammar.
func findingSchema(s scenarios.Scenario) json.RawMessage {
	type object = map[string]any
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
	schema, err := json.Marshal(object{
		"type": "object",
		"properties": object{
			"is_goal_complete":        object{"type": "boolean"},
			"progress_towards_goal":   object{"type": "integer", "enum": progress},
			"is_bad_ending_triggered": object{"type": "boolean"},
			"CTA":                     object{"type": "string"},
			"evidence_quote":          object{"type": "string"},
			"checks_passed":           object{"type": "array", "items": ids},
			"flags":                   object{"type": "array", "items": object{"type": "string", "enum": flagNames}},
		},
		"required":             findingKeys,
		"additionalProperties": false,
	})
	if err != nil {
		panic(fmt.Sprintf("checker: the schema is not JSON: %v", err)) // plain maps only
	}
	return schema
}
