package sandbox

// FaultKind is what was wrong with code.
type FaultKind string

// The kinds. All of them are the code's, and told to the model that wrote it.
const (
	// Syntax is code that does not compile.
	Syntax FaultKind = "syntax"
	// Thrown is an error that the code threw or did not catch.
	Thrown FaultKind = "thrown"
	// TooLong is code that ran over Wall or Slice, TooMuch over another limit.
	TooLong FaultKind = "too_long"
	TooMuch FaultKind = "too_much"
	// Stuck is code that waits for what never comes.
	Stuck FaultKind = "stuck"
)

// Fault is what was wrong with code, in the source's own lines. It holds no path and
// no frame of the host.
type Fault struct {
	Kind FaultKind
	// Name is the error's, such as "TypeError"; Message what it says.
	Name, Message string
	// Line and Column are in the source, from 1; 0 if not known.
	Line, Column int
	// Stack are the frames in the source, innermost first, as "name (line:column)".
	Stack []string
	// Listing is the source around Line, numbered, with a mark.
	Listing string
}

func (f *Fault) Error() string { return f.Name + ": " + f.Message }
