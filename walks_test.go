package parley_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// step is a line of a walk: a file, and the functions that something passes in it.
var step = regexp.MustCompile("`([\\w/-]+\\.(?:go|ts|tsx)):\\s+(\\w+(?:, \\w+)*)`")

// TestWalks holds the walks of docs/architecture.md to the code: each file that they
// name is there, and declares each function or method.
func TestWalks(t *testing.T) {
	page, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, walks, _ := strings.Cut(string(page), "## Four walks")
	walks, _, _ = strings.Cut(walks, "\n## ")
	total := 0
	for _, walk := range strings.Split(walks, "\n### ")[1:] {
		title, _, _ := strings.Cut(walk, "\n")
		steps := step.FindAllStringSubmatch(walk, -1)
		if len(steps) < 5 {
			t.Errorf("%q has %d steps", title, len(steps))
		}
		total += len(steps)
		for _, m := range steps {
			code, err := os.ReadFile(m[1])
			if err != nil {
				t.Errorf("%q: %v", title, err)
				continue
			}
			for _, name := range strings.Split(m[2], ", ") {
				declared := regexp.MustCompile(`(?m)^(?:func (?:\([^)]*\) )?|export (?:async )?function\*? |export const )` + name + `\b`)
				if !declared.Match(code) {
					t.Errorf("%q: %s declares no %s", title, m[1], name)
				}
			}
		}
	}
	if named := strings.Count(walks, ".go:") + strings.Count(walks, ".ts:"); total != named {
		t.Errorf("%d of the %d steps are of the form `file: function, function`", total, named)
	}
}
