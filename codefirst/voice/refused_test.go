//go:build !race

package voice_test

import (
	"context"
	"sync/atomic"
	"testing"

	"parley/codefirst"
	"parley/codefirst/scripted"
	"parley/language/languagetest"
	"parley/tool"
)

// A refusal has no program go on: it ends the pause as a no, or leaves it open.
func TestReader(t *testing.T) {
	const code = "await clear()\nawait gone()\nyield <Message>Done.</Message>" + listen
	languagetest.Reader(t, languagetest.Some, func(said string) bool {
		var gone atomic.Bool
		pause := newTool(t, "clear", func(context.Context, tool.Call) (any, error) {
			return nil, &codefirst.Pause{Reason: languagetest.Question}
		})
		after := newTool(t, "gone", func(context.Context, tool.Call) (any, error) {
			gone.Store(true)
			return nil, nil
		})
		c := mind(t, scripted.New(code, "yield <Message>Pardon?</Message>"+listen), nil, pause, after)
		for _, text := range []string{"Delete all tasks.", said} {
			// A program that catches no no fails with it, which is not what is tested.
			if err := c.Answer(t.Context(), committed(text), newMouth()); err != nil && text != said {
				t.Error(err)
			}
		}
		return gone.Load()
	})
}
