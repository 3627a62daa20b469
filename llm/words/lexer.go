package words

// lexer follows as much of JSON and of TypeScript as tells where a mark is no
// structure: inside an object, a template literal or a comment. A string between
// other quotes ends with its line, which counts says; the text of elements may have
// lone apostrophes, so it is not followed here.
type lexer struct {
	depth           int // of JSON objects
	quoted, escaped bool

	prev, before byte // the two bytes that came last
	ticks        int  // in the run of backticks under way
	template     bool
	comment      byte // '/' to the line's end, '*' to the mark, 0 for none
}

// json takes the next byte and reports whether it belongs to an object.
func (l *lexer) json(c byte) bool {
	switch {
	case l.escaped:
		l.escaped = false
	case l.depth > 0 && l.quoted && c == '\\':
		l.escaped = true
	case l.depth > 0 && c == '"':
		l.quoted = !l.quoted
	case c == '{' && !l.quoted:
		l.depth++
	case c == '}' && !l.quoted && l.depth > 0:
		l.depth--
		return true
	}
	return l.depth > 0
}

// code takes the next byte of a program.
func (l *lexer) code(c byte) {
	if bracket(c) {
		l.settle()
		l.prev = c
		return
	}
	switch {
	case l.comment == '/':
		if c == '\n' {
			l.comment = 0
		}
	case l.comment == '*':
		if l.prev == '*' && c == '/' {
			l.comment = 0
			c = ' ' // it begins no other
		}
	case c == '`' && l.prev != '\\':
		l.ticks++
	default:
		l.settle()
		if !l.template && l.prev == '/' && (c == '*' || c == '/' && l.before != ':') {
			l.comment = c
			c = ' ' // the star ends none
		}
	}
	l.before, l.prev = l.prev, c
}

// settle ends a run of backticks: three or more are a fence, one begins or ends a
// template literal.
func (l *lexer) settle() {
	if l.ticks >= 3 {
		l.template = false
	} else if l.ticks == 1 {
		l.template = !l.template
	}
	l.ticks = 0
}

// opaque reports that what comes is no structure.
func (l *lexer) opaque() bool { return l.comment != 0 || l.template != (l.ticks == 1) }
