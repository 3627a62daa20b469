package checker

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// parseLoose takes one object that is nearly JSON: as YAML it may have single
// quotes, commas before its end and no quotes at all. Numbers and truths may
// stand in quotes, a progress as part of ten, null for an empty text or list;
// keys and flags that it does not know are left out, and no key may come twice.
// Every error is errForm.
func parseLoose(object []byte) (Finding, error) {
	fields := looseFields(object)
	var f Finding
	for key, take := range map[string]func(*yaml.Node) bool{
		"is_goal_complete":        func(n *yaml.Node) bool { return looseTruth(n, &f.Complete) },
		"progress_towards_goal":   func(n *yaml.Node) bool { return looseProgress(n, &f.Progress) },
		"is_bad_ending_triggered": func(n *yaml.Node) bool { return looseTruth(n, &f.Bad) },
		"CTA":                     func(n *yaml.Node) bool { return looseText(n, &f.CTA) },
		"evidence_quote":          func(n *yaml.Node) bool { return looseText(n, &f.Evidence) },
		"checks_passed":           func(n *yaml.Node) bool { return looseList(n, &f.Checks) },
		"flags":                   func(n *yaml.Node) bool { return looseList(n, &f.Flags) },
	} {
		if n, ok := fields[key]; !ok || !take(n) {
			return Finding{}, fmt.Errorf("%w: %s is missing or has the wrong type", errForm, key)
		}
	}
	f.Flags = slices.DeleteFunc(f.Flags, func(flag string) bool { return !slices.Contains(flagNames, flag) })
	return f, nil
}

// looseFields are an object's values by their keys, none of what is no object. A
// node is decoded, as decoding into a map takes seconds for 8 KiB of keys.
func looseFields(object []byte) map[string]*yaml.Node {
	var document yaml.Node
	if bytes.Count(object, []byte("{")) != 1 || yaml.Unmarshal(object, &document) != nil ||
		len(document.Content) != 1 || document.Content[0].Kind != yaml.MappingNode {
		return nil
	}
	fields := map[string]*yaml.Node{}
	for pair := range slices.Chunk(document.Content[0].Content, 2) {
		if _, twice := fields[pair[0].Value]; twice {
			return nil
		}
		fields[pair[0].Value] = pair[1]
	}
	return fields
}

func looseTruth(n *yaml.Node, into *bool) bool {
	*into = strings.EqualFold(n.Value, "true")
	return *into || strings.EqualFold(n.Value, "false")
}

// progressForm is a whole number, written with a zero fraction or as part of ten.
var progressForm = regexp.MustCompile(`^(\d{1,2})(?:\.0+)?(?: ?/ ?10)?$`)

func looseProgress(n *yaml.Node, into *int) bool {
	m := progressForm.FindStringSubmatch(n.Value)
	if m == nil {
		return false
	}
	value, err := strconv.Atoi(m[1])
	*into = clamp(value)
	return err == nil && value == *into
}

func looseText(n *yaml.Node, into *string) bool {
	if isNull(n) {
		return true
	}
	*into = n.Value
	return n.Kind == yaml.ScalarNode && n.Tag == "!!str"
}

func looseList(n *yaml.Node, into *[]string) bool {
	*into = []string{}
	for _, e := range n.Content {
		if e.Kind != yaml.ScalarNode || e.Tag != "!!str" {
			return false
		}
		*into = append(*into, e.Value)
	}
	return n.Kind == yaml.SequenceNode || isNull(n)
}

// isNull reports a null, in JSON's or in Python's words.
func isNull(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && (n.Tag == "!!null" || n.Value == "None" && n.Style == 0)
}
