package sandbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"modernc.org/quickjs"
)

// outcome is what the run has left; err ended it, nil if it came to its end.
func (r *run) outcome(err error) (Outcome, error) {
	r.end()
	o := Outcome{Returned: r.returned, Fault: r.fault, Calls: r.calls}
	if r.parent.Err() != nil {
		return o, context.Cause(r.parent)
	}
	o.Variables = r.variables()
	switch {
	case errors.Is(err, errFault):
		o.Returned = nil
		return o, nil
	case err != nil:
		o.Fault, o.Returned = nil, nil
		return o, err
	}
	return o, nil
}

// variables are what the code declared; code of its own that this runs, such as a
// getter, has the time of any other.
func (r *run) variables() []Variable {
	r.machine.late.Store(false)
	var told any
	_, err := r.machine.within(r.parent, r.env.Limits.Slice, func() (err error) {
		told, err = r.machine.declared.Call(quickjs.UndefinedValue)
		return err
	})
	text, _ := told.(string)
	var all []Variable
	if err != nil || json.Unmarshal([]byte(text), &all) != nil {
		return nil
	}
	return all
}

// unheard makes a fault of what failed and the code did not wait for, once all of it has
// come to its end: a promise that failed at first and was awaited later is none. What the
// code threw stays the fault, and is told of the others.
func (r *run) unheard() error {
	var told any
	err := r.enter(func() (err error) {
		told, err = r.machine.unheard.Call(quickjs.UndefinedValue)
		return err
	})
	if thrown := (*quickjs.Error)(nil); errors.As(err, &thrown) { // there is no memory to tell it
		r.fault = cmp.Or(r.fault, noMemory())
		return errFault
	}
	if err != nil {
		return err
	}
	text, _ := told.(string)
	var all []json.RawMessage
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return fmt.Errorf("read what failed: %w", err)
	}
	if len(all) < 2 {
		return nil
	}
	more, failures := 0, all[1:]
	_ = json.Unmarshal(all[0], &more) // the prelude's own number
	var first *Fault
	var lines []string
	for _, described := range failures {
		f, what := r.failure(described)
		if lines = append(lines, what+" failed, and the code did not await it: "+f.Message); first == nil {
			first = f
		}
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	message := strings.Join(lines, "; ")
	if r.fault != nil {
		r.fault.Message += " (beside it " + message + ")"
		return errFault
	}
	r.fault, first.Message = first, message
	return errFault
}

// failure is what a promise failed with, and what that is of.
func (r *run) failure(described json.RawMessage) (f *Fault, what string) {
	f = r.p.thrown(string(described))
	var parts []string
	_ = json.Unmarshal(described, &parts) // a failed one has no call
	seq := 0
	if len(parts) == 4 {
		seq, _ = strconv.Atoi(parts[3])
	}
	if seq < 1 || seq > len(r.calls) {
		return f, "an async function"
	}
	c := r.calls[seq-1]
	if f.Line == 0 {
		f.Line = c.Line
		f.Listing = listing(r.p.source, c.Line, 0)
	}
	return f, c.Name + "(" + shorten(string(c.Args), maxArgs) + ")"
}

func noMemory() *Fault {
	return &Fault{Kind: TooMuch, Name: "LimitError", Message: "the code takes more memory than it may"}
}

// maxArgs bounds what is told of a call's argument, in characters.
const maxArgs = 200
