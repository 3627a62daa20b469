package sphinx

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestPoolBuildFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		builds := 0
		p := newPool(1, func() (*decoder, error) {
			builds++
			if builds < 3 {
				return nil, broken
			}
			return &decoder{}, nil
		})
		synctest.Wait() // the warm one failed with nobody waiting
		if _, err := p.acquire(t.Context(), domainID{}); !errors.Is(err, broken) {
			t.Errorf("acquire = %v, want %v", err, broken)
		}
		if d, err := p.acquire(t.Context(), domainID{}); d == nil || err != nil {
			t.Errorf("acquire = %v, %v; want a decoder once builds work", d, err)
		}
	})
}

func TestPoolWaitsForTheWarmDecoder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		builds := 0
		p := newPool(4, func() (*decoder, error) {
			builds++
			time.Sleep(300 * time.Millisecond)
			return &decoder{}, nil
		})
		start := time.Now()
		time.Sleep(100 * time.Millisecond)
		d, err := p.acquire(t.Context(), domainID{})
		if err != nil || builds != 1 || time.Since(start) != 300*time.Millisecond {
			t.Errorf("acquire = %v after %v and %d builds, want the one under way", err, time.Since(start), builds)
		}
		p.release(d)
		if again, _ := p.acquire(t.Context(), domainID{}); again != d {
			t.Error("the free decoder was not used again")
		}
	})
}

// TestPoolGiveUp checks that a caller who leaves loses nobody's decoder.
func TestPoolGiveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(1, func() (*decoder, error) {
			time.Sleep(300 * time.Millisecond)
			return &decoder{}, nil
		})
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := p.acquire(ctx, domainID{}); errors.Is(err, ErrBusy) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("acquire of one that is being built = %v, want the deadline", err)
		}
		if d, err := p.acquire(t.Context(), domainID{}); d == nil || err != nil {
			t.Errorf("acquire = %v, %v; want the decoder", d, err)
		}
		if _, err := p.acquire(ctx, domainID{}); !errors.Is(err, ErrBusy) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("acquire of one that is in use = %v, want %v and the deadline", err, ErrBusy)
		}
	})
}

func TestPoolDiscardMakesRoomForAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		builds := 0
		p := newPool(1, func() (*decoder, error) {
			builds++
			return &decoder{}, nil
		})
		broken, err := p.acquire(t.Context(), domainID{})
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			synctest.Wait()
			p.discard(broken)
		}()
		if d, err := p.acquire(t.Context(), domainID{}); d == broken || err != nil || builds != 2 {
			t.Errorf("acquire = %v after %d builds, want a second decoder", err, builds)
		}
	})
}

func TestPoolPrefersTheDomain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(3, func() (*decoder, error) { return &decoder{}, nil })
		all := map[byte]*decoder{}
		for name := range byte(3) {
			d, err := p.acquire(t.Context(), domainID{})
			if err != nil {
				t.Fatal(err)
			}
			d.domain, d.ready = domainID{name}, true
			all[name] = d
		}
		for _, name := range []byte{2, 1, 0} {
			p.release(all[name])
		}
		for _, c := range []struct{ want, got byte }{{1, 1}, {9, 0}, {9, 2}} {
			if d, err := p.acquire(t.Context(), domainID{c.want}); d != all[c.got] || err != nil {
				t.Errorf("acquire(%d) = the decoder of domain %v, %v; want that of %d", c.want, d.domain[0], err, c.got)
			}
		}
	})
}

func TestPoolGivesUpWornDecoders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(1, func() (*decoder, error) { return &decoder{}, nil })
		d, err := p.acquire(t.Context(), domainID{})
		if err != nil {
			t.Fatal(err)
		}
		d.added = maxAdded
		p.release(d)
		if again, err := p.acquire(t.Context(), domainID{}); again == d || err != nil {
			t.Errorf("acquire = the full decoder %v, %v; want a new one", again == d, err)
		}
	})
}

// Decoders that a busy hour has made go when nobody uses them, but for one; those in
// use stay, and so do the few that callers take again and again.
func TestPoolFreesWhatNobodyUses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(8, func() (*decoder, error) { return &decoder{}, nil })
		take := func(n int) (taken []*decoder) {
			for range n {
				d, err := p.acquire(t.Context(), domainID{})
				if err != nil {
					t.Fatal(err)
				}
				taken = append(taken, d)
			}
			return taken
		}
		want := func(when string, total, idle int) {
			t.Helper()
			synctest.Wait()
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.total != total || len(p.idle) != idle {
				t.Errorf("%s there are %d decoders, %d idle; want %d and %d", when, p.total, len(p.idle), total, idle)
			}
		}
		for _, d := range take(8) {
			p.release(d)
		}
		want("after eight calls", maxIdle, maxIdle)
		time.Sleep(idleFor - time.Second)
		kept := take(1)
		want("with a caller in time", maxIdle, maxIdle-1)
		time.Sleep(time.Second)
		want("with one in use", 1, 0)
		for range 10 { // callers one after the other
			time.Sleep(idleFor / 2)
			p.release(kept[0])
			if again := take(1); again[0] != kept[0] {
				t.Fatal("the decoder that was there was not used again")
			}
		}
		p.release(kept[0])
		time.Sleep(100 * idleFor)
		want("when all is quiet", 1, 1)
		for _, d := range take(3) {
			p.release(d)
		}
		p.close()
		time.Sleep(2 * idleFor)
	})
}
