package queue_test

import (
	"testing"

	"parley/app/embedded/embeddedtest"
)

// BenchmarkRoundTrip is the way of an exchange through the queue to a judge that
// takes no time and back.
func BenchmarkRoundTrip(b *testing.B) {
	js := embeddedtest.Connect(b, server(b))
	work(b, js, found)
	call := follow(b, js, "call_a")
	b.ReportAllocs()
	for number := 1; b.Loop(); number++ {
		call.submit(number)
		call.next()
	}
}
