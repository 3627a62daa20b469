package agent

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"parley/agent/turn"
	"parley/media"
	"parley/media/echo"
	"parley/media/vad"
	"parley/stt"
)

const (
	// heardBefore is how much audio is kept: what is said while the recogniser is still
	// being opened is given to it then. A pooled decoder takes 0.2 s, a new one
	// over a second.
	heardBefore = 2 * time.Second
	// starved is how long frames may stay away in the middle of speech, as when
	// the user mutes, before silence is put in their place.
	starved = 200 * time.Millisecond
)

type frame = [media.FrameSamples]int16

// ear turns the user's audio into voice events and feeds the recogniser. One
// goroutine runs it; hear may be called from any other.
type ear struct {
	log      *slog.Logger
	detector Detector
	denoiser Denoiser
	echo     Echo
	judge    *judge // nil without a turn model
	put      func(item) bool
	now      func() time.Duration

	frames chan frame
	lost   atomic.Uint64
	// audio is closed by the first frame, by listen.
	audio  chan struct{}
	listen func()
	orders *orders
	stream atomic.Pointer[stt.Stream]

	// The rest belongs to the goroutine. raw and report are kept here so that a
	// frame allocates nothing.
	raw    frame
	report func(vad.Window)
	ring   [heardBefore / media.PTime]frame
	filled int // frames in the ring, at most its length
	head   int // where the next goes
	still  int // frames since speech
	open   bool
	begun  *stt.Stream // where the utterance was begun; nil as long as no recogniser is open
	asked  order       // that opened it
	missed int         // frames since then that no recogniser was given
	edges  edges
	early  early
	failed bool
}

func newEar(c Config, log *slog.Logger, put func(item) bool, now func() time.Duration) *ear {
	e := &ear{
		log: log, detector: c.Detector, denoiser: c.Denoiser, echo: c.Echo, put: put, now: now,
		frames: make(chan frame, 50), // 1 s; when full the oldest goes
		orders: newOrders(), audio: make(chan struct{}),
	}
	e.listen = sync.OnceFunc(func() { close(e.audio) })
	e.report = e.edges.window
	e.early.spare = earlySpare
	if c.TurnModel != nil {
		e.judge = newJudge(c.TurnModel, log, put)
	}
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
				e.listen()
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
		case <-e.orders.wake:
			for _, o := range e.orders.take() {
				e.obey(o)
			}
		case f := <-e.frames:
			e.frame(&f)
			starving.Reset(starved)
		case <-starving.C:
			if e.edges.voiced || e.edges.sounding {
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
		if e.early.paused {
			e.early.paused = false
			e.put(recognisedEarly{kept: true})
		}
		// Words the recogniser has heard it shall not hear again. The silence at
		// their end it may: the next word may have begun in it.
		e.filled = min(e.filled, e.still)
		if e.judge != nil {
			e.judge.ask(o.utterance)
		}
		if s == nil || s != e.begun { // none, or one that knows nothing of it
			e.put(turn.RecogniserLost{})
			return
		}
		(*s).End()
		return
	}
	e.open, e.asked, e.missed = true, o, 0
	e.early.begin(e.edges.voiced)
	e.begin(s)
}

// begin begins the open utterance at a recogniser, with the audio from before.
func (e *ear) begin(s *stt.Stream) {
	if e.begun = s; s == nil {
		return
	}
	(*s).Begin(e.asked.utterance)
	n := min(e.filled, int(e.asked.lead/media.PTime)+e.missed)
	for i := range n {
		(*s).Write(e.ring[(e.head+len(e.ring)-n+i)%len(e.ring)][:])
	}
}

// frame hears one frame: speech is looked for in the audio as it came, the
// recogniser gets it denoised (docs/sources.md).
func (e *ear) frame(f *frame) {
	e.raw = *f
	own := e.echo != nil && e.echo.Heard(e.raw[:]) >= echo.Alone
	e.denoiser.Process(f[:])
	if own && !e.edges.voiced {
		*f = frame{} // the character's words are not for the roll before the user's
	}
	e.ring[e.head] = *f
	e.head = (e.head + 1) % len(e.ring)
	e.filled = min(e.filled+1, len(e.ring))
	switch s := e.stream.Load(); {
	case !e.open:
	case e.begun == nil: // it may have opened since
		e.missed++
		e.begin(s)
	case s != nil:
		(*s).Write(f[:])
	}
	if e.judge != nil {
		e.judge.hear(e.raw[:])
	}
	e.edges.frame(e.raw[:], e.now(), own)
	if err := e.detector.Write(e.raw[:], e.report); err != nil && !e.failed {
		e.failed = true
		e.log.Error("voice activity detection failed", "err", err)
	}
	e.edges.tell(e.put)
	e.recogniseEarly()
	if e.still++; e.edges.voiced {
		e.still = 0
	}
}

// order is what the owner wants of the recogniser: an utterance begun or ended.
type order struct {
	begin     bool
	utterance uint64
	lead      time.Duration
}

// maxOrders is how many orders wait for the ear before utterances that it never
// heard of are left out. Speech gives a few a second; a button can give hundreds.
const maxOrders = 16

// orders are those the ear has yet to obey, in order. Each utterance is begun and
// then ended before the next, so there are never more than maxOrders and one.
type orders struct {
	wake chan struct{} // has one token while orders wait

	mu      sync.Mutex
	waiting []order
}

func newOrders() *orders { return &orders{wake: make(chan struct{}, 1)} }

// put adds an order. It reports false if o ends an utterance that was left out:
// it was over before the ear, which is behind, could begin it.
func (q *orders) put(o order) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := len(q.waiting)
	if !o.begin && n >= maxOrders && q.waiting[n-1].begin {
		q.waiting = q.waiting[:n-1]
		return false
	}
	q.waiting = append(q.waiting, o)
	select {
	case q.wake <- struct{}{}:
	default:
	}
	return true
}

// take returns all orders waiting.
func (q *orders) take() []order {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := q.waiting
	q.waiting = nil
	return all
}
