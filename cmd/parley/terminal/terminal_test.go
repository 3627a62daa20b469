package terminal

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"parley/bench/caller"
)

func TestStatusLineStaysBelow(t *testing.T) {
	var out strings.Builder
	s := &StatusLine{out: &out, Live: true}
	s.Set("Sterling is thinking")
	s.Above("You: hello\n")
	s.Set(strings.Repeat("x", 200))
	s.Clear()
	const home = "\r\x1b[K"
	want := home + "Sterling is thinking" + home + "You: hello\nSterling is thinking" +
		home + "…" + strings.Repeat("x", statusWidth-1) + home
	if got := out.String(); got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}

// TestJoinedErrorsAreParted has what a call that is cut off and answers no more
// is told with.
func TestJoinedErrorsAreParted(t *testing.T) {
	err := errors.Join(caller.ErrNoAnswer, fmt.Errorf("%w:\tby the  server", caller.ErrLost))
	if got, want := OneLine(err), "the character does not answer; the call was cut off: by the server"; got != want {
		t.Errorf("the error reads %q, want %q", got, want)
	}
}
