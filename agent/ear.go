package agent

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"parley/agent/heard"
	"parley/agent/turn"
	"parley/media"
	"parley/media/echo"
	"parley/media/vad"
	"parley/stt"
)

const (
	// heardBefore is how much audio is kept for the lead of an utterance, from before it
	// was known to be one.
	heardBefore = 2 * time.Second
	// backlogMost is how much speech waits for a recogniser that is being opened. What was
	// said while connecting comes twice as fast as it was said (room/lk), and after openWait
	// the user is told that nobody hears them. A recogniser takes as much at once.
	backlogMost = 8 * time.Second
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
	// witness knows what voice there was in each utterance.
	witness heard.Witness
	// opening says that a recogniser is being opened, or is with the first frame. It is
	// set back after stream is set, or before the loss is told.
	opening atomic.Bool

	// The rest belongs to the goroutine. raw and report are kept here so that a
	// frame allocates nothing.
	raw    frame
	report func(vad.Window)
	ring   [heardBefore / media.PTime]frame
	filled int // frames in the ring, at most its length
	head   int // where the next goes
	still  int // frames since speech
	open   bool
	begun  *stt.Stream // where the utterance was begun; nil if in missed
	missed backlog     // what no recogniser has heard yet
	edges  edges
	early  early
	prob   float64 // of speech, the detector's newest
	failed bool
}

func newEar(c Config, log *slog.Logger, put func(item) bool, now func() time.Duration) *ear {
	e := &ear{
		log: log, detector: c.Detector, denoiser: c.Denoiser, echo: c.Echo, put: put, now: now,
		frames: make(chan frame, 50), // 1 s; when full the oldest goes
		orders: newOrders(), audio: make(chan struct{}),
	}
	e.opening.Store(true)
	e.listen = sync.OnceFunc(func() { close(e.audio) })
	e.report = func(w vad.Window) {
		e.prob = float64(w.Prob)
		e.edges.window(w)
	}
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
			e.recogniser()
			if e.edges.voiced || e.edges.sounding {
				e.frame(new(frame))
				starving.Reset(media.PTime)
			} else {
				starving.Reset(starved)
			}
		}
	}
}

// recogniser is the one that is open, which has heard all that was said before; nil if
// none is.
func (e *ear) recogniser() *stt.Stream {
	opening := e.opening.Load() // before the stream is looked at, see opening
	s := e.stream.Load()
	switch {
	case len(e.missed.waiting) == 0:
	case s != nil && e.missed.give(*s):
		e.begun = s
	case s == nil && !opening:
		e.missed.forget() // their loss was told
	}
	return s
}

func (e *ear) obey(o order) {
	s := e.recogniser()
	if o.begin {
		e.open = true
		e.early.begin(e.edges.voiced)
		e.begin(s, o)
		return
	}
	e.open = false
	e.witness.End()
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
	switch {
	case e.begun == nil && len(e.missed.waiting) > 0:
		if e.missed.End(); !e.opening.Load() && e.stream.Load() == nil { // in this order, see opening
			e.put(turn.RecogniserLost{})
		}
	case s == nil || s != e.begun: // none, or one that knows nothing of it
		e.put(turn.RecogniserLost{})
	default:
		(*s).End()
	}
}

// begin begins an utterance at the recogniser or, without one, in missed, with the
// audio from before.
func (e *ear) begin(s *stt.Stream, o order) {
	var to interface {
		Begin(id uint64)
		Write(pcm []int16)
	} = &e.missed
	if e.begun = s; s != nil {
		to = *s
	}
	to.Begin(o.utterance)
	n := min(e.filled, int(o.lead/media.PTime))
	if !e.failed {
		e.witness.Begin(o.utterance, n)
	}
	for i := range n {
		to.Write(e.ring[(e.head+len(e.ring)-n+i)%len(e.ring)][:])
	}
}

// frame hears one frame: speech is looked for in the audio as it came, the
// recogniser gets it denoised (docs/sources.md).
func (e *ear) frame(f *frame) {
	e.raw = *f
	whose := echo.OtherVoice
	if e.echo != nil {
		whose = e.echo.Heard(e.raw[:])
	}
	e.denoiser.Process(f[:])
	if whose == echo.OwnVoice && !e.edges.voiced {
		*f = frame{} // the character's words are not for the roll before the user's
		e.unsay(e.edges.unclear)
	}
	e.ring[e.head] = *f
	e.head = (e.head + 1) % len(e.ring)
	e.filled = min(e.filled+1, len(e.ring))
	switch s := e.recogniser(); {
	case !e.open:
	case e.begun == nil:
		e.missed.Write(f[:])
	case s != nil:
		(*s).Write(f[:])
	}
	if e.judge != nil {
		e.judge.hear(e.raw[:])
	}
	e.edges.frame(e.raw[:], e.now(), whose)
	if err := e.detector.Write(e.raw[:], e.report); err != nil && !e.failed {
		e.failed = true
		e.log.Error("voice activity detection failed", "err", err)
	}
	if whose == echo.OwnVoice {
		e.witness.Frame(e.raw[:], 0, false)
	} else {
		e.witness.Frame(e.raw[:], e.prob, e.edges.sound.Loud)
	}
	e.edges.tell(e.put)
	e.recogniseEarly()
	if e.still++; e.edges.voiced {
		e.still = 0
	}
}

// unsay silences the last n frames of the roll.
func (e *ear) unsay(n int) {
	for i := range min(n, e.filled) {
		e.ring[(e.head+len(e.ring)-1-i)%len(e.ring)] = frame{}
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

// backlog is what the user says while the recogniser is being opened, which hears it
// once it is open, as if it had been. It belongs to the ear.
type backlog struct {
	waiting []said
	samples int // of all that wait
}

// said is an utterance, or the beginning of one that is not over.
type said struct {
	id   uint64
	pcm  []int16
	over bool
}

// Begin begins an utterance.
func (b *backlog) Begin(id uint64) { b.waiting = append(b.waiting, said{id: id}) }

// Write adds to the utterance that was begun last; what is over backlogMost goes, the
// oldest first.
func (b *backlog) Write(pcm []int16) {
	last := &b.waiting[len(b.waiting)-1]
	last.pcm = append(last.pcm, pcm...)
	b.samples += len(pcm)
	for i := range b.waiting {
		n := min(max(b.samples-media.Samples(backlogMost), 0), len(b.waiting[i].pcm))
		b.waiting[i].pcm = b.waiting[i].pcm[n:]
		b.samples -= n
	}
}

// End ends the utterance that was begun last.
func (b *backlog) End() { b.waiting[len(b.waiting)-1].over = true }

// give has s hear all that waits, and reports whether the last of it is not over.
func (b *backlog) give(s stt.Stream) (open bool) {
	for _, u := range b.waiting {
		s.Begin(u.id)
		for frame := range slices.Chunk(u.pcm, media.FrameSamples) {
			s.Write(frame)
		}
		if open = !u.over; !open {
			s.End()
		}
	}
	*b = backlog{}
	return open
}

// forget forgets the utterances that are over.
func (b *backlog) forget() {
	b.waiting = slices.DeleteFunc(b.waiting, func(u said) bool {
		if u.over {
			b.samples -= len(u.pcm)
		}
		return u.over
	})
}
