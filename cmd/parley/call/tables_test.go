package call

import (
	"testing"
	"time"

	"parley/caller"
	"parley/rpc"
)

func TestLatencyTable(t *testing.T) {
	latency := func(turn int, own time.Duration) rpc.Latency {
		return rpc.Latency{
			Turn: turn, EndpointingNS: 500 * time.Millisecond, STTNS: 20 * time.Millisecond, LLMNS: 300 * time.Millisecond,
			TTSNS: 10 * time.Millisecond, OwnNS: own, TotalNS: 830*time.Millisecond + own,
		}
	}
	early := latency(5, 6500*time.Microsecond)
	early.Speculated, early.Wasted, early.WastedTokens, early.WastedCharacters = true, 2, 12, 1
	got := latencyTable(caller.Report{
		Latencies: []rpc.Latency{latency(3, 4*time.Millisecond), early},
		Responses: []time.Duration{900 * time.Millisecond},
	})
	want := `
Response latency in ms, by stage
  turn  endpointing   STT    LLM   TTS  own  total
  3           500.0  20.0  300.0  10.0  4.0  834.0
  5           500.0  20.0  300.0  10.0  6.5  836.5
  p50         500.0  20.0  300.0  10.0  4.0  834.0
  p95         500.0  20.0  300.0  10.0  6.5  836.5
Begun before the turn was over: 1 of 2; dropped as the user went on: 2 (about 12 tokens written, 1 character spoken)
As the caller heard it: p50 900, p95 900
`
	if got != want {
		t.Errorf("table:\n%s\nwant:\n%s", got, want)
	}
	if got := latencyTable(caller.Report{}); got != "" {
		t.Errorf("table of nothing = %q, want none", got)
	}
}

func TestUsageTable(t *testing.T) {
	got := usageTable([]rpc.EngineUsage{
		{Role: "stt", Engine: "sphinx", Requests: 3, AudioNS: 64200 * time.Millisecond, Priced: true},
		{Role: "llm", Engine: "openai:gpt-4o-mini", Requests: 5, Retries: 1, PromptTokens: 1204, CachedTokens: 300,
			CompletionTokens: 210, Priced: true, CostUSD: 0.0123},
		{Role: "llm", Engine: "ollama", Requests: 1, PromptTokens: 90, CompletionTokens: 1, Estimated: true},
		{Role: "tts", Engine: "openai:tts-1", Requests: 5, Retries: 2, Characters: 420, AudioNS: 38 * time.Second,
			Priced: true, CostUSD: 0.0004},
		{Role: "checker", Engine: "understudy"},
	})
	want := `
What the call used
  stt      sphinx              3 requests, 1m4.2s heard, free
  llm      openai:gpt-4o-mini  5 requests, 1204 tokens read (300 cached), 210 tokens written, 1 retry, about $0.012
  llm      ollama              1 request, about 90 tokens read, about 1 token written
  tts      openai:tts-1        5 requests, 420 characters, 38s spoken, 2 retries, less than $0.001
  checker  understudy
`
	if got != want {
		t.Errorf("table:\n%s\nwant:\n%s", got, want)
	}
	if got := usageTable(nil); got != "" {
		t.Errorf("table of nothing = %q, want none", got)
	}
}
