package scenarios

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
)

// HashDigits is the length of a scene's hash.
const HashDigits = 16

// Canonical is the scene as JSON on one line, defaults and extra keys included, its
// keys in one order: equal scenes have the same one, whatever the layout of their
// files. Decode reads it.
func (s Scenario) Canonical() []byte {
	text, err := json.Marshal(s)
	all := map[string]any{}
	for key, value := range s.Extra {
		if tree, err := treeOf(value); err == nil {
			all[key] = tree
		}
	}
	if err == nil {
		var own any
		own, err = treeOf(text)
		fields, _ := own.(map[string]any)
		maps.Copy(all, fields)
	}
	if err == nil {
		text, err = json.Marshal(all) // which orders keys
	}
	if err != nil {
		panic(fmt.Sprintf("scenarios: a scene is not JSON: %v", err)) // plain structs only
	}
	return text
}

// treeOf is JSON as maps, lists and values, numbers as they are written.
func treeOf(text []byte) (tree any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err = d.Decode(&tree)
	return tree, err
}

// Hash names the scene as it is: the first HashDigits hex digits of the SHA-256 of
// Canonical.
func (s Scenario) Hash() string { return HashOf(s.Canonical()) }

// HashOf is the hash of the scene that Canonical wrote as text.
func HashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])[:HashDigits]
}

// Decode reads what Canonical wrote: the scene as it was, neither checked nor given
// defaults, as those may be others by now.
func Decode(text []byte) (Scenario, error) {
	var s Scenario
	if err := json.Unmarshal(text, &s); err != nil {
		return Scenario{}, fmt.Errorf("read a scene that was kept: %w", err)
	}
	s.Extra = extra(text)
	return s, nil
}
