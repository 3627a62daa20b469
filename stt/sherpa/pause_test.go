package sherpa

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"parley/stt"
)

// steps writes steps of silence.
func steps(s *Stream, n int) {
	for range n {
		s.Write(make([]int16, readStep))
	}
}

func TestAPauseIsHeardOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{gate: make(chan struct{}, 9)}
		e := fakeEngine(f, 2, 2)
		s := stream(t, e)
		if s.Lull() != stt.RequestLull {
			t.Errorf("Lull = %v", s.Lull())
		}
		s.Pause() // of nothing
		s.Begin(1)
		steps(s, 3)
		s.Pause()
		s.Pause()
		f.gate <- struct{}{}
		if got := early1(t, s); got.Text != "3" || got.Utterance != 1 {
			t.Errorf("got %+v, want what was heard so far", got)
		}
		steps(s, 2)
		s.End() // and the model is not asked again
		if got := final(t, s); got.Text != "3" || got.Early || got.Took > 0 {
			t.Errorf("got %+v, want the same as a final, at once", got)
		}
		say(s, 2, 2) // the pause before is forgotten
		f.gate <- struct{}{}
		if got := final(t, s); got.Text != "2" {
			t.Errorf("got %+v, want the next utterance", got)
		}
		_ = s.Close()
		_ = e.Close()
	})
}

func TestSpeechAfterAPauseIsHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{gate: make(chan struct{}, 9)}
		e := fakeEngine(f, 2, 2)
		s := stream(t, e)
		s.Begin(1)
		steps(s, 3)
		s.Pause()
		synctest.Wait()
		if !s.Resume() || s.Resume() {
			t.Error("Resume must report one decoding for nothing")
		}
		steps(s, 2)
		f.gate <- struct{}{}
		f.gate <- struct{}{}
		s.End()
		for got := next(t, s); ; got = next(t, s) {
			if got.Early {
				t.Errorf("got %+v after the speaker went on", got)
			}
			if !got.Final {
				continue
			}
			if got.Text != "5" {
				t.Errorf("got %+v, want all that was said", got)
			}
			break
		}
		_ = s.Close()
		_ = e.Close()
	})
}

func next(t *testing.T, s *Stream) stt.Event {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	e, err := s.Next(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// early1 is the next early transcript.
func early1(t *testing.T, s *Stream) stt.Event {
	t.Helper()
	for {
		if e := next(t, s); e.Early || e.Final {
			return e
		}
	}
}
