package skill

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/llm"
	"parley/llm/llmtest"
)

// berlin is the zone of the user of the tests, now a Wednesday.
var (
	berlin = must(time.LoadLocation("Europe/Berlin"))
	now    = at(11, 9, 30)
)

// at is a time in March 2026.
func at(day, hour, minute int) time.Time { return time.Date(2026, 3, day, hour, minute, 0, 0, berlin) }

// todo is a pending task.
func todo(id, title string, change ...func(*parley.Task)) parley.Task {
	t := parley.Task{
		ID: id, Title: title, Status: parley.Pending, Priority: parley.Normal, CreatedAt: at(1, 8, 0), UpdatedAt: at(10, 8, 0),
	}
	for _, c := range change {
		c(&t)
	}
	return t
}

func due(d parley.Due) func(*parley.Task) { return func(t *parley.Task) { t.DueDate = d } }

func after(ids ...string) func(*parley.Task) { return func(t *parley.Task) { t.DependsOn = ids } }

func meeting(title string, start, end time.Time) parley.Appointment {
	return parley.Appointment{Title: title, Start: start, End: end}
}

// model is an engine that answers what it was given, one after the other.
type model struct {
	answers []string
	// fail is how the answer after those given ends; nil is a failed one.
	fail error
	// hang lets Next wait for the context's end instead.
	hang  bool
	usage *llm.Usage

	mu    sync.Mutex
	asked []llm.Request
}

var errFake = errors.New("fake: the service failed")

func (m *model) Name() string { return "fake" }

func (m *model) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.asked = append(m.asked, r)
	if n := len(m.asked); n <= len(m.answers) {
		return llmtest.Reading(&stream{ctx: ctx, rest: m.answers[n-1], usage: m.usage, hang: m.hang}, r), nil
	}
	if m.fail != nil {
		return nil, m.fail
	}
	return nil, errFake
}

// stream gives an answer in pieces of 7 bytes.
type stream struct {
	ctx   context.Context
	rest  string
	usage *llm.Usage
	hang  bool
}

func (s *stream) Next() (llm.Delta, error) {
	if s.hang {
		<-s.ctx.Done()
	}
	if err := s.ctx.Err(); err != nil {
		return llm.Delta{}, err
	}
	if s.rest == "" && s.usage != nil {
		u := s.usage
		s.usage = nil
		return llm.Delta{Usage: u}, nil
	}
	if s.rest == "" {
		return llm.Delta{}, io.EOF
	}
	n := min(7, len(s.rest))
	piece := s.rest[:n]
	s.rest = s.rest[n:]
	return llm.Delta{Text: piece}, nil
}

func (s *stream) Close() error { return nil }

// with are skills whose model answers so, and the model.
func with(answers ...string) (Skills, *model) {
	m := &model{answers: answers}
	return Skills{Engine: m}, m
}

// logged are skills that log into what is returned.
func (s Skills) logged() (Skills, *bytes.Buffer) {
	var log bytes.Buffer
	s.Log = slog.New(slog.NewTextHandler(&log, nil))
	return s, &log
}

// must is v, or the end of the tests.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// expectAsked checks how often a model was asked.
func expectAsked(t *testing.T, m *model, want int) {
	t.Helper()
	if len(m.asked) != want {
		t.Errorf("the model was asked %d times, want %d", len(m.asked), want)
	}
}
