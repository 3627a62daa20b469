package models

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
)

// Whatever is cut or changed where: a pull gives the right files or an error,
// nothing half done is ever at the model's place, and an honest server has the
// whole model pulled in the end.
func TestPullWhateverIsCutWhere(t *testing.T) {
	body := finePacked(t)
	for seed := range uint64(24) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(seed, 1))
			h := newHost(t, body)
			p, m := puller(t), modelAt(h)
			if rnd.IntN(3) == 0 { // a size nobody knows, too
				m.Parts[0].Size = 0
			}
			for range 4 {
				h.mu.Lock()
				h.noRange = rnd.IntN(4) == 0
				h.etag = fmt.Sprintf(`"%d"`, rnd.IntN(2))
				h.body = body
				if rnd.IntN(3) == 0 {
					h.body = append([]byte{}, body...)
					h.body[rnd.IntN(len(body))]++
				}
				h.cuts = nil
				for range rnd.IntN(6) {
					h.cuts = append(h.cuts, rnd.IntN(len(body)))
				}
				h.mu.Unlock()
				if err := p.Pull(t.Context(), m); err == nil {
					wantWhole(t, p, m)
					return
				} else if !errors.Is(err, ErrFetch) && !errors.Is(err, ErrBroken) {
					t.Fatalf("error = %v, want one of the fetch or of the file", err)
				}
				wantNothing(t, p)
			}
			h.mu.Lock()
			h.body, h.cuts = body, nil
			h.mu.Unlock()
			if err := p.Pull(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			wantWhole(t, p, m)
		})
	}
}

func TestPullStoppedKeepsWhatCame(t *testing.T) {
	body := finePacked(t)
	h := newHost(t, body)
	h.hold, h.cuts = make(chan struct{}), []int{120_000}
	p, m := puller(t), modelAt(h)
	ctx, stop := context.WithCancel(t.Context())
	p.Progress = func(g Progress) {
		if g.Done == 120_000 {
			stop()
		}
	}
	wantError(t, p.Pull(ctx, m), context.Canceled, "120.0 kB are kept", "parley models pull m-en")
	wantNothing(t, p)
	if s := Look(p.Dir, m); s.State != Partial || s.Kept != 120_000 {
		t.Errorf("Look = %+v, want partial with 120000 bytes", s)
	}
	p.Progress = nil
	if err := p.Pull(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	wantWhole(t, p, m)
	if h.sentBytes() != len(body) {
		t.Errorf("%d bytes were sent, want each of the %d once", h.sentBytes(), len(body))
	}
}

// Without a checksum or a validator nothing would tell a mix of two files.
func TestPullKeepsNothingThatCannotBeChecked(t *testing.T) {
	h := newHost(t, finePacked(t))
	h.etag, h.cuts = "", []int{100_000, 0, 0, 0}
	p, m := puller(t), modelAt(h)
	p.Trust, m.Parts[0].SHA256, m.Parts[0].Size = true, "", 0
	wantError(t, p.Pull(t.Context(), m), ErrFetch)
	if err := p.Pull(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if got := h.asked()[len(h.asked())-1].Get("Range"); got != "" {
		t.Errorf("the last request asks for %q, want the whole file", got)
	}
}

// A download that was whole when the unpacking was stopped is not fetched again.
func TestPullUnpacksWhatIsWhole(t *testing.T) {
	for _, size := range []int64{0, 1} {
		h := newHost(t, finePacked(t))
		p, m := puller(t), modelAt(h)
		m.Parts[0].Size *= size
		ctx, stop := context.WithCancel(t.Context())
		p.Progress = func(g Progress) {
			if g.Phase == Unpacking {
				stop()
			}
		}
		wantError(t, p.Pull(ctx, m), context.Canceled)
		wantNothing(t, p)
		if _, err := os.Stat(workDir(p.Dir, m) + "/tree"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the half unpacked tree is still there: %v", err)
		}
		p.Progress = nil
		if err := p.Pull(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		if h.sentBytes() != len(h.body) {
			t.Errorf("size %d: %d bytes were sent, want each of the %d once", size, h.sentBytes(), len(h.body))
		}
	}
}
