package servicetest

import "slices"

// Services are all that are played.
func Services() []Service { return slices.Concat(hosted, thinkers, speakers) }

// vllmError is how vLLM refuses: at the top, with words from the model's template.
const vllmError = `{"object":"error","message":"Conversation roles must alternate user/assistant/user/assistant/... (%s)",` +
	`"type":"BadRequestError","param":null,"code":400}`

// llamaError is how llama.cpp tells that the model's template fails.
const llamaError = `{"error":{"code":500,"message":"Value is not callable: null at row 1: raise_exception('System message must be ` +
	`at the beginning, %s')","type":"server_error"}}`

// toolless is Ollama's refusal of tools for models without.
const toolless = `{"error":{"message":"registry.ollama.ai/library/gemma3:4b does not support tools","type":"api_error",` +
	`"param":null,"code":null}}`

// ollama is Ollama with a model of some kind.
func ollama(name string, c Chat) Service {
	c.CallID, c.Calls = "call_mfl2kx0q", Whole
	return Service{
		Name: name, Source: "ollama/ollama#8006 (loads), louisho5/picobot#6 (tools)",
		Base: "/v1", Loads: Waits, Missing: "404 page not found", Chat: &c,
	}
}

// thinkers are servers of language models, for a machine of one's own.
var thinkers = []Service{
	ollama("Ollama", Chat{Model: "qwen3:8b", Thinks: Reason}),
	ollama("Ollama, a model without tools", Chat{Model: "gemma3:4b", Fenced: true, Refuses: []Rule{{sends("tools"), 400, toolless}}}),
	{
		Name: "llama.cpp", Source: "ggml-org/llama.cpp#20198 (arguments), mostlygeek/llama-swap#146 (loads)",
		Base: "/v1", Loads: Refuses, Missing: `{"error":{"code":404,"message":"File Not Found","type":"not_found_error"}}`,
		Chat: &Chat{
			Model: "Qwen3-8B-Q4_K_M.gguf", CallID: "Zk3QmVb8", Calls: Object, Thinks: Content,
			Refuses: []Rule{{systemLater, 500, llamaError}},
		},
	},
	{
		Name: "vLLM", Source: "vllm-project/vllm#6862 (roles), langchain4j/langchain4j#3475 (tools)",
		Base: "/v1", Missing: `{"detail":"Not Found"}`,
		Chat: &Chat{
			Model: "mistralai/Mistral-7B-Instruct-v0.3", CallID: "chatcmpl-tool-5f1e", Thinks: Content,
			Breaks: `data: {"error":{"message":"EngineCore encountered an issue","type":"InternalServerError","param":null,"code":500}}` +
				"\n\n",
			Refuses: []Rule{{unordered, 400, vllmError}},
		},
	},
	{
		Name: "vLLM, no tool parser", Source: "vllm-project/vllm#9986",
		Base: "/v1", Missing: `{"detail":"Not Found"}`,
		Chat: &Chat{
			Model: "Qwen/Qwen2.5-7B-Instruct", Thinks: Tags,
			Refuses: []Rule{{sends("tools"), 400, `{"object":"error","message":"\"auto\" tool choice requires --enable-auto-tool-choice ` +
				`and --tool-call-parser to be set","type":"BadRequestError","param":null,"code":400}`}},
		},
	},
	{
		Name: "LM Studio", Source: "lmstudio-ai/lmstudio-bug-tracker#189, whiteguo233/OpenBiliClaw#12",
		Base: "/v1", Loads: Waits, Missing: `{"error":"Unexpected endpoint or method. (POST /chat/completions)"}`,
		Chat: &Chat{
			Model: "google/gemma-3-12b", CallID: "382106943", Fenced: true,
			Breaks:  "event: error\ndata: {\"error\":{\"message\":\"The model has crashed without additional information.\"}}\n\n",
			Refuses: []Rule{{format("json_object"), 400, `{"error":"'response_format.type' must be 'json_schema' or 'text'"}`}},
		},
	},
}

// notFound is what is said of a voice or model that a server of speech does not have.
const notFound = `{"detail":{"error":"validation_error","message":"Voice '%s' not found. Available voices: af_heart, am_michael",` +
	`"type":"invalid_request_error"}}`

// blank is what whisper.cpp hears in silence (ggml-org/whisper.cpp#1724).
const blank = `{"task":"transcribe","language":"english","duration":1.0,"text":" [BLANK_AUDIO]\n","segments":[{"id":0,` +
	`"text":" [BLANK_AUDIO]","start":0,"end":1,"avg_logprob":-0.4,"no_speech_prob":0.6}]}`

// whisperCPP answers with the text in a line of its own.
const whisperCPP = `{"task":"transcribe","language":"english","duration":1.5,"text":" %s\n","segments":[{"id":0,"text":" %s",` +
	`"start":0,"end":1.5,"avg_logprob":-0.2,"no_speech_prob":0.01}]}`

// openAINames are the voices of OpenAI that Kokoro-FastAPI takes for its own.
var openAINames = []string{"alloy", "ash", "coral", "echo", "fable", "onyx", "nova", "sage", "shimmer", "af_heart", "am_michael"}

// kokoro is what servers of Kokoro send, by the format that is asked for.
var kokoro = map[string]Sound{
	"pcm": {Kind: "audio/pcm", Rate: 24000}, "wav": {Kind: "audio/wav", Rate: 24000, Length: Endless}, "": {Kind: "audio/mpeg", MP3: true},
}

// speakers are servers that hear or speak, for a machine of one's own.
var speakers = []Service{
	{
		Name: "speaches", Source: "speaches-ai/speaches: src/speaches/routers/stt.py, speech.py; #493 (WAV)",
		Base: "/v1", Loads: Waits, Missing: `{"detail":"Not Found"}`,
		Ears: &Ears{Model: "Systran/faster-distil-whisper-small.en", Streams: Segments, Frame: verbose, Silence: thanks},
		Voice: &Voice{
			Model: "speaches-ai/Kokoro-82M-v1.0-ONNX", Names: []string{
				"alloy", "ash", "ballad", "coral", "echo", "sage", "shimmer", "verse", "af_heart", "am_michael",
			},
			Unknown: Rule{Status: 422, Body: `{"detail":"Voice '%s' is not supported by the model"}`}, Sends: kokoro,
		},
	},
	{
		Name: "faster-whisper-server", Source: "fedirz/faster-whisper-server, before it was named speaches",
		Base: "/v1", Loads: Waits, Missing: `{"detail":"Not Found"}`,
		Ears: &Ears{
			Model: "Systran/faster-whisper-small", Streams: Segments, Frame: `{"text":"%s"}`, Silence: `{"text":"you you you you"}`,
		},
	},
	{
		Name: "whisper.cpp", Source: "ggml-org/whisper.cpp: examples/server/server.cpp; #3458 (--inference-path), #1724 (silence)",
		Base: "/v1", Missing: "File Not Found (/v1)",
		Ears: &Ears{Model: "ggml-base.en", Frame: whisperCPP, Silence: blank},
	},
	{
		Name: "whisper.cpp, its own path", Source: "ggml-org/whisper.cpp#2270",
		Base: "", Missing: "File Not Found (/v1/audio/transcriptions)",
		Ears: &Ears{Model: "ggml-base.en", Path: "/inference", Frame: whisperCPP, Silence: blank},
	},
	{
		Name: "Kokoro-FastAPI", Source: "remsky/Kokoro-FastAPI: api/src/routers/openai_compatible.py, core/openai_mappings.json; #94 (WAV)",
		Base: "/v1", Missing: `{"detail":"Not Found"}`,
		Voice: &Voice{Model: "kokoro", Names: openAINames, Unknown: Rule{Status: 400, Body: notFound}, Sends: kokoro},
	},
	{
		Name: "openedai-speech", Source: "matatonic/openedai-speech: speech.py (PCM of 22,050 Hz)",
		Base: "/v1", Missing: `{"detail":"Not Found"}`,
		Voice: &Voice{Model: "tts-1", Sends: map[string]Sound{
			"pcm": {Kind: "audio/pcm;rate=22050", Rate: 22050}, "wav": {Kind: "audio/wav", Rate: 22050, Length: Endless},
			"": {Kind: "audio/mpeg", MP3: true},
		}},
	},
	{
		Name: "openai-edge-tts", Source: "travisvn/openai-edge-tts#24 (MP3 whatever is asked)",
		Base: "/v1", Keyed: true, Missing: "<!doctype html><html><body>Not Found</body></html>",
		Voice: &Voice{Model: "tts-1", Sends: map[string]Sound{
			"pcm": {Kind: "audio/L16", MP3: true}, "wav": {Kind: "audio/wav", MP3: true}, "": {Kind: "audio/mpeg", MP3: true},
		}},
	},
	{
		Name: "a WAV for each sentence", Source: "remsky/Kokoro-FastAPI#57, #94",
		Base: "/v1", Missing: `{"detail":"Not Found"}`,
		Voice: &Voice{Model: "tts", Sends: map[string]Sound{"": {Kind: "audio/wav", Rate: 24000, Length: Pieces}}},
	},
}
