//go:build !race

package understudy_test

import (
	"errors"
	"testing"

	"parley/engine"
	"parley/llm"
	"parley/llm/understudy"
	"parley/scenarios"
)

func TestCuedPlaysWhoIsCued(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	var all llm.Engine = understudy.Cued{}
	if _, err := all.Chat(t.Context(), llm.Request{}); !errors.Is(err, engine.ErrRequest) {
		t.Errorf("without a script: %v, want ErrRequest", err)
	}
	played := 0
	for _, s := range library.List() {
		e, err := understudy.New(s)
		if errors.Is(err, understudy.ErrNoScript) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		stream, err := all.Chat(t.Context(), llm.Request{Script: e})
		if err != nil {
			t.Fatal(err)
		}
		if d, err := stream.Next(); err != nil || d.Text == "" {
			t.Errorf("%s opens with %+v, %v", s.ID, d, err)
		}
		played++
	}
	if played < 2 {
		t.Errorf("%d scenarios played, want at least two", played)
	}
	if got := all.Name(); got != "understudy" {
		t.Errorf("Name = %q", got)
	}
}
