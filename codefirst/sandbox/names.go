package sandbox

import (
	"slices"
	"strings"
	"sync"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
	"modernc.org/quickjs"

	"parley/codefirst/tsx"
)

// globals are the names that the language has in a machine.
var globals = sync.OnceValue(func() map[string]bool {
	names := make(map[string]bool)
	for name := range strings.FieldsSeq("undefined arguments structuredClone console React " +
		"__jsx __fragment __say __shown __thrown __v __main") {
		names[name] = true
	}
	vm, err := quickjs.NewVM()
	if err != nil {
		return names
	}
	all, _ := vm.Eval("Object.getOwnPropertyNames(globalThis).join(' ')", quickjs.EvalGlobal)
	_ = vm.Close() // it has nothing to tell
	text, _ := all.(string)
	for name := range strings.FieldsSeq(text) {
		names[name] = true
	}
	return names
})

// finds reports whether code finds something of that name.
func (e *Env) finds(name string) bool {
	if globals()[name] || e.Components[name] != "" {
		return true
	}
	return slices.ContainsFunc(e.Functions, func(f string) bool { return f == name || strings.HasPrefix(f, name+".") }) ||
		slices.ContainsFunc(e.Objects, func(o Object) bool { return o.Name == name }) ||
		slices.ContainsFunc(e.Variables, func(v Variable) bool { return v.Name == name })
}

// imported is the fault of code that imports what it does not find anyway.
func imported(u *tsx.Unit, env *Env) error {
	for _, name := range u.Imports {
		if !globals()[name.What] && (env == nil || !env.finds(name.What)) {
			name.What = "'" + name.What + "' cannot be imported: there are no modules here"
			return flawed(u, name)
		}
	}
	return nil
}

// named holds compiled code to the names that it finds, before anything of it has run. A
// name that is nothing, before a tool, is taken out: tools.getUser is getUser.
func (p *Program) named(code string, env *Env) (string, error) {
	ast, err := js.Parse(parse.NewInputString(code), js.Options{})
	if err != nil {
		return code, nil //nolint:nilerr // the machine will read it, or tell
	}
	for _, v := range ast.Undeclared {
		name := string(v.Data)
		if env.finds(name) || strings.Contains(code, "typeof "+name) {
			continue
		}
		places := tsx.Mentions(code, name)
		if mended, ok := unprefixed(code, name, places, env); ok {
			code = mended
			continue
		}
		if len(places) > 0 {
			return "", p.unknown(name, code, places[0], env)
		}
	}
	return code, nil
}

// unprefixed is code without a name that stands before a tool at all those places.
func unprefixed(code, name string, places []int, env *Env) (string, bool) {
	out := []byte(code)
	for _, at := range places {
		after, ok := strings.CutPrefix(code[at+len(name):], ".")
		if !ok || !slices.ContainsFunc(env.Functions, func(f string) bool {
			rest, ok := strings.CutPrefix(after, f)
			return ok && (rest == "" || !identifier.MatchString(rest) && rest[0] != '.')
		}) {
			return code, false
		}
		copy(out[at:], strings.Repeat(" ", len(name)+1))
	}
	return string(out), len(places) > 0
}

// unknown is the fault of code that names what there is not, at a place of the compiled
// code.
func (p *Program) unknown(name, code string, at int, env *Env) *Fault {
	f := &Fault{Kind: Thrown, Name: "ReferenceError", Message: "'" + name + "' is not defined"}
	line := strings.Count(code[:at], "\n") + 1
	f.Line, f.Column = p.place(line+evalLines, at-strings.LastIndexByte(code[:at], '\n'))
	f.Listing = listing(p.source, f.Line, f.Column)
	switch {
	case strings.HasSuffix(code[:at], "__jsx("):
		f.Message = "<" + name + "> is not a component; there are " + list(componentsOf(env))
	case name == "require":
		f.Message += ": nothing can be imported, there are no modules here"
	case strings.HasSuffix(strings.TrimRight(code[:at], " "), "return"):
		f.Message += "; an exit is returned as an object, such as { action: \"" + name + "\" }"
	case strings.HasPrefix(code[at+len(name):], "("):
		f.Message += "; the tools are " + list(env.Functions)
	}
	return f
}

// called holds calls to the names of the fields that the functions take.
func (p *Program) called(env *Env) error {
	if env.Fields == nil {
		return nil
	}
	for _, c := range p.unit.Calls() {
		if err := env.Fields(c.Tool, c.Fields); err != nil {
			return &Fault{
				Kind: Thrown, Name: "Error", Message: c.Tool + ": " + err.Error(), Line: c.Line, Column: c.Column,
				Listing: listing(p.source, c.Line, c.Column),
			}
		}
	}
	return nil
}

// componentsOf are the components' own names.
func componentsOf(env *Env) []string {
	var names []string
	for _, name := range env.Components {
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// maxListed bounds how many names a fault tells.
const maxListed = 30

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	if n := len(names) - maxListed; n > 0 {
		return strings.Join(names[:maxListed], ", ") + " and more"
	}
	return strings.Join(names, ", ")
}
