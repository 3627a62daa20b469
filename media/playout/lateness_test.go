package playout

import (
	"testing"
	"time"
)

func TestLatenessPercentile(t *testing.T) {
	for _, test := range []struct {
		name   string
		late   time.Duration
		every  int
		late99 time.Duration
	}{
		{"always on time", 0, 1, 0},
		{"two in a hundred late", 5 * time.Millisecond, 50, 5 * time.Millisecond},
		{"one in two hundred late", 5 * time.Millisecond, 200, 0},
		{"rounded up, but not beyond the largest", 5100 * time.Microsecond, 50, 5100 * time.Microsecond},
		{"beyond the histogram", time.Second, 50, time.Second},
	} {
		var l lateness
		now := time.Now()
		for i := range 2000 {
			now = now.Add(7 * time.Millisecond) // 14 s: both histograms
			late := time.Duration(0)
			if i%test.every == 0 {
				late = test.late
			}
			l.note(late, now)
		}
		if got := l.stats(now); got.Late99 != test.late99 || got.LateMax != test.late || got.Ticks != 2000 {
			t.Errorf("%s: %+v, want p99 %v, max %v", test.name, got, test.late99, test.late)
		}
		if got := l.stats(now.Add(15 * time.Second)); got.LateMax != test.late {
			t.Errorf("%s: 15 s later the largest is %v, want %v", test.name, got.LateMax, test.late)
		}
		if got := l.stats(now.Add(40 * time.Second)); got.LateMax != 0 || got.Late99 != 0 {
			t.Errorf("%s: 40 s later %+v, want it forgotten", test.name, got)
		}
	}
}
