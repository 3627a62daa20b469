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
func Compile(source string) (*Program, error) {
	literal, err := tsx.Literal(source)
	if err != nil {
		return nil, &Fault{Kind: Syntax, Name: "SyntaxError", Message: err.Error()}
	}
	r := api.Transform(opening+literal+closing, api.TransformOptions{
		Loader: api.LoaderTSX, Target: api.ESNext, Sourcemap: api.SourceMapExternal, LogLevel: api.LogLevelSilent,
		JSX: api.JSXTransform, JSXFactory: "__jsx", JSXFragment: "__fragment", LegalComments: api.LegalCommentsNone,
		Supported: map[string]bool{"template-literal": false, "bigint": false}, Sourcefile: "code",
		TsconfigRaw: `{"compilerOptions":{"target":"ESNext","useDefineForClassFields":true}}`,
	})
	if len(r.Errors) > 0 {
		return nil, syntaxFault(source, r.Errors[0])
	}
	for _, w := range r.Warnings { // others are of style
		if strings.HasPrefix(w.Text, "Big integer literals are not available") {
			return nil, syntaxFault(source, w)
		}
	}
	if strings.Contains(string(r.Code), "import(") && importsAtRun(source) {
		return nil, &Fault{Kind: Syntax, Name: "SyntaxError", Message: "import is not available here"}
	}
	raw := r.Map
	return &Program{
		source: source, code: instrument(string(r.Code)),
		positions: sync.OnceValue(func() *sourcemap.Consumer {
			c, err := sourcemap.Parse("", raw)
			if err != nil {
				return nil
			}
			return c
		}),
	}, nil
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

func syntaxFault(source string, m api.Message) *Fault {
	f := &Fault{Kind: Syntax, Name: "SyntaxError", Message: m.Text}
	if m.Location != nil {
		lines := strings.Count(source, "\n") + 1
		f.Line = min(max(m.Location.Line-headLines, 1), lines)
		f.Column = m.Location.Column + 1
		f.Listing = listing(source, f.Line, f.Column)
	}
	if strings.Contains(m.Text, `Unexpected "export"`) || strings.Contains(m.Text, `Unexpected "import"`) {
		f.Message += ": there are no modules here"
	}
	return f
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
	return min(at-headLines, strings.Count(p.source, "\n")+1), col + 1
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
