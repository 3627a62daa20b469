package servicetest

// The ids of OpenAI's tool calls and of those who follow it.
const callID = "call_8fGh2kLmNp4qRsTuVwXyZa1b"

// unsupported is OpenAI's refusal of a parameter.
const unsupported = `{"error":{"message":"Unsupported parameter: '%s' is not supported with this model.",` +
	`"type":"invalid_request_error","param":"%s","code":"unsupported_parameter"}}`

// extraForbidden is how Mistral's service, as pydantic does, refuses a field.
const extraForbidden = `{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","%s"],` +
	`"msg":"Extra inputs are not permitted"}]},"type":"invalid_request_error","param":null,"code":null}`

// unknownName is how Google's services refuse a field: in a list.
const unknownName = `[{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"%s\": Cannot find field.",` +
	`"status":"INVALID_ARGUMENT"}}]`

// deepSeeks begins the refusals of DeepSeek, with all but the message.
const deepSeeks = `{"error":{"type":"invalid_request_error","param":null,"code":"invalid_request_error","message":`

// filtered is a chunk of Azure's content filter, one without any choice and one
// without a delta.
const (
	filteredPrompt = `data: {"id":"","object":"","created":0,"model":"","choices":[],"prompt_filter_results":` +
		`[{"prompt_index":0,"content_filter_results":{"hate":{"filtered":false,"severity":"safe"}}}]}` + "\n\n"
	filteredAnswer = `data: {"id":"","object":"","created":0,"model":"","choices":[{"index":0,"finish_reason":null,` +
		`"content_filter_offsets":{"check_offset":44},"content_filter_results":{"hate":{"filtered":false}}}]}` + "\n\n"
)

// verbose is the answer of Whisper's servers to a recording of the words.
const verbose = `{"task":"transcribe","language":"english","duration":1.5,"text":" %s","segments":[{"id":0,"start":0,"end":1.5,` +
	`"text":" %s","avg_logprob":-0.21,"compression_ratio":1.1,"no_speech_prob":0.02}]}`

// thanks is what Whisper makes of silence (SYSTRAN/faster-whisper#826).
const thanks = `{"task":"transcribe","language":"english","duration":1.0,"text":" Thank you.","segments":[{"id":0,"start":0,"end":1,` +
	`"text":" Thank you.","avg_logprob":-0.92,"compression_ratio":0.56,"no_speech_prob":0.93}]}`

// hosted are services on the internet.
var hosted = []Service{
	{
		Name: "OpenAI", Source: "openai/openai-openapi; sashabaranov/go-openai#983 (what reasoning models refuse)",
		Base: "/v1", Keyed: true, Missing: `{"error":{"message":"Invalid URL","type":"invalid_request_error"}}`,
		Chat: &Chat{
			Model: "gpt-5-mini", CallID: callID,
			Refuses: []Rule{
				{sends("max_tokens"), 400, unsupported}, {sends("stop"), 400, unsupported}, {differs("temperature", "1"), 400, unsupported},
			},
		},
		Ears: &Ears{
			Model: "gpt-4o-mini-transcribe", Streams: Deltas, Frame: `{"text":"%s"}`, Silence: `{"text":"Thank you for watching!"}`,
			Refuses: []FormRule{{"response_format", "verbose_json", 400,
				`{"error":{"message":"response_format 'verbose_json' is not compatible with model",` +
					`"type":"invalid_request_error","param":"response_format","code":"unsupported_value"}}`}},
		},
		Voice: &Voice{
			Model: "gpt-4o-mini-tts", Names: []string{
				"alloy", "ash", "ballad", "coral", "echo", "fable", "nova", "onyx", "sage", "shimmer", "verse",
			},
			Sends: map[string]Sound{"pcm": {Kind: "audio/pcm", Rate: 24000}, "wav": {Kind: "audio/wav", Rate: 24000, Length: Endless}},
		},
	},
	{
		Name: "Azure OpenAI", Source: "AbanteAI/archive-old-cli-mentat#429, microsoft/autogen#6465 (chunks of the filter)",
		Base: "/openai/deployments/gpt-4o", Version: "2024-10-21", Keyed: true, KeyHeader: "Api-Key",
		Missing: `{"error":{"code":"404","message":"Resource not found"}}`,
		Chat:    &Chat{Model: "gpt-4o", CallID: callID, Before: filteredPrompt, After: filteredAnswer},
	},
	{
		Name: "Groq", Source: "ItzCrazyKns/Vane#980, agno-agi/agno#1065 (formats); docs.jambonz.org, pipecat (Orpheus: WAV of 48 kHz)",
		Base: "/openai/v1", Keyed: true, Missing: `{"error":{"message":"Unknown request URL","type":"invalid_request_error"}}`,
		Chat: &Chat{
			Model: "llama-3.3-70b-versatile", CallID: "call_k2v9", Calls: Whole, Refuses: []Rule{
				{format("json_schema"), 400, "{\"error\":{\"message\":\"This model does not support response format `%s`. " +
					"See supported models at https://console.groq.com/docs/structured-outputs#supported-models\"," +
					`"type":"invalid_request_error","param":"response_format"}}`},
				{both(format("json_object"), sends("tools")), 400,
					`{"error":{"message":"json mode cannot be combined with tool/function calling","type":"invalid_request_error"}}`},
			},
		},
		Ears: &Ears{Model: "whisper-large-v3", Frame: verbose, Silence: thanks},
		Voice: &Voice{
			Model: "canopylabs/orpheus-v1-english", Names: []string{"autumn", "diana", "hannah", "austin", "daniel", "troy"},
			Takes: []string{"wav"},
			Unknown: Rule{Status: 400, Body: `{"error":{"message":"%s is not one of those that there are for voice or response_format",` +
				`"type":"invalid_request_error"}}`},
			Sends: map[string]Sound{"wav": {Kind: "audio/wav", Rate: 48000, Length: Right}},
		},
	},
	{
		Name: "DeepSeek", Source: "llm-exe/llm-exe#662, browserbase/stagehand#1204 (formats); pipecat-ai/pipecat#5710 (thoughts)",
		Base: "", Keyed: true, Missing: "Not Found",
		Chat: &Chat{
			Model: "deepseek-v4-flash", CallID: "call_00_x7Yk", Thinks: Content, Refuses: []Rule{
				{format("json_schema"), 400, deepSeeks + `"This response_format type is unavailable now"}}`},
				{both(format("json_object"), without("json")), 400, deepSeeks +
					`"Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'."}}`},
				{callAlone("reasoning_content"), 400, deepSeeks +
					"\"The `%s` in the thinking mode must be passed back to the API.\"}}"},
			},
		},
	},
	{
		Name:   "Gemini",
		Source: "n4ze3m/page-assist#418 (fields); open-webui/computer#224, googleapis/python-genai#2868 (calls, signatures)",
		Base:   "/v1beta/openai", Keyed: true, Missing: `[{"error":{"code":404,"message":"models/it is not found","status":"NOT_FOUND"}}]`,
		Chat: &Chat{
			Model: "gemini-3-flash", CallID: "function-call-1473", Calls: Unnumbered, CallEnd: "stop",
			BesideCall: map[string]any{"extra_content": map[string]any{"google": map[string]any{"thought_signature": "CiQBVKhc7kZm"}}},
			Refuses: []Rule{
				{sendsOther("model", "messages", "max_tokens", "max_completion_tokens", "n", "reasoning_effort", "response_format", "stop",
					"stream", "stream_options", "temperature", "tool_choice", "tools", "top_p"), 400, unknownName},
				{callBare("extra_content"), 400, `[{"error":{"code":400,"message":"Function call is missing a thought_signature in ` +
					`functionCall parts. This is required for tools to work correctly.","status":"INVALID_ARGUMENT"}}]`},
			},
		},
	},
	{
		Name:   "Mistral",
		Source: "dnakov/anon-kode#53, charmbracelet/crush#1590 (fields); langchain#24668 (ids); BerriAI/litellm#16272 (parts)",
		Base:   "/v1", Keyed: true, Missing: `{"message":"no Route matched with those values"}`,
		Chat: &Chat{
			Model: "magistral-medium-2509", CallID: "D681PevKs", Calls: Whole, Thinks: Parts, Usage: Always, Refuses: []Rule{
				{sendsOther("model", "messages", "max_tokens", "n", "response_format", "stop", "stream", "temperature", "tool_choice",
					"tools", "top_p"), 422, extraForbidden},
				{messageSends("reasoning_content"), 422, extraForbidden},
				{idUnlike("^[a-zA-Z0-9]{9}$"), 400, `{"object":"error","message":"Tool call id was %s but must be a-z, A-Z, 0-9, ` +
					`with a length of 9.","type":"invalid_function_call","param":null,"code":"3280"}`},
				{lastIs("assistant"), 400, `{"object":"error","message":"Expected last role User or Tool (or Assistant with prefix True) ` +
					`for serving but got %s","type":"invalid_request_message_order","param":null,"code":"3230"}`},
			},
		},
	},
	{
		Name: "OpenRouter", Source: "openrouter.ai/docs: api-reference/streaming, api/errors",
		Base: "/api/v1", Keyed: true, Missing: "<!DOCTYPE html><html><body>Not Found</body></html>",
		Chat: &Chat{
			Model: "z-ai/glm-5.3-flash", CallID: "call_or_1", Thinks: Reason, Usage: Always,
			Before: ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n",
			Breaks: `data: {"id":"gen-1","object":"chat.completion.chunk","error":{"code":"server_error","message":"Provider ` +
				`disconnected"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}` + "\n\n",
		},
	},
}
