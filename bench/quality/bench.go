package quality

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"parley"
	"parley/bench"
	"parley/bench/quality/beep"
	"parley/bench/quality/oracle"
	"parley/report"
	"parley/stt"
	"parley/tts/flite"
)

// parallel is how many calls are made at a time: what two processors hold with
// most of their time to spare, so that nothing is late for want of them.
const parallel = 8

// Quality measures turn-taking over all fixtures, conditions and profiles, with
// the agent in this process. It takes some four minutes, a third of that if
// short. A figure nothing was seen for is an error.
func Quality() bench.Measurement {
	return bench.Measurement{
		Name:  "quality",
		About: "pauses, backchannels, noises and interruptions, clean, in noise and with lost packets",
		Run:   measure,
	}
}

func measure(ctx context.Context, env *bench.Env) (report.Result, error) {
	f, err := LoadFixtures()
	if err != nil {
		return report.Result{}, err
	}
	a := usual
	if env.Short {
		a = short
	}
	seen, void, err := run(ctx, env, f, plan(f, a))
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

// setup is what the calls of a run share.
type setup struct {
	product bench.Product
	lines   *library
	company beep.Company

	mu    sync.Mutex
	heard map[string]*oracle.Engine // by Dispatch.User
}

// hear is the recogniser of one call.
func (s *setup) hear(d parley.Dispatch) stt.Engine {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.heard[d.User]; e != nil {
		return e
	}
	return oracle.New(oracle.Profile{}) // of a call that is none of ours
}

// run makes the calls and returns all that was seen, and how many things said do
// not count.
func run(ctx context.Context, env *bench.Env, f Fixtures, calls []script) (seen []Observation, void int, err error) {
	speech, err := flite.Open()
	if err != nil {
		return nil, 0, err
	}
	s := &setup{lines: newLibrary(speech), heard: map[string]*oracle.Engine{}}
	if err := s.lines.prepare(ctx, calls, f); err != nil {
		return nil, 0, err
	}
	s.product, err = env.Start(ctx, bench.Engines{
		STT: oracle.New(oracle.Profile{Name: "each"}), Hear: s.hear, LLM: &s.company, TTS: beep.Voice{FirstByte: firstByte},
	})
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, s.product.Close()) }()
	var mu sync.Mutex
	done := 0
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(parallel)
	for _, script := range calls {
		g.Go(func() error {
			held, err := s.call(ctx, script)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			seen, void = append(seen, held.seen...), void+held.void
			done++
			env.Progress("calls", done, len(calls))
			return nil
		})
	}
	return seen, void, g.Wait()
}
