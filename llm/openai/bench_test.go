package openai_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"parley/llm/openai"
)

// BenchmarkDelta is the cost of one token on its way from the wire.
func BenchmarkDelta(b *testing.B) {
	const deltas = 1000
	line := `data: {"id":"chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT","object":"chat.completion.chunk","created":1741569952,` +
		`"model":"gpt-4o-mini-2024-07-18","service_tier":"default","system_fingerprint":"fp_44709d6fcb","choices":[{"index":0,` +
		`"delta":{"content":" quarter"},"logprobs":null,"finish_reason":null}],"obfuscation":"aB3xY"}` + "\n\n"
	body := canned(strings.Repeat(line, deltas) + "data: [DONE]\n\n")
	e := engine(b, openai.Config{BaseURL: "http://canned/v1", HTTP: &http.Client{Transport: body}})
	b.ReportAllocs()
	left := 0
	var s interface {
		Close() error
	}
	var next func() error
	for b.Loop() {
		if left == 0 {
			if s != nil {
				_ = s.Close()
			}
			answer, err := e.Chat(b.Context(), ask("hello"))
			if err != nil {
				b.Fatal(err)
			}
			s, left = answer, deltas
			next = func() error { _, err := answer.Next(); return err }
		}
		if err := next(); err != nil && !errors.Is(err, io.EOF) {
			b.Fatal(err)
		}
		left--
	}
}
