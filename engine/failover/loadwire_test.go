package failover_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine/failover"
	"parley/engine/openaihttp"
	"parley/llm"
	"parley/llm/openai"
	"parley/media"
	"parley/stt"
	ears "parley/stt/openai"
	"parley/tts"
	voices "parley/tts/openai"
)

// loadingService is a service in memory of one role that loads its model first.
type loadingService struct {
	cold
	kind string
	body []byte
}

// RoundTrip implements http.RoundTripper.
func (s *loadingService) RoundTrip(q *http.Request) (*http.Response, error) {
	if err := s.wait(q.Context()); err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {s.kind}}, Body: io.NopCloser(bytes.NewReader(s.body)), Request: q,
	}, nil
}

type (
	loadsLLM struct{ llm.Engine }
	loadsSTT struct{ stt.Engine }
	loadsTTS struct{ tts.Engine }
)

func (loadsLLM) Loads() bool { return true }
func (loadsSTT) Loads() bool { return true }
func (loadsTTS) Loads() bool { return true }

// The engines of services wait for a load as long as the list does, whatever they grant a
// listener: 3 or 4 s.
func TestServicesAreWaitedForWhileTheyLoad(t *testing.T) {
	type list interface {
		Load()
		Settle(ctx context.Context)
		Stats() []failover.Stats
		Close()
	}
	for role, c := range map[string]struct {
		kind string
		body []byte
		open func(openaihttp.Config) (list, error)
	}{
		"llm": {
			"text/event-stream", []byte(`data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"),
			func(at openaihttp.Config) (list, error) {
				e, err := openai.New(openai.Config{Service: at, Model: "m"})
				return failover.NewThinking(quietly(behind), loadsLLM{e}, newThinker("b", ms)), err
			},
		},
		"stt": {
			"application/json", []byte(`{"text":""}`),
			func(at openaihttp.Config) (list, error) {
				e, err := ears.New(ears.Config{Service: at, Model: "m"})
				return failover.NewHearing(quietly(failover.Options{}), loadsSTT{e}, newHearer("b")), err
			},
		},
		"tts": {
			"audio/wav", media.AppendWAV(nil, tone()),
			func(at openaihttp.Config) (list, error) {
				e, err := voices.New(voices.Config{Service: at, Model: "m"})
				return failover.NewSpeaking(quietly(failover.Options{}), loadsTTS{e}, newSpeaker("b")), err
			},
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &loadingService{cold: cold{load: 2 * time.Minute}, kind: c.kind, body: c.body}
			l, err := c.open(openaihttp.Config{BaseURL: "http://service.test/v1", HTTP: &http.Client{Transport: s}})
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			l.Load()
			l.Settle(t.Context())
			if begun, givenUp := s.counts(); begun != 1 || givenUp != 0 || !l.Stats()[0].Well {
				t.Errorf("%s: %d loads begun, %d given up, %+v", role, begun, givenUp, l.Stats()[0])
			}
		})
	}
}

// tone is a tone of 200 ms.
func tone() []int16 {
	pcm := make([]int16, media.Samples(200*ms))
	for i := range pcm {
		pcm[i] = int16(800 * (i % 20))
	}
	return pcm
}
