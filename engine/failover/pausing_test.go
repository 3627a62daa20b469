package failover_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine/failover"
	"parley/media"
	"parley/stt"
)

// pausing is a recogniser whose streams can transcribe what they have heard
// before an utterance ends, at the price of a request.
type pausing struct{ *hearer }

func (e pausing) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	s, err := e.hearer.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	return &pausingStream{hearerStream: s.(*hearerStream)}, nil
}

type pausingStream struct {
	*hearerStream
	timer *time.Timer
}

func (s *pausingStream) Lull() time.Duration { return stt.RequestLull }

func (s *pausingStream) Pause() {
	e := stt.Event{Utterance: s.id, Text: s.e.name + " early", Early: true}
	s.timer = time.AfterFunc(s.e.delayed(), func() { s.out <- e })
}

func (s *pausingStream) Resume() bool {
	s.timer.Stop()
	return true
}

// hears lets the stream hear silence.
func (k *talker) hears(d time.Duration) {
	for ; d > 0; d -= media.PTime {
		k.stream.Write(make([]int16, media.FrameSamples))
		time.Sleep(media.PTime)
	}
}

func TestHearingPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w watcher
		l := failover.NewHearing(quietly(failover.Options{}), pausing{newHearer("a")}, newHearer("b"))
		defer l.Close()
		k := talk(t, l.ForCall(&w))
		p := k.stream.(stt.Pauser)
		if p.Pause(); p.Resume() || p.Lull() != 0 {
			t.Error("there is something to pause without an utterance")
		}
		k.stream.Begin(1)
		k.hears(500 * ms) // of a second it would tell an interim
		if p.Lull() != stt.RequestLull {
			t.Errorf("Lull = %v, want the recogniser's", p.Lull())
		}
		for range 2 { // the second one is told
			p.Pause()
			p.Pause()
			k.hears(40 * ms)
			if !p.Resume() || p.Resume() {
				t.Error("Resume must report one request made for nothing")
			}
		}
		p.Pause()
		k.hears(200 * ms)
		k.stream.End()
		time.Sleep(time.Second)
		if err := k.stream.Close(); err != nil {
			t.Error(err)
		}
		k.reads.Wait()
		if k.drafts != 1 || len(k.finals) != 1 || k.finals[0].Early {
			t.Errorf("%d early transcripts, finals %+v; want one of each", k.drafts, k.finals)
		}
		_, usage := w.seen()
		if u := usage["a"]; u.Requests != 3 || u.Retries != 0 || u.Audio < 1500*ms {
			t.Errorf("usage = %+v, want the two requests for nothing and the one that was not", u)
		}
	})
}

// Of recognisers that cannot pause, and of one that has just taken over, nothing
// early is wanted.
func TestHearingThatCannotPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := talk(t, newHearing(t, failover.Options{}, newHearer("a")))
		p := k.stream.(stt.Pauser)
		k.stream.Begin(1)
		k.hears(time.Second)
		if p.Lull() != 0 {
			t.Errorf("Lull = %v of a recogniser that cannot pause", p.Lull())
		}
		if p.Pause(); p.Resume() {
			t.Error("a request was made for nothing")
		}
		k.stream.End()
		time.Sleep(time.Second)
		_ = k.stream.Close()
		k.reads.Wait()
		if len(k.finals) != 1 || k.drafts != 1 { // the interim of its own
			t.Errorf("%d interims, finals %+v", k.drafts, k.finals)
		}
	})
}
