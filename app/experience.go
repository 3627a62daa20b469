package app

import (
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"parley/agent/endpoint"
	"parley/journal"
)

// experience keeps in the data folder what calls have learnt of how the recogniser
// writes, so that the first calls of a process need not wait for it: a mark at the
// end of a sentence means little until the recogniser is known. It holds counts and
// no word of anybody's. Of processes that share the folder the last one counts. It is
// safe for concurrent use.
type experience struct {
	path       string
	recogniser string
	marks      *endpoint.Experience

	mu   sync.Mutex
	kept []endpoint.Marks
}

// experienced is the file's content.
type experienced struct {
	Recogniser string           `json:"recogniser"`
	Calls      []endpoint.Marks `json:"calls"`
}

// openExperience recalls what is kept of a recogniser.
func openExperience(data, recogniser string, marks *endpoint.Experience) *experience {
	x := &experience{path: filepath.Join(data, "recogniser.json"), recogniser: recogniser, marks: marks}
	text, err := os.ReadFile(x.path)
	if errors.Is(err, fs.ErrNotExist) {
		return x
	}
	var known experienced
	if err == nil {
		err = json.Unmarshal(text, &known)
	}
	if err != nil {
		slog.Warn("what earlier calls learnt of the recogniser cannot be read; it is learnt anew", "err", err)
		return x
	}
	if known.Recogniser == recogniser {
		marks.Recall(known.Calls)
		x.kept = marks.Calls()
	}
	return x
}

// keep writes down what is new.
func (x *experience) keep() {
	x.mu.Lock()
	defer x.mu.Unlock()
	calls := x.marks.Calls()
	if slices.Equal(calls, x.kept) {
		return
	}
	x.kept = calls
	if err := journal.Keep(x.path, experienced{x.recogniser, calls}); err != nil {
		slog.Warn("what calls learn of the recogniser is not kept", "err", err)
	}
}
