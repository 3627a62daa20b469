package enginetest

import (
	"crypto/sha256"
	"encoding/binary"
	"sync"
)

// Memory keeps what engines made of recordings, for tests that have the same ones
// heard again and again: PocketSphinx takes a quarter of a second of processor for each.
// It is safe for concurrent use; the zero value is empty.
type Memory[T any] struct{ made sync.Map }

// Of is what make makes of pcm with engine, which must be comparable: made now, or
// kept of the last time. What failed is not kept.
func (m *Memory[T]) Of(engine any, pcm []int16, make func() (T, error)) (T, error) {
	type key struct {
		engine any
		sum    [sha256.Size]byte
	}
	sum := sha256.New()
	_ = binary.Write(sum, binary.LittleEndian, pcm) // a hash takes all
	k := key{engine: engine, sum: [sha256.Size]byte(sum.Sum(nil))}
	if v, ok := m.made.Load(k); ok {
		return v.(T), nil
	}
	v, err := make()
	if err == nil {
		m.made.Store(k, v)
	}
	return v, err
}
