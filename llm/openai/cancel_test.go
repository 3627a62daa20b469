package openai_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/openaihttp/openaitest"
	"parley/llm/openai"
)

// promptly is how soon a cancelled call must return and its connection close.
const promptly = 50 * time.Millisecond

func status502(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "<html>bad gateway</html>", http.StatusBadGateway)
}

func waitGone(t *testing.T, s *openaitest.Server) {
	t.Helper()
	select {
	case <-s.Gone:
	case <-time.After(5 * time.Second):
		t.Error("the service never saw the client hang up")
	}
}

func TestCancelBeforeFirstToken(t *testing.T) {
	s := openaitest.New(t, openaitest.HangBefore())
	ctx, cancel := context.WithCancel(t.Context())
	var asked time.Time
	time.AfterFunc(100*time.Millisecond, func() { asked = time.Now(); cancel() })
	_, err := newEngine(t, openai.Config{Service: at(s.URL)}).Chat(ctx, ask("hello"))
	if took := time.Since(asked); !errors.Is(err, context.Canceled) || took > promptly {
		t.Errorf("Chat = %v after %v, want context.Canceled within %v", err, took, promptly)
	}
	waitGone(t, s)
}

func TestCancelMidStream(t *testing.T) {
	s := openaitest.New(t, openaitest.HangAfter("Well, "))
	ctx, cancel := context.WithCancel(t.Context())
	stream, err := newEngine(t, openai.Config{Service: at(s.URL)}).Chat(ctx, ask("hello"))
	if err != nil {
		t.Fatal(err)
	}
	if d, err := stream.Next(); d.Text != "Well, " || err != nil {
		t.Fatalf("Next = %q, %v", d.Text, err)
	}
	var asked time.Time
	time.AfterFunc(100*time.Millisecond, func() { asked = time.Now(); cancel() })
	_, err = stream.Next()
	if took := time.Since(asked); !errors.Is(err, context.Canceled) || took > promptly {
		t.Errorf("Next = %v after %v, want context.Canceled within %v", err, took, promptly)
	}
	waitGone(t, s)
}

func TestCancelWithoutReading(t *testing.T) {
	s := openaitest.New(t, openaitest.HangAfter("Well, "))
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := newEngine(t, openai.Config{Service: at(s.URL)}).Chat(ctx, ask("hello")); err != nil {
		t.Fatal(err)
	}
	cancel()
	waitGone(t, s)
}

func TestCloseHangsUp(t *testing.T) {
	s := openaitest.New(t, openaitest.HangAfter("Well, "))
	stream, err := newEngine(t, openai.Config{Service: at(s.URL)}).Chat(t.Context(), ask("hello"))
	if err != nil {
		t.Fatal(err)
	}
	within(t, promptly, "Close", func() { _ = stream.Close() })
	if _, err := stream.Next(); err == nil {
		t.Error("Next after Close = nil, want an error")
	}
	waitGone(t, s)
}

func TestBudgetDoesNotCountTheListener(t *testing.T) {
	s := openaitest.New(t, openaitest.Text("Well, ", "no."))
	e := newEngine(t, openai.Config{Service: at(s.URL), FirstToken: 250 * time.Millisecond, NextToken: 50 * time.Millisecond})
	stream, err := e.Chat(t.Context(), ask("hello"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stream.Close() }()
	for {
		<-time.After(100 * time.Millisecond) // a slow speaker, as one whose queue is full
		d, err := stream.Next()
		if errors.Is(err, engine.ErrSlow) {
			t.Fatal("Next = ErrSlow though the service was fast")
		}
		if d.Text == "no." {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
