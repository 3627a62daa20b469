package room

import (
	"context"
	"fmt"
	"sync"
)

// signal lets any number of goroutines wait for the next change of something.
type signal struct {
	mu sync.Mutex
	ch chan struct{}
}

// next is closed at the next change.
func (s *signal) next() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ch == nil {
		s.ch = make(chan struct{})
	}
	return s.ch
}

func (s *signal) changed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ch != nil {
		close(s.ch)
		s.ch = nil
	}
}

// SetAttributes sets attributes of the participant itself and returns when the
// server has confirmed them, or ctx's error, which is also what a token without
// the right to do so leads to. An empty value removes an attribute. What is lost
// with a connection is sent again on the next one.
func (r *Room) SetAttributes(ctx context.Context, attributes map[string]string) error {
	reconnected := r.again.next()
	r.sdk.LocalParticipant.SetAttributes(attributes)
	for {
		changed := r.own.next()
		if r.have(attributes) {
			return nil
		}
		select {
		case <-changed:
		case <-reconnected:
			reconnected = r.again.next()
			r.sdk.LocalParticipant.SetAttributes(attributes)
		case <-r.ctx.Done():
			return fmt.Errorf("set attributes: %w", ErrLeft)
		case <-ctx.Done():
			return fmt.Errorf("set attributes: %w", context.Cause(ctx))
		}
	}
}

func (r *Room) have(attributes map[string]string) bool {
	own := r.sdk.LocalParticipant.Attributes()
	for k, v := range attributes {
		if own[k] != v {
			return false
		}
	}
	return true
}
