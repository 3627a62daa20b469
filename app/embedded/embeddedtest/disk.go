package embeddedtest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Disk is a folder on a disk that a test can fill and free.
type Disk struct {
	// Path is the folder.
	Path string
	// limited is set where nothing can be mounted: then a limit on the size of
	// this process's files stands for the end of the disk.
	limited bool

	mu      sync.Mutex
	relieve func() // ends Fill, nil while it is free
}

// fallbackLimit is the size no file of a process may exceed while such a disk
// is full: more than the testing package writes to its own.
const fallbackLimit = 128 << 10

// NewDisk returns an empty disk of that many MiB, a tmpfs in a mount namespace
// of its own, made as root or else in a user namespace. Where neither is
// allowed, files of this process stop growing while the disk is full; the test
// must not run beside others then.
func NewDisk(t testing.TB, mebibytes int) *Disk {
	t.Helper()
	inside := t.TempDir()
	for _, flags := range []string{"-m", "-rm"} {
		if root, ok := mount(t, flags, inside, mebibytes); ok {
			return &Disk{Path: filepath.Join(root, inside)}
		}
	}
	t.Log("nothing can be mounted here: a limit on file sizes stands for the full disk")
	return &Disk{Path: inside, limited: true}
}

// mount has a child mount a tmpfs at dir, for itself and for those who look
// through its root, until the test ends.
func mount(t testing.TB, flags, dir string, mebibytes int) (root string, ok bool) {
	t.Helper()
	holder := exec.Command("unshare", flags, "sh", "-c", //nolint:noctx // ended by its standard input
		fmt.Sprintf("mount -t tmpfs -o size=%dm tmpfs '%s' && echo mounted && exec cat", mebibytes, dir))
	input, err := holder.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if holder.Start() != nil {
		return "", false
	}
	end := func() {
		_ = input.Close()
		_, _ = io.Copy(io.Discard, output)
		_ = holder.Wait()
	}
	if line, _ := bufio.NewReader(output).ReadString('\n'); line != "mounted\n" {
		end()
		return "", false
	}
	t.Cleanup(end)
	return fmt.Sprintf("/proc/%d/root", holder.Process.Pid), true
}

// refill is how often a full disk is filled again: what others had on it when it
// was filled, as a probe of the disk, may be gone soon after.
const refill = 10 * time.Millisecond

// Fill leaves no room on the disk until Free, or the end of the test. Fill and
// Free may be called from any goroutine.
func (d *Disk) Fill(t testing.TB) {
	t.Helper()
	t.Cleanup(func() { d.Free(t) })
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.relieve != nil {
		return
	}
	if d.limited {
		limitFiles(t, fallbackLimit)
		d.relieve = func() { limitFiles(t, ^uint64(0)) }
		return
	}
	f, err := os.Create(d.ballast())
	if err != nil {
		t.Fatal(err)
	}
	fill(t, f)
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(refill)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				fill(t, f)
			}
		}
	}()
	d.relieve = func() {
		close(stop)
		<-done
		_ = f.Close() // it could not be written to its end
		if err := os.Remove(d.ballast()); err != nil {
			t.Error(err)
		}
	}
}

// fill writes to f until there is no room for a byte more.
func fill(t testing.TB, f *os.File) {
	var err error
	for block := make([]byte, 64<<10); len(block) > 0; {
		if _, err = f.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("fill the disk: %v, want no space left", err)
	}
}

// Free gives the space back that Fill took, if it did.
func (d *Disk) Free(t testing.TB) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.relieve != nil {
		d.relieve()
		d.relieve = nil
	}
}

func (d *Disk) ballast() string { return filepath.Join(d.Path, "ballast") }

// limitFiles bounds the size of files this process writes to.
func limitFiles(t testing.TB, size uint64) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	limit.Cur = min(size, limit.Max)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
}
