package oracle

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/stt"
)

// line is said in 1.2 s.
var line = []Word{
	{"We", 200 * time.Millisecond}, {"sell", 500 * time.Millisecond},
	{"it,", 700 * time.Millisecond}, {"O'Brien.", 1200 * time.Millisecond},
}

// hear says line at once, writes audio for d from the moment it begins, the
// first before of it in a burst, and returns the events up to the final one.
func hear(t *testing.T, p Profile, before, d time.Duration) []stt.Event {
	t.Helper()
	e := New(p)
	s, err := e.Open(t.Context(), stt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	e.Say(time.Now(), line)
	frame := make([]int16, media.FrameSamples)
	time.Sleep(before)
	s.Begin(7)
	for at := time.Duration(0); at < before; at += media.PTime {
		s.Write(frame)
	}
	for at := before; at < d; at += media.PTime {
		time.Sleep(media.PTime)
		s.Write(frame)
	}
	s.End()
	s.Write(frame) // to no utterance
	var events []stt.Event
	for {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		ev, err := s.Next(ctx)
		cancel()
		if err != nil {
			t.Fatalf("next = %v after %v", err, events)
		}
		events = append(events, ev)
		if ev.Final {
			return events
		}
	}
}

func TestFinalHoldsTheWordsWhoseEndWasWritten(t *testing.T) {
	plain, written := Profile{Final: 100 * time.Millisecond, Plain: true}, Profile{Final: 100 * time.Millisecond}
	for _, c := range []struct {
		profile   Profile
		before, d time.Duration
		want      string
	}{
		{written, 0, 2 * time.Second, "We sell it, O'Brien."},
		{plain, 0, 2 * time.Second, "we sell it o'brien"},
		{written, 0, 1200 * time.Millisecond, "We sell it,"}, // the rest is still on its way
		{written, 0, 560 * time.Millisecond, "We sell"},
		{written, 0, 220 * time.Millisecond, ""},
		{written, 400 * time.Millisecond, 2 * time.Second, "We sell it, O'Brien."}, // from what was kept before Begin
	} {
		synctest.Test(t, func(t *testing.T) {
			events := hear(t, c.profile, c.before, c.d)
			last := events[len(events)-1]
			if last.Text != c.want || last.Utterance != 7 || len(events) != 1 {
				t.Errorf("audio of %v: events %+v, want one final of 7 %q", c.d, events, c.want)
			}
		})
	}
}

func TestAnUtteranceHasNoWordsFromBeforeIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := New(Profile{})
		s, _ := e.Open(t.Context(), stt.Options{})
		defer s.Close()
		e.Say(time.Now(), line)
		time.Sleep(600*time.Millisecond + Transport)
		s.Begin(1)
		for range 50 {
			time.Sleep(media.PTime)
			s.Write(make([]int16, media.FrameSamples))
		}
		s.End()
		if ev, err := s.Next(t.Context()); err != nil || ev.Text != "it, O'Brien." {
			t.Errorf("next = %+v, %v; want the words from 0.6 s on", ev, err)
		}
	})
}

func TestInterimsAreBehindTheAudio(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		events := hear(t, Profile{Final: 50 * time.Millisecond, Interim: 200 * time.Millisecond}, 0, time.Second)
		want := []string{"We", "We sell", "We sell it,"}
		if len(events) != len(want)+1 {
			t.Fatalf("events = %+v, want interims %q and a final", events, want)
		}
		for i, w := range want {
			if events[i].Text != w || events[i].Final {
				t.Errorf("interim %d = %+v, want %q", i, events[i], w)
			}
		}
		if took := time.Since(began); took != 1050*time.Millisecond {
			t.Errorf("the final came after %v, want 1.05 s", took)
		}
	})
}

// A pause tells early what the end would, and what is written after it changes
// nothing unless the speaker goes on.
func TestPause(t *testing.T) {
	for _, resumed := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := newStream(New(Profile{Final: 100 * time.Millisecond}))
			defer s.Close()
			s.engine.Say(time.Now(), line)
			s.Begin(1)
			writes := func(d time.Duration) {
				for ; d > 0; d -= media.PTime {
					time.Sleep(media.PTime)
					s.Write(make([]int16, media.FrameSamples))
				}
			}
			writes(800 * time.Millisecond)
			s.Pause()
			writes(160 * time.Millisecond)
			if e, err := s.Next(t.Context()); err != nil || e.Text != "We sell it," || !e.Early || e.Final {
				t.Errorf("Next = %+v, %v, want the words so far", e, err)
			}
			want := "We sell it,"
			if resumed {
				want = "We sell it, O'Brien."
				if !s.Resume() || s.Resume() {
					t.Error("Resume must report one request made for nothing")
				}
			}
			writes(400 * time.Millisecond)
			ended := time.Now()
			s.End()
			e, err := s.Next(t.Context())
			if err != nil || e.Text != want || e.Early || !e.Final {
				t.Errorf("Next = %+v, %v, want the final %q", e, err, want)
			}
			if took := time.Since(ended); !resumed && took > 0 || resumed && took != 100*time.Millisecond {
				t.Errorf("resumed %v: the final came after %v", resumed, took)
			}
		})
	}
}

func TestCloseEndsNextAndFinals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := New(Profiles[0]).Open(t.Context(), stt.Options{})
		s.Begin(1)
		s.End()
		failed := make(chan error)
		go func() {
			_, err := s.Next(t.Context())
			failed <- err
		}()
		synctest.Wait()
		_, _ = s.Close(), s.Close()
		if err := <-failed; !errors.Is(err, io.EOF) {
			t.Errorf("Next after Close = %v, want EOF", err)
		}
	})
}

func TestNextEndsWithItsContext(t *testing.T) {
	s, _ := New(Profiles[0]).Open(t.Context(), stt.Options{})
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Next = %v, want context.Canceled", err)
	}
	if _, err := New(Profiles[0]).Open(ctx, stt.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Open = %v, want context.Canceled", err)
	}
}
