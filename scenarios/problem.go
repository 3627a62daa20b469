package scenarios

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/hbollon/go-edlib"
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

// How alike two names are, 0 to 1, of which one may be meant by the other, and of
// which one surely is.
const (
	alike     = 0.5
	veryAlike = 0.75
)

// maxName is how long a name can be that is compared with others, in bytes.
const maxName = 64

// nearest is the name of known that is most alike to name: by the letters that would
// have to be changed, left out, put in or swapped with the next. It is empty if none is
// so alike as least.
func nearest(name string, known iter.Seq[string], least float32) string {
	near := ""
	if len(name) > maxName {
		return near
	}
	for _, k := range slices.Sorted(known) {
		// The error is of algorithms that there are not.
		is, _ := edlib.StringsSimilarity(strings.ToLower(name), strings.ToLower(k), edlib.OSADamerauLevenshtein)
		if is > least || is == least && near == "" {
			near, least = k, is
		}
	}
	return near
}

// meant is the end of a fault about a name that there is not: which of those that there
// are it may be a slip of.
func meant(name string, known iter.Seq[string]) string {
	if near := nearest(name, known, alike); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// MaxOpeningWords keeps the first line one breath long.
const MaxOpeningWords = 25

// Warnings returns what is odd about a scene that loads and can be played: an
// author should look at it. None is an empty list.
func Warnings(s Scenario) []Problem {
	r := &report{file: s.ID + ".json"}
	if n := len(strings.Fields(s.Opening)); n > MaxOpeningWords {
		r.add("opening", "has %d words; more than %d are not one breath", n, MaxOpeningWords)
	}
	for i, e := range s.BadEndings {
		if strings.TrimSpace(e.Line) == "" {
			r.add(fmt.Sprintf("bad_endings[%d].line", i), "is empty: the character ends the scene without a word")
		}
	}
	warnOfSkills(r, s)
	for _, key := range slices.Sorted(maps.Keys(s.Extra)) {
		r.add(key, "unknown field, kept as it is: nothing reads it")
	}
	if u := s.Understudy; u != nil {
		warnOfScript(r, u)
	}
	return r.problems
}

// Fewer examples than these teach the classifier too little.
const (
	fewExamples = 15
	fewChatter  = 40
)

func warnOfScript(r *report, u *Understudy) {
	few := func(field string, examples []string) {
		if n := len(examples); n < fewExamples {
			r.add(field, "has %d sentences: under %d only the wordings are listened for reliably", n, fewExamples)
		}
	}
	for i, b := range u.Beats {
		few(fmt.Sprintf("understudy.beats[%d].examples", i), b.Examples)
	}
	few("understudy.agree.examples", u.Agree.Examples)
	if n := len(u.Chatter); n < fewChatter {
		r.add("understudy.chatter", "has %d sentences: under %d talk beside the point may make a beat", n, fewChatter)
	}
}
