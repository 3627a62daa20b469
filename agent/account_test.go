package agent

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley"
)

// totals are the totals of an account that took what is given.
func totals(taken ...parley.Usage) []parley.Usage {
	var a account
	for _, u := range taken {
		a.add(u)
	}
	return a.close()
}

func TestAccountCountsUpAndEndsSomewhere(t *testing.T) {
	most := parley.Usage{
		Role: "llm", Engine: "m", Requests: math.MaxInt, Retries: math.MaxInt, Prompt: math.MaxInt, Cached: math.MaxInt,
		Completion: math.MaxInt, Audio: math.MaxInt64, Characters: math.MaxInt, Cost: new(math.Inf(1)),
	}
	bound := parley.Usage{
		Role: "llm", Engine: "m", Requests: maxCount, Retries: maxCount, Prompt: maxCount, Cached: maxCount,
		Completion: maxCount, Audio: maxAudio, Characters: maxCount, Cost: new(float64(maxCost)),
	}
	least := parley.Usage{
		Role: "llm", Engine: "m", Requests: math.MinInt, Retries: -1, Prompt: -1, Cached: -1, Completion: -1,
		Audio: math.MinInt64, Characters: -1, Cost: new(math.NaN()),
	}
	for name, c := range map[string]struct{ taken, want []parley.Usage }{
		"too much":   {[]parley.Usage{most, most, least}, []parley.Usage{bound}},
		"below zero": {[]parley.Usage{least}, []parley.Usage{{Role: "llm", Engine: "m", Cost: new(0.0)}}},
		"cost is kept": {
			[]parley.Usage{{Role: "stt", Engine: "s", Cost: new(0.5)}, {Role: "stt", Engine: "s"}},
			[]parley.Usage{{Role: "stt", Engine: "s", Cost: new(0.5)}},
		},
		"no price": {[]parley.Usage{{Role: "stt", Engine: "s"}}, []parley.Usage{{Role: "stt", Engine: "s"}}},
		"once estimated": {
			[]parley.Usage{{Role: "llm", Engine: "m", Estimated: true}, {Role: "llm", Engine: "m", Prompt: 5}},
			[]parley.Usage{{Role: "llm", Engine: "m", Prompt: 5, Estimated: true}},
		},
		"no role or name": {[]parley.Usage{{Engine: "m"}, {Role: "cook", Engine: "m"}, {Role: "llm"}}, nil},
	} {
		if got := totals(c.taken...); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, c.want)
		}
	}
}

func TestAccountOfManyEngines(t *testing.T) {
	var a account
	for i := range 100 {
		for _, role := range roles {
			a.add(parley.Usage{Role: role, Engine: fmt.Sprint("engine ", i), Requests: 1})
		}
	}
	all := a.close()
	if len(all) != maxEngines+len(roles) {
		t.Fatalf("%d totals, want %d", len(all), maxEngines+len(roles))
	}
	sum := 0
	for i, u := range all {
		sum += u.Requests
		if others := u.Engine == otherEngines; others != (i >= maxEngines) {
			t.Errorf("total %d is of %q", i, u.Engine)
		}
	}
	if sum != 400 {
		t.Errorf("%d requests in all, want 400", sum)
	}
}

func TestAccountBoundsNames(t *testing.T) {
	long := strings.Repeat("é", maxEngineName)
	if got := totals(parley.Usage{Role: "stt", Engine: "x" + long}); got[0].Engine != ("x" + long)[:maxEngineName-1] {
		t.Errorf("name of %d bytes kept as %q", len(long)+1, got[0].Engine)
	}
}

// An engine's use is told for every request and, by some, for every chunk: it
// must not allocate.
func BenchmarkUsed(b *testing.B) {
	s := &Session{}
	cost := new(0.001)
	for i := range maxEngines { // the last is found last
		s.Used(parley.Usage{Role: "llm", Engine: fmt.Sprint("openai:model-", i)})
	}
	u := parley.Usage{Role: "llm", Engine: fmt.Sprint("openai:model-", maxEngines-1), Completion: 3, Audio: time.Second, Cost: cost}
	b.ReportAllocs()
	for b.Loop() {
		s.Used(u)
	}
}

func TestUsedDoesNotAllocate(t *testing.T) {
	s := &Session{}
	u := parley.Usage{Role: "llm", Engine: "openai:m", Completion: 3, Cost: new(0.001)}
	if n := testing.AllocsPerRun(100, func() { s.Used(u) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
