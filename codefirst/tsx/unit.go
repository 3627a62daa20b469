package tsx

import (
	"fmt"
	"regexp"
	"strings"
)

// maxTried bounds the braces of a program that are tried one by one, maxBytes all that is
// in them.
const (
	maxTried = 64
	maxBytes = 4 * MaxSource
)

// acting is what only code has: braces in a text that hold it are code, even where they
// cannot be read.
var acting = regexp.MustCompile(`=>|[\w$]\(`)

// path is an expression without its end, right before a tag.
var path = regexp.MustCompile(`^\{[A-Za-z_$][\w$]*(?:\.[\w$]+|\[\w+\])*\s*</`)

// actsInBraces reports whether what begins with a brace that has no end is code.
func actsInBraces(text string) bool {
	end := strings.IndexAny(text, "}\n")
	return end >= 0 && acting.MatchString(text[:end]) || path.MatchString(text)
}

// Prose takes braces among the children of elements for text that hold no expression, by
// what parses says, and no call: "{first name}". It reports whether there were any, and
// Text is another then. The error is as Read's.
func (u *Unit) Prose(parses func(expression string) bool) (bool, error) {
	prose := make(map[int]bool)
	for n, s := range u.scanner.braced {
		inner := u.Source[s.from+1 : s.to-1]
		if u.tried+len(inner) > maxBytes || n >= maxTried || acting.MatchString(inner) || holds(prose, s) {
			continue
		}
		u.tried += len(inner)
		text, err := Literal(inner)
		if err == nil && !parses(text) {
			prose[s.from] = true
		}
	}
	if len(prose) == 0 {
		return false, nil
	}
	if u.verbatim == nil {
		u.verbatim = make(map[int]bool)
	}
	for at := range prose {
		u.verbatim[at] = true
	}
	return true, u.read()
}

// holds reports whether one of those places is in s.
func holds(places map[int]bool, s span) bool {
	for at := range places {
		if s.from < at && at < s.to {
			return true
		}
	}
	return false
}

// Flaw is where code is not whole.
type Flaw struct {
	// What says what is wrong there, in words for who wrote it.
	What string
	// Line and Column are from 1.
	Line, Column int
}

// Flaw is the mistake with brackets and elements that explains why the code does not
// compile, if there is one.
func (u *Unit) Flaw() (Flaw, bool) {
	if f, ok := u.Broken(); ok {
		return f, true
	}
	p := u.program
	if at := u.unclosed(); at >= 0 {
		name := u.Source[at+1 : at+1+nameLength(u.Source[at+1:])]
		return u.flaw(at, "<%s>, opened in line %d, is not closed: there is no </"+name+"> for it", name)
	}
	for i, t := range p.tokens {
		switch {
		case t.kind != literal || ended(t.text):
		case i == len(p.tokens)-1 && strings.TrimSpace(u.Source[t.srcEnd:]) == "" && p.left >= 0 || p.before(i-1).is("=", "(", ","):
			return u.flaw(t.src, "the code ends before it is complete: the text in %s of line %d does not end", t.text[:1])
		default:
			return u.flaw(t.src, "a text in %s does not end in line %d: inside of it, that mark needs a backslash before it", t.text[:1])
		}
	}
	if p.left >= 0 && (p.stray < 0 || p.left < p.stray) {
		t := p.tokens[p.left]
		if end, ok := ends[t.text]; ok {
			return u.flaw(t.src, "the code ends before it is complete: the %s of line %d has no "+end, t.text)
		}
	}
	if p.stray >= 0 {
		t := p.tokens[p.stray]
		return u.flaw(t.src, "the %s in line %d closes nothing", t.text)
	}
	return Flaw{}, false
}

// Broken is where code stands in a text whose braces have no end. It compiles, as text.
func (u *Unit) Broken() (Flaw, bool) {
	first := -1
	for at, is := range u.scanner.broken {
		if is && (first < 0 || at < first) {
			first = at
		}
	}
	if first < 0 {
		return Flaw{}, false
	}
	return u.flaw(first, "what is in the %s of line %d is no whole expression: its brackets do not match", "{")
}

// ends are the brackets that end others.
var ends = map[string]string{"(": ")", "[": "]", "{": "}", "${": "}", "`": "`"}

func (u *Unit) flaw(at int, format, what string) (Flaw, bool) {
	line := 1 + strings.Count(u.Source[:at], "\n")
	return Flaw{
		What: fmt.Sprintf(format, what, line), Line: line, Column: at - strings.LastIndexByte(u.Source[:at], '\n'),
	}, true
}

// unclosed is where the last component begins that has no end, or -1.
func (u *Unit) unclosed() int {
	last := -1
	for at, is := range u.scanner.unclosed {
		if is && at > last && component.MatchString(u.Source[at:]) {
			last = at
		}
	}
	return last
}

// component is how an element of one begins: their names have three letters at least.
var component = regexp.MustCompile(`^<[A-Z][A-Za-z0-9]{2}`)

// ended reports whether a literal has its end.
func ended(text string) bool {
	return text[0] == '/' || len(text) > 1 && text[len(text)-1] == text[0]
}

// Mentions are the places in code at which a name stands that is nobody's property.
func Mentions(source, name string) []int {
	s, err := scan(source, nil)
	if err != nil {
		return nil
	}
	p := &program{tokens: s.tokens}
	var all []int
	for i, t := range p.tokens {
		if t.is(name) && !p.member(i) {
			all = append(all, t.src)
		}
	}
	return all
}
