//go:build !race

package voice_test

import (
	"context"
	"testing"

	"parley/codefirst"
	"parley/codefirst/scripted"
	"parley/language/languagetest"
	"parley/tool"
)

// A refusal has no program go on: it ends the pause as a no, or leaves it open.
func TestRefusalsHaveNoProgramGoOn(t *testing.T) {
	const code = "await clear()\nawait gone()\nyield <Message>Done.</Message>" + listen
	// goesOn reports whether the program that was paused did what comes after its question.
	goesOn := func(said string) (gone bool) {
		pause := newTool(t, "clear", func(context.Context, tool.Call) (any, error) {
			return nil, &codefirst.Pause{Reason: "Shall I remove 3 tasks from your list for good?"}
		})
		after := newTool(t, "gone", func(context.Context, tool.Call) (any, error) {
			gone = true
			return nil, nil
		})
		c := mind(t, scripted.New(code, "yield <Message>Pardon?</Message>"+listen), nil, pause, after)
		for _, text := range []string{"Delete all tasks.", said} {
			// A program that catches no no fails with it, which is not what is tested.
			if err := c.Answer(t.Context(), committed(text), newMouth()); err != nil && text != said {
				t.Fatal(err)
			}
		}
		return gone
	}
	for _, set := range languagetest.Refusals(t) {
		for i := 0; i < len(set.Lines); i += 2 {
			if goesOn(set.Lines[i]) {
				t.Errorf("%s: %q has the program go on", set.Name, set.Lines[i])
			}
		}
	}
	taken, asked := 0, 0
	for _, set := range languagetest.Assents(t) {
		for i := 0; i < len(set.Lines); i += 8 {
			asked++
			if goesOn(set.Lines[i]) {
				taken++
			}
		}
	}
	t.Logf("%d of %d assents taken", taken, asked)
	if taken*100 < asked*85 {
		t.Errorf("%d of %d assents taken, want 85 %%", taken, asked)
	}
}
