package sandbox_test

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parley/codefirst/sandbox"
)

// computing is how many machines compute at once.
func computing() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// teller is a host that does told for every line of the log, while the machine has its
// processor.
type teller struct {
	host
	told func(line string)
}

func (h *teller) Log(line string) { h.told(line) }

func TestOneProcessorIsLeft(t *testing.T) {
	p, err := sandbox.Compile("console.log('here')\nreturn 1")
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var here, ended atomic.Int32
		release := make(chan struct{})
		h := func() *teller {
			return &teller{told: func(string) {
				here.Add(1)
				<-release
			}}
		}
		var runs sync.WaitGroup
		for range computing() + 3 {
			runs.Go(func() {
				out, err := sandbox.NewQuickJS().Run(t.Context(), p, room(sandbox.Limits{}), h())
				if err != nil || string(out.Returned) != "1" {
					t.Errorf("%s, %v, %v", out.Returned, out.Fault, err)
				}
				ended.Add(1)
			})
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		why := errors.New("hung up")
		var gone error
		synctest.Wait()
		runs.Go(func() { _, gone = sandbox.NewQuickJS().Run(ctx, p, room(sandbox.Limits{}), h()) })
		synctest.Wait()
		if n := int(here.Load()); n != computing() {
			t.Errorf("%d programs compute at once, want %d", n, computing())
		}
		cancel(why)
		synctest.Wait()
		if !errors.Is(gone, why) {
			t.Errorf("a run that waited for a processor and was cancelled: %v", gone)
		}
		close(release)
		runs.Wait()
		if n := int(ended.Load()); n != computing()+3 {
			t.Errorf("%d programs came to their end", n)
		}
	})
}

// One that has no memory for a machine gives its processor back.
func TestMachineThatCannotBeMade(t *testing.T) {
	for range computing() + 1 {
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, errors.New("it has no processor"))
		env := room(sandbox.Limits{Memory: 100_000})
		p, err := sandbox.Compile("return 1")
		if err != nil {
			t.Fatal(err)
		}
		if out, err := sandbox.NewQuickJS().Run(ctx, p, env, &host{}); err == nil || ctx.Err() != nil {
			t.Errorf("a machine with no memory gives %s, %v", out.Returned, err)
		}
		cancel()
	}
	if out, err := run(t, "return 1", room(sandbox.Limits{}), &host{}); err != nil || string(out.Returned) != "1" {
		t.Errorf("the next one gives %s, %v", out.Returned, err)
	}
}

// One that calls tools is done before any of those that loop have had their time, and
// each of these has all of it.
func TestProgramBesideOthersThatLoop(t *testing.T) {
	n := computing()
	t.Run("on all processors", func(t *testing.T) { besideLoops(t, n) })
	t.Run("on one", func(t *testing.T) { // a loop is then looked at only while it waits
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		besideLoops(t, n)
	})
}

func besideLoops(t *testing.T, computing int) {
	t.Helper()
	loop, err := sandbox.Compile("console.log('on')\nfor (;;) {}")
	if err != nil {
		t.Fatal(err)
	}
	const slice = time.Second
	n := computing + 3
	began := time.Now()
	var on, loops sync.WaitGroup
	var ended atomic.Int32
	on.Add(n)
	for range n {
		loops.Go(func() {
			h := &teller{told: func(string) { on.Done() }}
			out, err := sandbox.NewQuickJS().Run(t.Context(), loop, room(sandbox.Limits{Slice: slice}), h)
			ended.Add(1)
			if err != nil || out.Fault == nil || out.Fault.Kind != sandbox.TooLong {
				t.Errorf("a loop ended with %v, %v", out.Fault, err)
			}
		})
	}
	on.Wait()
	h := &host{}
	out, err := run(t, "const a = await ping(1)\nconst b = await Promise.all([ping(a), ping(2)])\nreturn b", room(sandbox.Limits{}), h)
	if err != nil || string(out.Returned) != "[1,2]" || ended.Load() != 0 {
		t.Errorf("returned %s, %v, %v, after %d of those that loop had ended", out.Returned, out.Fault, err, ended.Load())
	}
	loops.Wait()
	if took, least := time.Since(began), slice*time.Duration(n)/time.Duration(computing); took < least {
		t.Errorf("%d loops of %v took %v, less than %v: their time goes on while others compute", n, slice, took, least)
	}
}

// BenchmarkBesideOthersThatLoop is of a program with two calls.
func BenchmarkBesideOthersThatLoop(b *testing.B) {
	loop, err := sandbox.Compile("for (;;) {}")
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{0, 1, 2, 8} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			ctx, cancel := context.WithCancel(b.Context())
			var loops sync.WaitGroup
			for range n {
				loops.Go(func() {
					for ctx.Err() == nil {
						_, _ = sandbox.NewQuickJS().Run(ctx, loop, room(sandbox.Limits{}), &host{}) // it ends with its time
					}
				})
			}
			b.ReportAllocs()
			for b.Loop() {
				if out, err := run(b, "return await ping(await ping(1))", room(sandbox.Limits{}), &host{}); err != nil || out.Fault != nil {
					b.Fatal(out.Fault, err)
				}
			}
			cancel()
			loops.Wait()
		})
	}
}
