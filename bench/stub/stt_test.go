package stub

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/stt"
)

const ms = time.Millisecond

var said = []Utterance{
	{Text: "We cut costs.", Ends: []time.Duration{200 * ms, 400 * ms, 700 * ms}},
	{Text: "Yes."},
}

// listener is a stream whose events are taken with their times.
type listener struct {
	stt.Stream
	t      *testing.T
	began  time.Time
	events chan arrived
}

type arrived struct {
	at time.Duration
	stt.Event
}

func listen(t *testing.T, r *STT) *listener {
	t.Helper()
	s, err := r.Open(t.Context(), stt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := &listener{s, t, time.Now(), make(chan arrived, 16)}
	go func() {
		defer close(e.events)
		for {
			event, err := s.Next(context.Background())
			if err != nil {
				if !errors.Is(err, io.EOF) {
					t.Errorf("Next = %v, want %v after Close", err, io.EOF)
				}
				return
			}
			e.events <- arrived{time.Since(e.began), event}
		}
	}()
	return e
}

// hear writes silence, sound and silence in frames as a call would.
func (e *listener) hear(silence, sound, tail time.Duration) {
	for at := time.Duration(0); at < silence+sound+tail; at += media.PTime {
		frame := make([]int16, media.FrameSamples)
		if at >= silence && at < silence+sound {
			copy(frame, tone(0, len(frame)))
		}
		e.Write(frame)
		time.Sleep(media.PTime)
	}
}

func (e *listener) want(want ...arrived) {
	e.t.Helper()
	time.Sleep(time.Minute)
	if err := errors.Join(e.Close(), e.Close()); err != nil {
		e.t.Errorf("Close = %v", err)
	}
	i := 0
	for got := range e.events {
		if i == len(want) || got.at != want[i].at || got.Utterance != want[i].Utterance ||
			got.Text != want[i].Text || got.Final != want[i].Final || got.Took != want[i].Took {
			e.t.Errorf("event %d = %+v, want %+v", i, got, want[min(i, len(want)-1)])
		}
		i++
	}
	if i != len(want) {
		e.t.Errorf("%d events, want %d", i, len(want))
	}
}

func TestWholeUtterances(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := listen(t, &STT{Utterances: said})
		for id := uint64(1); id <= 3; id++ {
			e.Begin(id)
			e.hear(100*ms, 300*ms, 100*ms)
			e.End()
		}
		e.Write(make([]int16, 320)) // of no utterance
		e.End()
		e.want(
			arrived{600 * ms, stt.Event{Utterance: 1, Text: said[0].Text, Final: true, Took: DefaultFinal}},
			arrived{1100 * ms, stt.Event{Utterance: 2, Text: said[1].Text, Final: true, Took: DefaultFinal}},
			arrived{1600 * ms, stt.Event{Utterance: 3, Text: said[0].Text, Final: true, Took: DefaultFinal}},
		)
	})
}

func TestSilenceIsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := listen(t, &STT{Utterances: said, Final: 30 * ms})
		e.Begin(7)
		e.hear(200*ms, 0, 0)
		e.End()
		e.Begin(8)
		e.hear(0, 200*ms, 0)
		e.End()
		e.want(
			arrived{230 * ms, stt.Event{Utterance: 7, Final: true, Took: 30 * ms}},
			arrived{430 * ms, stt.Event{Utterance: 8, Text: said[0].Text, Final: true, Took: 30 * ms}},
		)
	})
}

func TestStreaming(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := listen(t, &STT{Utterances: said, Streaming: true})
		e.Begin(1)
		e.hear(100*ms, 700*ms, 200*ms)
		e.End()
		// A frame is written when its first sample is due, so a word is whole one
		// frame before its end, and the interim comes Lag after that.
		e.want(
			arrived{480 * ms, stt.Event{Utterance: 1, Text: "We"}},
			arrived{680 * ms, stt.Event{Utterance: 1, Text: "We cut"}},
			arrived{980 * ms, stt.Event{Utterance: 1, Text: "We cut costs."}},
			arrived{1050 * ms, stt.Event{Utterance: 1, Text: "We cut costs.", Final: true, Took: DefaultStreamingFinal}},
		)
	})
}

// A final is the last event of its utterance, whatever interims are still due.
func TestFinalOvertakesInterims(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := listen(t, &STT{Utterances: said, Streaming: true})
		e.Begin(1)
		e.hear(0, 400*ms, 0)
		e.End()
		e.want(
			arrived{380 * ms, stt.Event{Utterance: 1, Text: "We"}},
			arrived{450 * ms, stt.Event{Utterance: 1, Text: "We cut costs.", Final: true, Took: DefaultStreamingFinal}},
		)
	})
}

func TestFinalWordsAreTimed(t *testing.T) {
	got := said[0].words(time.Second)
	want := []stt.Word{
		{Text: "We", Start: 1000 * ms, End: 1200 * ms, Confidence: 1},
		{Text: "cut", Start: 1200 * ms, End: 1400 * ms, Confidence: 1},
		{Text: "costs.", Start: 1400 * ms, End: 1700 * ms, Confidence: 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("words = %+v, want %+v", got, want)
	}
	if got := said[1].words(0); got != nil {
		t.Errorf("words without times = %+v, want none", got)
	}
}

func TestNextEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := (&STT{}).Open(t.Context(), stt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		gone := errors.New("gone")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(gone) })
		if _, err := s.Next(ctx); !errors.Is(err, gone) {
			t.Errorf("Next = %v, want %v", err, gone)
		}
	})
}

// pause is the stream's early transcript being asked for.
func (e *listener) pause() { e.Stream.(stt.Pauser).Pause() }

func (e *listener) resume() bool { return e.Stream.(stt.Pauser).Resume() }

func TestPauseBringsTheFinalForward(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := listen(t, &STT{Utterances: said})
		e.Begin(1)
		e.hear(0, 700*ms, 80*ms)
		e.pause()
		e.hear(0, 0, 120*ms)
		e.End()
		e.Begin(2)
		e.hear(0, 300*ms, 80*ms)
		e.pause()
		e.hear(0, 0, 40*ms)
		e.End()
		e.want(
			arrived{880 * ms, stt.Event{Utterance: 1, Text: said[0].Text}},
			arrived{900 * ms, stt.Event{Utterance: 1, Text: said[0].Text, Final: true}},
			arrived{1380 * ms, stt.Event{Utterance: 2, Text: said[1].Text}},
			arrived{1380 * ms, stt.Event{Utterance: 2, Text: said[1].Text, Final: true, Took: 60 * ms}},
		)
	})
}

func TestResumeTakesThePauseBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := listen(t, &STT{Utterances: said})
		e.Begin(1)
		e.hear(0, 400*ms, 80*ms)
		e.pause()
		e.hear(0, 0, 40*ms)
		if !e.resume() || e.resume() {
			t.Error("Resume must report one request made for nothing")
		}
		e.hear(0, 300*ms, 0)
		e.End()
		e.want(arrived{920 * ms, stt.Event{Utterance: 1, Text: said[0].Text, Final: true, Took: DefaultFinal}})
	})
}

// A streaming one tells the words it has heard, for nothing.
func TestPauseWhileStreaming(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := listen(t, &STT{Utterances: said, Streaming: true, Lag: time.Second})
		e.Begin(1)
		e.hear(0, 400*ms, 40*ms)
		e.pause()
		e.hear(0, 0, 60*ms)
		if e.resume() {
			t.Error("Resume reports a request of an engine that needs none")
		}
		e.hear(0, 300*ms, 0)
		e.End()
		e.want(
			arrived{490 * ms, stt.Event{Utterance: 1, Text: "We cut"}},
			arrived{850 * ms, stt.Event{Utterance: 1, Text: said[0].Text, Final: true, Took: DefaultStreamingFinal}},
		)
	})
}
