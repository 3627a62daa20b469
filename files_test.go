package parley_test

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A file holds one idea: these are the sizes, in lines, at which it no longer
// does (docs/architecture.md).
const (
	maxMedianGo = 150
	maxGo       = 450
	maxTS       = 150
)

// sourceFiles counts the lines of every hand-written file of ours whose name
// ends in one of the extensions.
func sourceFiles(t *testing.T, extensions ...string) map[string]int {
	t.Helper()
	made := []string{"bin", "data", "demo", "models", "web/app/node_modules", "web/app/dist", "web/app/test-results"}
	lines := make(map[string]int)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if path != "." && (strings.HasPrefix(d.Name(), ".") || slices.Contains(made, filepath.ToSlash(path))) {
				return fs.SkipDir
			}
			return nil
		}
		if !slices.Contains(extensions, filepath.Ext(path)) || strings.Contains(d.Name(), ".gen.") {
			return nil
		}
		content, err := os.ReadFile(path)
		lines[path] = bytes.Count(content, []byte("\n"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) == 0 {
		t.Fatalf("no %v file found", extensions)
	}
	return lines
}

func TestGoFilesAreShort(t *testing.T) {
	var sizes []int
	for path, n := range sourceFiles(t, ".go") {
		if n > maxGo {
			t.Errorf("%s has %d lines, at most %d", path, n, maxGo)
		}
		sizes = append(sizes, n)
	}
	slices.Sort(sizes)
	if median := sizes[len(sizes)/2]; median > maxMedianGo {
		t.Errorf("the median Go file has %d lines, at most %d", median, maxMedianGo)
	}
}

func TestTypeScriptFilesAreShort(t *testing.T) {
	for path, n := range sourceFiles(t, ".ts", ".tsx") {
		if n > maxTS {
			t.Errorf("%s has %d lines, at most %d", path, n, maxTS)
		}
	}
}

var (
	// sourceName is a file of source that a page names, with its folder or without.
	sourceName = regexp.MustCompile("`([\\w./-]+\\.(?:go|tsx?))`")
	// codeName is a package's name and one that it exports.
	codeName = regexp.MustCompile("`([a-z]\\w*\\.[A-Z]\\w*)")
)

func TestDocsNameWhatThereIs(t *testing.T) {
	names := slices.Collect(maps.Keys(sourceFiles(t, ".go", ".ts", ".tsx")))
	var code []byte // in which each exported name is written as other packages use it
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		code = append(code, content...)
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, page := range append(pages, "README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range sourceName.FindAllStringSubmatch(string(text), -1) {
			if !slices.ContainsFunc(names, func(path string) bool { return strings.HasSuffix("/"+path, "/"+m[1]) }) {
				t.Errorf("%s names %s, which there is not", page, m[1])
			}
		}
		for _, m := range codeName.FindAllStringSubmatch(string(text), -1) {
			if !regexp.MustCompile(`\b` + regexp.QuoteMeta(m[1]) + `\b`).Match(code) {
				t.Errorf("%s names %s, which nothing uses", page, m[1])
			}
		}
	}
}
