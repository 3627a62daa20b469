package bench

import (
	"os"
	"testing"
	"testing/synctest"
	"time"
)

func TestParseStat(t *testing.T) {
	const rest = " S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 9 0 1000 2000 300 18446744073709551615"
	want := Usage{CPU: 3 * time.Second, RSS: 300 * int64(os.Getpagesize())}
	for _, name := range []string{"(parley)", "(a b)", "(a) S (b)"} {
		if got, err := parseStat([]byte("42 " + name + rest)); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, want)
		}
	}
	for _, bad := range []string{"", "42 (parley", "42 (parley) S 1 2", "42 (p) S 1 2 3 4 5 6 7 8 9 10 x 50 0 0 20 0 9 0 1000 2000 300 1"} {
		if got, err := parseStat([]byte(bad)); err == nil {
			t.Errorf("%q was read as %+v", bad, got)
		}
	}
}

func FuzzParseStat(f *testing.F) {
	f.Add([]byte("42 (a) S (b) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 9 0 1000 2000 300 1"))
	f.Add([]byte(")"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if u, err := parseStat(b); err != nil && u != (Usage{}) {
			t.Errorf("%q: %+v with %v", b, u, err)
		}
	})
}

func TestUsageOfThisProcess(t *testing.T) {
	before, err := UsageOf(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if before.RSS < 1<<20 || before.RSS > 1<<34 {
		t.Errorf("RSS = %d bytes, want that of a Go program", before.RSS)
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
