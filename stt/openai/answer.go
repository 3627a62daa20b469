package openai

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	"parley/engine/openaihttp"
	"parley/stt"
)

// maxAnswerBytes bounds an answer: that of half a minute with all word
// times is 15 KiB.
const maxAnswerBytes = 4 << 20

// answer is a body being read.
type answer struct {
	body   io.Reader
	length time.Duration // of the audio
	show   func(string)
	refuse func([]byte) error
}

// transcript is the API's answer, be it json or verbose_json.
type transcript struct {
	Text     *string
	Words    lenient[[]spoken]
	Segments lenient[[]fields]
	Error    json.RawMessage

	all fields // what it says of the whole
}

type spoken struct {
	Word       string
	Start, End float64
}

// read returns what was heard.
func (a answer) read(kind string) (heard, error) {
	if kind == "text/event-stream" {
		return a.readEvents()
	}
	text, err := io.ReadAll(io.LimitReader(a.body, maxAnswerBytes))
	if err != nil {
		return heard{}, err
	}
	var t transcript
	if decode(text, &t) != nil {
		return heard{}, openaihttp.Junk("no transcript")
	}
	_ = decode(text, &t.all)
	if failed(t.Error) {
		return heard{}, a.refuse(text)
	}
	if t.Text == nil {
		return heard{}, openaihttp.Junk("no transcript")
	}
	return a.heard(t), nil
}

func failed(e json.RawMessage) bool { return len(e) > 0 && string(e) != "null" }

// heard is t within the bounds of package stt.
func (a answer) heard(t transcript) heard {
	h := heard{text: tidy(*t.Text), doubts: t.doubts()}
	var last time.Duration
	for _, w := range t.Words.is {
		word := stt.Word{Text: tidy(w.Word), Start: max(seconds(w.Start), last)}
		word.End = min(max(seconds(w.End), word.Start), a.length)
		if word.Text != "" && word.Start <= a.length {
			h.words = append(h.words, word)
			last = word.Start
		}
	}
	return h
}

// doubts are those of its segments, and of the whole for what these do not say.
func (t transcript) doubts() doubts {
	var parts, whole doubts
	for _, s := range t.Segments.is {
		parts.add(s, len(s["text"]))
	}
	whole.add(t.all, 0)
	return parts.or(whole)
}

// seconds is s as a duration of 0 to a day.
func seconds(s float64) time.Duration {
	return time.Duration(min(max(s, 0), 86400) * float64(time.Second))
}

// tidy is text as valid UTF-8 in one line.
func tidy(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
}

// event is a server-sent event of a transcript. OpenAI's has a type and deltas;
// others send a transcript of each segment without a type.
type event struct {
	Type, Delta string
	transcript
}

// events puts a transcript together.
type events struct {
	answer
	text   strings.Builder // so far
	doubts doubts          // of what has no type
	typed  bool
	done   *heard
}

// readEvents reads a stream up to its end.
func (a answer) readEvents() (heard, error) {
	e := events{answer: a}
	lines := openaihttp.NewEvents(a.body)
	for any := false; ; any = true {
		data, err := lines.Next()
		if errors.Is(err, openaihttp.ErrDone) || errors.Is(err, io.EOF) {
			return e.end(any, errors.Is(err, io.EOF))
		}
		if err != nil {
			return heard{}, err
		}
		var v event
		if decode(data, &v) != nil {
			return heard{}, openaihttp.Junk("an event of another form")
		}
		_ = decode(data, &v.all)
		if err := e.take(v, data); err != nil {
			return heard{}, err
		}
		if e.done != nil {
			return *e.done, nil
		}
	}
}

// end is what was heard by the end of a stream without a final event; cut says
// that it had no end mark either, which only streams of segments may lack.
func (e *events) end(any, cut bool) (heard, error) {
	switch {
	case !any:
		return heard{}, openaihttp.Junk("no transcript")
	case e.typed && cut:
		return heard{}, io.ErrUnexpectedEOF
	}
	return heard{text: tidy(e.text.String()), doubts: e.doubts}, nil
}

func (e *events) take(v event, data []byte) error {
	switch {
	case failed(v.Error), v.Type == "error":
		return e.refuse(data)
	case v.Type == "transcript.text.delta":
		e.typed = true
		e.text.WriteString(v.Delta)
		e.grow()
	case v.Type == "transcript.text.done" && v.Text != nil:
		h := e.heard(v.transcript)
		e.done = &h
	case v.Type == "" && v.Text != nil:
		e.text.WriteString(" " + *v.Text)
		e.doubts.merge(v.doubts(), len(*v.Text))
		e.grow()
	}
	return nil
}

func (e *events) grow() {
	if text := tidy(e.text.String()); text != "" {
		e.show(text)
	}
}
