package labelled

import (
	"fmt"
	"strings"
)

// Problem is one fault of a labelled set.
type Problem struct {
	File string
	// Item is the id of the dialogue or injection, or its place in the file, such
	// as "dialogues[2]" or "lines[7]"; empty when the fault is the whole file's.
	Item string
	// Turn is the number of the turn, counted from 1; 0 when it is no turn's.
	Turn   int
	Reason string
}

// String is one line: file, item, turn and reason.
func (p Problem) String() string {
	at := p.File
	if p.Item != "" {
		at += ": " + p.Item
	}
	if p.Turn > 0 {
		at += fmt.Sprintf(": turn %d", p.Turn)
	}
	return at + ": " + p.Reason
}

// Problems is the error of Load and Validate: everything that is wrong, at once.
// It is never empty when returned; find it with errors.As.
type Problems []Problem

// Error is one line for each problem.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

func (ps *Problems) add(file, item string, turn int, format string, args ...any) {
	*ps = append(*ps, Problem{File: file, Item: item, Turn: turn, Reason: fmt.Sprintf(format, args...)})
}

// err is nil if nothing was added: a nil Problems inside an error interface
// would not be nil.
func (ps Problems) err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}
