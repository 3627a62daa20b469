package lk_test

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parley/media"
	"parley/media/playout"
	"parley/room/lk"
	"parley/room/roomtest"
)

// said is how many frames are sent from the moment of subscription on.
const said = 50

// TestNothingIsLostAfterSubscribed speaks to six who join at once, in a room
// each, from the moment their subscription is reported: all of it must be heard.
func TestNothingIsLostAfterSubscribed(t *testing.T) {
	var all sync.WaitGroup
	for i := range 6 {
		name := fmt.Sprintf("subscribed-%d", i)
		var subscribed, left atomic.Int64
		speaker := roomtest.Join(t, name, "ana", func(_ *roomtest.Peer, c *lk.Config) {
			c.Events.Subscribed = func() {
				if subscribed.Add(1) == 1 {
					left.Store(said)
				}
			}
		})
		speakLeft(t, speaker, &left)
		all.Go(func() {
			if subscribed.Load() != 0 {
				t.Error("subscribed before anybody was there")
			}
			var heard atomic.Int64
			roomtest.Join(t, name, "ben", func(_ *roomtest.Peer, c *lk.Config) {
				c.Events.Audio = func(_ string, pcm []int16) {
					if roomtest.Loud(pcm) {
						heard.Add(1)
					}
				}
			})
			await := time.NewTicker(media.PTime)
			defer await.Stop()
			deadline := time.After(roomtest.Limit)
			for heard.Load() < said-1 { // the codec may soften the first
				select {
				case <-await.C:
				case <-deadline:
					t.Errorf("%s: %d of %d frames heard, subscribed %d times", name, heard.Load(), said, subscribed.Load())
					return
				}
			}
		})
	}
	all.Wait()
}

// speakLeft sends silence until the test ends, and a tone while frames are left
// to say.
func speakLeft(t *testing.T, to playout.Sink, left *atomic.Int64) {
	t.Helper()
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(media.PTime)
		defer tick.Stop()
		for at := time.Now(); ; at = at.Add(media.PTime) {
			f := playout.Frame{PCM: make([]int16, media.FrameSamples), Level: media.Silent, At: at}
			if left.Load() > 0 {
				left.Add(-1)
				f.Level, f.Voiced = 12, true
				for i := range f.PCM {
					f.PCM[i] = int16(8000 * math.Sin(2*math.Pi*float64(i)/40)) // 8 whole waves
				}
			}
			if err := to.WriteFrame(f); err != nil {
				t.Errorf("send: %v", err)
				return
			}
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	})
	t.Cleanup(func() { close(done); wg.Wait() })
}
