package main

import (
	"context"
	"errors"
	"os"
)

// serveCall makes a call to a product of its own, which lives as long as the
// call and leaves nothing behind.
func serveCall(ctx context.Context, o callOptions) error {
	data, err := os.MkdirTemp("", "parley-call-")
	if err != nil {
		return setupError{err}
	}
	// It outlives ctx, so that an interrupted call is ended by its caller.
	s, err := startServe(context.WithoutCancel(ctx), config{
		data: data, models: findModels(), http: "127.0.0.1:0", maxCalls: 1, decoders: 1,
		plan: o.plan,
	})
	if err != nil {
		return errors.Join(err, os.RemoveAll(data))
	}
	o.server = s.URL
	return errors.Join(makeCall(ctx, o), s.Close(), os.RemoveAll(data))
}
