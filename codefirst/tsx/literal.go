package tsx

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of what Literal takes.
const (
	// MaxSource bounds the code, in bytes, MaxDepth how deep its brackets and elements
	// nest.
	MaxSource = 64 << 10
	MaxDepth  = 200
)

var (
	// ErrTooLarge means code over MaxSource.
	ErrTooLarge = errors.New("the code is too long")
	// ErrTooDeep means code that nests deeper than MaxDepth; its text tells the line.
	ErrTooDeep = errors.New("the code nests too deep")
)

// Literal is source with the text in its elements written as string literals, so that
// a compiler keeps its lines, its braces and its quotes as the model wrote them: the
// common transform of JSX drops newlines. Indentation that all lines of a text share
// goes, entities are decoded, a few tags of HTML become Markdown, and in code between
// backticks all is text. The lines of source keep their numbers; what is no element
// is not touched. What does not parse is left for the compiler to refuse. The error
// wraps ErrTooLarge or ErrTooDeep.
func Literal(source string) (string, error) {
	s, err := scan(source, nil)
	if err != nil {
		return "", err
	}
	return s.out.String(), nil
}

// scan reads source; the braces at those places among the children of elements are text.
func scan(source string, verbatim map[int]bool) (*scanner, error) {
	if len(source) > MaxSource {
		return nil, fmt.Errorf("%w: %d bytes, %d at most", ErrTooLarge, len(source), MaxSource)
	}
	s := newScanner(source)
	s.verbatim = verbatim
	for s.pos < len(s.src) && s.err == nil {
		s.code(false)
		if s.err == nil && s.pos < len(s.src) { // a closing bracket of nothing
			s.token(s.src[s.pos : s.pos+1])
		}
	}
	return s, s.err
}

// scanner reads TypeScript as far as it takes to find its elements.
type scanner struct {
	src   string
	pos   int
	out   strings.Builder
	depth int
	prev  string // the last word or mark of code
	err   error
	// unclosed are the places of elements and braces that were tried and have no end, so
	// that none is tried again.
	unclosed map[int]bool
	// verbatim are the places of braces that are text, braced those of the others among
	// the children of elements, broken those of what is code and has no end, tokens what
	// the code is made of.
	verbatim map[int]bool
	broken   map[int]bool
	braced   []span
	tokens   []token
}

func newScanner(source string) *scanner {
	return &scanner{src: source, prev: ";", unclosed: make(map[int]bool), broken: make(map[int]bool)}
}

// copy takes n bytes as they are.
func (s *scanner) copy(n int) {
	s.out.WriteString(s.src[s.pos : s.pos+n])
	s.pos += n
}

// token takes a word or mark of code.
func (s *scanner) token(text string) {
	s.note(code, text, func() { s.copy(len(text)) })
	s.prev = text
}

// literal takes n bytes that are a value.
func (s *scanner) literal(n int) {
	s.note(literal, s.src[s.pos:s.pos+n], func() { s.copy(n) })
	s.prev = `"`
}

// note keeps what take takes as a token.
func (s *scanner) note(k kind, text string, take func()) {
	t := token{kind: k, text: text, at: s.out.Len(), src: s.pos}
	take()
	t.end, t.srcEnd = s.out.Len(), s.pos
	s.tokens = append(s.tokens, t)
}

// fresh reports whether a line has begun since the last token.
func (s *scanner) fresh() bool {
	from := 0
	if n := len(s.tokens); n > 0 {
		from = s.tokens[n-1].srcEnd
	}
	return strings.Contains(s.src[from:s.pos], "\n")
}

func (s *scanner) rest() string { return s.src[s.pos:] }

// enter and leave count how deep the scanner is.
func (s *scanner) enter() bool {
	if s.depth++; s.depth > MaxDepth && s.err == nil {
		line := 1 + strings.Count(s.src[:s.pos], "\n")
		s.err = fmt.Errorf("%w: more than %d levels in line %d", ErrTooDeep, MaxDepth, line)
	}
	return s.err == nil
}

func (s *scanner) leave() { s.depth-- }

// code takes code up to a closing bracket, which it leaves; in a template literal's
// expression that is the same.
func (s *scanner) code(nested bool) {
	if nested {
		if !s.enter() {
			return
		}
		defer s.leave()
	}
	for s.pos < len(s.src) && s.err == nil {
		c := s.src[s.pos]
		rest := s.rest()
		switch {
		case c == ')' || c == ']' || c == '}':
			return
		case c == '(' || c == '[' || c == '{':
			before := s.prev
			s.token(rest[:1])
			s.code(true)
			if s.pos < len(s.src) && s.err == nil {
				s.token(s.src[s.pos : s.pos+1])
			}
			if c == '(' && heads[before] {
				s.prev = ";" // a statement follows
			}
		case c == '"' || c == '\'':
			s.literal(quoted(rest))
		case c == '`':
			s.template()
		case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "/*"):
			s.copy(comment(rest))
		case c == '/' && s.operand():
			s.literal(regexpLength(rest))
		case c == '<' && elementBegins(rest) && (s.operand() || s.fresh()):
			s.tryElement()
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			s.copy(1)
		default:
			s.token(rest[:wordLength(rest)])
		}
	}
}

// heads are the words before the parentheses of a statement.
var heads = map[string]bool{"if": true, "while": true, "for": true}

// words after which an expression begins.
var beforeOperand = map[string]bool{
	"return": true, "yield": true, "await": true, "case": true, "default": true, "else": true, "do": true,
	"typeof": true, "void": true, "delete": true, "in": true, "of": true, "new": true, "throw": true, "instanceof": true,
}

// operand reports whether an expression may begin here, and so an element or a
// regular expression: after a word, a value or a closing bracket, none does.
func (s *scanner) operand() bool {
	r, _ := utf8.DecodeRuneInString(s.prev)
	switch {
	case isWord(r):
		return beforeOperand[s.prev]
	case s.prev == `"`, s.prev == ")", s.prev == "]":
		return false
	}
	return true
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

func isWord(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// wordLength is that of the word or mark that text begins with.
func wordLength(text string) int {
	n := 0
	for _, r := range text {
		if !isWord(r) {
			break
		}
		n += utf8.RuneLen(r)
	}
	for _, mark := range []string{"=>", "?."} {
		if n == 0 && strings.HasPrefix(text, mark) {
			return len(mark)
		}
	}
	if n == 0 {
		_, n = utf8.DecodeRuneInString(text)
	}
	return n
}

// quoted is the length of a string that ends at its quote or its line.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(text)
}

func comment(text string) int {
	end, after := "\n", 0
	if text[1] == '*' {
		end, after = "*/", 2
	}
	if i := strings.Index(text[2:], end); i >= 0 {
		return 2 + i + after
	}
	return len(text)
}

// regexpLength is that of a regular expression, or 1 for a lone slash.
func regexpLength(text string) int {
	class := false
	for i := 1; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return i + 1
			}
		}
	}
	return 1
}

// template takes a template literal with the code in it.
func (s *scanner) template() {
	if !s.enter() {
		return
	}
	defer s.leave()
	s.note(opener, "`", func() { s.copy(1) })
	for s.pos < len(s.src) && s.err == nil {
		switch rest := s.rest(); {
		case rest[0] == '\\':
			s.copy(min(2, len(rest)))
		case rest[0] == '`':
			s.note(closer, "`", func() { s.copy(1) })
			s.prev = `"`
			return
		case strings.HasPrefix(rest, "${"):
			s.note(opener, "${", func() { s.copy(2) })
			s.prev = "{"
			s.code(true)
			if s.pos < len(s.src) && s.err == nil {
				s.note(closer, "}", func() { s.copy(1) })
			}
		default:
			n := len(rest)
			if i := strings.IndexAny(rest[1:], "\\`$"); i >= 0 {
				n = i + 1
			}
			s.copy(n)
		}
	}
}

// elementBegins reports whether text, which begins with "<", is an element or a
// fragment and not the type parameters of an arrow function.
func elementBegins(text string) bool {
	if strings.HasPrefix(text, "<>") {
		return true
	}
	n := nameLength(text[1:])
	if n == 0 {
		return false
	}
	after := strings.TrimLeft(text[1+n:], " \t\r\n")
	return !strings.HasPrefix(after, ",") && !strings.HasPrefix(after, "extends ") && !strings.HasPrefix(after, "=")
}

// nameLength is that of the name of an element or an attribute, 0 if there is none.
func nameLength(text string) int {
	for i, r := range text {
		if i == 0 && !unicode.IsLetter(r) && r != '_' && r != '$' || !isWord(r) && r != '.' && r != '-' && r != ':' {
			return i
		}
	}
	return len(text)
}
