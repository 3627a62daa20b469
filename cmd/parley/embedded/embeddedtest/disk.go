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
	"syscall"
	"testing"
)

// Disk is a folder on a disk that a test can fill and free.
type Disk struct {
	// Path is the folder.
	Path string
	// limited is set where nothing can be mounted: then a limit on the size of
	// this process's files stands for the end of the disk.
	limited bool
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

// Fill leaves no room on the disk until Free, or the end of the test.
func (d *Disk) Fill(t testing.TB) {
	t.Helper()
	t.Cleanup(func() { d.Free(t) })
	if d.limited {
		limitFiles(t, fallbackLimit)
		return
	}
	f, err := os.Create(d.ballast())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // it could not be written to its end
	for block := make([]byte, 64<<10); len(block) > 0; {
		if _, err = f.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("fill the disk: %v, want no space left", err)
	}
}

// Free gives the space back that Fill took.
func (d *Disk) Free(t testing.TB) {
	t.Helper()
	if d.limited {
		limitFiles(t, ^uint64(0))
		return
	}
	if err := os.Remove(d.ballast()); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
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
