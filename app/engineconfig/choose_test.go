package engineconfig

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// neighbours are the services and model folders around, by address and role.
type neighbours struct {
	models    map[string][]string
	installed map[Role][]string
}

func (n neighbours) Models(_ context.Context, s Service) ([]string, error) {
	if names, ok := n.models[s.URL]; ok {
		return names, nil
	}
	return nil, errors.New("reach it: connection refused")
}

func (n neighbours) Installed(role Role) []string { return n.installed[role] }

// chosenOf is what gets chosen, one line a role.
func chosenOf(t *testing.T, file string, told map[Role]Told, env map[string]string, n neighbours) string {
	t.Helper()
	f, err := parseFile([]byte(file))
	if err != nil {
		return err.Error()
	}
	p, err := NewPlan(f, told, func(name string) string { return env[name] })
	if err != nil {
		return err.Error()
	}
	chosen, err := p.Choose(t.Context(), n, Roles()...)
	if err != nil {
		return err.Error()
	}
	var out strings.Builder
	for i, role := range Roles() {
		if i > 0 {
			out.WriteString(" | ")
		}
		for j, r := range chosen[role] {
			if j > 0 {
				out.WriteString(" ")
			}
			out.WriteString(r.String())
			if _, here := local[r.Name]; here {
				continue
			}
			s := p.Service(role, r)
			fmt.Fprintf(&out, "@%s key %q", s.URL, s.key)
		}
	}
	return out.String()
}

func TestChoice(t *testing.T) {
	ollama := neighbours{models: map[string][]string{"http://127.0.0.1:11434/v1": {"nomic-embed-text", "llama3.2"}}}
	for _, tt := range []struct {
		name   string
		file   string
		told   map[Role]Told
		env    map[string]string
		around neighbours
		want   string
	}{
		{name: "nothing said", want: "sphinx | understudy | understudy | flite"},
		{name: "an Ollama answers", around: ollama,
			want: `sphinx | ollama:llama3.2@http://127.0.0.1:11434/v1 key "" understudy | ` +
				`ollama:llama3.2@http://127.0.0.1:11434/v1 key "" understudy | flite`},
		{name: "OpenAI's key goes before an Ollama", env: map[string]string{"OPENAI_API_KEY": "k"}, around: ollama,
			want: `openai:gpt-4o-mini-transcribe@ key "k" sphinx | openai:gpt-4o-mini@ key "k" understudy | ` +
				`openai:gpt-4.1@ key "k" understudy | openai:gpt-4o-mini-tts@ key "k" flite`},
		{name: "a base URL alone need not speak", env: map[string]string{"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"},
			want: `sphinx | openai:gpt-4o-mini@http://127.0.0.1:9/v1 key "" understudy | ` +
				`openai:gpt-4o-mini@http://127.0.0.1:9/v1 key "" understudy | flite`},
		{name: "a base URL that says it does", env: map[string]string{"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"},
			around: neighbours{models: map[string][]string{"http://127.0.0.1:9/v1": {"qwen3", "whisper-large", "kokoro-82m"}}},
			want: `openai:whisper-large@http://127.0.0.1:9/v1 key "" sphinx | openai:qwen3@http://127.0.0.1:9/v1 key "" understudy | ` +
				`openai:qwen3@http://127.0.0.1:9/v1 key "" understudy | openai:kokoro-82m@http://127.0.0.1:9/v1 key "" flite`},
		{name: "three servers, each with its key alone",
			told: map[Role]Told{STT: {URL: "http://127.0.0.1:1/v1", Model: "w"}, LLM: {URL: "http://127.0.0.1:2/v1", Model: "m"},
				TTS: {URL: "http://127.0.0.1:3/v1", Model: "v"}},
			env: map[string]string{"OPENAI_API_KEY": "k", "PARLEY_STT_KEY": "ks"},
			want: `openai:w@http://127.0.0.1:1/v1 key "ks" sphinx | openai:m@http://127.0.0.1:2/v1 key "" understudy | ` +
				`openai:m@http://127.0.0.1:2/v1 key "" understudy | openai:v@http://127.0.0.1:3/v1 key "" flite`},
		{name: "a flag's list stands as it is", told: map[Role]Told{STT: {Engines: "sphinx"}, TTS: {Engines: "openai"}},
			env: map[string]string{"OPENAI_API_KEY": "k"},
			want: `sphinx | openai:gpt-4o-mini@ key "k" understudy | ` +
				`openai:gpt-4.1@ key "k" understudy | openai:gpt-4o-mini-tts@ key "k"`},
		{name: "a file", env: map[string]string{"GROQ": "g", "OPENAI_API_KEY": "k"}, told: map[Role]Told{TTS: {Engines: "flite"}},
			file: `{"services":{"groq":{"url":"https://api.groq.com/openai/v1","key_env":"GROQ","models":{"stt":"whisper-large-v3"}}},
				"stt":{"engines":["groq","sphinx"]},"llm":{"engines":["groq:llama","openai:gpt-4o","understudy"]},"tts":{"engines":["openai"]}}`,
			want: `groq:whisper-large-v3@https://api.groq.com/openai/v1 key "g" sphinx | ` +
				`groq:llama@https://api.groq.com/openai/v1 key "g" openai:gpt-4o@ key "k" understudy | ` +
				`groq:llama@https://api.groq.com/openai/v1 key "g" openai:gpt-4o@ key "k" understudy | flite`},
		{name: "models on this machine", around: neighbours{installed: map[Role][]string{STT: {"zip", "old"}, TTS: {"kokoro"}}},
			want: "sherpa:zip sphinx | understudy | understudy | sherpa:kokoro flite"},
		{name: "the judge of a small model is a stronger one", told: map[Role]Told{LLM: {Engines: "openai:gpt-4o-mini,understudy"}},
			env:    map[string]string{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "https://api.openai.com/v1"},
			around: neighbours{models: map[string][]string{"https://api.openai.com/v1": {"gpt-4.1", "gpt-4o-mini-transcribe", "gpt-4o-mini-tts"}}},
			want: `openai:gpt-4o-mini-transcribe@https://api.openai.com/v1 key "k" sphinx | ` +
				`openai:gpt-4o-mini@https://api.openai.com/v1 key "k" understudy | ` +
				`openai:gpt-4.1@https://api.openai.com/v1 key "k" understudy | ` +
				`openai:gpt-4o-mini-tts@https://api.openai.com/v1 key "k" flite`},
		{name: "the judge of a strong one is the same", told: map[Role]Told{LLM: {Model: "gpt-4o"}}, env: map[string]string{"OPENAI_API_KEY": "k"},
			want: `openai:gpt-4o-mini-transcribe@ key "k" sphinx | openai:gpt-4o@ key "k" understudy | ` +
				`openai:gpt-4o@ key "k" understudy | openai:gpt-4o-mini-tts@ key "k" flite`},
		{name: "a small judge on request", told: map[Role]Told{Checker: {Model: "gpt-4.1-mini"}}, env: map[string]string{"OPENAI_API_KEY": "k"},
			want: `openai:gpt-4o-mini-transcribe@ key "k" sphinx | openai:gpt-4o-mini@ key "k" understudy | ` +
				`openai:gpt-4.1-mini@ key "k" understudy | openai:gpt-4o-mini-tts@ key "k" flite`},
		{name: "another judge", told: map[Role]Told{Checker: {Engines: "openai:gpt-4o"}}, env: map[string]string{"OPENAI_API_KEY": "k"},
			want: `openai:gpt-4o-mini-transcribe@ key "k" sphinx | openai:gpt-4o-mini@ key "k" understudy | ` +
				`openai:gpt-4o@ key "k" | openai:gpt-4o-mini-tts@ key "k" flite`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.file == "" {
				tt.file = "{}"
			}
			if got := chosenOf(t, tt.file, tt.told, tt.env, tt.around); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	for _, tt := range []struct {
		name string
		file string
		told map[Role]Told
		says string
	}{
		{"an unknown engine", "{}", map[Role]Told{STT: {Engines: "siri"}}, `no engine "siri" for stt; known are: kokoro, llamacpp`},
		{"in the wrong role", "{}", map[Role]Told{TTS: {Engines: "sphinx"}}, "sphinx cannot serve as tts"},
		{"a model it has not", "{}", map[Role]Told{TTS: {Engines: "flite:slt"}}, "flite has no models"},
		{"a list without commas", "{}", map[Role]Told{TTS: {Engines: "openai flite"}}, `"openai flite" is no engine: write name or name:model, and commas`},
		{"a service that is away", "{}", map[Role]Told{LLM: {Engines: "lmstudio"}}, "connection refused; start it, or name its model as lmstudio:MODEL"},
		{"no model here", "{}", map[Role]Told{TTS: {Engines: "sherpa"}}, "`parley models list`"},
		{"an address", "{}", map[Role]Told{TTS: {URL: "ftp://localhost:9"}}, "tts: the service's URL must look like http://host:port/v1"},
		{"a name that is taken", `{"services":{"flite":{}}}`, nil, `cannot be called "flite"`},
		{"an unknown key", `{"llms":{}}`, nil, `unknown field "llms"`},
		{"broken JSON", "{\n\n\"stt\": [}", nil, "line 3"},
		{"a price below nothing", `{"prices":{"openai:m":{"prompt":-1}}}`, nil, "0 or more"},
		{"a key in the file", `{"services":{"x":{"key":"sk-1"}}}`, nil, `unknown field "key"`},
		{"the key in the place of its name", `{"services":{"x":{"key_env":"sk-1"}}}`, nil, "key_env is not the key but the name"},
		{"two values", `{} {}`, nil, "more than one"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := chosenOf(t, tt.file, tt.told, nil, neighbours{}); !strings.Contains(got, tt.says) {
				t.Errorf("got %q, want %q in it", got, tt.says)
			}
		})
	}
}

func TestEveryRoleHasAnOfflineEngine(t *testing.T) {
	for _, role := range Roles() {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(local)), func(name string) bool {
			return name != Sherpa && slices.Contains(local[name], role)
		}) {
			t.Errorf("none for %s", role)
		}
	}
}

// What the catalogue says of a model's languages holds for its engine; of one it
// does not know, and of those for many, nothing is said.
func TestModelsKnowTheirLanguages(t *testing.T) {
	for model, want := range map[string][]string{
		"moonshine-tiny-en": {"en"}, "sense-voice": {"zh", "en", "ja", "ko", "yue"}, "my-own": nil, "smart-turn": nil,
	} {
		if got := languagesOf(model); !slices.Equal(got, want) {
			t.Errorf("%s knows %v, want %v", model, got, want)
		}
	}
}

// The kind of a model is the catalogue's, or of one's own that of its folder.
func TestModelsHaveKinds(t *testing.T) {
	for model, want := range map[string]string{"moonshine-tiny-en": "moonshine", "whisper/mine": "whisper", "my-own": "."} {
		if got := kindOf(model); got != want {
			t.Errorf("%s is of the kind %q, want %q", model, got, want)
		}
	}
}
