package openaitest

import (
	"context"
	"net/http"
)

// bind lets the request's context end with the service too, and reports a
// client that hung up when the returned function runs.
func (s *Server) bind(r *http.Request) (*http.Request, func()) {
	client := r.Context()
	ctx, cancel := context.WithCancel(client)
	over := make(chan struct{})
	joined := make(chan struct{})
	go func() {
		defer close(joined)
		select {
		case <-s.stop:
			cancel()
		case <-over:
		}
	}()
	return r.WithContext(ctx), func() {
		close(over)
		<-joined
		cancel()
		if client.Err() != nil {
			select {
			case s.Gone <- struct{}{}:
			default:
			}
		}
	}
}
