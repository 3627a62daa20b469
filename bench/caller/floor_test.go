package caller

import (
	"testing"
	"time"

	"parley"
)

// at is a moment of the floor's tests, in milliseconds.
func at(ms int) time.Time { return time.Unix(0, 0).Add(time.Duration(ms) * time.Millisecond) }

func TestFloor(t *testing.T) {
	type step func(f *floor)
	state := func(ms int, s parley.State) step { return func(f *floor) { f.setState(s, at(ms)) } }
	hear := func(ms int) step { return func(f *floor) { f.hear(at(ms)) } }
	begin := func(f *floor) { f.begin() }
	end := func(ms int) step { return func(f *floor) { f.end(at(ms)) } }
	opened := []step{state(0, parley.Speaking), hear(900), state(1000, parley.Listening)}

	for _, c := range []struct {
		name  string
		steps []step
		now   int
		want  move
		again int // 0 is never
	}{
		{"nobody there", nil, 60_000, hold, 0},
		{"opening under way", opened[:2], 5000, hold, 0},
		{"just listening", opened, 1000, hold, 1700},
		{"settled", opened, 1700, speak, 0},
		{"audio behind the state", append(opened[:3:3], hear(1400)), 1700, hold, 2100},
		{"no opening at all", []step{state(0, parley.Listening)}, 4999, hold, 5000},
		{"no opening at all, patience over", []step{state(0, parley.Listening)}, 5000, repeat, 0},
		{"own line", append(opened[:3:3], begin), 9000, hold, 0},
		{"unanswered", append(opened[:3:3], begin, end(3000)), 4000, hold, 8000},
		{"unanswered too long", append(opened[:3:3], begin, end(3000)), 8000, repeat, 0},
		{"thinking for long", append(opened[:3:3], begin, end(3000), state(3500, parley.Thinking)), 30_000, hold, 0},
		{"gave up thinking", append(opened[:3:3], begin, end(3000), state(3500, parley.Thinking), state(4000, parley.Listening)),
			4800, hold, 9000},
		{"answered", append(opened[:3:3], begin, end(3000), state(3500, parley.Speaking), hear(5000), state(5100, parley.Listening)),
			5800, speak, 0},
		{"spoke within the line and was cut", append(opened[:3:3], begin, state(2000, parley.Speaking), state(2300, parley.Listening), end(3000)),
			4000, hold, 8000},
		{"speaks over the line's tail", append(opened[:3:3], begin, state(2900, parley.Speaking), end(3000), state(4000, parley.Listening)),
			4700, speak, 0},
	} {
		f := &floor{settle: DefaultSettle, patience: DefaultPatience}
		for _, s := range c.steps {
			s(f)
		}
		got, again := f.next(at(c.now))
		want := time.Time{}
		if c.again > 0 {
			want = at(c.again)
		}
		if got != c.want || !again.Equal(want) {
			t.Errorf("%s: next = %v, %v; want %v, %v", c.name, got, again, c.want, want)
		}
	}
}
