package stub

import (
	"testing"
	"testing/synctest"
	"time"

	"parley/stt"
)

// pause is the stream's early transcript being asked for.
func (e *ear) pause() { e.Stream.(stt.Pauser).Pause() }

func (e *ear) resume() bool { return e.Stream.(stt.Pauser).Resume() }

func TestPauseBringsTheFinalForward(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := listen(t, &Recogniser{Utterances: said})
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
		e := listen(t, &Recogniser{Utterances: said})
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
		e := listen(t, &Recogniser{Utterances: said, Streaming: true, Lag: time.Second})
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
