package endpointing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"parley"
	"parley/agent"
	"parley/agent/endpoint"
	"parley/app"
	"parley/bench"
	"parley/media/echo"
	"parley/media/vad"
	"parley/report"
	"parley/stt"
	"parley/stt/sphinx"
	"parley/tts/flite"
)

// Endpointing measures the end of turns. It takes some 25 minutes of one core,
// most of it PocketSphinx, a sixth of that if short.
func Endpointing() bench.Measurement {
	return bench.Measurement{
		Name:  "endpointing",
		About: "how soon a turn is taken for over, and how often wrongly: spoken sentences on virtual time",
		Run:   measure,
	}
}

// shortShare is the part of the calls that a short run makes.
const shortShare = 0.15

func measure(ctx context.Context, env *bench.Env) (report.Result, error) {
	share := 1.0
	if env.Short {
		share = shortShare
	}
	seen, err := run(ctx, env, share, func(call) bool { return true }, nil)
	if err != nil {
		return report.Result{}, fmt.Errorf("measure endpointing: %w", err)
	}
	return summary(seen), nil
}

// lanes is how many calls are made at a time, whatever the machine has: each
// lane has a PocketSphinx decoder of its own, which keeps something of what it
// has heard, and hears its calls in a fixed order, so that two runs come to the
// same. (A new decoder for each call was measured to hear worse in noise.)
const lanes = 2

// setup is what the calls share.
type setup struct {
	vad    *vad.Model
	voices *voices
	babble []int16
	sphinx [lanes]*sphinx.Engine
}

// open opens the engines; close must be called, also after an error.
func (s *setup) open(ctx context.Context, models string) (err error) {
	if s.vad, err = vad.OpenModel(app.DetectorFile(models)); err != nil {
		return err
	}
	for i := range s.sphinx {
		if s.sphinx[i], err = sphinx.Open(sphinx.Options{Decoders: 1}); err != nil {
			return err
		}
	}
	speech, err := flite.Open()
	if err != nil {
		return err
	}
	s.voices = &voices{speech: speech}
	s.babble, err = s.voices.chatter(ctx)
	return err
}

func (s *setup) close() error {
	var errs []error
	for _, e := range s.sphinx {
		if e != nil {
			errs = append(errs, e.Close())
		}
	}
	if s.vad != nil {
		errs = append(errs, s.vad.Close())
	}
	return errors.Join(errs...)
}

// run makes those calls that are wanted and returns what became of every turn;
// see, if not nil, sees what each recogniser came to with the delays as they are.
func run(
	ctx context.Context, env *bench.Env, share float64, want func(call) bool, see func(*spoken, string, []agent.Answered),
) (seen observations, err error) {
	sentences, err := Sentences()
	if err != nil {
		return nil, err
	}
	s := &setup{}
	defer func() { err = errors.Join(err, s.close()) }()
	if err := s.open(ctx, env.Models); err != nil {
		return nil, err
	}
	calls := slices.DeleteFunc(plan(sentences, share), func(c call) bool { return !want(c) })
	all, err := s.calls(ctx, env, calls)
	if err != nil {
		return nil, err
	}
	learnt := experience{}
	for _, h := range slices.Concat(all...) { // in their order: each call knows of those before
		seen = append(seen, h.observe(learnt, see)...)
	}
	return seen, nil
}

// calls makes all calls, each lane every so many-th of them in turn.
func (s *setup) calls(ctx context.Context, env *bench.Env, calls []call) ([][]heard, error) {
	var mu sync.Mutex
	done, all := 0, make([][]heard, len(calls))
	g, ctx := errgroup.WithContext(ctx)
	for lane := range lanes {
		g.Go(func() error {
			recognisers := append(told[:len(told):len(told)], hearing(s.sphinx[lane]))
			for i := lane; i < len(calls); i += lanes {
				c := calls[i]
				h, err := s.call(ctx, c, recognisers)
				if err != nil {
					return fmt.Errorf("call %d (%s, %s): %w", c.seed, c.condition.Name, c.voice, err)
				}
				mu.Lock()
				all[i] = h
				done++
				env.Progress("calls", done, len(calls))
				mu.Unlock()
			}
			return nil
		})
	}
	return all, g.Wait()
}

// experience is what each recogniser's calls have shown, of each scale.
type experience map[trial]*endpoint.Experience

type trial struct {
	recogniser, condition string
	held                  bool
	scale                 float64
}

func (e experience) of(t trial) *endpoint.Experience {
	if e[t] == nil {
		e[t] = &endpoint.Experience{}
	}
	return e[t]
}

// heard is a call as a recogniser heard it.
type heard struct {
	said       *spoken
	recording  *agent.Recording
	recogniser string
	finals     []stt.Event
}

// call makes one call and has every recogniser hear it.
func (s *setup) call(ctx context.Context, c call, recognisers []recogniser) ([]heard, error) {
	said, err := speak(ctx, s.voices, c, s.babble)
	if err != nil {
		return nil, err
	}
	recording, err := s.record(said)
	if err != nil {
		return nil, err
	}
	var out []heard
	for _, r := range recognisers {
		finals, err := r.of(ctx, said, recording.Utterances)
		if err != nil {
			return nil, err
		}
		out = append(out, heard{said, recording, r.name, finals})
	}
	for i := range said.lines { // the sound has been heard
		said.lines[i].PCM = nil
	}
	for i := range recording.Utterances {
		recording.Utterances[i].PCM = nil
	}
	return out, nil
}

// observe tries all delays.
func (h heard) observe(learnt experience, see func(*spoken, string, []agent.Answered)) observations {
	var seen observations
	for _, scale := range scales {
		marks := learnt.of(trial{h.recogniser, h.said.call.condition.Name, h.said.call.held, scale})
		answered := h.recording.Play(agent.Config{Timing: scaled(scale), Marks: marks}, h.finals)
		if scale == 1 && see != nil {
			see(h.said, h.recogniser, answered)
		}
		for i, a := range answered {
			seen = append(seen, observe(h.said, i, h.recogniser, scale, a))
		}
	}
	return seen
}

func (s *setup) record(said *spoken) (*agent.Recording, error) {
	detector, err := s.vad.NewDetector()
	if err != nil {
		return nil, err
	}
	defer detector.Close()
	denoiser, err := echo.NewDenoiser()
	if err != nil {
		return nil, err
	}
	defer denoiser.Close()
	return agent.Record(agent.Config{Detector: detector, Denoiser: denoiser}, said.lines), nil
}

// scales are what the delays are multiplied by, for the curve; 1 is what calls
// have.
var scales = []float64{0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.5}

// scaled are the delays that end a turn, all times k.
func scaled(k float64) parley.Timing {
	t := parley.Timing{}
	for _, d := range []struct{ to, from *time.Duration }{
		{&t.SureDelay, &parley.DefaultTiming.SureDelay}, {&t.MinDelay, &parley.DefaultTiming.MinDelay},
		{&t.OpenDelay, &parley.DefaultTiming.OpenDelay}, {&t.Patience, &parley.DefaultTiming.Patience},
	} {
		*d.to = time.Duration(float64(*d.from) * k)
	}
	return t
}

// observation is what became of one turn with one recogniser and one scale of
// the delays.
type observation struct {
	recogniser, condition, kind string
	held                        bool
	scale                       float64
	// pause is how long the speaker paused in mid-sentence, 0 for not at all, and
	// manner how the pause came to be; cut is set if an answer was heard in it or
	// in what followed.
	pause  time.Duration
	manner string
	hard   bool
	cut    bool
	// fluent is set if one was heard where there was no pause.
	fluent bool
	// after is how long after the last voiced sample the answer was heard,
	// negative if it never was.
	after time.Duration
}

func observe(s *spoken, i int, recogniser string, scale float64, a agent.Answered) observation {
	t, p := s.call.turns[i], s.pauses[i]
	o := observation{
		recogniser: recogniser, condition: s.call.condition.Name, kind: t.sentence.Kind, held: s.call.held, scale: scale,
		pause: t.pause, manner: t.manner, after: a.After,
	}
	o.hard = t.after >= 0 && t.sentence.Hard[t.after]
	for _, at := range a.Cuts {
		if o.pause > 0 && at > p.start {
			o.cut = true
		} else {
			o.fluent = true
		}
	}
	return o
}
