package sandbox

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/go-sourcemap/sourcemap"

	"parley/codefirst/tsx"
)

// Program is compiled code. It is immutable and safe for concurrent use.
type Program struct {
	source, code string
	positions    func() *sourcemap.Consumer
	unit         *tsx.Unit
}

const (
	opening = "(async function* () { \"use strict\";\n"
	closing = "\n})"
	// headLines come before the source in what is compiled, evalLines before the compiled
	// code in what the machine reads: the machine's own code stands there.
	headLines = 1
	evalLines = 1
)

// Compile makes a program of the body of an async generator function in TypeScript or
// TSX of at most tsx.MaxSource bytes. The error is a *Fault of kind Syntax.
func Compile(source string) (*Program, error) { return compile(source, nil) }

// Compile makes a program that is to find what e has, and is refused if it names
// anything else. The error is a *Fault of kind Syntax.
func (e Env) Compile(source string) (*Program, error) { return compile(source, &e) }

func compile(source string, env *Env) (*Program, error) {
	var tools []string
	if env != nil {
		tools = append([]string{}, env.Functions...)
	}
	u, err := tsx.Read(source, tools)
	if err != nil {
		return nil, &Fault{Kind: Syntax, Name: "SyntaxError", Message: err.Error()}
	}
	r, err := transformed(u)
	if err != nil {
		return nil, err
	}
	if strings.Contains(string(r.Code), "import(") && importsAtRun(source) {
		return nil, &Fault{Kind: Syntax, Name: "SyntaxError", Message: "import is not available here: there are no modules"}
	}
	raw := r.Map
	p := &Program{
		source: source, unit: u,
		positions: sync.OnceValue(func() *sourcemap.Consumer {
			c, err := sourcemap.Parse("", raw)
			if err != nil {
				return nil
			}
			return c
		}),
	}
	if err := imported(u, env); err != nil {
		return nil, err
	}
	code := string(r.Code)
	if !whole(code) {
		return nil, syntaxFault(u, api.Message{Text: "a } or ) closes the function that the code is"})
	}
	if env != nil {
		if code, err = p.named(code, env); err != nil {
			return nil, err
		}
		if err := p.called(env); err != nil {
			return nil, err
		}
	}
	p.code = instrument(code)
	return p, nil
}

// transformed is what esbuild makes of code; braces that hold none are text.
func transformed(u *tsx.Unit) (api.TransformResult, error) {
	r := transform(opening + u.Text + closing)
	for range maxNested {
		if len(r.Errors) == 0 {
			break
		}
		changed, err := u.Prose(func(expression string) bool {
			return len(transform(opening+"(<>{"+expression+"\n}</>)"+closing).Errors) == 0
		})
		if err != nil || !changed {
			break
		}
		r = transform(opening + u.Text + closing)
	}
	if len(r.Errors) > 0 {
		return r, syntaxFault(u, r.Errors[0])
	}
	if flaw, ok := u.Broken(); ok {
		return r, flawed(u, flaw)
	}
	for _, w := range r.Warnings { // others are of style
		if strings.HasPrefix(w.Text, "Big integer literals are not available") {
			w.Text = "great integers, written with an n such as 10n, are not available here: use plain numbers"
			return r, syntaxFault(u, w)
		}
	}
	return r, nil
}

// maxNested bounds how deep braces are tried that stand in braces.
const maxNested = 5

func transform(code string) api.TransformResult {
	return api.Transform(code, api.TransformOptions{
		Loader: api.LoaderTSX, Target: api.ESNext, Sourcemap: api.SourceMapExternal, LogLevel: api.LogLevelSilent,
		JSX: api.JSXTransform, JSXFactory: "__jsx", JSXFragment: "__fragment", LegalComments: api.LegalCommentsNone,
		Supported: map[string]bool{"template-literal": false, "bigint": false}, Sourcefile: "code",
		TsconfigRaw: `{"compilerOptions":{"target":"ESNext","useDefineForClassFields":true}}`,
	})
}

// Source is what Compile was given.
func (p *Program) Source() string { return p.source }

// importsAtRun reports whether code has a call of import.
func importsAtRun(source string) bool {
	for rest := source; ; {
		_, after, found := strings.Cut(rest, "import")
		if !found {
			return false
		}
		if strings.HasPrefix(strings.TrimLeft(after, " \t\r\n"), "(") {
			return true
		}
		rest = after
	}
}

// syntaxFault is what is wrong with code that does not compile, in the terms of who
// wrote it: what the compiler meets first is often a bracket that is not in the code.
func syntaxFault(u *tsx.Unit, m api.Message) *Fault {
	if flaw, ok := u.Flaw(); ok {
		return flawed(u, flaw)
	}
	f := &Fault{Kind: Syntax, Name: "SyntaxError", Message: m.Text}
	if m.Location != nil {
		lines := strings.Count(u.Source, "\n") + 1
		if f.Line = max(m.Location.Line-headLines, 1); f.Line > lines {
			f.Line, f.Message = lines, "the code ends before it is complete"
		}
		f.Column = u.Column(f.Line, m.Location.Column+1)
		f.Listing = listing(u.Source, f.Line, f.Column)
	}
	if strings.Contains(m.Text, `Unexpected "export"`) || strings.Contains(m.Text, `Unexpected "import"`) {
		f.Message += ": there are no modules here"
	}
	return f
}

func flawed(u *tsx.Unit, flaw tsx.Flaw) *Fault {
	return &Fault{
		Kind: Syntax, Name: "SyntaxError", Message: flaw.What, Line: flaw.Line, Column: flaw.Column,
		Listing: listing(u.Source, flaw.Line, flaw.Column),
	}
}

// place is where in the source a line and column of what the machine reads is, both
// from 1; 0 and 0 if it is not there.
func (p *Program) place(line, column int) (int, int) {
	c := p.positions()
	if c == nil || line <= evalLines {
		return 0, 0
	}
	_, _, at, col, ok := c.Source(line-evalLines, max(column-1, 0))
	if !ok || at <= headLines {
		return 0, 0
	}
	return min(at-headLines, strings.Count(p.source, "\n")+1), p.unit.Column(at-headLines, col+1)
}

// around is how many lines of the source a listing shows on each side.
const around = 3

// listing is the source around a line, numbered, with a mark under the column.
func listing(source string, line, column int) string {
	lines := strings.Split(source, "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	var b strings.Builder
	for n := max(1, line-around); n <= min(len(lines), line+around); n++ {
		sign := " "
		if n == line {
			sign = ">"
		}
		text := strings.TrimRight(lines[n-1], "\r")
		if len(text) > 200 {
			text = strings.ToValidUTF8(text[:200], "") + "…"
		}
		fmt.Fprintf(&b, "%s %03d | %s\n", sign, n, text)
		if n == line && column > 0 && column <= len(text)+1 {
			b.WriteString("      | " + strings.Repeat(" ", column-1) + "^\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

var errNoProgram = errors.New("no program")
