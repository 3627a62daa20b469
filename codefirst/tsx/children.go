package tsx

import (
	"encoding/json"
	"strings"
	"unicode"
)

// tryElement takes an element, or the "<" alone if it has no end.
func (s *scanner) tryElement() {
	start, length, prev, noted, braced := s.pos, s.out.Len(), s.prev, len(s.tokens), len(s.braced)
	if s.unclosed[start] || !s.element() {
		s.backTo(start, length)
		if s.err == nil {
			s.tokens, s.braced = s.tokens[:noted], s.braced[:braced]
			s.unclosed[start] = true
			s.prev = prev
			s.token("<")
		}
		return
	}
	s.prev = `"`
}

// backTo forgets what was taken since.
func (s *scanner) backTo(pos, length int) {
	if s.err != nil {
		return
	}
	kept := s.out.String()[:length]
	s.out.Reset()
	s.out.WriteString(kept)
	s.pos = pos
}

// element takes an element at "<", and reports whether it has an end.
func (s *scanner) element() bool {
	if !s.enter() {
		return false
	}
	defer s.leave()
	name := s.rest()[1 : 1+nameLength(s.rest()[1:])]
	s.note(opener, "<"+name, func() { s.copy(1 + len(name)) })
	closed, ok := s.attributes()
	if ok && !closed {
		ok = s.children(name)
	}
	s.note(closer, ">", func() {})
	return ok
}

// attributes takes those of an element, with the end of its tag; closed means that it
// has no children.
func (s *scanner) attributes() (closed, ok bool) {
	for s.pos < len(s.src) && s.err == nil {
		rest := s.rest()
		switch {
		case strings.HasPrefix(rest, "/>"):
			s.copy(2)
			return true, true
		case rest[0] == '>':
			s.copy(1)
			return false, true
		case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"):
			s.copy(comment(rest))
		case rest[0] == '"' || rest[0] == '\'':
			end := strings.IndexByte(rest[1:], rest[0])
			if end < 0 {
				s.copy(len(rest))
				return false, false
			}
			s.copy(end + 2)
		case rest[0] == '{':
			if !s.braces() {
				return false, false
			}
		case rest[0] == '<':
			if !s.element() {
				return false, false
			}
		case rest[0] == '=' || rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r':
			s.copy(1)
		default:
			n := nameLength(rest)
			if n == 0 {
				return false, false
			}
			s.copy(n)
		}
	}
	return false, false
}

// braces takes an expression in braces, and reports whether it has an end.
func (s *scanner) braces() bool {
	from := s.pos
	s.note(opener, "{", func() { s.copy(1) })
	s.prev = "{"
	s.code(true)
	if s.err != nil || s.pos == len(s.src) || s.src[s.pos] != '}' {
		return false
	}
	s.note(closer, "}", func() { s.copy(1) })
	s.prev = "}"
	s.braced = append(s.braced, span{from, s.pos})
	return true
}

// The neighbours of a text in an element.
const (
	block  = iota // an element, or the tag of the one that the text is in
	inline        // an expression
	loose         // a tag of HTML or a fragment, within a line
)

// neighbour is what an element of that name is to the text before and after it, and its
// tag to the text in it.
func neighbour(name string) int {
	if name == "" || unicode.IsLower(firstRune(name)) || strings.HasSuffix(name, ".Fragment") {
		return loose
	}
	return block
}

// run is text among children, as it is meant, with what is to be trimmed.
type run struct {
	strings.Builder
	lines, marks int // newlines of the source, and those that tags have made
}

// take adds what n bytes of the source mean.
func (r *run) take(s *scanner, n int, text string) {
	r.WriteString(text)
	r.lines += strings.Count(s.rest()[:n], "\n")
	s.pos += n
}

// mark adds what a tag of n bytes means.
func (r *run) mark(s *scanner, n int, text string) {
	r.marks += strings.Count(text, "\n")
	r.take(s, n, text)
}

// children takes those of an element, with its closing tag.
func (s *scanner) children(name string) bool {
	var text run
	edge := neighbour(name)
	before := edge
	flush := func(after int) {
		s.text(text.String(), text.lines, text.marks, before, after)
		text, before = run{}, after
	}
	for s.pos < len(s.src) && s.err == nil {
		rest := s.rest()
		switch c := contentOf(rest, name, true); c.kind {
		case words:
			text.take(s, c.n, c.text)
		case tagged:
			text.mark(s, c.n, c.text)
		case ending:
			if c.n == 0 || c.text != name {
				return false
			}
			flush(edge)
			s.copy(c.n)
			return true
		case beginning:
			if !s.child(flush) {
				if s.err != nil || unicode.IsUpper(firstRune(rest[1:])) {
					return false
				}
				text.take(s, 1, "<")
			}
		case braced:
			if !s.expression(flush) && s.err == nil {
				s.broken[s.pos] = !s.verbatim[s.pos] && actsInBraces(rest)
				text.take(s, 1, "{")
			}
		case ticked:
			n := codeLength(rest)
			text.take(s, n, rest[:n])
		}
	}
	return false
}

// child takes an element among children, if it has an end.
func (s *scanner) child(flush func(int)) bool {
	rest := s.rest()[1:]
	kind := neighbour(rest[:nameLength(rest)])
	if kind == loose {
		kind = inline
	}
	return s.attempt(flush, kind, (*scanner).element)
}

// expression takes one among children, if it has an end.
func (s *scanner) expression(flush func(int)) bool {
	return s.attempt(flush, inline, (*scanner).braces)
}

// attempt has the text before flushed if take takes something.
func (s *scanner) attempt(flush func(int), kind int, take func(*scanner) bool) bool {
	start := s.pos
	if s.unclosed[start] || s.verbatim[start] {
		return false
	}
	ahead := &scanner{src: s.src, pos: s.pos, depth: s.depth, prev: s.prev, unclosed: s.unclosed, verbatim: s.verbatim, broken: s.broken}
	took := take(ahead)
	if ahead.err != nil {
		s.err = ahead.err
		return false
	}
	if !took {
		s.unclosed[start] = true
		return false
	}
	flush(kind)
	for _, t := range ahead.tokens {
		t.at, t.end = t.at+s.out.Len(), t.end+s.out.Len()
		s.tokens = append(s.tokens, t)
	}
	s.braced = append(s.braced, ahead.braced...)
	s.out.WriteString(ahead.out.String())
	s.pos = ahead.pos
	return true
}

// text writes one of an element as a literal, and its lines after it; marks is how many
// of them tags have made.
func (s *scanner) text(text string, lines, marks, before, after int) {
	value := trim(text, before, after)
	if value == "" && before == inline && after == inline {
		value = strings.Repeat("\n", marks)
	}
	if value != "" {
		literal, _ := json.Marshal(value) // a string
		s.out.WriteByte('{')
		s.out.Write(literal)
		s.out.WriteByte('}')
	}
	s.out.WriteString(strings.Repeat("\n", lines))
}

// trim takes the white space off that is there for the layout of the code: the
// indentation that the lines share, and what is beside a tag.
func trim(text string, before, after int) string {
	if strings.TrimSpace(text) == "" {
		if before == block || after == block || strings.Contains(text, "\n") {
			return ""
		}
		return text
	}
	all := strings.Split(text, "\n")
	shared := -1
	for _, line := range all[1:] {
		if indent := len(line) - len(strings.TrimLeft(line, " \t")); strings.TrimSpace(line) != "" && (shared < 0 || indent < shared) {
			shared = indent
		}
	}
	for i, line := range all {
		if i > 0 && len(line) >= shared && shared > 0 {
			line = line[shared:]
		}
		if i < len(all)-1 || strings.TrimSpace(line) == "" && i > 0 {
			line = strings.TrimRight(line, " \t\r")
		}
		all[i] = line
	}
	text = strings.Join(all, "\n")
	if left := strings.TrimLeft(text, " \t\r\n"); before == block || before == loose && strings.Contains(text[:len(text)-len(left)], "\n") {
		text = left
	}
	if right := strings.TrimRight(text, " \t\r\n"); after == block || after == loose && strings.Contains(text[len(right):], "\n") {
		text = right
	}
	return text
}

// mark is what a tag of HTML is in Markdown.
type mark struct{ open, close string }

// markdown are the tags of HTML that are text as they stand, wherever they end.
var markdown = map[string]mark{
	"b": {"**", "**"}, "strong": {"**", "**"}, "i": {"*", "*"}, "em": {"*", "*"}, "code": {"`", "`"}, "u": {"__", "__"},
	"s": {"~~", "~~"}, "del": {"~~", "~~"}, "br": {"\n", ""}, "hr": {"\n\n---\n\n", ""}, "p": {"\n\n", "\n\n"},
	"ul": {"\n", "\n"}, "ol": {"\n", "\n"}, "li": {"\n- ", ""}, "blockquote": {"\n\n> ", "\n\n"}, "pre": {"\n```\n", "\n```\n"},
	"h1": {"\n\n# ", "\n\n"}, "h2": {"\n\n## ", "\n\n"}, "h3": {"\n\n### ", "\n\n"}, "h4": {"\n\n#### ", "\n\n"},
	"h5": {"\n\n##### ", "\n\n"}, "h6": {"\n\n###### ", "\n\n"},
}

// built are the tags whose text is made when the code runs, for it depends on what is in
// them or on their attributes; so is that of every tag that has attributes.
var built = map[string]mark{
	"ol": {"\n", "\n"}, "table": {"\n\n", "\n\n"}, "div": {"\n\n", "\n\n"}, "section": {"\n\n", "\n\n"}, "article": {"\n\n", "\n\n"},
}

// plainTags are those that are what they hold.
const plainTags = "a img input tr td th thead tbody tfoot caption span small mark sub sup label form header footer main nav aside " +
	"figure figcaption details summary center font"

// HTML is every tag as JSON: a list of name, text before and text after.
func HTML() string {
	all := [][3]string{}
	for name, m := range markdown {
		all = append(all, [3]string{name, m.open, m.close})
	}
	for name, m := range built {
		all = append(all, [3]string{name, m.open, m.close})
	}
	for name := range strings.FieldsSeq(plainTags) {
		all = append(all, [3]string{name})
	}
	text, _ := json.Marshal(all) // texts
	return string(text)
}

// htmlTag is the Markdown of an opening tag of HTML and the tag's length, 0 if it is
// none.
func htmlTag(text string) (string, int) {
	n := nameLength(text[1:])
	m, ok := markdown[strings.ToLower(text[1:1+n])]
	if _, later := built[text[1:1+n]]; !ok || later || text[1:1+n] != strings.ToLower(text[1:1+n]) {
		return "", 0
	}
	rest := strings.TrimLeft(text[1+n:], " \t")
	skipped := len(text) - len(rest)
	switch {
	case strings.HasPrefix(rest, ">"):
		return m.open, skipped + 1
	case strings.HasPrefix(rest, "/>"):
		return m.open, skipped + 2
	}
	return "", 0
}

// codeLength is that of code between backticks: a fence, or a span in one line; of a
// lone backtick 1.
func codeLength(text string) int {
	if strings.HasPrefix(text, "```") {
		if i := strings.Index(text[3:], "```"); i >= 0 {
			return i + 6
		}
		return 3
	}
	if i := strings.IndexByte(text[1:], '`'); i >= 0 && !strings.Contains(text[1:1+i], "\n") {
		return i + 2
	}
	return 1
}
