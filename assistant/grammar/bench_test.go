package grammar

import (
	"strings"
	"testing"
)

func BenchmarkRead(b *testing.B) {
	for _, c := range []struct{ name, said string }{
		{"add", "add a task to call HR tomorrow"},
		{"complete", "um could you please mark task two as done thanks"},
		{"remind", "remind me every monday at nine to water the plants"},
		{"list", "what do i have to do today"},
		{"two", "add buy milk and complete task 2"},
		{"trip", "find flights from berlin to paris on friday coming back sunday"},
		{"talk", "i was thinking about the weather and what we could do on the weekend"},
		{"long talk", strings.Repeat("so then he said that it was fine and she went home ", 9)},
	} {
		b.Run(c.name, func(b *testing.B) {
			context := listed()
			b.ReportAllocs()
			for b.Loop() {
				Read(c.said, context)
			}
		})
	}
}

func BenchmarkExtract(b *testing.B) {
	text := "Call HR and send the report by Friday. I need to book flights, email Anna and pay the rent tomorrow. The weather is nice."
	b.ReportAllocs()
	for b.Loop() {
		Extract(text, wednesday)
	}
}
