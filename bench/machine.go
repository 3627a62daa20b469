package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"time"
)

// Usage is what a process has used.
type Usage struct {
	// CPU is user and system time since the process began.
	CPU time.Duration
	// RSS is the memory it holds now, in bytes.
	RSS int64
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

// tick is the unit of times in /proc: 1/100 s on every Linux (proc(5), USER_HZ).
const tick = time.Second / 100

// UsageOf reads the usage of a process of this machine from /proc.
func UsageOf(pid int) (Usage, error) {
	path := fmt.Sprintf("/proc/%d/stat", pid)
	b, err := os.ReadFile(path)
	if err != nil {
		return Usage{}, fmt.Errorf("read usage: %w", err)
	}
	u, err := parseStat(b)
	if err != nil {
		return Usage{}, fmt.Errorf("read usage: %s: %w", path, err)
	}
	return u, nil
}

// Fields of /proc/[pid]/stat after the command's name (proc(5), from 0).
const (
	statUser = 11
	statSys  = 12
	statRSS  = 21
)

// parseStat reads the contents of /proc/[pid]/stat. The command's name is in
// parentheses and may hold anything, parentheses too.
func parseStat(b []byte) (Usage, error) {
	end := bytes.LastIndexByte(b, ')')
	fields := bytes.Fields(b[end+1:])
	if end < 0 || len(fields) <= statRSS {
		return Usage{}, fmt.Errorf("has %d fields after the name, want more than %d", len(fields), statRSS)
	}
	var n [3]int64
	for i, field := range []int{statUser, statSys, statRSS} {
		v, err := strconv.ParseInt(string(fields[field]), 10, 64)
		if err != nil {
			return Usage{}, fmt.Errorf("field %d: %w", field, err)
		}
		n[i] = v
	}
	return Usage{CPU: time.Duration(n[0]+n[1]) * tick, RSS: n[2] * int64(os.Getpagesize())}, nil
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
