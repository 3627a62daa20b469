package openaihttp_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"parley/engine"
	"parley/engine/openaihttp"
)

// TestBudgetCountsOnlyWaiting holds that a slow listener costs the service none
// of its time, and that each wait after something came has its own.
func TestBudgetCountsOnlyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, b := openaihttp.NewBudget(t.Context(), time.Second, 300*time.Millisecond)
		defer b.End()
		time.Sleep(900 * time.Millisecond)
		b.Stop()
		time.Sleep(time.Hour) // the listener's
		slow, service := io.Pipe()
		go func() {
			time.Sleep(50 * time.Millisecond)
			_, _ = service.Write([]byte("a"))
			time.Sleep(250 * time.Millisecond)
			_, _ = service.Write([]byte("b"))
			time.Sleep(400 * time.Millisecond)
			_ = service.Close()
		}()
		body, one := b.Watch(slow), make([]byte, 1)
		for range 2 {
			if _, err := body.Read(one); err != nil || ctx.Err() != nil {
				t.Fatalf("%v, %v within the budget", err, context.Cause(ctx))
			}
		}
		_, _ = body.Read(one)
		if !errors.Is(context.Cause(ctx), engine.ErrSlow) {
			t.Errorf("cause = %v after a wait beyond the budget, want ErrSlow", context.Cause(ctx))
		}
		ctx, late := openaihttp.NewBudget(t.Context(), time.Second, time.Second)
		late.Stop()
		late.Limit(time.Millisecond)
		late.Start()
		time.Sleep(2 * time.Millisecond)
		if !errors.Is(context.Cause(ctx), engine.ErrSlow) {
			t.Errorf("cause = %v after the limit, want ErrSlow", context.Cause(ctx))
		}
		late.End()
	})
}

// events reads a stream to its end.
func events(r io.Reader) (all []string, err error) {
	for e := openaihttp.NewEvents(r); ; {
		data, err := e.Next()
		if err != nil {
			return all, err
		}
		all = append(all, string(data))
	}
}

// FuzzEvents holds that any bytes come to a known end, the same however they are
// split, in events no longer than what was sent.
func FuzzEvents(f *testing.F) {
	for _, s := range []string{
		"", "data: {}\n\ndata: [DONE]\n\n", ": hi\r\n\r\nevent: x\r\ndata:{\"a\":1}\r\n", "data: {\"a", "data: {oops}\n\n",
		"data: " + strings.Repeat("x", 5000) + "\n\ndata: 1",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		whole, err := events(bytes.NewReader(b))
		split, splitErr := events(iotest.OneByteReader(bytes.NewReader(b)))
		if !slices.Equal(whole, split) || !errors.Is(splitErr, err) {
			t.Errorf("%q, %v; byte by byte %q, %v", whole, err, split, splitErr)
		}
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, openaihttp.ErrDone) {
			t.Errorf("error %v of no known kind", err)
		}
		if n := len(strings.Join(whole, "")); n > len(b) {
			t.Errorf("%d bytes of events in %d", n, len(b))
		}
	})
}
