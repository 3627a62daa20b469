package tsx

import "slices"

// modules takes imports and exports out: what a program finds is there by name, and
// nobody imports it.
func (u *Unit) modules() {
	p := u.program
	for i, t := range p.tokens {
		if t.in >= 0 || !t.is("import", "export") || !p.statement(i) {
			continue
		}
		next := p.before(i + 1)
		switch {
		case t.is("import") && !next.is("(", "."), t.is("export") && next.is("*"):
			u.imports(i)
		case t.is("export") && next.is("{") && next.pair > 0:
			end := next.pair + 1
			if p.before(end).is("from") {
				end += 2
			}
			u.drop(i, end)
		case t.is("export") && !next.is("default"):
			u.drop(i, i+1)
		}
	}
}

// imports drops the statement at token i, which ends with the name of a module.
func (u *Unit) imports(i int) {
	p := u.program
	for n := i + 1; n < len(p.tokens); n++ {
		t := p.tokens[n]
		switch {
		case t.kind == literal:
			u.drop(i, n+1)
			return
		case t.is(";"), t.in < 0 && t.fresh && !t.is("from"):
			return
		case t.word() && !t.is("from", "type", "as") && !p.before(n+1).is("as"):
			name, _ := u.flaw(t.src, "%[1]s", t.text)
			u.Imports = append(u.Imports, name)
		}
	}
}

// The words that begin a statement which is no expression, of which the first are
// declarations.
var (
	declarations = []string{"const", "let", "var", "function", "class", "interface", "type", "enum", "declare", "namespace", "abstract",
		"import", "export"}
	statements = append([]string{"if", "for", "while", "do", "switch", "try", "throw", "return", "break", "continue", "yield", "debugger"},
		declarations...)
)

// end has a program return what it ends with, and run the function that it is wrapped
// in, if it returns nothing itself.
func (u *Unit) end() {
	p := u.program
	var starts []int
	for i, t := range p.tokens {
		if t.is("return") && t.function == 0 {
			starts = nil
			break
		}
		if t.in < 0 && p.statement(i) && !p.headed(i) && !t.is(";") {
			starts = append(starts, i)
		}
	}
	if p.before(0).is("export") && len(starts) == 0 {
		return
	}
	for i, t := range p.tokens {
		if t.in < 0 && t.is("export") && p.before(i+1).is("default") && p.statement(i) {
			u.exported(i, len(starts) > 0)
			return
		}
	}
	if len(starts) == 0 {
		return
	}
	last := starts[len(starts)-1]
	first, second := p.tokens[last], p.before(last+1)
	switch {
	case first.is("{") && (second.word() || second.kind == literal) && p.before(last+2).is(":", ",", "}"):
		u.insert(first.at, "return ")
	case first.word() && second.is(":") && !p.before(last+2).is("for", "while", "do", "{"):
		u.insert(first.at, "return { ")
		u.insert(p.tokens[p.expressionEnd(last+2)-1].end, " }")
	case first.is("async") && second.is("function"):
		u.call(starts)
	case first.is("("), first.word() && !first.is(statements...) && !(first.is("async") && p.before(p.expressionEnd(last)-1).is("}")):
		u.insert(first.at, "return ")
	default:
		u.call(starts)
	}
}

// exported has the value that the module of token i exports called or returned, if it is
// to be.
func (u *Unit) exported(i int, returns bool) {
	p := u.program
	first := i + 2
	after := p.tokens[len(p.tokens)-1].end
	named := slices.IndexFunc(p.functions[1:], func(f function) bool { return f.head == first }) + 1
	switch f := p.functions[named]; {
	case !returns || named > 0 && f.name >= 0 && p.mentions(p.tokens[f.name].text) > 1:
		u.drop(i, first)
		if returns {
			u.call(nil)
		}
	case named > 0:
		u.edits = append(u.edits, edit{span{p.tokens[i].at, p.before(first).at}, "const __main = "})
		u.insert(after, "; return await __main()")
	case p.before(first).word() && p.expressionEnd(first) == first+1:
		u.drop(i, min(first+1, len(p.tokens)))
		u.insert(after, "; return await "+p.tokens[first].text+"()")
	case first < len(p.tokens):
		u.edits = append(u.edits, edit{span{p.tokens[i].at, p.tokens[first].at}, "return "})
	}
}

// call runs the only function of a program that is made of declarations, whose first
// tokens are starts.
func (u *Unit) call(starts []int) {
	p := u.program
	called := -1
	for _, i := range starts {
		if t := p.tokens[i]; t.is(declarations...) || t.is("async") {
			continue
		}
		if called >= 0 || p.tokens[i].is(statements...) || !p.before(i+1).is("(") {
			return
		}
		called = i
	}
	if called >= 0 {
		u.insert(p.tokens[called].at, "return ")
		return
	}
	found := 0
	for n, f := range p.functions {
		if n == 0 || f.name < 0 || p.tokens[f.head].in >= 0 || p.mentions(p.tokens[f.name].text) > 1 || !p.acting[n] {
			continue
		}
		if found > 0 {
			return
		}
		found = n
	}
	if found > 0 {
		u.insert(p.tokens[len(p.tokens)-1].end, "; return await "+p.tokens[p.functions[found].name].text+"()")
	}
}
