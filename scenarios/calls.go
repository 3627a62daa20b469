package scenarios

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed calls/*/*.txt
var calls embed.FS

// ErrNoCall means that no caller's lines of that name are built in.
var ErrNoCall = errors.New("no such caller's lines")

// Calls names the built-in caller's lines of a scenario, sorted; none is an
// empty list.
func Calls(id string) []string {
	entries, err := fs.ReadDir(calls, path.Join("calls", id))
	if err != nil {
		return nil
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".txt"))
	}
	return names
}

// CallScript returns what a caller says in a built-in call, one line a turn.
// name is "win", "lose" or "stall". It returns ErrNoCall for others.
func CallScript(id, name string) ([]string, error) {
	data, err := calls.ReadFile(path.Join("calls", id, name+".txt"))
	if err != nil {
		return nil, fmt.Errorf("%w: %s of %s", ErrNoCall, name, id)
	}
	return ParseCall(string(data)), nil
}

// ParseCall splits a file of caller's lines: one turn a line, empty lines and
// lines that begin with # left out.
func ParseCall(text string) []string {
	var lines []string
	for l := range strings.Lines(text) {
		if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, "#") {
			lines = append(lines, l)
		}
	}
	return lines
}
