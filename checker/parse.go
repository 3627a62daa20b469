package checker

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

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
	found := 0
	for _, object := range objects(reply) {
		one, wrong := parseStrict(object)
		if wrong != nil {
			one, wrong = parseLoose(object, false)
		}
		if wrong == nil {
			f = one
			found++
		}
	}
	if found != 1 { // of two answers neither is the answer
		return Finding{}, false, err
	}
	return f, true, nil
}

// parseLast reads the answer to a question that was put twice, whose form cannot be
// asked for again: keys may be spelt otherwise, truths be yes and no, a list be its only
// element, and what no verdict needs may be missing.
func parseLast(reply []byte) (Finding, error) {
	f, _, err := parseFinding(reply)
	if err == nil || len(reply) > maxReplyBytes {
		return f, err
	}
	if all := objects(reply); len(all) == 1 {
		if f, wrong := parseLoose(all[0], true); wrong == nil {
			return f, nil
		}
	}
	return Finding{}, err
}

// needless are the keys without which an answer still is a verdict.
var needless = []string{"CTA", "evidence_quote", "check_quotes", "checks_passed", "flags", "is_bad_ending_triggered"}

// maxObjects bounds how many objects are looked for in an answer.
const maxObjects = 16

// objects are the objects in an answer that hold no other, whatever stands around
// them; none if one of them has no end, which would be an answer that was cut.
func objects(reply []byte) [][]byte {
	var all [][]byte
	from := -1
	quote := byte(0)
	for i := 0; i < len(reply); i++ {
		switch c := reply[i]; {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' && from >= 0:
			quote = c
		case c == '{':
			from = i
		case c == '}' && from >= 0:
			if all = append(all, reply[from:i+1]); len(all) > maxObjects {
				return nil
			}
			from = -1
		}
	}
	if from >= 0 {
		return nil
	}
	return all
}

// parseStrict takes one JSON object with exactly the keys of a Finding, each
// once, each of its type, and nothing around it. encoding/json alone would take
// "cta" for "CTA", and the second of two equal keys.
func parseStrict(reply []byte) (Finding, error) {
	var f Finding
	fields := map[string]any{
		"is_goal_complete": &f.Complete, "progress_towards_goal": &f.Progress, "is_bad_ending_triggered": &f.Bad,
		"CTA": &f.CTA, "evidence_quote": &f.Evidence, "check_quotes": &f.Quotes, "checks_passed": &f.Checks, "flags": &f.Flags,
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

// parseLoose takes one object that is nearly JSON: as YAML it may have single
// quotes, commas before its end and no quotes at all. Numbers and truths may
// stand in quotes, a progress as part of ten, null for an empty text or list;
// keys and flags that it does not know are left out, and no key may come twice. last is
// parseLast's. Every error is errForm.
func parseLoose(object []byte, last bool) (Finding, error) {
	fields := looseFields(object, last)
	var f Finding
	for key, take := range map[string]func(*yaml.Node) bool{
		"is_goal_complete":        func(n *yaml.Node) bool { return looseTruth(n, &f.Complete, last) },
		"progress_towards_goal":   func(n *yaml.Node) bool { return looseProgress(n, &f.Progress) },
		"is_bad_ending_triggered": func(n *yaml.Node) bool { return looseTruth(n, &f.Bad, last) },
		"CTA":                     func(n *yaml.Node) bool { return looseText(n, &f.CTA) },
		"evidence_quote":          func(n *yaml.Node) bool { return looseText(n, &f.Evidence) },
		"check_quotes":            func(n *yaml.Node) bool { return looseList(n, &f.Quotes, last) },
		"checks_passed":           func(n *yaml.Node) bool { return looseList(n, &f.Checks, last) },
		"flags":                   func(n *yaml.Node) bool { return looseList(n, &f.Flags, last) },
	} {
		n, ok := fields[spelt(key, last)]
		if !ok && last && slices.Contains(needless, key) {
			continue
		}
		if !ok || !take(n) {
			return Finding{}, fmt.Errorf("%w: %s is missing or has the wrong type", errForm, key)
		}
	}
	f.Flags = slices.DeleteFunc(f.Flags, func(flag string) bool { return !slices.Contains(flagNames, flag) })
	return f, nil
}

// looseFields are an object's values by their keys, none of what is no object. A
// node is decoded, as decoding into a map takes seconds for 8 KiB of keys.
func looseFields(object []byte, last bool) map[string]*yaml.Node {
	var document yaml.Node
	if bytes.Count(object, []byte("{")) != 1 || yaml.Unmarshal(object, &document) != nil ||
		len(document.Content) != 1 || document.Content[0].Kind != yaml.MappingNode {
		return nil
	}
	fields := map[string]*yaml.Node{}
	for pair := range slices.Chunk(document.Content[0].Content, 2) {
		key := spelt(pair[0].Value, last)
		if _, twice := fields[key]; twice {
			return nil
		}
		fields[key] = pair[1]
	}
	return fields
}

// spelt is a key as it stands, or its letters alone: isGoalComplete is is_goal_complete.
func spelt(key string, loosely bool) string {
	if !loosely {
		return key
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, key)
}

func looseTruth(n *yaml.Node, into *bool, last bool) bool {
	*into = strings.EqualFold(n.Value, "true") || last && strings.EqualFold(n.Value, "yes")
	return *into || strings.EqualFold(n.Value, "false") || last && strings.EqualFold(n.Value, "no")
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

func looseList(n *yaml.Node, into *[]string, last bool) bool {
	*into = []string{}
	if last && n.Kind == yaml.ScalarNode && n.Tag == "!!str" && n.Value != "" && !isNull(n) { // one, without its list
		*into = append(*into, n.Value)
		return true
	}
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
