package state

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

const (
	// version is that of snapshots. It rises when the fold of the same events changes.
	version = 1
	// maxSnapshot bounds a snapshot in memory, in bytes.
	maxSnapshot = 64 << 20
)

// packers are compressors to be used again: a new one takes a megabyte.
var packers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed) // which is a level
	return z
}}

// Snapshot is the state as a cache, compressed; Restore reads it.
func (s *State) Snapshot() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d\n", version)
	z := packers.Get().(*gzip.Writer)
	defer packers.Put(z)
	z.Reset(&b)
	if err := errors.Join(json.NewEncoder(z).Encode(s), z.Close()); err != nil {
		return nil, fmt.Errorf("write snapshot: %w", err)
	}
	return b.Bytes(), nil
}

// Restore is the state of a snapshot at seq, or nil for one that is of another
// version, of another sequence, or damaged: the events are then folded anew.
func Restore(seq uint64, snapshot []byte) *State {
	body, ok := bytes.CutPrefix(snapshot, fmt.Appendf(nil, "%d\n", version))
	if !ok {
		return nil
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil
	}
	plain, err := io.ReadAll(io.LimitReader(z, maxSnapshot))
	s := &State{}
	if err != nil || json.Unmarshal(plain, s) != nil || s.Rev != seq || seq == 0 {
		return nil
	}
	return s
}
