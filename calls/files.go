package calls

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"sync"
	"time"

	"parley"
	"parley/journal"
)

// Files is a Store over a folder of journals, which other processes may write to at
// the same time. Summaries are kept in memory and made anew for a file that has
// changed. It needs no closing.
type Files struct {
	dir *journal.Dir
	// erased is told of deleted calls, for what else is kept of them.
	erased func(context.Context, ...parley.CallID) error

	mu    sync.Mutex
	known map[parley.CallID]known
	// writing lets one Append at a time number its events.
	writing sync.Mutex
}

var _ Store = (*Files)(nil)

// known is a journal as it was when it was last read.
type known struct {
	file    journal.File
	owner   string
	summary Summary
	// open is set for a call that may still be under way: time alone may change it.
	open bool
}

// NewFiles is a store over dir. erased, if not nil, deletes what is kept of calls
// elsewhere; its error is Delete's.
func NewFiles(dir *journal.Dir, erased func(context.Context, ...parley.CallID) error) *Files {
	if erased == nil {
		erased = func(context.Context, ...parley.CallID) error { return nil }
	}
	return &Files{dir: dir, erased: erased, known: map[parley.CallID]known{}}
}

// Events implements Store.
func (f *Files) Events(_ context.Context, owner string, call parley.CallID) ([]parley.Event, error) {
	if err := f.owned(owner, call); err != nil {
		return nil, err
	}
	events, _, err := f.dir.Load(call)
	return events, missing(err)
}

// owned is ErrNotFound for a call that is not the owner's.
func (f *Files) owned(owner string, call parley.CallID) error {
	of, err := f.dir.OwnerOf(call)
	switch {
	case err != nil:
		return missing(err)
	case owner == "" || owner != Operator && owner != of:
		return ErrNotFound
	}
	return nil
}

// missing is ErrNotFound for an error that says that there is no file of the call.
func missing(err error) error {
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, journal.ErrCallID) {
		return ErrNotFound
	}
	return err
}

// List implements Store. The first one after a start reads all journals, a second
// for 10,000; after that it reads those that have changed.
func (f *Files) List(ctx context.Context, q Query) (Page, error) {
	if q.Owner == "" {
		return choose(nil, q)
	}
	files, err := f.dir.Files()
	if err != nil {
		return Page{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	now := time.Now()
	seen := make(map[parley.CallID]known, len(files))
	var own []Summary
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return Page{}, err
		}
		k, err := f.look(file, now)
		if err != nil {
			continue // it went meanwhile, or the disk fails for this one
		}
		seen[file.Call] = k
		if q.Owner == Operator || q.Owner == k.owner {
			own = append(own, k.summary)
		}
	}
	f.known = seen
	return choose(own, q)
}

// look is what is known of a journal, read again if it has changed.
func (f *Files) look(file journal.File, now time.Time) (known, error) {
	if k, ok := f.known[file.Call]; ok && k.file == file && !k.open {
		return k, nil
	}
	events, _, err := f.dir.Load(file.Call)
	if err != nil {
		return known{}, err
	}
	c := Fold(events)
	k := known{file: file, owner: c.Started.User, summary: Summarise(c, now)}
	k.summary.Call, k.summary.Bytes = file.Call, file.Bytes
	k.open = k.summary.Outcome == ""
	return k, nil
}

// Append implements Store.
func (f *Files) Append(_ context.Context, owner string, call parley.CallID, bodies ...parley.Body) error {
	if err := f.owned(owner, call); err != nil {
		return err
	}
	f.writing.Lock()
	defer f.writing.Unlock()
	events, _, err := f.dir.Load(call)
	if err != nil {
		return missing(err)
	}
	if len(events) == 0 { // no line of it can be read
		return ErrNotFound
	}
	if Fold(events).Outcome(time.Now()) == "" {
		return ErrUnderWay
	}
	seq, more := events[len(events)-1].Seq, make([]parley.Event, len(bodies))
	for i, b := range bodies {
		more[i] = parley.Event{Call: call, Seq: seq + uint64(i) + 1, At: time.Now().UTC(), Body: b}
	}
	return missing(f.dir.Add(call, more...))
}

// maxFirstEvent bounds, in bytes, the event that tells whose a call is: a caller's names
// fit in many times over. Of a longer line the journal does not read who it is of.
const maxFirstEvent = 32 << 10

// Import implements Store.
func (f *Files) Import(_ context.Context, owner string, events []parley.Event) error {
	if len(events) == 0 || owner == "" {
		return ErrEvents
	}
	call := events[0].Call
	first, ok := events[0].Body.(parley.Started)
	if !ok || slices.ContainsFunc(events, func(e parley.Event) bool { return e.Call != call || e.Body == nil }) {
		return ErrEvents
	}
	if first.User = owner; owner == Operator {
		first.User = ""
	}
	events = slices.Clone(events)
	events[0].Body = first
	if text, err := json.Marshal(events[0]); err != nil || len(text) > maxFirstEvent {
		return ErrEvents
	}
	err := f.dir.Create(call, events)
	switch {
	case errors.Is(err, os.ErrExist):
		return ErrExists
	case errors.Is(err, journal.ErrCallID):
		return ErrEvents
	}
	return err
}

// Delete implements Store.
func (f *Files) Delete(ctx context.Context, owner string, calls ...parley.CallID) (Receipt, error) {
	r := NewReceipt()
	var own []parley.CallID
	var counts []int
	for _, call := range calls {
		events, err := f.Events(ctx, owner, call)
		switch {
		case errors.Is(err, ErrNotFound):
			continue
		case err != nil:
			return r, err
		case Fold(events).Outcome(time.Now()) == "":
			return r, ErrUnderWay
		}
		own, counts = append(own, call), append(counts, len(events))
	}
	if len(own) == 0 {
		return r, ErrNotFound
	}
	if err := f.erased(ctx, own...); err != nil {
		return r, err
	}
	for i, call := range own {
		size, err := f.dir.Delete(call)
		if errors.Is(err, os.ErrNotExist) {
			continue // by another process
		}
		if err != nil {
			return r, err
		}
		r.Calls, r.Events, r.Bytes = append(r.Calls, call), r.Events+counts[i], r.Bytes+size
	}
	return r, nil
}

// Forks are the calls among all that go on from one of calls, and those that go on
// from them.
func Forks(all []Summary, calls ...parley.CallID) []parley.CallID {
	var forks []parley.CallID
	gone := slices.Clone(calls)
	byAge := slices.SortedFunc(slices.Values(all), func(a, b Summary) int { return a.Began.Compare(b.Began) })
	for range byAge { // a clock may have jumped: until nothing is found
		found := false
		for _, s := range byAge {
			if s.From != nil && slices.Contains(gone, s.From.Call) && !slices.Contains(gone, s.Call) {
				gone, forks, found = append(gone, s.Call), append(forks, s.Call), true
			}
		}
		if !found {
			break
		}
	}
	return forks
}
