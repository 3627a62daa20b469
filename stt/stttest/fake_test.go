package stttest

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"parley/engine"
	"parley/engine/enginetest"
	"parley/media"
	"parley/stt"
)

// fake hears recordings by their first sample: what it says is in the table.
// Each of its defects breaks one promise of the contract.
type fake struct {
	defect string
	table  map[int16]string
}

var _ stt.Engine = (*fake)(nil)

func (f *fake) Name() string {
	if f.defect == "no name" {
		return ""
	}
	return "fake"
}

func (f *fake) Open(context.Context, stt.Options) (stt.Stream, error) {
	s := &fakeStream{fake: f, closed: make(chan struct{}), events: make(chan stt.Event, 256)}
	if f.defect == "leaks a goroutine" {
		go func() { select {} }()
	}
	return s, nil
}

type fakeStream struct {
	*fake
	events chan stt.Event
	closed chan struct{}
	once   sync.Once

	mu    sync.Mutex
	on    bool
	id    uint64
	first int16
	n     int
	kept  []int16
	late  *stt.Event
}

var _ stt.Stream = (*fakeStream)(nil)

func (s *fakeStream) Begin(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.on, s.id, s.first, s.n = true, id, 0, 0
}

func (s *fakeStream) Write(pcm []int16) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.on && s.defect != "hears without utterance" || len(pcm) == 0 {
		return
	}
	if !s.on {
		s.put(stt.Event{Utterance: s.id, Text: "what"})
	}
	if s.n == 0 {
		s.first = pcm[0]
	}
	s.n += len(pcm)
	if s.defect == "write waits" && s.n/(10*60*media.SampleRate) > (s.n-len(pcm))/(10*60*media.SampleRate) {
		<-time.After(time.Second / 2)
	}
	if s.defect == "keeps all audio" {
		s.kept = append(s.kept, pcm...)
	}
}

func (s *fakeStream) put(e stt.Event) {
	select {
	case <-s.closed:
	case s.events <- e:
	default:
	}
}

func (s *fakeStream) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.on = false
	text := s.table[s.first]
	if s.n == 0 {
		text = ""
	}
	final := stt.Event{Utterance: s.id, Final: true, Text: text}
	if w := strings.Fields(text); len(w) > 0 && s.defect != "no interims" {
		s.put(stt.Event{Utterance: s.id, Text: w[0]})
	}
	switch s.defect {
	case "two finals":
		s.put(final)
	case "no final":
		return
	case "wrong id":
		final.Utterance++
	case "deaf":
		final.Text = "nothing of the kind"
	case "ghosts":
		final.Text = "thank you"
	case "refuses":
		final.Text, final.Err = "", fmt.Errorf("fake: %w: http://127.0.0.1 refused sk-secret", engine.ErrKey)
	case "text beside error":
		final.Err = io.ErrNoProgress
	case "words out of order":
		final.Words = []stt.Word{{Start: time.Second, End: 2 * time.Second}, {Start: 0, End: time.Second}}
	case "not utf-8":
		final.Text += " \xff"
	case "crossed streams":
		final.Text = s.table[1]
	case "swaps finals":
		if s.late == nil {
			s.late = &final
			return
		}
		s.put(final)
		final, s.late = *s.late, nil
	}
	s.put(final)
}

func (s *fakeStream) Next(ctx context.Context) (stt.Event, error) {
	done := ctx.Done()
	if s.defect == "next ignores its context" {
		never := make(chan struct{})
		context.AfterFunc(ctx, func() { time.AfterFunc(4*enginetest.Promptly, func() { close(never) }) })
		done = never
	}
	select {
	case <-s.closed:
		if s.defect == "no end of file" {
			return stt.Event{}, io.ErrClosedPipe
		}
		return stt.Event{}, io.EOF
	default:
	}
	select {
	case e := <-s.events:
		return e, nil
	case <-done:
		return stt.Event{}, ctx.Err()
	case <-s.closed:
		return stt.Event{}, io.EOF
	}
}

func (s *fakeStream) Close() error {
	again := true
	s.once.Do(func() { close(s.closed); again = false })
	switch {
	case s.defect == "slow close" && !again:
		<-time.After(2 * enginetest.Promptly)
	case s.defect == "close once only" && again:
		return io.ErrClosedPipe
	}
	return nil
}

// recordings for the fake: its words by their first sample.
func recordings() ([]Recording, map[int16]string) {
	table := map[int16]string{1: "the budget is large", 2: "we have three months"}
	var out []Recording
	for first := int16(1); first <= 2; first++ {
		pcm := make([]int16, 3*media.SampleRate)
		pcm[0] = first
		out = append(out, Recording{table[first], pcm})
	}
	return out, table
}
