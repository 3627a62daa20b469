package failover

import (
	"context"
	"log/slog"
	"time"
)

// Options are what the rungs of a ladder have in common. The zero value is
// usable.
type Options struct {
	// Role names the ladder in what observers are told; empty means "llm",
	// "tts" or "stt".
	Role string
	// Budgets replace the role's where they are not 0.
	Budgets Budgets
	// Hedge is where a request goes a second time when its first byte is later
	// than usual.
	Hedge Hedge
	// Probe tries the rung of that number while it rests; nil means the role's
	// own: an answer of one token, the word "ok" spoken, 300 ms of silence heard.
	// It must return soon after ctx ends.
	Probe func(ctx context.Context, rung int) error
	// Log is told of panics in engines; nil means slog.Default().
	Log *slog.Logger
}

// Budgets are what a rung may take. A field that does not fit the role is
// ignored.
type Budgets struct {
	// First is how long the first byte may take, connecting included, until the
	// next rung is asked as well; of an utterance it runs from End to the final.
	First time.Duration
	// Total is how long all rungs together may take for the first byte.
	Total time.Duration
	// Alone is First and Total of a ladder of one rung.
	Alone time.Duration
	// Gap is how long a rung that has begun may pause.
	Gap time.Duration
	// PerSecond is added to First for each second of the utterance, and twice
	// to the time of a rung that has to hear it from the start.
	PerSecond time.Duration
	// Open is how long a rung may take to open a stream before the next is
	// tried, within Total; a ladder of one rung has Alone.
	Open time.Duration
}

// Thinking gets 1.0 s before the next rung is asked: with the endpointing over
// and a voice that starts within 0.3 s this keeps the silence below 2.5 s. A
// lone engine has the 4 s after which people leave (llm.FirstTokenBudget).
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
	for _, f := range []struct{ have, want *time.Duration }{
		{&b.First, &d.First}, {&b.Total, &d.Total}, {&b.Alone, &d.Alone},
		{&b.Gap, &d.Gap}, {&b.PerSecond, &d.PerSecond}, {&b.Open, &d.Open},
	} {
		if *f.have == 0 {
			*f.have = *f.want
		}
	}
	return b
}

// of is b for a ladder of that many rungs.
func (b Budgets) of(rungs int) Budgets {
	if rungs == 1 {
		b.First, b.Total, b.Open = b.Alone, b.Alone, max(b.Open, b.Alone)
	}
	return b
}

// Hedge says where a second request goes when the first byte is later than that
// of 95 in 100 requests. Whoever speaks first is heard, the other is cancelled.
// At most one request in ten is hedged.
type Hedge int

// The hedges.
const (
	// HedgeRole is HedgeNext for thinking and hearing. For speaking it is
	// HedgeSame: a voice must not change because of a moment's delay.
	HedgeRole Hedge = iota
	// HedgeNext asks the next rung that is well, or the same if there is none.
	HedgeNext
	// HedgeSame asks the same rung again: for a next rung that answers at once
	// and not as well. A recogniser is never asked twice: HedgeSame is HedgeOff.
	HedgeSame
	// HedgeOff asks nobody before the budget is over. A recogniser that will
	// have to take over still begins to hear the utterance a little earlier; its
	// final counts only once the budget is over.
	HedgeOff
)

func (h Hedge) or(role Hedge) Hedge {
	if h == HedgeRole {
		return role
	}
	return h
}
