package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parley/agent/endpoint"
	"parley/language"
)

// least is how often a context must have been seen to be kept.
const least = 3

type count struct{ seen, ends int }

// writeTable counts in all texts after which contexts sentences end.
func writeTable(path string) error {
	texts, err := texts()
	if err != nil {
		return err
	}
	counts := map[string]count{}
	for _, s := range texts {
		words := language.Read(s).Spelt()
		for i := range words {
			for _, c := range endpoint.Contexts(words[:i+1]) {
				n := counts[c]
				if n.seen++; i == len(words)-1 {
					n.ends++
				}
				counts[c] = n
			}
		}
	}
	var b strings.Builder
	for _, c := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[c]; n.seen >= least {
			fmt.Fprintf(&b, "%s %d %d\n", c, n.seen, n.ends)
		}
	}
	fmt.Fprintf(os.Stderr, "%d sentences, %d lines\n", len(texts), strings.Count(b.String(), "\n"))
	return os.WriteFile(path, []byte(b.String()), 0o644) //nolint:gosec // part of the repository
}

// texts are the sentences that are counted, each once.
func texts() ([]string, error) {
	known := map[string]bool{}
	add := func(text string) {
		for s := range sentences(text) {
			known[s] = true
		}
	}
	for _, pattern := range []string{"bench/endpointing/fit/text.txt", "scenarios/said/*.txt", "checker/testdata/arcs/*.json"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("no %s: run fit in the module's root (%w)", pattern, err)
		}
		for _, path := range files {
			content, err := os.ReadFile(path) //nolint:gosec // of the repository
			if err != nil {
				return nil, err
			}
			if filepath.Ext(path) == ".txt" {
				for line := range strings.Lines(string(content)) {
					if !strings.HasPrefix(line, "#") {
						add(line)
					}
				}
				continue
			}
			var any any
			if err := json.Unmarshal(content, &any); err != nil {
				return nil, err
			}
			strs(any, add)
		}
	}
	return slices.Sorted(maps.Keys(known)), nil
}

// strs calls f for each text in a JSON value.
func strs(v any, f func(string)) {
	switch v := v.(type) {
	case string:
		f(v)
	case []any:
		for _, x := range v {
			strs(x, f)
		}
	case map[string]any:
		for _, x := range v {
			strs(x, f)
		}
	}
}

// sentences yields the sentences of text that have an end mark.
func sentences(text string) func(func(string) bool) {
	return func(yield func(string) bool) {
		var words []string
		for w := range strings.FieldsSeq(text) {
			words = append(words, w)
			if endpoint.Marked(w) {
				if !yield(strings.Join(words, " ")) {
					return
				}
				words = nil
			}
		}
	}
}
