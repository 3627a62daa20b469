package terminal

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"parley"
	"parley/caller"
)

func TestStatusLineStaysBelow(t *testing.T) {
	var out strings.Builder
	s := &StatusLine{out: &out, Live: true}
	s.Set("Sterling is thinking")
	s.PrintAbove("You: hello\n")
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

// What others wrote steers no terminal, as text or as JSON, which still says the same.
func TestNothingSteersTheTerminal(t *testing.T) {
	const hostile = "a\x1b[31mred\u202edorb\u009b1m\x7f"
	var out strings.Builder
	if _, err := fmt.Fprintf(Plain(&out), "%s\n", hostile); err != nil {
		t.Fatal(err)
	}
	if got := out.String() + Printable(hostile+"\nb\tc"); got != "areddorb\nareddorb b c" {
		t.Errorf("wrote %q", got)
	}
	out.Reset()
	if err := json.NewEncoder(PlainJSON(&out)).Encode(hostile + "😀\U000E0041"); err != nil {
		t.Fatal(err)
	}
	var back string
	if err := json.Unmarshal([]byte(out.String()), &back); err != nil || back != hostile+"😀\U000E0041" {
		t.Errorf("JSON %q is %q, %v", out.String(), back, err)
	}
	if parley.Plain(out.String()) != out.String() {
		t.Errorf("JSON %q is not plain", out.String())
	}
	if got := OneLine(errors.New(hostile)); got != "areddorb" {
		t.Errorf("the error reads %q", got)
	}
}
