package sandbox

// Program is compiled code. It is immutable.
type Program struct{ source string }

// Compile makes a program of the body of an async generator function in TypeScript or
// TSX. The error is a *Fault of kind Syntax.
func Compile(source string) (*Program, error) { return &Program{source: source}, nil }

// Source is what Compile was given.
func (p *Program) Source() string { return p.source }
