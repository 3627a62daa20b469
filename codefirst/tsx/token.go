package tsx

import "strings"

// kind is what a token is to the code around it.
type kind int

const (
	code    kind = iota // a word, a mark, a bracket
	literal             // a string, a regular expression
	opener              // of an element, as "<Name", of its braces, of a template literal and its braces
	closer
)

// token is one of code.
type token struct {
	kind        kind
	text        string
	at, end     int // in the text that the scanner has written
	src, srcEnd int // in the source
	// What program.arrange finds, as numbers of tokens, -1 for none: the bracket that
	// belongs to it, the bracket that it is in; and of functions, that it is in.
	pair, in, function int
	fresh              bool // it begins a line
	role               role
	body               int // the function whose body begins with it
}

func (t token) is(texts ...string) bool {
	if t.kind != code {
		return false
	}
	for _, text := range texts {
		if t.text == text {
			return true
		}
	}
	return false
}

// word reports whether t is a name or a keyword.
func (t token) word() bool { return t.kind == code && nameLength(t.text) > 0 }

func (t token) element() bool { return t.kind == opener && t.text[0] == '<' }

// opens and closes report brackets of any kind.
func (t token) opens() bool  { return t.kind == opener || t.is("(", "[", "{") }
func (t token) closes() bool { return t.kind == closer || t.is(")", "]", "}") }

// span is from one place to another.
type span struct{ from, to int }

// role is what braces are.
type role int

const (
	ofObject role = iota
	ofBlock
	ofFunction
	ofClass // or of an interface and the like
)

// function is one of the program, by numbers of tokens, -1 for none.
type function struct {
	async, star, name int
	head              int // its first token
	declared          bool
}

// program is code with its brackets and functions. The first function is the code.
type program struct {
	text      string
	tokens    []token
	functions []function
	// stray is the first closing bracket of nothing, left the first opening one that
	// nothing closes, as numbers of tokens, or -1.
	stray, left int
	places      map[string][]int // of words, as numbers of tokens
	promises    map[string]bool  // variables that are taken for promises, as far as it was asked
	acting      map[int]bool     // functions that show something or return an exit
}

// level is what a bracket holds.
type level struct {
	open     int
	function int
	arrow    int // the function that the expression is the body of, or function
}

func arrange(s *scanner) *program {
	p := &program{
		text: s.out.String(), tokens: s.tokens, functions: []function{{async: 0, star: 0, name: -1, head: -1}}, stray: -1, left: -1,
		places: make(map[string][]int), promises: make(map[string]bool), acting: make(map[int]bool),
	}
	levels := []level{{open: -1}}
	for i := range p.tokens {
		t := &p.tokens[i]
		t.fresh = i > 0 && strings.Contains(p.text[p.tokens[i-1].end:t.at], "\n")
		l := &levels[len(levels)-1]
		t.pair, t.in = -1, l.open
		if t.is(",", ";") || l.arrow != l.function && p.begins(i) {
			l.arrow = l.function
		}
		t.function = l.arrow
		switch {
		case t.opens():
			next := level{open: i, function: l.arrow}
			if t.is("{") {
				if t.role = p.roleOf(i); t.role == ofFunction {
					next.function = p.declare(i)
					p.tokens[i].body = next.function
				}
			}
			next.arrow = next.function
			levels = append(levels, next)
		case t.closes():
			if len(levels) == 1 || !pairs(p.tokens[l.open].text, t.text) {
				if p.stray < 0 {
					p.stray = i
				}
				continue
			}
			levels = levels[:len(levels)-1]
			t.pair, t.in, t.function = l.open, p.tokens[l.open].in, p.tokens[l.open].function
			p.tokens[l.open].pair = i
		case t.is("=>") && i+1 < len(p.tokens) && !p.tokens[i+1].is("{"):
			l.arrow = p.declare(i + 1)
		}
	}
	if len(levels) > 1 {
		p.left = levels[1].open
	}
	for i, t := range p.tokens {
		if t.word() {
			p.places[t.text] = append(p.places[t.text], i)
		}
		if t.is("yield") || t.is("return") && p.before(i+1).is("{") && p.before(i+2).is("action") {
			p.acting[t.function] = true
		}
	}
	return p
}

func pairs(open, end string) bool {
	switch open[0] {
	case '(':
		return end == ")"
	case '[':
		return end == "]"
	case '`':
		return end == "`"
	case '<':
		return end == ">"
	}
	return end == "}"
}

// before is token i, or none.
func (p *program) before(i int) token {
	if i < 0 || i >= len(p.tokens) {
		return token{kind: code, text: ";", pair: -1, in: -1}
	}
	return p.tokens[i]
}

// maxLook bounds how far a head of a function or a class is looked for.
const maxLook = 40

// back is the nearest of those words before token i, on its level and in its statement,
// or -1.
func (p *program) back(i int, words ...string) int {
	for n := 0; i >= 0 && n < maxLook; n++ {
		t := p.tokens[i]
		switch {
		case t.is(words...):
			return i
		case t.is(";", "{", "(", "[", "=>") || t.kind == opener, t.is("}") && (t.pair < 0 || p.tokens[t.pair].role != ofObject):
			return -1
		case t.closes():
			if i = t.pair; i < 0 {
				return -1
			}
		}
		i--
	}
	return -1
}

// parameters is the opening bracket of the parameters before token i, which begins the
// body of a function, or -1: a type may stand between.
func (p *program) parameters(i int) int {
	if p.before(i - 1).is(")") {
		return p.before(i - 1).pair
	}
	if colon := p.back(i-1, ":"); colon > 0 && colon < i-1 && p.tokens[colon-1].is(")") {
		return p.tokens[colon-1].pair
	}
	return -1
}

// roleOf is what the brace at token i is.
func (p *program) roleOf(i int) role {
	last, in := p.before(i-1), p.before(p.tokens[i].in)
	inCode := p.tokens[i].in < 0 || in.role == ofBlock || in.role == ofFunction
	if last.is("=>") {
		return ofFunction
	}
	if open := p.parameters(i); open > 0 {
		switch head := p.before(open - 1); {
		case heads[head.text], head.is("switch", "catch", "with", "await"):
			return ofBlock
		case p.back(open-1, "function") >= 0:
			return ofFunction
		case in.is("{") && !inCode && (head.word() || head.is("]") || head.kind == literal):
			return ofFunction // a method
		}
	}
	switch {
	case inCode && p.back(i-1, "class", "interface", "enum", "namespace") >= 0:
		return ofClass
	case !inCode && p.back(i-1, "class") >= 0:
		return ofClass
	case inCode && (last.is(";", "{", "}", "else", "do", "try", "finally", ")") || last.kind == closer):
		return ofBlock
	case inCode && last.is(":") && p.back(i-2, "?") < 0:
		return ofBlock // of a case or a label
	case inCode && p.tokens[i].fresh && p.ends(i-1):
		return ofBlock
	case in.is("{") && in.role == ofClass && last.is("static"):
		return ofBlock
	}
	return ofObject
}

// declare notes the function whose body begins at token i.
func (p *program) declare(i int) int {
	f := function{async: -1, star: -1, name: -1, head: -1}
	at := i - 1
	if p.before(at).is("=>") {
		at--
		i = at + 1
	}
	open := p.parameters(i)
	if open < 0 { // the parameter of an arrow
		open = at
	}
	f.head = open
	at = open - 1
	if keyword := p.back(at, "function"); keyword >= 0 {
		f.head = keyword
		for n := keyword + 1; n < open; n++ {
			if p.tokens[n].is("*") {
				f.star = n
			} else if p.tokens[n].word() && f.name < 0 {
				f.name = n
			}
		}
		at = keyword - 1
	} else if !p.before(i).is("=>") && (p.before(at).word() || p.before(at).is("]")) {
		for f.head = at; p.before(f.head-1).is("*", "async"); f.head-- { // a method
			if p.tokens[f.head-1].is("*") {
				f.star = f.head - 1
			} else {
				f.async = f.head - 1
			}
		}
	}
	if p.before(at).is("async") {
		f.async, f.head = at, at
	}
	first := p.before(f.head - 1)
	if f.name >= 0 {
		f.declared = f.head == 0 || first.is(";", "{", "}", "export", "default") || p.tokens[f.head].fresh
	} else if first.is("=") {
		if name := p.back(f.head-2, "const", "let", "var"); name >= 0 {
			f.name = name + 1
		}
	}
	p.functions = append(p.functions, f)
	return len(p.functions) - 1
}

// ends reports whether an expression may end with token i.
func (p *program) ends(i int) bool {
	t := p.before(i)
	switch {
	case t.kind == literal, t.kind == closer, t.is(")", "]", "}"):
		return true
	}
	return t.kind == code && isWord(firstRune(t.text)) && !beforeOperand[t.text]
}

// goesOn reports whether what ends before token i goes on with it.
func (p *program) goesOn(i int) bool {
	t, last := p.before(i), p.before(i-1)
	switch {
	case t.is("else", "catch", "finally"):
		return true
	case last.is("}") && p.ofStatement(last.pair):
		return false
	case t.is("(", "[") || t.kind == opener && t.text == "`":
		return !(last.kind == closer && last.text == ">") // an element is not called
	case t.is("!"):
		return p.before(i + 1).is("=")
	}
	return t.is(".", "?.", ",", ")", "]", "}", "=", "+", "-", "*", "/", "%", "<", ">", "&", "|", "^", "?", ":", "=>", ";",
		"instanceof", "in", "of", "as", "satisfies")
}

// ofStatement reports whether the brace at token i is of a statement.
func (p *program) ofStatement(i int) bool {
	if i < 0 {
		return false
	}
	switch p.tokens[i].role {
	case ofBlock, ofClass:
		return true
	case ofFunction:
		return p.functions[p.tokens[i].body].declared
	case ofObject:
	}
	return false
}

// begins reports whether token i begins a statement on a line of its own.
func (p *program) begins(i int) bool {
	return i == 0 || p.before(i-1).is(";") || p.tokens[i].fresh && p.ends(i-1) && !p.goesOn(i)
}

// expressionEnd is the token after the expression that begins at token i.
func (p *program) expressionEnd(i int) int {
	if i >= len(p.tokens) {
		return i
	}
	in := p.tokens[i].in
	for n := i; n < len(p.tokens); n++ {
		t := p.tokens[n]
		if t.in != in || t.closes() && t.pair < i || n > i && (t.is(",", ";") || p.begins(n)) {
			return n
		}
		if t.opens() {
			if t.pair < 0 {
				return len(p.tokens)
			}
			n = t.pair
		}
	}
	return len(p.tokens)
}
