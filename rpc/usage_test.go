package rpc

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parley"
)

// flite is a usage of one engine whose price is not known; that of free is.
const flite = `{"engines":[{"role":"tts","engine":"flite","requests":2,"retries":0,"prompt_tokens":0,"cached_tokens":0,` +
	`"completion_tokens":0,"estimated":false,"audio_ns":5,"characters":9,"priced":false,"cost_usd":0}]}`

var free = strings.Replace(flite, `"priced":false`, `"priced":true`, 1)

func TestUsageBothWays(t *testing.T) {
	want := []parley.Usage{
		{Role: "stt", Engine: "sphinx", Requests: 3, Audio: time.Minute, Cost: new(0.0)},
		{Role: "llm", Engine: "openai:m", Requests: 5, Retries: 1, Prompt: 30, Cached: 20, Completion: 10, Estimated: true},
		{Role: "checker", Engine: "openai:m", Requests: 1, Characters: 4, Cost: new(0.5)},
	}
	if got := UsageFrom(want).Parley(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for text, priced := range map[string]bool{flite: false, free: true} {
		u, err := Decode[Usage](text)
		if err != nil || len(u.Engines) != 1 || u.Engines[0].Priced != priced || u.Engines[0].Characters != 9 {
			t.Errorf("%s decodes to %+v, %v; want one engine, priced %v", text, u, err, priced)
		}
	}
}

func TestUsageOfManyEnginesFits(t *testing.T) {
	long := parley.Usage{
		Role: "checker", Engine: strings.Repeat("<", 100), Requests: math.MaxInt32, Retries: math.MaxInt32,
		Prompt: math.MaxInt32, Cached: math.MaxInt32, Completion: math.MaxInt32, Characters: math.MaxInt32,
		Audio: 1000 * time.Hour, Cost: new(math.Pi),
	}
	text, err := Encode(UsageFrom(slices.Repeat([]parley.Usage{long}, MaxEngines+1)))
	if err != nil {
		t.Fatal(err)
	}
	if u, err := Decode[Usage](text); err != nil || len(u.Engines) != MaxEngines {
		t.Errorf("decoded %d engines, %v; want the first %d", len(u.Engines), err, MaxEngines)
	}
}

func TestDecodeRefusesUsage(t *testing.T) {
	with := func(old, new string) error { return refusal[Usage](strings.Replace(flite, old, new, 1)) }
	one := strings.TrimSuffix(strings.TrimPrefix(flite, `{"engines":[`), `]}`)
	for name, tc := range map[string]struct{ err, want error }{
		"no list":              {refusal[Usage](`{"engines":{}}`), ErrMalformed},
		"null list":            {refusal[Usage](`{"engines":null}`), ErrMalformed},
		"null engine":          {refusal[Usage](`{"engines":[null]}`), ErrMalformed},
		"unknown field inside": {with(`"role"`, `"more":1,"role"`), ErrMalformed},
		"missing field inside": {with(`"retries":0,`, ``), ErrMalformed},
		"other case inside":    {with(`"role"`, `"Role"`), ErrMalformed},
		"fraction":             {with(`"requests":2`, `"requests":2.5`), ErrMalformed},
		"unknown role":         {with(`"tts"`, `"cook"`), ErrOutOfRange},
		"no name":              {with(`"flite"`, `""`), ErrOutOfRange},
		"count below zero":     {with(`"characters":9`, `"characters":-9`), ErrOutOfRange},
		"inexact count":        {with(`"audio_ns":5`, `"audio_ns":9007199254740992`), ErrOutOfRange},
		"cost below zero":      {refusal[Usage](strings.Replace(free, `"cost_usd":0`, `"cost_usd":-1`, 1)), ErrOutOfRange},
		"cost of no price":     {with(`"cost_usd":0`, `"cost_usd":1`), ErrOutOfRange},
		"17 engines":           {refusal[Usage](`{"engines":[` + strings.Repeat(one+",", 16) + one + `]}`), ErrOutOfRange},
	} {
		if !errors.Is(tc.err, tc.want) {
			t.Errorf("%s: got %v, want %v", name, tc.err, tc.want)
		}
	}
}
