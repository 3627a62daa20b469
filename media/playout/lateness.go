package playout

import "time"

const (
	// latenessSpan is how long one histogram is filled; two are kept.
	latenessSpan = 10 * time.Second
	// latenessStep and latenessSteps reach to 64 ms, where frames are skipped.
	latenessStep  = 250 * time.Microsecond
	latenessSteps = 256
)

// WheelStats say how well a Wheel keeps time.
type WheelStats struct {
	// Playouts are those running now.
	Playouts int
	// Ticks are all the frames made so far.
	Ticks uint64
	// Late99 and LateMax are the 99th percentile and the largest of how much
	// later than due frames were begun in the last 10 to 20 s. Late99 is rounded
	// up to 250 us. A machine with room for more calls stays under a few ms.
	Late99, LateMax time.Duration
}

// lateness counts how late ticks were, in a histogram being filled and the one
// filled before.
type lateness struct {
	ticks     uint64
	since     time.Time
	now, past histogram
}

type histogram struct {
	counts [latenessSteps + 1]uint32
	total  uint32
	max    time.Duration
}

func (l *lateness) note(late time.Duration, now time.Time) {
	l.rotate(now)
	l.ticks++
	l.now.counts[min((late+latenessStep-1)/latenessStep, latenessSteps)]++
	l.now.total++
	l.now.max = max(l.now.max, late)
}

// rotate begins a new histogram when it is time.
func (l *lateness) rotate(now time.Time) {
	age := now.Sub(l.since)
	if age < latenessSpan {
		return
	}
	l.past = histogram{}
	if age < 2*latenessSpan {
		l.past = l.now
	}
	l.now, l.since = histogram{}, now
}

func (l *lateness) stats(now time.Time) WheelStats {
	l.rotate(now)
	st := WheelStats{Ticks: l.ticks, LateMax: max(l.now.max, l.past.max)}
	left := (l.now.total + l.past.total) / 100 // the ticks that may be later
	for i := latenessSteps; i >= 0; i-- {
		n := l.now.counts[i] + l.past.counts[i]
		if n > left {
			st.Late99 = min(time.Duration(i)*latenessStep, st.LateMax)
			if i == latenessSteps {
				st.Late99 = st.LateMax
			}
			break
		}
		left -= n
	}
	return st
}
