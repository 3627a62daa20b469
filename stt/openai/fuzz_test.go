package openai

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"parley/engine/openaihttp"
)

var errRefused = errors.New("refused")

// FuzzAnswer reads any body of either type: it must end, in the bounds of
// package stt, and the same however the bytes are split.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{
		"", `{"text":"so it is","words":[{"word":"so","start":0.1,"end":0.4}],"segments":[{"avg_logprob":-0.3}]}`,
		`{"text":"a","no_speech_prob":NaN,"segments":[{"noSpeechProb":"0.9","avg_logprob":-Infinity,"compression_ratio":1e999}]}`,
		"data: {\"text\":\"a\",\"avg_logprob\":-0.9}\n\n", `{"error":"boom"}`, `{"text":"\ud800"}`, "data: {\"type\":\"transcript.text.delta\",\"delta\":\"Zoë\"}\r\n\r\ndata: [DONE]\n\n",
		": c\ndata:{\"text\":\"a\"}\n\ndata: {\"text\":\"b\"}", "data: {\"type\":\"transcript.text.done\",\"text\":\"x\"}\n\n",
		"data: {\"error\":{}}\n\n", "data: {oops\n", "\xff\xfe",
	} {
		f.Add(true, []byte(s))
		f.Add(false, []byte(s))
	}
	f.Fuzz(func(t *testing.T, stream bool, b []byte) {
		kind := "application/json"
		if stream {
			kind = "text/event-stream"
		}
		got, err := readAll(t, kind, bytes.NewReader(b))
		split, splitErr := readAll(t, kind, iotest.OneByteReader(bytes.NewReader(b)))
		if got.text != split.text || (err == nil) != (splitErr == nil) {
			t.Errorf("%q, %v; byte by byte %q, %v", got.text, err, split.text, splitErr)
		}
		sure, e := got.doubts[confidence].value(), got.doubts.evidence("")
		if !utf8.ValidString(got.text) || !(sure >= 0 && sure <= 1 && e.NoSpeech >= 0 && e.NoSpeech <= 1) ||
			!(e.LogProb <= 0 && e.LogProb >= leastLogProb && e.Compression >= 0 && e.Compression <= mostCompression) {
			t.Errorf("text %q, confidence %v, %+v", got.text, sure, e)
		}
		var last time.Duration
		for _, w := range got.words {
			if w.Start < last || w.End < w.Start || w.End > time.Second {
				t.Errorf("word from %v to %v after %v in a second", w.Start, w.End, last)
			}
			last = w.Start
		}
		known := errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errRefused)
		if j := openaihttp.Junk(""); err != nil && !errors.As(err, &j) && !known {
			t.Errorf("error %v of no known kind", err)
		}
	})
}

func readAll(t *testing.T, kind string, body io.Reader) (heard, error) {
	a := answer{
		body: body, length: time.Second, refuse: func([]byte) error { return errRefused },
		show: func(text string) {
			if text == "" || !utf8.ValidString(text) {
				t.Errorf("interim %q", text)
			}
		},
	}
	return a.read(kind)
}
