package app_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/media"
	"parley/media/mediatest"
	"parley/media/playout"
	"parley/room/lk"
	"parley/rpc"
	"parley/scenarios"
)

// returner is a client without echo cancellation: what it hears it sends back, softer
// and 300 ms later.
type returner struct {
	gain float64 // in dB
	room *lk.Room

	mu        sync.Mutex
	waiting   [][]int16
	sent      int // frames
	character string
	user      string
	quiet     int // frames since the character was heard
	last      time.Time
	stalled   bool // frames were so late that the sound did not come back evenly
	done      chan struct{}
	once      sync.Once
}

// lateness is how many frames the sound takes.
const lateness = int(300 * time.Millisecond / media.PTime)

// mostGap is how late a frame may be in a call that is judged, and tries how many are made:
// a machine with more to do than it can stalls both ends.
const (
	mostGap = 50 * time.Millisecond
	tries   = 3
)

// hear takes a frame of the character's.
func (r *returner) hear(_ string, pcm []int16) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	r.stalled = r.stalled || !r.last.IsZero() && now.Sub(r.last) > mostGap
	r.last = now
	frame := make([]int16, len(pcm))
	for i, s := range pcm {
		frame[i] = int16(float64(s) * mediatest.Gain(r.gain))
	}
	r.waiting = append(r.waiting, frame)
	if len(r.waiting) > lateness && r.room != nil {
		r.sent++
		level := media.Level(r.waiting[0])
		f := playout.Frame{PCM: r.waiting[0], Level: level, Voiced: true, At: time.Unix(0, 0).Add(time.Duration(r.sent) * media.PTime)}
		_ = r.room.WriteFrame(f) // what is lost is lost
		r.waiting = r.waiting[1:]
	}
	if r.quiet++; media.Level(pcm) < media.VoicedLevel {
		r.quiet = 0
	}
	if r.character != "" && r.quiet > int(2*time.Second/media.PTime) {
		r.once.Do(func() { close(r.done) })
	}
}

// caption takes a caption of either side.
func (r *returner) caption(text lk.Text) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.room != nil && text.From == r.room.Identity():
		r.user = text.Text
	case text.Closed && text.Attributes[rpc.AttrFinal] == "true":
		r.character += text.Text
	}
}

// A loudspeaker that is heard, over LiveKit: the character says its opening to the end,
// and nothing of it is the user's.
func TestTheOpeningOverALoudspeaker(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	scene, _ := library.Get(apptest.Scene)
	for _, gain := range []float64{-12, -18} {
		for range tries {
			r := returned(t, s, gain)
			if r.stalled {
				t.Logf("%v dB: the machine stalled; the character said %q and the user %q", gain, r.character, r.user)
				continue
			}
			if r.character != scene.Opening || r.user != "" {
				t.Errorf("%v dB: the character says %q and the user %q, want %q and nothing", gain, r.character, r.user, scene.Opening)
			}
			break
		}
	}
}

// returned is a call of a client without echo cancellation that says nothing itself, until
// the character has been silent for two seconds.
func returned(t *testing.T, s *apptest.Server, gain float64) *returner {
	t.Helper()
	token, err := s.Token(parley.Dispatch{Scenario: apptest.Scene})
	if err != nil {
		t.Fatal(err)
	}
	r := &returner{gain: gain, done: make(chan struct{})}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	room, err := lk.Join(ctx, lk.Config{
		URL: s.LiveKit.URL, Token: token, Topics: []string{rpc.TopicTranscription},
		Methods: map[string]lk.Method{rpc.MethodCallEnded: func(string, string) (string, error) { return rpc.OK, nil }},
		Events:  lk.Events{Audio: r.hear, Text: r.caption},
	})
	if err != nil {
		t.Fatal(err)
	}
	r.mu.Lock()
	r.room = room
	r.mu.Unlock()
	select {
	case <-r.done:
	case <-ctx.Done():
		t.Errorf("%v dB: the opening does not end", gain)
	}
	room.Leave()
	return r
}
