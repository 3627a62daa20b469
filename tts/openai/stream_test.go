package openai_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/openaihttp/openaitest"
	"parley/media"
	"parley/media/mediatest"
	"parley/tts"
	"parley/tts/openai"
)

// TestFirstAudioLeavesBeforeTheBodyEnds has the service hold its answer open:
// what was sent must have been emitted, to within 40 ms of audio.
func TestFirstAudioLeavesBeforeTheBodyEnds(t *testing.T) {
	pcm := mediatest.Tone(500*time.Millisecond, 440, 8000)
	sent, release := make(chan struct{}), make(chan struct{})
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "audio/L16; rate=16000")
		_, _ = w.Write(le(pcm))
		w.(http.Flusher).Flush()
		close(sent)
		<-release
		_, _ = w.Write(le(pcm))
	})
	got, half := 0, make(chan struct{})
	over := make(chan error, 1)
	go func() {
		over <- newEngine(t, url, openai.Config{}).Speak(t.Context(), "Hello.", tts.Voice{}, func(c tts.Chunk) error {
			if len(c.PCM) > media.Samples(80*time.Millisecond) {
				t.Errorf("a chunk of %v, want at most 80 ms", media.Duration(len(c.PCM)))
			}
			before := got
			if got += len(c.PCM); before < len(pcm)-640 && got >= len(pcm)-640 {
				close(half)
			}
			return nil
		})
	}()
	<-sent
	select {
	case <-half:
	case <-time.After(time.Minute):
		t.Fatal("the audio was not emitted while the answer was open")
	}
	close(release)
	if err := <-over; err != nil || got != 2*len(pcm) {
		t.Errorf("Speak = %v after %d samples, want all %d", err, got, 2*len(pcm))
	}
}

// TestBytesMayComeSplit writes samples in pieces of every odd size.
func TestBytesMayComeSplit(t *testing.T) {
	pcm := mediatest.Tone(300*time.Millisecond, 440, 8000)
	for _, size := range []int{1, 3, 7, 319, 1921} {
		url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "audio/pcm; rate=16000")
			for part := range slices.Chunk(le(pcm), size) {
				_, _ = w.Write(part)
				w.(http.Flusher).Flush()
			}
		})
		if got, err := speak(t, newEngine(t, url, openai.Config{})); err != nil || !slices.Equal(got, pcm) {
			t.Errorf("in pieces of %d bytes: %d samples, %v; want the %d that were sent", size, len(got), err, len(pcm))
		}
	}
}

func TestSlowListenerCostsNoBudget(t *testing.T) {
	e := newEngine(t, openaitest.NewVoice(t, voice(t)).URL, openai.Config{FirstByte: 10 * time.Second, Pause: time.Second})
	n := 0
	if err := e.Speak(t.Context(), "So, this project is bold.", tts.Voice{}, func(tts.Chunk) error {
		if n++; n == 20 {
			<-time.After(1200 * time.Millisecond)
		}
		return nil
	}); err != nil {
		t.Errorf("Speak to a slow listener = %v", err)
	}
}

func TestCancelHangsUp(t *testing.T) {
	s := openaitest.NewVoice(t, voice(t))
	s.SetFault(openaitest.FaultHangMid)
	ctx, cancel := context.WithCancel(t.Context())
	err := newEngine(t, s.URL, openai.Config{}).Speak(ctx, "So, this project is very bold indeed.", tts.Voice{}, func(tts.Chunk) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Speak = %v, want %v", err, context.Canceled)
	}
	select {
	case <-s.Gone:
	case <-time.After(time.Minute):
		t.Error("the service never saw the client hang up")
	}
}

func TestBusyTellsWhenToComeBack(t *testing.T) {
	s := openaitest.NewVoice(t, voice(t))
	s.SetFault(openaitest.FaultBusy)
	_, err := speak(t, newEngine(t, s.URL, openai.Config{}))
	if got := engine.RetryAfter(err); got != openaitest.RetryAfter {
		t.Errorf("RetryAfter = %v of %v, want %v", got, err, openaitest.RetryAfter)
	}
}

// serve answers every request with answer and returns the base URL.
func serve(t testing.TB, answer http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(answer)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s.URL + "/v1"
}

// body answers with bytes.
func body(kind string, b []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(b)
	}
}

func speak(t testing.TB, e tts.Engine) ([]int16, error) {
	t.Helper()
	said, err := tts.Whole(t.Context(), e, "Hello.", tts.Voice{})
	return said.PCM, err
}

// le is pcm as bytes.
func le(pcm []int16) []byte {
	var b bytes.Buffer
	_ = binary.Write(&b, binary.LittleEndian, pcm) // a Buffer takes everything
	return b.Bytes()
}

func speakText(t testing.TB, e tts.Engine, text string) []int16 {
	t.Helper()
	said, err := tts.Whole(t.Context(), e, text, tts.Voice{})
	if err != nil {
		t.Fatal(err)
	}
	return said.PCM
}
