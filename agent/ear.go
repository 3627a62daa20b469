package agent

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"parley/media"
	"parley/stt"
)

const (
	// preRoll is how much audio from before the onset the recogniser gets; the
	// VAD's onset lags by up to 300 ms (speech.md C, p95).
	preRoll = 500 * time.Millisecond
	// onsetLag is how much speech the VAD wants before it reports an onset, and
	// offsetLag how much silence before an end: two windows and one.
	onsetLag  = 64 * time.Millisecond
	offsetLag = 32 * time.Millisecond
	// starved is how long frames may stay away in the middle of speech, as when
	// the user mutes, before silence is put in their place.
	starved = 200 * time.Millisecond
)

type frame = [media.FrameSamples]int16

// order is what the owner wants of the recogniser.
type order struct {
	begin     bool
	utterance uint64
}

// ear turns the user's audio into voice events and feeds the recogniser. One
// goroutine runs it; hear and order may be called from any other.
type ear struct {
	log      *slog.Logger
	detector Detector
	denoiser Denoiser
	put      func(item) bool
	now      func() time.Duration

	frames chan frame
	lost   atomic.Uint64
	orders chan order
	stream atomic.Pointer[stt.Stream]

	// The rest belongs to the goroutine. raw and report are kept here so that a
	// frame allocates nothing.
	raw      frame
	report   func(media.Window)
	ring     [preRoll / media.PTime]frame
	filled   int // frames in the ring, at most its length
	head     int // where the next goes
	open     bool
	speaking bool
	failed   bool
}

func newEar(log *slog.Logger, d Detector, n Denoiser, put func(item) bool, now func() time.Duration) *ear {
	e := &ear{
		log: log, detector: d, denoiser: n, put: put, now: now,
		frames: make(chan frame, 50), // 1 s; when full the oldest goes
		orders: make(chan order, 64),
	}
	e.report = e.window
	return e
}

// hear takes 20 ms of the user's audio, or a multiple. It never blocks: with a
// second of audio unheard the oldest frame is dropped.
func (e *ear) hear(pcm []int16) {
	for len(pcm) >= media.FrameSamples {
		f := frame(pcm[:media.FrameSamples])
		pcm = pcm[media.FrameSamples:]
		for {
			select {
			case e.frames <- f:
			default:
				select {
				case <-e.frames:
					e.lost.Add(1)
				default:
				}
				continue
			}
			break
		}
	}
}

func (e *ear) run(ctx context.Context) error {
	starving := time.NewTimer(starved)
	defer starving.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case o := <-e.orders:
			e.obey(o)
		case f := <-e.frames:
			e.frame(&f)
			starving.Reset(starved)
		case <-starving.C:
			if e.speaking {
				e.frame(new(frame))
				starving.Reset(media.PTime)
			} else {
				starving.Reset(starved)
			}
		}
	}
}

func (e *ear) obey(o order) {
	s := e.stream.Load()
	if !o.begin {
		e.open = false
		if s == nil {
			e.put(deaf{})
			return
		}
		(*s).End()
		return
	}
	e.open = true
	if s == nil {
		return
	}
	(*s).Begin(o.utterance)
	for i := range e.filled {
		(*s).Write(e.ring[(e.head+len(e.ring)-e.filled+i)%len(e.ring)][:])
	}
}

// frame hears one frame: speech is looked for in the audio as it came, the
// recogniser gets it denoised (speech.md A, "Noise suppression").
func (e *ear) frame(f *frame) {
	e.raw = *f
	e.denoiser.Process(f[:])
	e.ring[e.head] = *f
	e.head = (e.head + 1) % len(e.ring)
	e.filled = min(e.filled+1, len(e.ring))
	if s := e.stream.Load(); s != nil && e.open {
		(*s).Write(f[:])
	}
	if err := e.detector.Write(e.raw[:], e.report); err != nil && !e.failed {
		e.failed = true
		e.log.Error("voice activity detection failed", "err", err)
	}
}

func (e *ear) window(w media.Window) {
	switch {
	case w.Started:
		e.speaking = true
		e.put(voice{on: true, at: e.now() - onsetLag})
	case w.Ended:
		e.speaking = false
		e.put(voice{on: false, at: e.now() - offsetLag})
	}
}
