package tsx

import (
	"encoding/json"
	"html"
	"strings"
)

// tryElement takes an element, or the "<" alone if it has no end.
func (s *scanner) tryElement() {
	start, length, prev := s.pos, s.out.Len(), s.prev
	if s.unclosed[start] || !s.element() {
		s.backTo(start, length)
		if s.err == nil {
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
	s.copy(1)
	name := s.rest()[:nameLength(s.rest())]
	s.copy(len(name))
	closed, ok := s.attributes()
	if !ok || closed {
		return ok
	}
	return s.children(name)
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
	s.token("{")
	s.code(true)
	if s.err != nil || s.pos == len(s.src) || s.src[s.pos] != '}' {
		return false
	}
	s.token("}")
	return true
}

// The neighbours of a text in an element.
const (
	edge   = iota // the element's own tag
	block         // another element
	inline        // an expression
)

// children takes those of an element, with its closing tag.
func (s *scanner) children(name string) bool {
	var text strings.Builder // as it is meant, with what is to be trimmed
	lines := 0
	before := edge
	flush := func(after int) {
		s.text(text.String(), lines, before, after)
		text.Reset()
		lines, before = 0, after
	}
	for s.pos < len(s.src) && s.err == nil {
		rest := s.rest()
		switch {
		case strings.HasPrefix(rest, "</"):
			end := closing(rest)
			tag := strings.TrimSpace(rest[2:max(end-1, 2)])
			if mark, ok := markdown[strings.ToLower(tag)]; ok && tag != name {
				text.WriteString(mark.close)
				lines += strings.Count(rest[:end], "\n")
				s.pos += end
				continue
			}
			if end == 0 || tag != name {
				return false
			}
			flush(edge)
			s.copy(end)
			return true
		case strings.HasPrefix(rest, "<"):
			if mark, n := htmlTag(rest); n > 0 {
				text.WriteString(mark)
				lines += strings.Count(rest[:n], "\n")
				s.pos += n
			} else if elementBegins(rest) {
				if !s.child(flush) {
					return false
				}
			} else {
				text.WriteByte('<')
				s.pos++
			}
		case rest[0] == '{':
			if !s.expression(flush) && s.err == nil {
				text.WriteByte('{')
				s.pos++
			}
		case rest[0] == '`':
			n := codeLength(rest)
			text.WriteString(rest[:n])
			lines += strings.Count(rest[:n], "\n")
			s.pos += n
		default:
			n := len(rest)
			if i := strings.IndexAny(rest[1:], "<{`"); i >= 0 {
				n = i + 1
			}
			text.WriteString(html.UnescapeString(rest[:n]))
			lines += strings.Count(rest[:n], "\n")
			s.pos += n
		}
	}
	return false
}

// closing is the length of a closing tag, 0 if it has no end.
func closing(text string) int { return strings.IndexByte(text, '>') + 1 }

// child takes an element among children, if it has an end.
func (s *scanner) child(flush func(int)) bool { return s.attempt(flush, block, (*scanner).element) }

// expression takes one among children, if it has an end.
func (s *scanner) expression(flush func(int)) bool {
	return s.attempt(flush, inline, (*scanner).braces)
}

// attempt has the text before flushed if take takes something.
func (s *scanner) attempt(flush func(int), kind int, take func(*scanner) bool) bool {
	start := s.pos
	if s.unclosed[start] {
		return false
	}
	ahead := &scanner{src: s.src, pos: s.pos, depth: s.depth, prev: s.prev, unclosed: s.unclosed}
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
	s.out.WriteString(ahead.out.String())
	s.pos = ahead.pos
	return true
}

// text writes one of an element as a literal, and its lines after it.
func (s *scanner) text(text string, lines, before, after int) {
	if value := trim(text, before, after); value != "" {
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
		if before != inline || after != inline || strings.Contains(text, "\n") {
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
	if before != inline {
		text = strings.TrimLeft(text, " \t\r\n")
	}
	if after != inline {
		text = strings.TrimRight(text, " \t\r\n")
	}
	return text
}

// mark is what a tag of HTML is in Markdown.
type mark struct{ open, close string }

var markdown = map[string]mark{
	"b": {"**", "**"}, "strong": {"**", "**"}, "i": {"*", "*"}, "em": {"*", "*"}, "code": {"`", "`"},
	"br": {"\n", ""}, "p": {"\n\n", "\n\n"}, "ul": {"\n", "\n"}, "ol": {"\n", "\n"}, "li": {"\n- ", ""},
	"h1": {"\n\n# ", "\n\n"}, "h2": {"\n\n## ", "\n\n"}, "h3": {"\n\n### ", "\n\n"},
}

// htmlTag is the Markdown of an opening tag of HTML and the tag's length, 0 if it is
// none.
func htmlTag(text string) (string, int) {
	n := nameLength(text[1:])
	m, ok := markdown[strings.ToLower(text[1:1+n])]
	if !ok || text[1:1+n] != strings.ToLower(text[1:1+n]) {
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
