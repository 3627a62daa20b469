package openai_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/enginetest"
	"parley/engine/openaihttp/openaitest"
	"parley/llm/openai"
)

func status502(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "<html>bad gateway</html>", http.StatusBadGateway)
}

func waitGone(t *testing.T, s *openaitest.Server) {
	t.Helper()
	select {
	case <-s.Gone:
	case <-time.After(time.Minute):
		t.Error("the service never saw the client hang up")
	}
}

func TestCancelBeforeFirstToken(t *testing.T) {
	s := openaitest.New(t, openaitest.HangBefore())
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	enginetest.Prompt(t, "Chat, cancelled,", func() enginetest.Lapse {
		ctx, cancel := context.WithCancel(t.Context())
		asked := make(chan enginetest.Clock, 1)
		time.AfterFunc(100*time.Millisecond, func() { asked <- enginetest.Start(); cancel() })
		_, err := e.Chat(ctx, ask("hello"))
		took := (<-asked).Lapse()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Chat = %v, want context.Canceled", err)
		}
		waitGone(t, s)
		return took
	})
}

func TestCancelMidStream(t *testing.T) {
	s := openaitest.New(t, openaitest.HangAfter("Well, "))
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	enginetest.Prompt(t, "Next, cancelled,", func() enginetest.Lapse {
		ctx, cancel := context.WithCancel(t.Context())
		stream, err := e.Chat(ctx, ask("hello"))
		if err != nil {
			t.Fatal(err)
		}
		if d, err := stream.Next(); d.Text != "Well, " || err != nil {
			t.Fatalf("Next = %q, %v", d.Text, err)
		}
		asked := make(chan enginetest.Clock, 1)
		time.AfterFunc(100*time.Millisecond, func() { asked <- enginetest.Start(); cancel() })
		_, err = stream.Next()
		took := (<-asked).Lapse()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Next = %v, want context.Canceled", err)
		}
		waitGone(t, s)
		return took
	})
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
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	enginetest.Prompt(t, "Close", func() enginetest.Lapse {
		stream, err := e.Chat(t.Context(), ask("hello"))
		if err != nil {
			t.Fatal(err)
		}
		clock := enginetest.Start()
		_ = stream.Close()
		took := clock.Lapse()
		if _, err := stream.Next(); err == nil {
			t.Error("Next after Close = nil, want an error")
		}
		waitGone(t, s)
		return took
	})
}

func TestBudgetDoesNotCountTheListener(t *testing.T) {
	s := openaitest.New(t, openaitest.Text("Well, ", "no."))
	e := newEngine(t, openai.Config{Service: at(s.URL), FirstToken: 10 * time.Second, NextToken: 500 * time.Millisecond})
	stream, err := e.Chat(t.Context(), ask("hello"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stream.Close() }()
	for {
		<-time.After(600 * time.Millisecond) // a slow speaker, as one whose queue is full
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
