package tsx

import "strings"

// Call is a call of a tool that is waited for, with an object written out as its argument:
// the names of its fields are known before anything runs.
type Call struct {
	Tool   string
	Fields []string
	// Line and Column are from 1, of the source.
	Line, Column int
}

// Calls are those of the code, in order. Calls in a try are left out, as what fails there
// is caught.
func (u *Unit) Calls() []Call {
	p := u.program
	bound := p.bound(nil)
	var all []Call
	for i, t := range p.tokens {
		if !t.word() || bound[t.text] || p.member(i) || p.tries(i) {
			continue
		}
		name, open := u.callee(i)
		if !u.tools[name] || !p.before(open).is("(") || p.tokens[open].pair < 0 ||
			!p.before(i-1).is("await") && !p.meant(i, p.tokens[open].pair) {
			continue
		}
		if fields, ok := p.fields(open); ok {
			at, _ := u.flaw(t.src, "%[1]s", name)
			all = append(all, Call{name, fields, at.Line, at.Column})
		}
	}
	return all
}

// callee is the name that token i begins, with the objects that a tool is in, and the
// token after it.
func (u *Unit) callee(i int) (name string, after int) {
	p := u.program
	name, after = p.tokens[i].text, i+1
	for p.before(after).is(".") && p.before(after+1).word() && !u.tools[name] {
		name, after = name+"."+p.tokens[after+1].text, after+2
	}
	return name, after
}

// tries reports whether token i is in a try.
func (p *program) tries(i int) bool {
	for in := p.tokens[i].in; in >= 0; in = p.tokens[in].in {
		if p.before(in - 1).is("try") {
			return true
		}
	}
	return false
}

// fields are the names in an object that is all there is in the brackets from token open,
// if every name stands there.
func (p *program) fields(open int) (names []string, ok bool) {
	brace := open + 1
	if !p.before(brace).is("{") || p.tokens[brace].pair < 0 || p.tokens[brace].pair+1 != p.tokens[open].pair {
		return nil, false
	}
	names = []string{}
	for n := brace + 1; n < p.tokens[brace].pair; n++ {
		t, next := p.tokens[n], p.before(n+1)
		switch {
		case !next.is(":", ",", "}"):
			return nil, false
		case t.word():
			names = append(names, t.text)
		case t.kind == literal && next.is(":") && strings.Trim(t.text[:1], `"'`) == "" && ended(t.text) &&
			!strings.Contains(t.text, `\`):
			names = append(names, t.text[1:len(t.text)-1])
		default:
			return nil, false
		}
		n = p.fieldEnd(n, brace)
	}
	return names, true
}

// fieldEnd is the comma behind a field of the object in braces, or the brace.
func (p *program) fieldEnd(n, brace int) int {
	for n < p.tokens[brace].pair && !(p.tokens[n].in == brace && p.tokens[n].is(",")) {
		n++
	}
	return n
}
