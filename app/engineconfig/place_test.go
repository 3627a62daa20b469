package engineconfig

import (
	"reflect"
	"testing"
)

func TestPlacesSayWhereEnginesRun(t *testing.T) {
	file := File{Services: map[string]Service{"near": {URL: "http://[::1]:8000/v1"}, "far": {URL: "https://Speech.example:444/v1"}}}
	p, err := NewPlan(file, map[Role]Told{
		STT: {Engines: "far:ears,sphinx"}, LLM: {Engines: "openai,ollama:m,understudy"}, TTS: {Engines: "near:voice,flite"},
	}, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	p.Lists[Checker] = nil
	want := []Place{
		{STT, "far:ears", "Speech.example"}, {STT, "sphinx", ""},
		{LLM, "openai", "api.openai.com"}, {LLM, "ollama:m", ""}, {LLM, "understudy", ""},
		{TTS, "near:voice", ""}, {TTS, "flite", ""},
	}
	got := p.Places(p.Lists)
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for _, w := range want {
		found := false
		for _, g := range got {
			found = found || reflect.DeepEqual(g, w)
		}
		if !found {
			t.Errorf("%v is not in %v", w, got)
		}
	}
}
