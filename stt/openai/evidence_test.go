package openai_test

import (
	"strings"
	"testing"

	"parley/stt"
	"parley/stt/openai"
)

// doubting is a segment of little worth.
const doubting = `{"avg_logprob":-0.9,"no_speech_prob":0.93,"compression_ratio":2.5}`

// TestDoubtsArePassedOn reads what services say of whether there was speech, in the
// forms they write it in, and nothing of what is absurd.
func TestDoubtsArePassedOn(t *testing.T) {
	said := stt.Evidence{NoSpeech: 0.93, LogProb: -0.9, Compression: 2.5}
	for name, tt := range map[string]struct {
		kind, body string
		want       stt.Evidence
	}{
		"verbose":      {json, `{"text":" Thank you.","segments":[` + doubting + `]}`, said},
		"of the whole": {json, `{"text":"so","avg_logprob":-0.9,"no_speech_prob":0.93,"compression_ratio":2.5}`, said},
		"camels":       {json, `{"text":"so","segments":[{"avgLogprob":-0.9,"noSpeechProb":0.93,"compressionRatio":2.5}]}`, said},
		"strings":      {json, `{"text":"so","segments":[{"avg_logprob":"-0.9","no_speech_prob":"0.93","compression_ratio":"2.5"}]}`, said},
		"by length": {
			json, `{"text":"so","segments":[{"text":"aaaaaaaaaa","no_speech_prob":1},{"text":"","no_speech_prob":0}]}`,
			stt.Evidence{NoSpeech: 13.0 / 16},
		},
		"segments in lines": {sse, lines(`{"text":"so","avg_logprob":-0.9,"no_speech_prob":0.93,"compression_ratio":2.5}`, "[DONE]"), said},
		"verbose in lines": {sse, lines(`{"type":"transcript.text.done","text":"so","segments":[{"avg_logprob":-0.9,` +
			`"no_speech_prob":0.93,"compression_ratio":2.5}]}`), said},
		"not a number": {
			json, `{"text":"NaN","segments":[{"avg_logprob":NaN,"no_speech_prob":Infinity,"compression_ratio":-Infinity}]}`,
			stt.Evidence{},
		},
		"absurd": {json, `{"text":"so","segments":[{"avg_logprob":-1e300,"no_speech_prob":93,"compression_ratio":-4}]}`, stt.Evidence{}},
		"other types": {
			json, `{"text":"so","segments":[{"avg_logprob":[],"no_speech_prob":{},"compression_ratio":true},7,null]}`,
			stt.Evidence{},
		},
		"no list":       {json, `{"text":"so","segments":{"a":1},"words":"so"}`, stt.Evidence{}},
		"nothing of it": {json, `{"text":"so"}`, stt.Evidence{}},
	} {
		t.Run(name, func(t *testing.T) {
			e := hear(t, newEngine(t, serve(t, body(tt.kind, tt.body)), openai.Config{}), stt.Options{Phrases: []string{"Okafor"}})
			tt.want.Prompt = "Okafor."
			if e.Err != nil || e.Text == "" || e.Evidence != tt.want {
				t.Errorf("final %+v, want the evidence %+v", e, tt.want)
			}
		})
	}
}

// TestNumbersThatAreNoneStayWords keeps what only looks like one.
func TestNumbersThatAreNoneStayWords(t *testing.T) {
	text := `{"text":"\"NaN\" to Infinity","segments":[{"avg_logprob":NaN}]}`
	e := hear(t, newEngine(t, serve(t, body(json, text)), openai.Config{}), stt.Options{})
	if !strings.Contains(e.Text, `"NaN" to Infinity`) {
		t.Errorf("text %q", e.Text)
	}
}
