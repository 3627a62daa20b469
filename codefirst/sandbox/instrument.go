package sandbox

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The capture of variables reads what esbuild prints, not what a model wrote: a
// statement begins a line, two spaces deeper for each block, and no literal has more
// than one line.
var (
	declares = regexp.MustCompile(`^( +)(?:(?:const|let|var) (.*)|` +
		`(?:async )?function\*? ?([A-Za-z_$][\w$]*)\(.*|class ([A-Za-z_$][\w$]*)\b.*)$`)
	// opens are blocks that run once, in which a variable is captured too.
	opens      = regexp.MustCompile(`^ *(?:if \(.*\) |try |\} catch.* |\} finally |\} else.* |else |)\{$`)
	identifier = regexp.MustCompile(`^[A-Za-z_$][\w$]*`)
)

// instrument has code tell of the variables that it declares: a call of __v at the
// start of their block, which reads them later, with their last values.
func instrument(code string) string {
	lines := strings.Split(code, "\n")
	at := make([]int, len(lines)) // where each line is in code
	for i, n := 0, 0; i < len(lines); i++ {
		at[i] = n
		n += len(lines[i]) + 1
	}
	first := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "(async function*") })
	if first < 0 {
		return code
	}
	told := make(map[int][]string)
	for i := first + 1; i < len(lines); i++ {
		m := declares.FindStringSubmatchIndex(lines[i])
		if m == nil {
			continue
		}
		indent := m[3] - m[2]
		block := first
		if indent > 2 {
			if block = blockOf(lines, i, indent); block < 0 {
				continue
			}
		}
		var names []string
		switch {
		case m[4] >= 0:
			names = bindings(code[at[i]+m[4]:])
		case m[6] >= 0:
			names = []string{lines[i][m[6]:m[7]]}
		default:
			names = []string{lines[i][m[8]:m[9]]}
		}
		told[block] = append(told[block], names...)
	}
	for i, names := range told {
		var b strings.Builder
		b.WriteString(lines[i])
		for _, name := range slices.Compact(names) {
			b.WriteString(" __v(" + strconv.Quote(name) + ", () => " + name + ");")
		}
		lines[i] = b.String()
	}
	return strings.Join(lines, "\n")
}

// whole reports whether code is one function and nothing beside it: every line between
// its first and its last is deeper.
func whole(code string) bool {
	_, inner, found := strings.Cut("\n"+strings.TrimSpace(code), "\n(async function*")
	inner, _ = strings.CutSuffix(inner, "\n});")
	lines := strings.Split(inner, "\n")
	return found && !slices.ContainsFunc(lines[1:], func(line string) bool { return line != "" && line[0] != ' ' })
}

// blockOf is the line that opens the block of line i, or -1 if variables of that block
// are not captured.
func blockOf(lines []string, i, indent int) int {
	for j := i - 1; j >= 0; j-- {
		text := strings.TrimLeft(lines[j], " ")
		if text == "" || len(lines[j])-len(text) >= indent {
			continue
		}
		if len(lines[j])-len(text) == indent-2 && opens.MatchString(lines[j]) {
			return j
		}
		return -1
	}
	return -1
}

// bindings are the names that a declaration binds; text is what follows its keyword.
func bindings(text string) []string {
	r := &reader{rest: text}
	var names []string
	for {
		names = r.target(names)
		r.skip(",;\n")
		if !r.take(",") {
			return slices.DeleteFunc(names, func(n string) bool { return slices.Contains(keywords, n) })
		}
	}
}

// keywords are what looks like a name and cannot be read as one.
var keywords = strings.Fields("await yield this new typeof void delete function class async if in of null true false return " +
	"do else for while with try throw case switch var const let import export default super extends")

// reader reads the patterns of declarations.
type reader struct{ rest string }

func (r *reader) take(mark string) bool {
	r.rest = strings.TrimLeft(r.rest, " \n")
	after, ok := strings.CutPrefix(r.rest, mark)
	r.rest = after
	if !ok {
		r.rest = after
	}
	return ok
}

// target reads a name or a pattern.
func (r *reader) target(names []string) []string {
	switch {
	case r.take("{"):
		return r.list(names, "}", true)
	case r.take("["):
		return r.list(names, "]", false)
	}
	name := identifier.FindString(r.rest)
	r.rest = r.rest[len(name):]
	if name == "" {
		return names
	}
	return append(names, name)
}

// list reads the parts of a pattern up to its end.
func (r *reader) list(names []string, end string, object bool) []string {
	for r.rest != "" && !r.take(end) {
		r.take("...")
		if object {
			names = r.property(names)
		} else {
			names = r.target(names)
		}
		r.skip("," + end)
		r.take(",")
	}
	return names
}

// property reads `name`, `name: target`, `"name": target` or `[name]: target`.
func (r *reader) property(names []string) []string {
	r.take("")
	name := identifier.FindString(r.rest)
	before := r.rest
	r.skip(":,=}")
	if r.take(":") {
		return r.target(names)
	}
	if name != "" && strings.HasPrefix(before, name) {
		return append(names, name)
	}
	return names
}

// skip goes to the first of ends outside of brackets and texts.
func (r *reader) skip(ends string) {
	depth := 0
	for i := 0; i < len(r.rest); i++ {
		c := r.rest[i]
		if depth == 0 && strings.IndexByte(ends, c) >= 0 {
			r.rest = r.rest[i:]
			return
		}
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '"', '\'':
			i += quoted(r.rest[i:]) - 1
		}
	}
	r.rest = ""
}

// quoted is the length of a text in quotes.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return len(text)
}
