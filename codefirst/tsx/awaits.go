package tsx

// A tool gives a promise, and so does an async function of the code's. Where only what it
// promises can be meant, it is awaited: what has a property, what is compared, counted
// with, looped over or shown. What may be waited for later is left alone.

func (u *Unit) awaits() {
	p := u.program
	own := make(map[string]int) // async functions of the code, and where they are named
	for _, f := range p.functions[1:] {
		if f.name >= 0 && f.async >= 0 && f.star < 0 {
			own[p.tokens[f.name].text] = f.name
		}
	}
	if len(u.tools)+len(own) == 0 {
		return
	}
	bound := p.bound(own)
	for i, t := range p.tokens {
		if !t.word() || bound[t.text] || p.member(i) {
			continue
		}
		name, open := u.callee(i)
		f := p.functions[t.function]
		at, is := own[t.text]
		if !u.tools[name] && !(is && open == i+1 && i != at) || !p.before(open).is("(") || p.tokens[open].pair < 0 {
			continue
		}
		if f.async < 0 || !p.meant(i, p.tokens[open].pair) {
			continue
		}
		if p.begins(i) && i > 0 {
			u.insert(t.at, ";")
		}
		u.insert(t.at, "(await ")
		u.insert(p.tokens[p.tokens[open].pair].end, ")")
	}
}

// member reports whether token i is of another value.
func (p *program) member(i int) bool {
	return p.before(i-1).is("?.") || p.before(i-1).is(".") && !p.before(i-2).is(".")
}

// bound are the names that the code may have given a meaning of its own, without those
// of own.
func (p *program) bound(own map[string]int) map[string]bool {
	names := make(map[string]bool)
	for i, t := range p.tokens {
		if at, is := own[t.text]; !t.word() || p.member(i) || is && at == i {
			continue
		}
		next := p.before(i + 1)
		switch {
		case next.is("(") && next.pair > 0 && !p.before(i-1).is("function", "*") && !p.before(next.pair+1).is("{"):
		case next.is("."):
		default:
			names[t.text] = true
		}
	}
	return names
}

// marks are operators, of which no operand is a promise.
var marks = []string{"+", "-", "*", "/", "%", "<", ">", "!", "&", "|", "^", "?"}

// meant reports whether of the call from token i to token end what it promises is meant.
func (p *program) meant(i, end int) bool {
	last, next := p.before(i-1), p.before(end+1)
	switch {
	case last.is("await", "new", "=>"):
		return false
	case next.is(".", "?."):
		return !p.before(end+2).is("then", "catch", "finally")
	case next.is("[") && !next.fresh, next.is("=") && p.before(end+2).is("="), next.is(marks...) && !p.begins(end+1):
		return true
	case last.is(marks...), last.is("of", "in"), last.is("."): // spread
		return true
	case last.kind == opener && next.kind == closer:
		return true
	case last.is("(") && next.is(")"):
		head := p.before(i - 2)
		return heads[head.text] || head.is("switch")
	case last.is("="):
		return p.before(i-2).is("=") || p.assigned(i)
	}
	return false
}

// assigned reports whether the variable that the call at token i is assigned to is never
// taken for a promise.
func (p *program) assigned(i int) bool {
	to := i - 2
	if p.before(to).is("}", "]") {
		return true
	}
	if keyword := p.back(to, "const", "let", "var"); keyword >= 0 {
		to = keyword + 1
	}
	if !p.before(to).word() {
		return false
	}
	name := p.tokens[to].text
	if was, ok := p.promises[name]; ok {
		return !was
	}
	p.promises[name] = p.promised(name)
	return !p.promises[name]
}

// promised reports whether a name is ever taken for a promise.
func (p *program) promised(name string) bool {
	for _, n := range p.places[name] {
		t := p.tokens[n]
		if p.member(n) {
			continue
		}
		if p.before(n-1).is("await") || p.before(n+1).is(".") && p.before(n+2).is("then", "catch", "finally") {
			return true
		}
		for in, depth := t.in, 0; in > 0 && depth < 3; in, depth = p.tokens[in].in, depth+1 {
			if p.tokens[in].is("(") && p.before(in-2).is(".") && p.before(in-3).is("Promise") {
				return true
			}
		}
	}
	return false
}
