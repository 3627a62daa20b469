package codefirst

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley/codefirst/sandbox"
)

// close has what the Result is made of written to no more.
func (r *Run) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
}

func (r *Run) journal(e Entry) error {
	if r.p.Journal == nil {
		return nil
	}
	e.Run, e.User = r.ID, r.User
	if err := r.guard("Journal", func() error { return r.p.Journal(e) }); err != nil {
		return fmt.Errorf("keep the journal: %w", err)
	}
	return nil
}

func (r *Run) trace(it *Iteration, t Trace) {
	t.Iteration = it.Number
	r.mu.Lock()
	if len(it.Traces) < MaxTraces && !r.over {
		it.Traces = append(it.Traces, t)
	}
	r.mu.Unlock()
	r.tracer.put(t)
}

// delivered notes what the user was shown.
func (r *Run) delivered(it *Iteration, s Sent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	it.Sent = append(it.Sent, s)
	r.sent = append(r.sent, s)
}

// repeats reports that text was shown by an iteration that failed, since when none
// has ended well.
func (r *Run) repeats(text string) bool { return text != "" && r.mayRepeat(text, true) }

// mayRepeat reports that text is such a text, or how one begins if it is not whole.
func (r *Run) mayRepeat(text string, whole bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	it := r.Iterations[len(r.Iterations)-1]
	before := r.sent[r.since : len(r.sent)-len(it.Sent)]
	return slices.ContainsFunc(before, func(s Sent) bool {
		return s.Text == text || !whole && strings.HasPrefix(s.Text, text)
	})
}

// sentBefore is what was shown before an iteration.
func (r *Run) sentBefore(it *Iteration) []Sent {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.sent[:len(r.sent)-len(it.Sent)])
}

func texts(sent []Sent) []string {
	var out []string
	for _, s := range sent {
		if s.Text != "" {
			out = append(out, s.Text)
		}
	}
	return out
}

// listed is an error with the code around it, if it is a Fault.
func listed(err error) string {
	if f := (*sandbox.Fault)(nil); errors.As(err, &f) && f.Listing != "" {
		return f.Error() + "\n" + f.Listing
	}
	return err.Error()
}
