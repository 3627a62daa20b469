package playout

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// PanicError is how Run ends when the sink or the report of a playout panicked;
// other playouts of its wheel go on. Its text holds the stack but of the value
// only what cannot be speech: its type, or the runtime's own message.
type PanicError struct {
	Value any
	Stack []byte
}

func newPanicError(value any) *PanicError { return &PanicError{Value: value, Stack: debug.Stack()} }

func (e *PanicError) Error() string {
	what := fmt.Sprintf("%T", e.Value)
	if err, ok := e.Value.(runtime.Error); ok {
		what = err.Error()
	}
	return fmt.Sprintf("panic while sending a frame: %s\n%s", what, e.Stack)
}
