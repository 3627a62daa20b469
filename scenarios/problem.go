package scenarios

import (
	"fmt"
	"strings"
)

// Problem is one fault of one scenario file.
type Problem struct {
	File string
	// Field is the path inside the file, such as "understudy.beats[2].say";
	// empty when the fault is the whole file's.
	Field  string
	Reason string
}

// String is one line: file, field and reason.
func (p Problem) String() string {
	if p.Field == "" {
		return p.File + ": " + p.Reason
	}
	return p.File + ": " + p.Field + ": " + p.Reason
}

// Problems is the error of Parse and the loaders: everything that is wrong, at
// once. It is never empty when returned; find it with errors.As.
type Problems []Problem

// Error is one line for each problem.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// report gathers the problems of one file.
type report struct {
	file     string
	problems Problems
}

func (r *report) add(field, format string, args ...any) {
	r.problems = append(r.problems, Problem{File: r.file, Field: field, Reason: fmt.Sprintf(format, args...)})
}

// err is nil if nothing was reported: a nil Problems inside an error interface
// would not be nil.
func (r *report) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	return r.problems
}
