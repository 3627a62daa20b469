package understudy

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"parley"
	"parley/engine"
	"parley/llm"
	"parley/scenarios"
)

var reactionTool = llm.Tool{Name: ReactionTool, Parameters: json.RawMessage(`{"type":"object"}`)}

func user(text string) []llm.Message {
	return []llm.Message{{Speaker: llm.System, Text: "x"}, {Speaker: llm.Assistant, Text: "So."}, {Speaker: llm.User, Text: text}}
}

func TestNewNeedsScript(t *testing.T) {
	if _, err := New(scenarios.Scenario{ID: "bare"}); !errors.Is(err, ErrNoScript) {
		t.Errorf("error = %v, want ErrNoScript", err)
	}
}

func TestEngineShowsEmojiOnlyIfOffered(t *testing.T) {
	s := scene(t, cfo)
	e, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	turns := []parley.Turn{{Number: 1, Role: parley.User, Text: "three times the money in eighteen months"}}
	text, call := reply(t, e, turns)
	if want := s.Understudy.Beats[1].Say[0]; text != want || call != nil {
		t.Errorf("without the tool: %q and call %v, want %q alone", text, call, want)
	}
	text, call = reply(t, e, turns, llm.Tool{Name: "other"}, reactionTool)
	if call == nil || call.Name != "emoji_reaction" || call.ID == "" {
		t.Fatalf("with the tool: call = %+v, want an emoji_reaction", call)
	}
	var got parley.Reaction
	if err := json.Unmarshal([]byte(call.Arguments), &got); err != nil || got != *s.Understudy.Beats[1].Emoji {
		t.Errorf("reaction = %+v (%v), want %+v", got, err, *s.Understudy.Beats[1].Emoji)
	}
	if text == "" {
		t.Error("a reaction took the place of the words")
	}
}

func TestEngineStreamsInPieces(t *testing.T) {
	e, err := New(scene(t, cfo))
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Chat(context.Background(), llm.Request{Messages: user("hello")})
	if err != nil {
		t.Fatal(err)
	}
	pieces := 0
	for {
		d, err := s.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if d.Finish == llm.Stopped {
			continue
		}
		if err != nil || d.Text == "" {
			t.Fatalf("piece %d = %+v, %v", pieces, d, err)
		}
		pieces++
	}
	if pieces < 3 {
		t.Errorf("%d pieces, want the line in several", pieces)
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	if _, err := s.Next(); !errors.Is(err, engine.ErrCut) {
		t.Errorf("after Close: %v, want ErrCut", err)
	}
}

func TestEngineStopsWithItsContext(t *testing.T) {
	e, err := New(scene(t, cfo))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s, err := e.Chat(ctx, llm.Request{Messages: user("hello")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Next(); err != nil {
		t.Fatal(err)
	}
	cancel()
	if d, err := s.Next(); !errors.Is(err, context.Canceled) || d.Text != "" {
		t.Errorf("after cancel: %+v, %v, want context.Canceled alone", d, err)
	}
	if _, err := e.Chat(ctx, llm.Request{Messages: user("hello")}); !errors.Is(err, context.Canceled) {
		t.Errorf("chat after cancel: %v, want context.Canceled", err)
	}
}

func TestEngineRefusesJSON(t *testing.T) {
	e, err := New(scene(t, cfo))
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Chat(context.Background(), llm.Request{Messages: user("hello"), Schema: &llm.Schema{}})
	if !errors.Is(err, engine.ErrRequest) {
		t.Errorf("error = %v, want ErrRequest", err)
	}
}

// TestEngineOpens answers a conversation nobody has begun.
func TestEngineOpens(t *testing.T) {
	s := scene(t, cfo)
	e, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := reply(t, e, nil); text != s.Opening {
		t.Errorf("first words = %q, want the opening %q", text, s.Opening)
	}
	if e.Name() != "understudy" {
		t.Errorf("name = %q", e.Name())
	}
}

func BenchmarkFollow(b *testing.B) {
	s := scene(b, cfo)
	c := hold(b, s, append(callLines(b, s.ID, "stall"), callLines(b, s.ID, "win")...))
	turns := c.turns[len(c.turns)-parley.ContextWindow:]
	b.ReportAllocs()
	for b.Loop() {
		Follow(s, turns, 5)
	}
}
