package embeddedtest

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestDiskStaysFull takes a file off a full disk, as a probe that came just
// before.
func TestDiskStaysFull(t *testing.T) {
	d := NewDisk(t, 8)
	name := filepath.Join(d.Path, "probe")
	block := make([]byte, 256<<10)
	if err := os.WriteFile(name, block, 0o600); err != nil {
		t.Fatal(err)
	}
	d.Fill(t)
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	tick := time.NewTicker(refill)
	defer tick.Stop()
	deadline := time.After(time.Minute)
	for os.WriteFile(name, block, 0o600) == nil {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatal("256 KiB still fit on the full disk")
		}
	}
	d.Free(t)
	if err := os.WriteFile(name, block, 0o600); err != nil {
		t.Errorf("the freed disk takes nothing: %v", err)
	}
}
