package engineconfig

import (
	"maps"
	"net/http"
	"net/url"

	"parley/engine/openaihttp"
)

// Service is an OpenAI-compatible service as a file or the environment
// describes it.
type Service struct {
	// URL is its address up to and including "/v1"; empty is OpenAI's.
	URL string `json:"url,omitempty"`
	// KeyEnv names the environment variable that holds its key.
	KeyEnv string `json:"key_env,omitempty"`
	// Organization and Project are OpenAI's, APIVersion is Azure's.
	Organization string            `json:"organization,omitempty"`
	Project      string            `json:"project,omitempty"`
	APIVersion   string            `json:"api_version,omitempty"`
	Headers      map[string]string `json:"headers,omitempty"`
	// Models is the usual model of each role.
	Models map[Role]string `json:"models,omitempty"`
	// Voices maps the words of scenarios, such as "female" or "low-calm", to the
	// service's voices.
	Voices map[string]string `json:"voices,omitempty"`
	// PCMRate is the rate in Hz of the samples its voices send without a header, where the
	// answer does not tell; 0 is OpenAI's 24,000.
	PCMRate int `json:"pcm_rate,omitempty"`

	// Context is how many tokens its language models read at once; 0 is what
	// package llm/openai takes for it.
	Context int `json:"context,omitempty"`
	// Warm is whether its models may have to be loaded, and so are asked for something
	// small before they are needed; nil is yes for a server of one's own.
	Warm *bool `json:"warm,omitempty"`

	// key is the key itself, keyName the variable that it is in or should be in; it is
	// never in a file or a flag.
	key, keyName string
}

// OpenAI is the name of the service that OPENAI_BASE_URL and OPENAI_API_KEY
// describe.
const OpenAI = "openai"

// OpenAI's models for each role: quick and cheap, good enough for a scene. The
// checker's judges what the character's says, and nobody waits for it as for an
// answer: it is the stronger one.
var openAIModels = map[Role]string{
	STT: "gpt-4o-mini-transcribe", LLM: "gpt-4o-mini", Checker: "gpt-4.1", TTS: "gpt-4o-mini-tts",
}

// localContext is what servers of this machine are usually started with: from
// 4,096 tokens (Ollama, LM Studio) to the model's own (llama.cpp, vLLM).
const localContext = 8192

// usual are the services of this machine at the ports they listen at unless told
// otherwise. They need no key.
var usual = map[string]Service{
	"ollama":   {URL: "http://127.0.0.1:11434/v1", Context: localContext},
	"lmstudio": {URL: "http://127.0.0.1:1234/v1", Context: localContext},
	"llamacpp": {URL: "http://127.0.0.1:8080/v1", Context: localContext},
	"vllm":     {URL: "http://127.0.0.1:8000/v1", Context: localContext},
	"speaches": {URL: "http://127.0.0.1:8000/v1"},
	"kokoro":   {URL: "http://127.0.0.1:8880/v1", Models: map[Role]string{TTS: "kokoro"}},
}

// config is s for package openaihttp.
func (s Service) config() openaihttp.Config {
	headers := http.Header{}
	for name, value := range s.Headers {
		headers.Set(name, value)
	}
	return openaihttp.Config{
		BaseURL: s.URL, Key: s.key, KeyName: s.keyName, Organization: s.Organization, Project: s.Project,
		APIVersion: s.APIVersion, Headers: headers,
	}
}

// at is s at another address. Its key does not go there: a key belongs to one
// host.
func (s Service) at(address string) Service {
	if address == "" || sameHost(address, s.URL) {
		if address != "" {
			s.URL = address
		}
		return s
	}
	return Service{URL: address, Models: s.Models}
}

func sameHost(a, b string) bool {
	if b == "" {
		b = openaihttp.DefaultBaseURL
	}
	ua, errA := url.Parse(a)
	ub, errB := url.Parse(b)
	return errA == nil && errB == nil && ua.Scheme == ub.Scheme && ua.Host == ub.Host
}

// with is s with what of is set in other.
func (s Service) with(other Service) Service {
	pick := func(to *string, from string) {
		if from != "" {
			*to = from
		}
	}
	if other.URL != "" {
		s = s.at(other.URL)
	}
	pick(&s.KeyEnv, other.KeyEnv)
	pick(&s.Organization, other.Organization)
	pick(&s.Project, other.Project)
	pick(&s.APIVersion, other.APIVersion)
	if other.Context > 0 {
		s.Context = other.Context
	}
	if other.PCMRate != 0 {
		s.PCMRate = other.PCMRate
	}
	if other.Warm != nil {
		s.Warm = other.Warm
	}
	s.Headers = merged(s.Headers, other.Headers)
	s.Models = merged(s.Models, other.Models)
	s.Voices = merged(s.Voices, other.Voices)
	return s
}

func merged[K comparable, V any](a, b map[K]V) map[K]V {
	out := maps.Clone(a)
	if out == nil {
		out = make(map[K]V, len(b))
	}
	maps.Copy(out, b)
	return out
}
