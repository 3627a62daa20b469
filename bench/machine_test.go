package bench

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// tick is the unit of the processor time in /proc (proc(5), USER_HZ).
const tick = 10 * time.Millisecond

// TestUsageLeavesFilesOut maps and reads a file: its pages are not the process's.
func TestUsageLeavesFilesOut(t *testing.T) {
	const size = 64 << 20
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if err := f.Truncate(size); err != nil {
		t.Fatal(err)
	}
	before, err := UsageOf(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	mapped, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for i := 0; i < size; i += os.Getpagesize() {
		sum += int(mapped[i])
	}
	after, err := UsageOf(os.Getpid())
	if err != nil || after.Memory-before.Memory > size/2 || sum != 0 {
		t.Errorf("a file of 64 MiB makes %d bytes of %d, %v", after.Memory, before.Memory, err)
	}
	held := make([]byte, size)
	for i := 0; i < size; i += os.Getpagesize() {
		held[i] = 1
	}
	if after, err = UsageOf(os.Getpid()); err != nil || after.Memory-before.Memory < size/2 {
		t.Errorf("64 MiB of its own make %d bytes of %d, %v", after.Memory, before.Memory, err)
	}
	runtime.KeepAlive(held)
	if err := syscall.Munmap(mapped); err != nil {
		t.Error(err)
	}
}

func TestUsageOfThisProcess(t *testing.T) {
	before, err := UsageOf(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if before.Memory < 1<<20 || before.Memory > 1<<34 {
		t.Errorf("memory = %d bytes, want that of a Go program", before.Memory)
	}
	own, err := ownCPU()
	if err != nil || own < before.CPU-tick {
		t.Errorf("own processor time = %v, %v, want %v and more", own, err, before.CPU)
	}
	for n, deadline := 0, time.Now().Add(10*time.Second); ; n++ {
		now, err := UsageOf(os.Getpid())
		if err != nil {
			t.Fatal(err)
		}
		if now.CPU >= before.CPU+5*tick {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("10s of work count as %v", now.CPU-before.CPU)
		}
	}
	if _, err := UsageOf(-1); err == nil {
		t.Error("process -1 has a usage")
	}
}

func TestLatenessOfAnIdleMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stop := lateness(t.Context())
		time.Sleep(10*timerEvery + timerEvery/2)
		late := stop()
		if len(late) != 10 {
			t.Errorf("%d timers, want 10", len(late))
		}
		for _, l := range late {
			if l != 0 {
				t.Errorf("a timer was late by %v in a bubble", l)
			}
		}
	})
}
