package echo_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"parley/media"
	"parley/media/echo"
)

func TestEchoBothSidesAtOnce(t *testing.T) {
	agent, _, _, heard := echoScene{delay: 50 * time.Millisecond, echo: -10, user: never, noise: -35}.parts(t)
	e := echo.New()
	var wg sync.WaitGroup
	wg.Go(func() {
		for frame := range slices.Chunk(agent, media.FrameSamples) {
			e.Played(frame)
		}
	})
	wg.Go(func() {
		for frame := range slices.Chunk(heard, media.FrameSamples) {
			if score, _ := e.Score(frame); score < 0 || score > 1 {
				t.Errorf("score %v, want 0-1", score)
			}
		}
	})
	wg.Wait()
}
