package openai_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"parley/engine/openaihttp"
	"parley/llm"
	"parley/llm/openai"
)

// BenchmarkDelta is the cost of one token on its way from the wire to Next, the
// request's own shared by a thousand.
func BenchmarkDelta(b *testing.B) {
	line := `data: {"id":"chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT","object":"chat.completion.chunk","created":1741569952,` +
		`"model":"gpt-4o-mini-2024-07-18","service_tier":"default","system_fingerprint":"fp_44709d6fcb","choices":[{"index":0,` +
		`"delta":{"content":" quarter"},"logprobs":null,"finish_reason":null}],"obfuscation":"aB3xY"}` + "\n\n"
	body := canned(strings.Repeat(line, 1000) + "data: [DONE]\n\n")
	e := newEngine(b, openai.Config{Service: openaihttp.Config{BaseURL: "http://canned/v1", HTTP: &http.Client{Transport: body}}})
	chat := func() llm.Stream {
		s, err := e.Chat(b.Context(), ask("hello"))
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	s := chat()
	b.ReportAllocs()
	for b.Loop() {
		_, err := s.Next()
		if errors.Is(err, io.EOF) {
			s, err = chat(), nil
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
