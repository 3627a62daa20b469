//go:build !race

package roleplay_test

import (
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/llm"
	"parley/scenarios"
)

// TestNoModelDecidesAnyScene holds it of each embedded scene, by the lines that win
// it offline, said twice: now a yes is the scene's own, and the yielding model gives
// it whenever the note lets it.
func TestNoModelDecidesAnyScene(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, scene := range library.List() {
		lines, err := scenarios.CallScript(scene.ID, "win")
		if err != nil {
			t.Errorf("%s: %v", scene.ID, err)
			continue
		}
		lines = slices.Concat(lines, lines)
		agreement := scene.Understudy.Agree.Say
		always := func(r llm.Request) (string, *llm.ToolCall, error) {
			if !strings.Contains(directed(r), "Do not agree") {
				return agreement, nil, nil
			}
			return "Hmm.", nil, nil
		}
		never := func(r llm.Request) (string, *llm.ToolCall, error) {
			if strings.Contains(directed(r), "you have been won") {
				return agreement, nil, nil
			}
			return "Hmm.", nil, nil
		}
		for name, model := range map[string]func(llm.Request) (string, *llm.ToolCall, error){"yielding": always, "stubborn": never} {
			if outcome, _ := play(t, referee{scene: scene}, model, lines); outcome != parley.Won {
				t.Errorf("%s, %s, skilled: %s, want it won", scene.ID, name, outcome)
			}
			if outcome, _ := play(t, referee{scene: scene}, model, polite); outcome == parley.Won {
				t.Errorf("%s, %s, polite: won by asking", scene.ID, name)
			}
		}
	}
}
