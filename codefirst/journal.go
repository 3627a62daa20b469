package codefirst

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"parley/codefirst/sandbox"
)

// ErrEnded is ReadJournal's for a run that came to its end.
var ErrEnded = errors.New("the run has ended")

// Entry is a line of a run's journal: code that begins to run, a call or yield as it
// begins or comes back, or the end.
type Entry struct {
	// Run and User are the Params'.
	Run  string `json:"run"`
	User string `json:"user,omitempty"`
	// Program begins; what was recorded before it is of earlier iterations, and has
	// ended with them. Thread and Sent are as in a Snapshot.
	Program *Program `json:"program,omitempty"`
	Thread  []Turn   `json:"thread,omitempty"`
	Sent    []Sent   `json:"sent,omitempty"`
	// Call has begun, or has come back if it has an Order.
	Call *sandbox.Call `json:"call,omitempty"`
	// Ended is how the run ended, which then cannot be resumed.
	Ended Status `json:"ended,omitempty"`
}

// Journal keeps the entries of runs, so that one whose process died goes on in
// another. It returns when the entry is safe; an error ends the run. It is called
// from one goroutine of a run at a time, and by several runs at once if they share it.
type Journal func(Entry) error

// WriteJournal is a Journal of one run in JSON lines. Whether an entry is safe when it
// returns is w's matter: a file that outlives the machine needs a Sync.
func WriteJournal(w io.Writer) Journal {
	return func(e Entry) error {
		line, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("write a journal: %w", err)
		}
		_, err = w.Write(append(line, '\n'))
		return err
	}
}

// Journal writes what ReadJournal makes the snapshot of again: that its program runs, and
// its calls.
func (s *Snapshot) Journal(j Journal) error {
	if err := j(Entry{Run: s.Run, User: s.User, Program: &s.Program, Thread: s.Thread, Sent: s.Sent}); err != nil {
		return err
	}
	for _, c := range s.Calls {
		if err := j(Entry{Run: s.Run, User: s.User, Call: &c}); err != nil {
			return err
		}
	}
	return nil
}

// maxEntry bounds a line of a journal in bytes: a call's argument and result at the
// bound of a value, and the thread of a run.
const maxEntry = 16 << 20

// ReadJournal makes the Snapshot of a run whose process died from the journal that
// WriteJournal wrote; a last line that is cut off is left out. Calls that were begun
// and have not come back are made again under the same tool.Call.Key, if the tool
// may be run again, and throw in the code otherwise. The error is ErrEnded, or wraps
// ErrSnapshot, also for a run that had not begun to run code: it is begun anew.
func ReadJournal(r io.Reader) (*Snapshot, error) {
	var s *Snapshot
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxEntry)
	for lines.Scan() {
		var e Entry
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			break // cut off
		}
		switch {
		case e.Ended != "":
			return nil, ErrEnded
		case e.Program != nil:
			s = &Snapshot{
				Version: snapshotVersion, Run: e.Run, User: e.User, Mode: Replay,
				Program: *e.Program, Thread: e.Thread, Sent: e.Sent,
			}
		case e.Call != nil && s != nil:
			s.put(*e.Call)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read a journal: %w: %w", ErrSnapshot, err)
	}
	if s == nil {
		return nil, fmt.Errorf("read a journal: %w: no code had begun to run", ErrSnapshot)
	}
	return s, nil
}

// put adds a call, or what is new of it.
func (s *Snapshot) put(c sandbox.Call) {
	i, found := slices.BinarySearchFunc(s.Calls, c.Seq, func(c sandbox.Call, seq int) int { return c.Seq - seq })
	if found {
		s.Calls[i] = c
	} else {
		s.Calls = slices.Insert(s.Calls, i, c)
	}
}
