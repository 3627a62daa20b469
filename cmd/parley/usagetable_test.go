package main

import (
	"testing"
	"time"

	"parley/rpc"
)

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
` + "  checker  understudy          \n"
	if got != want {
		t.Errorf("table:\n%s\nwant:\n%s", got, want)
	}
	if got := usageTable(nil); got != "" {
		t.Errorf("table of nothing = %q, want none", got)
	}
}
