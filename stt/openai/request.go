package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/textproto"
	"strings"
	"time"

	"parley/engine"
	"parley/engine/openaihttp"
	"parley/media"
)

const (
	// trailer is how long a finished stream may take to end before its connection
	// is given up, and maxTrailerBytes what is read of it.
	trailer         = 50 * time.Millisecond
	maxTrailerBytes = 1 << 20
)

// form is what is the same in all requests of a stream.
type form struct{ language, prompt string }

// transcribe asks for the text of pcm and calls show with the text so far if it
// comes in pieces. What the service refuses is left out of this and all later
// requests. The error is ctx's, one of package engine's, or one of the
// connection.
func (e *Engine) transcribe(ctx context.Context, f form, pcm []int16, show func(string)) (heard, error) {
	d := dialect(e.learned.Load())
	for {
		h, err := e.ask(ctx, d, f, pcm, show)
		if err == nil {
			e.learned.Store(uint32(d))
			return h, nil
		}
		simpler := d.without(err)
		if simpler == d {
			return heard{}, err
		}
		d = simpler
	}
}

// ask makes one request.
func (e *Engine) ask(parent context.Context, d dialect, f form, pcm []int16, show func(string)) (heard, error) {
	body, contentType, err := e.write(d, f, pcm)
	if err != nil {
		return heard{}, err
	}
	length := media.Duration(len(pcm))
	ctx, budget := openaihttp.NewBudget(parent, e.answer+length/3, e.pause)
	defer budget.End()
	resp, err := e.service.Post(ctx, "audio/transcriptions", contentType, bytes.NewReader(body))
	budget.Stop()
	if err != nil {
		return heard{}, e.service.Explain(parent, e.Name(), err)
	}
	defer resp.Body.Close()
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	a := answer{body: budget.Watch(resp.Body), length: length, show: show, refuse: e.service.Refuse}
	h, err := a.read(kind)
	if err != nil {
		return heard{}, e.service.Explain(parent, e.Name(), err)
	}
	budget.Limit(trailer) // what is left lets the connection carry the next request
	_, _ = io.CopyN(io.Discard, a.body, maxTrailerBytes)
	return h, nil
}

// write is the form with the audio as its last field.
func (e *Engine) write(d dialect, f form, pcm []int16) (body []byte, contentType string, err error) {
	out := bytes.NewBuffer(make([]byte, 0, 2*len(pcm)+4096))
	m := multipart.NewWriter(out)
	fields := [][2]string{{"model", e.model}, {"language", f.language}}
	if f.prompt != "" && d&noPrompt == 0 {
		fields = append(fields, [2]string{"prompt", f.prompt})
	}
	if d&noWords != 0 {
		fields = append(fields, [2]string{"response_format", "json"})
	} else {
		fields = append(fields, [2]string{"response_format", "verbose_json"}, [2]string{"timestamp_granularities[]", "word"})
	}
	if d&noStream == 0 {
		fields = append(fields, [2]string{"stream", "true"})
	}
	for _, field := range fields {
		if err := m.WriteField(field[0], field[1]); err != nil {
			return nil, "", fmt.Errorf("write request: %w", err)
		}
	}
	head := textproto.MIMEHeader{}
	head.Set("Content-Disposition", `form-data; name="file"; filename="speech.wav"`)
	head.Set("Content-Type", "audio/wav")
	file, err := m.CreatePart(head)
	if err != nil {
		return nil, "", fmt.Errorf("write request: %w", err)
	}
	_, _ = file.Write(media.AppendWAV(nil, pcm)) // into memory
	if err := m.Close(); err != nil {
		return nil, "", fmt.Errorf("write request: %w", err)
	}
	return out.Bytes(), m.FormDataContentType(), nil
}

// dialect is what the service is not asked for.
type dialect uint32

const (
	noStream dialect = 1 << iota // stream=true
	noWords                      // response_format=verbose_json with word times
	noPrompt
)

// dialectOf is what is known before the first request: OpenAI's gpt models give
// no word times.
func dialectOf(c Config) dialect {
	var d dialect
	if c.Whole {
		d |= noStream
	}
	if strings.HasPrefix(c.Model, "gpt-") {
		d |= noWords
	}
	return d
}

// without is d without what the refusal err is about, or without the next best
// guess if it does not say; d itself if nothing is left to leave out.
func (d dialect) without(err error) dialect {
	var refusal *openaihttp.Refusal
	if !errors.As(err, &refusal) || !errors.Is(err, engine.ErrRequest) {
		return d
	}
	for _, part := range []struct {
		bit   dialect
		words []string
	}{
		{noWords, []string{"timestamp_granularities", "response_format", "verbose_json"}},
		{noStream, []string{"stream"}},
		{noPrompt, []string{"prompt"}},
	} {
		for _, word := range part.words {
			if d&part.bit == 0 && (refusal.Param == word || refusal.Mentions(word)) {
				return d | part.bit
			}
		}
	}
	if refusal.Param != "" {
		return d
	}
	for _, bit := range []dialect{noWords, noStream, noPrompt} {
		if d&bit == 0 {
			return d | bit
		}
	}
	return d
}
