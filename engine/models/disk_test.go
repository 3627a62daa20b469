package models

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// smallDisk is a disk with room for so many more bytes; it says there is more
// if told to lie, as a disk that others fill meanwhile does.
type smallDisk struct {
	osDisk
	room int64
	free int64
}

var _ disk = (*smallDisk)(nil)

func (d *smallDisk) Free(string) (int64, error) { return d.free, nil }

func (d *smallDisk) Open(path string, flag int) (file, error) {
	f, err := d.osDisk.Open(path, flag)
	return &smallFile{f, d}, err
}

type smallFile struct {
	file
	disk *smallDisk
}

func (f *smallFile) Write(p []byte) (int, error) {
	if f.disk.room < int64(len(p)) {
		n, err := f.file.Write(p[:f.disk.room])
		f.disk.room = 0
		if err == nil {
			err = &os.PathError{Op: "write", Path: "m", Err: syscall.ENOSPC}
		}
		return n, err
	}
	f.disk.room -= int64(len(p))
	return f.file.Write(p)
}

func TestPullAsksForRoomFirst(t *testing.T) {
	h := newHost(t, finePacked(t))
	p := puller(t)
	p.disk = &smallDisk{free: 100_000}
	wantError(t, p.Pull(t.Context(), modelAt(h)), ErrNoSpace, "m-en takes 1.1 MB", "has 100.0 kB", "--models")
	if n := len(h.asked()); n != 0 {
		t.Errorf("%d requests, want none", n)
	}
}

func TestPullOntoAFullDisk(t *testing.T) {
	body := finePacked(t)
	for name, c := range map[string]struct {
		room int64
		asks []string // the Range of every request
	}{
		"at once":   {0, []string{"", ""}},
		"fetching":  {100_000, []string{"", "bytes=100000-"}},
		"unpacking": {int64(len(body)) + 100_000, []string{""}},
		"record":    {int64(len(body)) + 303_010, []string{""}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, body)
			p, m := puller(t), modelAt(h)
			p.disk = &smallDisk{room: c.room, free: 1 << 40}
			wantError(t, p.Pull(t.Context(), m), ErrNoSpace, p.Dir, "--models")
			wantNothing(t, p)
			p.disk = osDisk{} // room was made
			if err := p.Pull(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			wantWhole(t, p, m)
			var asks []string
			for _, r := range h.asked() {
				asks = append(asks, r.Get("Range"))
			}
			if !slices.Equal(asks, c.asks) {
				t.Errorf("ranges asked for: %q, want %q", asks, c.asks)
			}
		})
	}
}

func TestPullsOfOneModelAtOnce(t *testing.T) {
	h := newHost(t, finePacked(t))
	h.hold, h.cuts = make(chan struct{}), []int{100_000}
	p, m := puller(t), modelAt(h)
	waited := make(chan struct{})
	var once sync.Once
	p.Progress = func(g Progress) {
		if g.Phase == Waiting {
			once.Do(func() { close(waited) })
		}
	}
	errs := make(chan error, 3)
	for range 3 {
		go func() { errs <- p.Pull(t.Context(), m) }()
	}
	<-waited
	close(h.hold)
	for range 3 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	wantWhole(t, p, m)
	if n := len(h.asked()); n != 2 {
		t.Errorf("%d requests, want the one that was cut and its rest", n)
	}
}

func TestPullWaitsNoLongerThanItMay(t *testing.T) {
	p, m := puller(t), modelAt(newHost(t, finePacked(t)))
	if err := os.MkdirAll(filepath.Join(p.Dir, hidden), 0o755); err != nil {
		t.Fatal(err)
	}
	unlock, err := lock(t.Context(), p.Dir, m.Name, func() {})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	p.Progress = func(Progress) { stop() }
	wantError(t, p.Pull(ctx, m), context.Canceled, "other pull of m-en")
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
}

func TestPullIntoAFolderThatCannotBe(t *testing.T) {
	p, m := puller(t), modelAt(newHost(t, finePacked(t)))
	file := filepath.Join(p.Dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	p.Dir = file
	if err := p.Pull(t.Context(), m); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("error = %v, want one that names %s", err, file)
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1.0 kB", 26_586_708: "26.6 MB", 999_960: "1.0 MB", 4 << 30: "4.3 GB",
	} {
		if got := Bytes(n).String(); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
}
