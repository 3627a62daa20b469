package tsx

import (
	"cmp"
	"slices"
	"strings"
)

// Code that is meant as it stands, and that the language would read otherwise, is mended:
// a yield in a function that is no generator, an element that stands alone, a program in
// a function that nothing calls, a tool that is not awaited. A mend keeps the lines.

// edit puts text in the place of what is from one place to another.
type edit struct {
	span
	text string
}

// Unit is the code of one program, scanned.
type Unit struct {
	// Source is what the model wrote, Text what is to be compiled; their lines are the same.
	Source, Text string
	// Imports are names that the code imports; What of each is the name.
	Imports []Flaw

	scanner  *scanner
	program  *program
	verbatim map[int]bool
	tried    int // bytes of braces
	edits    []edit
	shifts   []shift
	tools    map[string]bool // nil if they are not known
}

// Read scans source, a program that finds those tools and no others, and mends it; nil
// means that they are not known. The error wraps ErrTooLarge or ErrTooDeep.
func Read(source string, tools []string) (*Unit, error) {
	u := &Unit{Source: source}
	if tools != nil {
		u.tools = make(map[string]bool, len(tools))
	}
	for _, name := range tools {
		u.tools[name] = true
	}
	return u, u.read()
}

func (u *Unit) read() error {
	var err error
	if u.scanner, err = scan(u.Source, u.verbatim); err != nil {
		return err
	}
	u.program, u.edits, u.Imports = arrange(u.scanner), nil, nil
	if p := u.program; p.stray < 0 && p.left < 0 {
		u.elements()
		u.yields()
		u.words()
		u.awaits()
		u.modules()
		u.end()
	}
	u.apply()
	return nil
}

// apply makes the text.
func (u *Unit) apply() {
	slices.SortStableFunc(u.edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	u.shifts = nil
	var b strings.Builder
	at, line, begins := 0, 1, 0 // the line of what is written, and where it begins
	for _, e := range u.edits {
		if e.from < at {
			continue // a mend of what another has replaced
		}
		kept := u.program.text[at:e.from]
		if n := strings.Count(kept, "\n"); n > 0 {
			line, begins = line+n, b.Len()+strings.LastIndexByte(kept, '\n')+1
		}
		b.WriteString(kept)
		u.shifts = append(u.shifts, shift{line, b.Len() - begins, len(e.text) - (e.to - e.from)})
		b.WriteString(e.text)
		lines := strings.Count(u.program.text[e.from:e.to], "\n")
		b.WriteString(strings.Repeat("\n", max(0, lines-strings.Count(e.text, "\n"))))
		if lines > 0 {
			line, begins = line+lines, b.Len()
		}
		at = e.to
	}
	b.WriteString(u.program.text[at:])
	u.Text = b.String()
}

// shift is by how much a mend has moved what follows it in its line.
type shift struct{ line, column, by int }

// Column is where in the source's line what stands in a line of Text is, all from 1.
func (u *Unit) Column(line, column int) int {
	moved := 0
	for _, s := range u.shifts {
		if s.line == line && s.column < column-1 {
			moved += min(s.by, column-1-s.column)
		}
	}
	return max(column-moved, 1)
}

func (u *Unit) insert(at int, text string) { u.edits = append(u.edits, edit{span{at, at}, text}) }

func (u *Unit) replace(t token, text string) {
	u.edits = append(u.edits, edit{span{t.at, t.end}, text})
}

// drop takes the tokens from one up to another out.
func (u *Unit) drop(from, to int) {
	end := len(u.program.text)
	if to < len(u.program.tokens) {
		end = u.program.tokens[to].at
	}
	u.edits = append(u.edits, edit{span{u.program.tokens[from].at, end}, ""})
}

// statement reports whether token i begins a statement.
func (p *program) statement(i int) bool {
	t, last := p.tokens[i], p.before(i-1)
	if t.in >= 0 {
		if in := p.tokens[t.in]; !in.is("{") || in.role != ofBlock && in.role != ofFunction {
			return false
		}
	}
	switch {
	case t.is("else", "catch", "finally"), t.closes():
		return false
	case last.is("}"):
		return p.ofStatement(last.pair) || t.fresh
	case last.is("{"):
		return true
	}
	return p.headed(i) || p.begins(i)
}

// headed reports whether token i begins a statement that another is the head of.
func (p *program) headed(i int) bool {
	last := p.before(i - 1)
	return last.is("else", "do") || last.is(")") && last.pair > 0 && heads[p.tokens[last.pair-1].text]
}

// elements has an element that stands alone shown, and what is given to a function that
// nobody knows and that takes nothing else.
func (u *Unit) elements() {
	p := u.program
	for i := range p.tokens {
		t := p.tokens[i]
		if t.element() && (p.statement(i) || p.before(i-1).is(":") && p.back(i-2, "case", "default") >= 0) {
			u.show(i, t.at, i)
			continue
		}
		if t.element() && p.before(i-1).is("&", "?") {
			u.chosen(i)
		}
		if u.tools == nil || !t.word() || beforeOperand[t.text] || u.tools[t.text] || !p.before(i+1).is("(") || !p.before(i+2).element() {
			continue
		}
		open, element := p.tokens[i+1], p.tokens[i+2]
		first := i
		if p.before(i - 1).is("await") {
			first--
		}
		if element.pair < 0 || open.pair != element.pair+1 || !p.statement(first) || p.mentions(t.text) > 1 {
			continue
		}
		u.edits = append(u.edits, edit{span{p.tokens[first].at, t.end}, ""})
		u.show(i+1, t.end, i+2)
	}
}

// chosen has the element at token i shown that a statement comes to by && or ?, and does
// nothing with.
func (u *Unit) chosen(i int) {
	p := u.program
	end, start := p.tokens[i].pair+1, i-1
	for start > max(0, i-maxLook) && (p.tokens[start].in != p.tokens[i].in || !p.statement(start)) {
		t, compares := p.tokens[start], p.before(start+1).is("=") || p.before(start-1).is("=", "!", "<", ">")
		if t.is("=") && t.in == p.tokens[i].in && !compares {
			return // it is a value
		}
		start--
	}
	first := p.tokens[start]
	switch {
	case end == 0 || first.is(statements...) || first.in != p.tokens[i].in || !p.statement(start):
	case p.before(i-1).is("?") && p.before(end).is(":"):
		u.show(start, first.at, i)
	case p.before(i-1).is("&") && (end >= len(p.tokens) || p.before(end).is(";") || p.before(end).closes() || p.begins(end)):
		if f := p.functions[p.tokens[i].function]; p.tokens[i].function == 0 {
			u.insert(p.tokens[i].at, "(yield ")
			u.insert(p.tokens[end-1].end, ")")
		} else {
			u.insert(p.tokens[i].at, saying(f))
			u.insert(p.tokens[end-1].end, said(f))
		}
	}
}

// mentions is how often a name stands in the code.
func (p *program) mentions(name string) int { return len(p.places[name]) }

// show has what begins at token i shown, by what stands at the place at before it; the
// element is token e.
func (u *Unit) show(i, at, e int) {
	p := u.program
	switch f := p.functions[p.tokens[i].function]; {
	case p.tokens[i].function == 0:
		u.insert(at, " yield ")
	default:
		u.insert(at, saying(f))
		u.insert(p.tokens[max(p.tokens[e].pair, p.expressionEnd(i)-1)].end, said(f))
	}
}

// saying shows what follows it, up to a parenthesis, in a function.
func saying(f function) string {
	if f.async >= 0 || f.star >= 0 {
		return " await __say("
	}
	return " __say("
}

// said ends what saying begins.
func said(f function) string {
	if f.async >= 0 || f.star >= 0 {
		return ", true)"
	}
	return ")"
}

// yields has those work that stand in functions of the code. The code itself is a
// generator, and other functions are called: so what they yield is shown when they run.
func (u *Unit) yields() {
	p := u.program
	showing := make(map[int]bool)
	for i, t := range p.tokens {
		if !t.is("yield") || p.before(i-1).is(".") {
			continue
		}
		next := p.before(i + 1)
		if next.element() && next.fresh && t.function == 0 { // the language would end the statement at the line
			lines := strings.Count(p.text[t.end:next.at], "\n")
			u.edits = append(u.edits, edit{span{t.at, next.at}, strings.Repeat("\n", lines) + "yield "})
		}
		if f := p.functions[t.function]; f.star >= 0 && t.function > 0 && u.shows(i+1) && !u.delegated(f) {
			showing[t.function] = true
		}
	}
	for n := range showing {
		f := p.functions[n]
		u.replace(p.tokens[f.star], " ")
		if f.async < 0 {
			u.insert(p.tokens[f.head].at, "async ")
		}
	}
	for i, t := range p.tokens {
		f := p.functions[t.function]
		if !t.is("yield") || p.before(i-1).is(".") || t.function == 0 || f.star >= 0 && !showing[t.function] {
			continue
		}
		if star := p.before(i + 1); star.is("*") {
			if f.async >= 0 || f.star >= 0 {
				u.edits = append(u.edits, edit{span{t.at, star.end}, "await "})
			}
			continue
		}
		end := p.expressionEnd(i + 1)
		if end == i+1 {
			continue
		}
		u.replace(t, saying(f))
		u.insert(p.tokens[end-1].end, said(f))
	}
}

// words mends what begins with a word or a mark: the type parameters of an arrow function
// are no element, and what is thrown says where.
func (u *Unit) words() {
	p := u.program
	for i, t := range p.tokens {
		switch next := p.before(i + 1); {
		case t.is("<") && next.word() && p.before(i+2).is(">") && p.before(i+3).is("(") && !p.ends(i-1):
			u.insert(next.end, ",")
		case t.is("<") && next.is("number", "string", "boolean", "any", "unknown") && p.before(i+2).is(">") && !p.ends(i-1):
			u.drop(i, i+3) // a type that is asserted
		case t.is("throw") && !p.member(i) && !next.is("new"):
			u.wrap(i, "__thrown(")
		case t.is("yield") && !p.member(i) && t.function == 0 && !next.is("*") && !u.shows(i+1):
			u.wrap(i, "__shown(")
		}
	}
}

// wrap gives the expression after token i to a function.
func (u *Unit) wrap(i int, function string) {
	if end := u.program.expressionEnd(i + 1); end > i+1 {
		u.insert(u.program.tokens[i+1].at, function)
		u.insert(u.program.tokens[end-1].end, ")")
	}
}

// shows reports whether what begins at token i is an element.
func (u *Unit) shows(i int) bool {
	for u.program.before(i).is("(") {
		i++
	}
	t := u.program.before(i)
	return t.element() || t.word() && t.text[0] >= 'A' && t.text[0] <= 'Z' && u.program.before(i+1).is("(")
}

// delegated reports whether a generator is only ever run as one: by yield*, by a loop,
// or into a list.
func (u *Unit) delegated(f function) bool {
	if f.name < 0 {
		return false
	}
	calls := 0
	for _, i := range u.program.places[u.program.tokens[f.name].text] {
		if i == f.name {
			continue
		}
		last, before := u.program.before(i-1), u.program.before(i-2)
		switch {
		case last.is("*") && before.is("yield"), last.is("of"), last.is(".") && before.is("."), last.is("(") && before.is("from"):
		default:
			return false
		}
		calls++
	}
	return calls > 0
}
