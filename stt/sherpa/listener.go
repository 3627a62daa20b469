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

// hearing is what all streams of an engine share.
type hearing struct {
	model   model
	workers workers
	points  punctuator // nil if there is none, or the model makes its own
	lower   bool       // the model shouts
	step    int        // samples between interims
	costly  bool       // interims are made only while a place is idle
	limits  limits
}

// listener is the goroutine of one stream. It has at most one piece open.
type listener struct {
	*hearing
	ctx     context.Context //nolint:containedctx // ends when the stream closes
	phrases []string
	out     *outbox
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

// listen decodes until the inbox is closed.
func (l *listener) listen(in *inbox) {
	pcm, samples := make([]int16, readStep), make([]float32, readStep)
	defer l.drop()
	for {
		it, ok := in.next(pcm)
		if !ok {
			return
		}
		switch {
		case it.samples > 0 && l.open && l.err == nil:
			float(samples, pcm[:it.samples])
			l.safely(func() error { return l.write(samples[:it.samples], it.at) })
		case it.samples > 0:
		case it.mark.begin:
			l.begin(it.mark)
		case it.mark.pauses:
			l.pause(it.mark)
		default:
			l.end(it.mark)
		}
	}
}

// safely runs what enters the model; a panic costs the utterance only.
func (l *listener) safely(f func() error) {
	defer func() {
		if r := recover(); r != nil {
			l.err = fmt.Errorf("%w: %T", errPanic, r)
		}
	}()
	if !l.workers.enter(l.ctx) {
		return // closing
	}
	defer l.workers.leave()
	if err := f(); err != nil {
		l.err = fmt.Errorf("recognise speech with sherpa: %w", err)
	}
}

func (l *listener) begin(m mark) {
	l.drop()
	*l = listener{
		hearing: l.hearing, ctx: l.ctx, phrases: l.phrases, out: l.out, pauses: l.pauses,
		utterance: m.utterance, open: true, began: m.at,
	}
}

// drop frees the open piece.
func (l *listener) drop() {
	if l.piece != nil {
		l.piece.free()
		l.piece = nil
	}
}

func (l *listener) write(pcm []float32, at int64) error {
	if l.piece == nil {
		p, err := l.model.begin(l.phrases)
		if err != nil {
			return err
		}
		// Audio lost to a full inbox counts, so that the words' times stay right.
		l.piece, l.from = p, int(at-l.began)
		l.loudness = loudness{}
	}
	l.piece.write(pcm)
	l.fed = int(at-l.began) + len(pcm)
	l.loudness.add(pcm)
	if l.limits.cut(l.fed-l.from, l.loudness) {
		l.early = early{}
		l.finish(l.piece.end())
		return nil
	}
	if l.pauses.now() == 0 && l.fed-l.looked >= l.step && (!l.costly || l.workers.idle()) {
		l.looked = l.fed
		l.show(l.piece.interim())
	}
	return nil
}

// show sends the text so far if it changed.
func (l *listener) show(last string) {
	text := l.join(last)
	if text == "" || text == l.shown {
		return
	}
	l.shown = text
	l.out.put(stt.Event{Utterance: l.utterance, Text: text})
}

// finish drops the open piece and keeps what it heard.
func (l *listener) finish(o outcome) {
	l.drop()
	if text := strings.TrimSpace(o.text); text != "" {
		l.texts = append(l.texts, text)
	}
	l.words = append(l.words, o.words(l.from, l.fed-l.from, l.lower)...)
}

func (l *listener) end(m mark) {
	if l.piece != nil && l.err == nil {
		l.safely(func() error { l.finish(l.last(m)); return nil })
	}
	e := stt.Event{Utterance: m.utterance, Final: true, Err: l.err}
	if l.err == nil {
		e.Text, e.Words, e.Confidence = l.join(""), l.words, confidence(l.words)
	}
	if l.points != nil && e.Text != "" {
		l.safely(func() error { e.Text = l.points.punctuate(e.Text); return nil })
	}
	l.drop()
	l.open = false
	e.Took = time.Since(m.made)
	l.out.put(e)
}

func (l *listener) join(last string) string {
	text := strings.TrimSpace(strings.Join(l.texts, " ") + " " + strings.TrimSpace(last))
	if l.lower {
		text = strings.ToLower(text)
	}
	return text
}
