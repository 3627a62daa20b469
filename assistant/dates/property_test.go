package dates

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// holdFound checks what holds of everything that is found in any text.
func holdFound(t *testing.T, text string, now time.Time) {
	t.Helper()
	all := FindAll(text, now)
	best, ok := Find(text, now)
	if ok != (len(all) > 0) || ok && !slices.Contains(all, best) {
		t.Fatalf("%q: Find has %+v, FindAll %+v", text, best, all)
	}
	end := 0
	for _, f := range all {
		ranges := [][2]int{{f.Start, f.End}}
		if f.ApartEnd > 0 {
			ranges = append(ranges, [2]int{f.ApartStart, f.ApartEnd})
		}
		for _, r := range ranges {
			if r[0] < end || r[1] <= r[0] || r[1] > len(text) || !boundary(text, r[0]) || !boundary(text, r[1]) {
				t.Fatalf("%q: cut %v after %d", text, r, end)
			}
			end = r[1]
		}
		if off := f.At.Sub(now).Hours() / 24 / 365; off > 10.1 || off < -10.1 {
			t.Fatalf("%q: %v is %.1f years off", text, f.At, off)
		}
		if f.Said == "" || strings.ContainsAny(f.Said, "\n\t") || f.At.Nanosecond() != 0 || f.At.Location() != now.Location() {
			t.Fatalf("%q: %+v", text, f)
		}
		last, err := f.Due.End(now.Location())
		if err != nil || last.Before(f.At) && f.Rule == "" || !f.Due.Day() && !last.Equal(f.At) {
			t.Fatalf("%q: due %q, reminder at %v", text, f.Due, f.At)
		}
		if f.Rule == "" {
			continue
		}
		at, err := NextTime(f.Rule, f.At, f.At, now.Location())
		if err != nil || f.Past || !at.IsZero() && !at.After(f.At) {
			t.Fatalf("%q: rule %q from %v: %v, %v", text, f.Rule, f.At, at, err)
		}
	}
}

// boundary reports whether a rune, or a byte of none, begins at i.
func boundary(s string, i int) bool {
	for at := range s {
		if at >= i {
			return at == i
		}
	}
	return i == len(s)
}

// TestAnyWords holds what is found in rows of words that dates are made of.
func TestAnyWords(t *testing.T) {
	vocabulary := strings.Fields(`in at on by the a an of to and half past quarter next last this every each first third 3rd
		21st five twenty thirty 5 17 2027 12/1 2026-12-24 17:30 pm am o'clock monday Friday sun sat weekdays mondays may march
		december tomorrow today tonight yesterday tomorrow's noon midnight morning evening night week month year day hours minutes
		weeks until starting for from ago now before after due daily weekly once other end , . ( ) - call bob é`)
	r := rand.New(rand.NewPCG(1, 2))
	zones := []*time.Location{berlin, newYork, kolkata, apia, time.UTC}
	for range 20_000 {
		words := make([]string, 1+r.IntN(9))
		for i := range words {
			words[i] = vocabulary[r.IntN(len(vocabulary))]
		}
		now := time.Unix(1_780_000_000+r.Int64N(100_000_000), 0).In(zones[r.IntN(len(zones))])
		holdFound(t, strings.Join(words, " "), now)
	}
}

// FuzzFind holds what is found in any text.
func FuzzFind(f *testing.F) {
	for _, rows := range [][]row{dayRows, dateRows, clockRows, distanceRows} {
		for _, r := range rows {
			f.Add(r.text, int64(1_796_000_000))
		}
	}
	for _, r := range repeatRows {
		f.Add(r.text, int64(1_800_000_000))
	}
	f.Add("next week\x8e", int64(0))
	f.Add("caf\xe9 ’ by\u00a0friday\u2028 at 5", int64(0))
	f.Fuzz(func(t *testing.T, text string, now int64) {
		holdFound(t, text, time.Unix(now%10_000_000_000, 0).In(berlin))
	})
}
