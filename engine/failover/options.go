package failover

import (
	"cmp"
	"context"
	"log/slog"
	"time"
)

// Options are what the providers of a list have in common. The zero value is
// usable.
type Options struct {
	// Role names the list in what observers are told; empty means "llm", "tts" or
	// "stt".
	Role string
	// Budgets replace the role's where they are not 0.
	Budgets Budgets
	// Probe asks the provider of that number, from 0, whether it is well, and has
	// its model loaded; nil means the role's own: an answer of one token, the word
	// "ok" spoken, 300 ms of silence heard. It must return soon after ctx ends.
	Probe func(ctx context.Context, provider int) error
	// Log is told of panics in engines; nil means slog.Default().
	Log *slog.Logger
}

// Budgets are what a provider may take. A field that does not fit the role is
// ignored.
type Budgets struct {
	// First is how long the first byte may take, connecting included, before the
	// provider is given up for the next; of an utterance it runs from End to the
	// final.
	First time.Duration
	// Total is how long all providers together may take for the first byte.
	Total time.Duration
	// Alone is First and Total of a list of one.
	Alone time.Duration
	// Gap is how long a provider that has begun may pause.
	Gap time.Duration
	// PerSecond is added to First for each second of the utterance, and twice to
	// the time of a provider that has to hear it from the start.
	PerSecond time.Duration
	// Load is how long a request of the list's own may take: a probe, or what has a
	// model loaded. It ends no load that a shorter wait would.
	Load time.Duration
	// Open is how long a provider may take to open a stream before the next is
	// tried, within Total; a list of one has Alone.
	Open time.Duration
}

// Thinking gets 1.0 s before the next provider is asked: with the endpointing over
// and a voice that starts within 0.3 s this keeps the silence below 2.5 s. A lone
// provider has the 4 s after which people leave (llm.FirstTokenBudget).
var thinkingBudgets = Budgets{
	First: 1000 * time.Millisecond, Total: 1800 * time.Millisecond, Alone: 4 * time.Second, Gap: 1200 * time.Millisecond,
}

// Speaking is the last stage, and what is said first is short: services begin
// within 0.5 s at p95.
var speakingBudgets = Budgets{
	First: 800 * time.Millisecond, Total: 1600 * time.Millisecond, Alone: 2500 * time.Millisecond, Gap: 800 * time.Millisecond,
}

// Hearing runs beside the endpointing, at most 0.95 s of which are left at End.
var hearingBudgets = Budgets{
	First: 1000 * time.Millisecond, Total: 1500 * time.Millisecond, Alone: 2500 * time.Millisecond,
	PerSecond: 100 * time.Millisecond, Open: 700 * time.Millisecond,
}

// or returns b with the fields that are 0 taken from d.
func (b Budgets) or(d Budgets) Budgets {
	return Budgets{
		First: cmp.Or(b.First, d.First), Total: cmp.Or(b.Total, d.Total), Alone: cmp.Or(b.Alone, d.Alone),
		Gap: cmp.Or(b.Gap, d.Gap), PerSecond: cmp.Or(b.PerSecond, d.PerSecond), Open: cmp.Or(b.Open, d.Open),
		Load: cmp.Or(b.Load, d.Load, loadBudget),
	}
}

// of is b for a list of that many providers.
func (b Budgets) of(providers int) Budgets {
	if providers == 1 {
		b.First, b.Total, b.Open = b.Alone, b.Alone, max(b.Open, b.Alone)
	}
	return b
}
