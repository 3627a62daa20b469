package sherpa

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"parley/media"
	"parley/stt"
)

const (
	// readStep is how much audio is handed to a model at once: ten interims a
	// second at most.
	readStep = media.SampleRate / 10
	// wholeStep is the audio between two interims of a whole-utterance model,
	// each of which decodes all of the piece again.
	wholeStep = media.SampleRate
)

// recognition is what all streams of an engine share.
type recognition struct {
	model   model
	workers workers
	points  punctuator // nil if there is none, or the model makes its own
	lower   bool       // the model writes capitals only, which are made small
	step    int        // samples between interims
	costly  bool       // interims are made only while a place is idle
	limits  limits
}

// recogniser is the goroutine of one stream. It has at most one piece open.
type recogniser struct {
	*recognition
	ctx     context.Context //nolint:containedctx // ends when the stream closes
	phrases []string
	out     *stt.Queue
	pauses  *pauses
	early   early

	utterance uint64
	open      bool
	began     int64 // the utterance's first sample, of all written
	piece     piece
	from, fed int // samples of the utterance: where the piece begins, and so far
	looked    int // fed when an interim was last made
	loudness  loudness
	texts     []string // of the pieces before
	words     []stt.Word
	shown     string
	err       error
}

var errPanic = errors.New("the recogniser panicked")

// run decodes until the queue is closed.
func (r *recogniser) run(in *media.Queue[mark]) {
	pcm, samples := make([]int16, readStep), make([]float32, readStep)
	defer r.drop()
	for {
		it, ok := in.Next(pcm, 1)
		if !ok {
			return
		}
		switch {
		case it.Samples > 0 && r.open && r.err == nil:
			float(samples, pcm[:it.Samples])
			r.safely(func() error { return r.write(samples[:it.Samples], it.At) })
		case it.Samples > 0:
		case it.Mark.begin:
			r.begin(it)
		case it.Mark.pauses:
			r.pause(it.Mark)
		default:
			r.end(it)
		}
	}
}

// safely runs what enters the model; a panic costs the utterance only.
func (r *recogniser) safely(f func() error) {
	defer func() {
		if p := recover(); p != nil {
			r.err = fmt.Errorf("%w: %T", errPanic, p)
		}
	}()
	if !r.workers.enter(r.ctx) {
		return // closing
	}
	defer r.workers.leave()
	if err := f(); err != nil {
		r.err = fmt.Errorf("recognise speech with sherpa: %w", err)
	}
}

func (r *recogniser) begin(m media.Queued[mark]) {
	r.drop()
	*r = recogniser{
		recognition: r.recognition, ctx: r.ctx, phrases: r.phrases, out: r.out, pauses: r.pauses,
		utterance: m.Mark.utterance, open: true, began: m.At,
	}
}

// drop frees the open piece.
func (r *recogniser) drop() {
	if r.piece != nil {
		r.piece.free()
		r.piece = nil
	}
}

func (r *recogniser) write(pcm []float32, at int64) error {
	if r.piece == nil {
		p, err := r.model.begin(r.phrases)
		if err != nil {
			return err
		}
		// Audio lost to a full queue counts, so that the words' times stay right.
		r.piece, r.from = p, int(at-r.began)
		r.loudness = loudness{}
	}
	r.piece.write(pcm)
	r.fed = int(at-r.began) + len(pcm)
	r.loudness.add(pcm)
	if r.limits.cut(r.fed-r.from, r.loudness) {
		r.early = early{}
		r.finish(r.piece.end())
		return nil
	}
	if r.pauses.now() == 0 && r.fed-r.looked >= r.step && (!r.costly || r.workers.idle()) {
		r.looked = r.fed
		r.show(r.piece.interim())
	}
	return nil
}

// show sends the text so far if it changed.
func (r *recogniser) show(last string) {
	text := r.join(last)
	if text == "" || text == r.shown {
		return
	}
	r.shown = text
	r.out.Put(stt.Event{Utterance: r.utterance, Text: text})
}

// finish frees the open piece and keeps its outcome.
func (r *recogniser) finish(o outcome) {
	r.drop()
	if text := strings.TrimSpace(o.text); text != "" {
		r.texts = append(r.texts, text)
	}
	r.words = append(r.words, o.words(r.from, r.fed-r.from, r.lower)...)
}

func (r *recogniser) end(m media.Queued[mark]) {
	if r.piece != nil && r.err == nil {
		r.safely(func() error { r.finish(r.last(m.Mark)); return nil })
	}
	e := stt.Event{Utterance: m.Mark.utterance, Final: true, Err: r.err}
	if r.err == nil {
		e.Text, e.Words, e.Confidence = r.join(""), r.words, confidence(r.words)
	}
	if r.points != nil && e.Text != "" {
		r.safely(func() error { e.Text = r.points.punctuate(e.Text); return nil })
	}
	r.drop()
	r.open = false
	e.Took = time.Since(m.Made)
	r.out.Put(e)
}

func (r *recogniser) join(last string) string {
	text := strings.TrimSpace(strings.Join(r.texts, " ") + " " + strings.TrimSpace(last))
	if r.lower {
		text = strings.ToLower(text)
	}
	return text
}

// early is what was recognised up to a pause.
type early struct {
	pause uint64 // 0: nothing
	outcome
}

// pause recognises what there is of the utterance, and sends it unless the speaker
// has gone on meanwhile.
func (r *recogniser) pause(m mark) {
	if !r.open || r.err != nil || r.piece == nil || r.pauses.now() != m.pause {
		return
	}
	text := ""
	r.safely(func() error {
		r.early = early{m.pause, r.piece.end()}
		if text = r.join(r.early.text); text != "" && r.points != nil {
			text = r.points.punctuate(text)
		}
		return nil
	})
	if text = strings.TrimSpace(text); text != "" && r.err == nil && r.pauses.now() == m.pause {
		r.out.Put(stt.Event{Utterance: m.utterance, Text: text, Early: true})
	}
}

// last is the outcome of the open piece: what was recognised in the pause that
// lasted until the end, or else all of it.
func (r *recogniser) last(m mark) outcome {
	if m.pause > 0 && m.pause == r.early.pause {
		return r.early.outcome
	}
	return r.piece.end()
}

// limits are how long a piece may be, in samples: past soft it ends in the next
// pause, at hard anyway. The pieces' texts are put together again.
type limits struct{ soft, hard int }

var (
	// wholeLimits keep below the 30 s that Whisper hears at most.
	wholeLimits = limits{20 * media.SampleRate, 28 * media.SampleRate}
	// streamLimits hold the memory and the cost of an interim, which grow with
	// the piece.
	streamLimits = limits{60 * media.SampleRate, 90 * media.SampleRate}
)

// pausePower is the power of a step of audio, as a part of the mean so far, below
// which it is a pause: 10 dB less.
const pausePower = 0.1

// loudness is the power of the steps of a piece.
type loudness struct {
	sum, last float64
	steps     int
}

func (l *loudness) add(pcm []float32) {
	l.last = 0
	for _, s := range pcm {
		l.last += float64(s) * float64(s)
	}
	l.last /= float64(len(pcm))
	l.sum += l.last
	l.steps++
}

// cut says whether a piece of so many samples ends here.
func (l limits) cut(samples int, p loudness) bool {
	return samples >= l.hard || samples >= l.soft && p.last*float64(p.steps) <= p.sum*pausePower
}

// workers holds how many goroutines may decode at once: each takes a place
// before it enters the model and leaves it after. Those who wait are served in
// the order they came; there is one per stream at most.
type workers chan struct{}

func newWorkers(n int) workers { return make(workers, n) }

// enter waits for a place and reports false if ctx ended first.
func (w workers) enter(ctx context.Context) bool {
	select {
	case w <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (w workers) leave() { <-w }

// idle says whether a place is free besides the caller's own.
func (w workers) idle() bool { return len(w) < cap(w) || cap(w) == 1 }
