package app

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"parley/room/worker"
)

func TestHearOut(t *testing.T) {
	for name, test := range map[string]struct {
		// happens is what does a second after the call is over.
		happens func(end context.CancelCauseFunc, leave func())
		want    time.Duration
	}{
		"nothing":          {func(context.CancelCauseFunc, func()) {}, hearOutLimit},
		"the user leaves":  {func(_ context.CancelCauseFunc, leave func()) { leave() }, time.Second},
		"the worker ends":  {func(end context.CancelCauseFunc, _ func()) { end(worker.ErrDraining) }, time.Second},
		"LiveKit ends it":  {func(end context.CancelCauseFunc, _ func()) { end(worker.ErrTerminated) }, hearOutLimit},
		"it is over first": {func(end context.CancelCauseFunc, _ func()) { end(nil) }, hearOutLimit},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, end := context.WithCancelCause(t.Context())
				gone := make(chan struct{})
				time.AfterFunc(time.Second, func() { test.happens(end, func() { close(gone) }) })
				begun := time.Now()
				hearOut(ctx, gone)
				if took := time.Since(begun); took != test.want {
					t.Errorf("heard out for %v, want %v", took, test.want)
				}
				end(nil)
			})
		})
	}
}
