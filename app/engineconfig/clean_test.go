package engineconfig

import (
	"slices"
	"strings"
	"testing"
)

// Keys are taken as people write and paste them: what is no part of one goes, and that is
// said once, without the key.
func TestKeysAsPeopleWriteThem(t *testing.T) {
	for _, written := range []string{
		"sk-1", `"sk-1"`, `'sk-1'`, "“sk-1”", "‘sk-1’", "«sk-1»",
		"`sk-1`", `"sk-1`, "sk-1\n", "sk-1\r\n", " sk-1\t", "\"sk-1\"\r\n", `"'sk-1'"`,
		"\uFEFFsk-1", "sk-1\u200b", "sk\u200d-1", "\u00a0sk-1\u2060", "Bearer sk-1", `"bearer  sk-1"`,
	} {
		env := map[string]string{"OPENAI_API_KEY": written, "PARLEY_TTS_KEY": written, "GROQ": written}
		f, err := parseFile([]byte(`{"services": {"groq": {"url": "https://api.groq.com/openai/v1", "key_env": "GROQ"}}}`))
		if err != nil {
			t.Fatal(err)
		}
		p, err := NewPlan(f, nil, func(name string) string { return env[name] })
		if err != nil {
			t.Errorf("%q: %v", written, err)
			continue
		}
		for role, ref := range map[Role]Ref{LLM: {Name: OpenAI}, Checker: {Name: OpenAI}, TTS: {Name: OpenAI}, STT: {Name: "groq"}} {
			if got := p.Service(role, ref).key; got != "sk-1" {
				t.Errorf("%q: the key of %s is %q", written, role, got)
			}
		}
		for name := range env {
			n := 0
			for _, note := range p.Notes {
				if strings.HasPrefix(note, name+" ") {
					n++
				}
			}
			if most := 1 + strings.Count(strings.ToLower(written), "bearer"); (n == 0) != (written == "sk-1") || n > most {
				t.Errorf("%q: %s is noted %d times: %q", written, name, n, p.Notes)
			}
		}
		if strings.Contains(strings.Join(p.Notes, " "), "sk-1") {
			t.Errorf("%q: the notes hold the key", written)
		}
	}
}

// A value of quotes alone is none, and what no key can hold is refused by its variable's
// name.
func TestKeysThatAreNone(t *testing.T) {
	for _, empty := range []string{"", `""`, "''", "\n", "\uFEFF"} {
		p, err := NewPlan(File{}, nil, func(name string) string {
			if name == "OPENAI_API_KEY" {
				return empty
			}
			return ""
		})
		if err != nil || p.told[LLM] {
			t.Errorf("%q is taken for a key: %v", empty, err)
		}
	}
	for _, broken := range []string{"sk-1\nsk-2", "sk-1 sk-2", "sk-…abc", "sk-\x00abc"} {
		for _, name := range []string{"OPENAI_API_KEY", "PARLEY_STT_KEY", "PARLEY_CHECKER_KEY"} {
			_, err := NewPlan(File{}, nil, func(asked string) string {
				if asked == name {
					return broken
				}
				return ""
			})
			if err == nil || !strings.Contains(err.Error(), name+" holds") || strings.Contains(err.Error(), "sk-") {
				t.Errorf("%s=%q: %v", name, broken, err)
			}
		}
	}
}

func TestListsAsPeopleWriteThem(t *testing.T) {
	want := []Ref{{"openai", "gpt-4o"}, {Name: "understudy"}}
	for _, written := range []string{
		"openai:gpt-4o,understudy", "openai:gpt-4o, understudy", " openai:gpt-4o ,\tunderstudy\r\n", `"openai:gpt-4o, understudy"`,
		`"openai:gpt-4o","understudy"`, "openai:gpt-4o,,understudy,", "openai:gpt-4o,\nunderstudy", "\uFEFFopenai:gpt-4o,understudy\u200b",
	} {
		if got, err := ParseList(written); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", written, got, err)
		}
	}
	for _, none := range []string{"", " ", `""`, ","} {
		if got, err := ParseList(none); err != nil || got != nil {
			t.Errorf("%q: %v, %v", none, got, err)
		}
	}
}

// Addresses and models are taken as people write them, wherever they stand; a key goes to
// the host that it belongs to, however that is written.
func TestAddressesAsPeopleWriteThem(t *testing.T) {
	env := map[string]string{"OPENAI_BASE_URL": "\"localhost:8000/v1/chat/completions\"\r\n", "OPENAI_API_KEY": "k"}
	f, err := parseFile([]byte("\uFEFF" + `{"services": {"mine": {"url": "gpu:9000/v1/"}}, "stt": {"url": "'localhost:8000'"}, "tts": {"url": "other:1/v1"}}`))
	if err != nil {
		t.Fatal(err)
	}
	told := map[Role]Told{LLM: {Model: ` "m" `}, Checker: {URL: "HTTP://localhost:8000/v1"}}
	p, err := NewPlan(f, told, func(name string) string { return env[name] })
	if err != nil {
		t.Fatal(err)
	}
	for role, want := range map[Role]struct{ url, key string }{
		LLM: {"http://localhost:8000/v1", "k"}, STT: {"http://localhost:8000", "k"}, Checker: {"http://localhost:8000/v1", "k"},
		TTS: {"http://other:1/v1", ""},
	} {
		if s := p.openAI[role]; s.URL != want.url || s.key != want.key {
			t.Errorf("%s: %s with the key %q, want %s with %q", role, s.URL, s.key, want.url, want.key)
		}
	}
	if got := p.Services["mine"].URL; got != "http://gpu:9000/v1" {
		t.Errorf("the file's service is at %s", got)
	}
	if got := p.openAI[LLM].Models[LLM]; got != "m" {
		t.Errorf("the model is %q", got)
	}
	if !slices.Contains(p.Notes, "OPENAI_BASE_URL is read as http://localhost:8000/v1") {
		t.Errorf("notes: %q", p.Notes)
	}
}

// Each engine knows by which variable its key is put right.
func TestKeyIsNamed(t *testing.T) {
	f, err := parseFile([]byte(`{"services": {"groq": {"url": "https://api.groq.com/openai/v1", "key_env": "GROQ"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"OPENAI_API_KEY": "k", "PARLEY_TTS_KEY": "k2"}
	p, err := NewPlan(f, map[Role]Told{STT: {URL: "https://ears.example.com/v1"}}, func(name string) string { return env[name] })
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]Service{
		"OPENAI_API_KEY": p.openAI[LLM], "PARLEY_STT_KEY": p.openAI[STT], "PARLEY_TTS_KEY": p.openAI[TTS],
		"GROQ": p.Services["groq"], "": p.Services["ollama"],
	} {
		if got := s.config().KeyName; got != name {
			t.Errorf("the key of %s is named %q, want %q", s.URL, got, name)
		}
	}
}

func FuzzBare(f *testing.F) {
	for _, seed := range []string{`"sk"`, "\uFEFF", "a\u200bb", "'“", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if out := bare(text); bare(out) != out || len(out) > len(text)*3 {
			t.Errorf("bare(%q) = %q, and of that %q", text, out, bare(out))
		}
	})
}
