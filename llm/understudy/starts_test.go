package understudy

import (
	"slices"
	"testing"

	"parley/scenarios/lines"
)

func TestSameStarts(t *testing.T) {
	for _, id := range []string{"riskyProjectApproval", "entlassungHeute", "badNewsDaughter"} {
		s := scene(t, id)
		l := newListener(s)
		set, _ := lines.Load(lines.Tune, id)
		n := 0
		for _, all := range set.Beats {
			for _, ln := range all {
				for _, text := range []string{ln.Text, unmarkedT(ln.Text)} {
					for _, w := range l.hear(text).words {
						var want []int
						for at := range l.starts.all {
							st := &l.starts.all[at]
							if st.of.same(&st.word, &w) {
								want = append(want, at)
							}
						}
						got := l.starts.of(&w)
						slices.Sort(got)
						n += len(want)
						if !slices.Equal(got, want) {
							t.Fatalf("%+v: %v, want %v", w, got, want)
						}
					}
				}
			}
		}
		t.Log(n)
	}
}

func unmarkedT(s string) string {
	var b []rune
	for _, r := range s {
		if r >= 'A' && r <= 'Z' {
			r += 32
		}
		if r == ' ' || r >= 'a' && r <= 'z' || r > 127 {
			b = append(b, r)
		}
	}
	return string(b)
}
