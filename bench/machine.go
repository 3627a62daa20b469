package bench

import (
	"context"
	"fmt"
	"syscall"
	"time"

	"github.com/prometheus/procfs"
)

// Usage is what a process has used.
type Usage struct {
	// CPU is user and system time since the process began, in ticks of 10 ms.
	CPU time.Duration
	// Memory is what it alone holds now, in bytes. The pages of its program and of
	// libraries are the kernel's cache, which many share and which is given back: how
	// many of them are mapped is up to the kernel, 60 to 100 MiB for the same program.
	Memory int64
}

// UsageOf reads the usage of a process of this machine from /proc.
func UsageOf(pid int) (Usage, error) {
	p, err := procfs.NewProc(pid)
	if err != nil {
		return Usage{}, fmt.Errorf("read usage: %w", err)
	}
	times, err := p.Stat()
	if err != nil {
		return Usage{}, fmt.Errorf("read processor time of %d: %w", pid, err)
	}
	memory, err := p.NewStatus()
	if err != nil {
		return Usage{}, fmt.Errorf("read memory of %d: %w", pid, err)
	}
	cpu := time.Duration(times.CPUTime() * float64(time.Second)).Round(time.Millisecond)
	return Usage{CPU: cpu, Memory: int64(memory.RssAnon)}, nil //nolint:gosec // less than a machine has
}

// ownCPU is the processor time of this process since it began, to the
// microsecond: what UsageOf rounds.
func ownCPU() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, fmt.Errorf("read processor time: %w", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}

// timerEvery is how often the machine is looked at: often enough for a 99th
// percentile of a few seconds, too seldom to be a load itself.
const timerEvery = 5 * time.Millisecond

// lateness notes how late timers are until stop is called, which returns it:
// what is slow while they are is slow for want of a processor. ctx ends it early.
func lateness(ctx context.Context) (stop func() []time.Duration) {
	ctx, cancel := context.WithCancel(ctx)
	noted := make(chan []time.Duration, 1)
	go func() {
		var late []time.Duration
		for due := time.Now(); ; {
			due = due.Add(timerEvery)
			if wait(ctx, time.Until(due)) != nil {
				noted <- late
				return
			}
			now := time.Now()
			late = append(late, now.Sub(due))
			due = now
		}
	}()
	return func() []time.Duration {
		cancel()
		return <-noted
	}
}
