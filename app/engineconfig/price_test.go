package engineconfig

import (
	"math"
	"testing"
	"time"

	"parley"
)

func TestCost(t *testing.T) {
	prices := merged(known, Prices{"groq:w": {Minute: 0.06}, "x:m": {Prompt: 1, Completion: 2}})
	for _, tt := range []struct {
		used parley.Usage
		want float64 // -1: not known
	}{
		{parley.Usage{Engine: "openai:gpt-4o-mini", Prompt: 1e6, Cached: 4e5, Completion: 1e5}, 0.09 + 0.03 + 0.06},
		{parley.Usage{Engine: "x:m", Prompt: 1e6, Cached: 1e6, Completion: 1e6}, 3},
		{parley.Usage{Engine: "groq:w", Audio: 90 * time.Second}, 0.09},
		{parley.Usage{Engine: "openai:tts-1", Characters: 1000}, 0.015},
		{parley.Usage{Engine: "openai:unheard-of", Prompt: 9}, -1},
		{parley.Usage{Engine: "sphinx", Audio: time.Hour}, 0},
		{parley.Usage{Engine: "sherpa:kokoro", Characters: 1e6}, 0},
		{parley.Usage{Engine: "understudy", Completion: 1e6}, 0},
	} {
		got := -1.0
		if cost := Prices(prices).Cost(tt.used); cost != nil {
			got = *cost
		}
		if math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("cost of %+v = %v, want %v", tt.used, got, tt.want)
		}
	}
}

func TestFree(t *testing.T) {
	for _, tt := range []struct {
		engines []string
		free    bool
	}{
		{[]string{"understudy", "flite"}, true},
		{[]string{"understudy", "openai:tts-1"}, false},
		{[]string{"openai:gpt-4o-mini", "flite"}, false},
		{[]string{"openai:unheard-of"}, false},
	} {
		if got := known.Free(tt.engines...); got != tt.free {
			t.Errorf("free(%v) = %v, want %v", tt.engines, got, tt.free)
		}
	}
}
