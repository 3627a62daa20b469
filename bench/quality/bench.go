package quality

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"golang.org/x/sync/errgroup"

	"parley/agent"
	"parley/bench/report"
	"parley/media"
	"parley/tts/flite"
)

// DefaultParallel is how many calls are made at a time.
const DefaultParallel = 8

// Config says where to call and how much.
type Config struct {
	// URL is the LiveKit server, Key and Secret sign tokens for it.
	URL, Key, Secret string
	// VADModel is the voice detector's model file.
	VADModel string
	// Short makes a quarter of the usual observations.
	Short bool
	// Parallel is how many calls are made at a time; 0 means DefaultParallel.
	Parallel int
	// Equip may give each call more than it needs, such as a turn model; nil
	// gives nothing.
	Equip func(*agent.Config)
	// Observe is told what was seen in each call when it is over, one call at a
	// time; nil means nobody is.
	Observe func([]Observation)
	// Log takes what goes wrong below; nil means slog.Default.
	Log *slog.Logger
}

// Run measures turn-taking over all fixtures, conditions and profiles. It holds
// both sides of the calls in this process and takes some five minutes, a quarter
// of that if Short. It returns ctx's cause when ctx ends, and the first error of
// a call that could not be held to its end, or of a figure nothing was seen for.
func Run(ctx context.Context, c Config) (report.Result, error) {
	f, err := LoadFixtures()
	if err != nil {
		return report.Result{}, err
	}
	a := usual
	if c.Short {
		a = short
	}
	seen, void, err := run(ctx, c, f, plan(f, a))
	if err != nil {
		return report.Result{}, fmt.Errorf("measure quality: %w", err)
	}
	r := Summary(seen, void)
	for _, f := range r.Figures {
		if f.Samples == 0 {
			return r, fmt.Errorf("measure quality: nothing was observed for %q", f.Name)
		}
	}
	return r, nil
}

// bench is what the calls of a run share.
type bench struct {
	config Config
	log    *slog.Logger
	vad    *media.VADModel
	lines  *library
	wheel  *media.Wheel
}

// run makes the calls and returns all that was seen, and how many things said do
// not count.
func run(ctx context.Context, c Config, f Fixtures, calls []script) (seen []Observation, void int, err error) {
	if c.Parallel == 0 {
		c.Parallel = DefaultParallel
	}
	if c.Observe == nil {
		c.Observe = func([]Observation) {}
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	speech, err := flite.Open()
	if err != nil {
		return nil, 0, err
	}
	b := &bench{config: c, log: c.Log, lines: newLibrary(speech), wheel: media.NewWheel()}
	if b.vad, err = media.OpenVADModel(c.VADModel); err != nil {
		return nil, 0, err
	}
	defer func() {
		if closed := b.vad.Close(); err == nil {
			err = closed
		}
	}()
	if err := b.lines.prepare(ctx, calls, f); err != nil {
		return nil, 0, err
	}
	var mu sync.Mutex
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(c.Parallel)
	for _, s := range calls {
		g.Go(func() error {
			held, err := b.call(ctx, s)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			seen, void = append(seen, held.seen...), void+held.void
			c.Observe(held.seen)
			return nil
		})
	}
	err = g.Wait()
	return seen, void, err
}
