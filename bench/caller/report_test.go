package caller

import (
	"slices"
	"testing"
	"time"
)

func TestQuantile(t *testing.T) {
	values := []time.Duration{40, 10, 30, 20}
	for _, c := range []struct {
		q    float64
		want time.Duration
	}{{0, 10}, {0.25, 10}, {0.5, 20}, {0.51, 30}, {0.95, 40}, {1, 40}} {
		if got := Quantile(values, c.q); got != c.want {
			t.Errorf("Quantile(%v) = %d, want %d", c.q, got, c.want)
		}
	}
	if got := Quantile(nil, 0.5); got != 0 {
		t.Errorf("Quantile of nothing = %d, want 0", got)
	}
	if !slices.Equal(values, []time.Duration{40, 10, 30, 20}) {
		t.Errorf("Quantile changed its argument to %v", values)
	}
}

func TestAnswerClock(t *testing.T) {
	var a answerClock
	var r Report
	a.heard(at(50)) // the opening is no answer
	a.settle(&r)
	a.voiced(at(100))
	a.heard(at(150)) // over the caller's own line
	a.voiced(at(200))
	a.heard(at(900))
	a.heard(at(1000))
	a.settle(&r)
	a.voiced(at(2000)) // never answered
	a.settle(&r)
	if want := []time.Duration{700 * time.Millisecond}; !slices.Equal(r.Responses, want) {
		t.Errorf("responses = %v, want %v", r.Responses, want)
	}
}
