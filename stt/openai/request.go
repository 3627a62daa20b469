package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime"
	"mime/multipart"
	"net/textproto"
	"time"

	"parley/engine"
	"parley/media"
)

// form is what is the same in all requests of a stream.
type form struct{ language, prompt string }

// transcribe asks for the text of pcm and calls show with the text so far if it
// comes in pieces. What the service refuses is left out of this and all later
// requests. The error is ctx's, one of package fault's, or a fault of the
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
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	body, contentType, err := e.write(ctx, d, f, pcm)
	if err != nil {
		return heard{}, err
	}
	first := e.answer + media.Duration(len(pcm))/3
	w := watch{left: first, next: e.pause, timer: time.AfterFunc(first, func() { cancel(engine.ErrSlow) })}
	defer w.timer.Stop()

	start := time.Now()
	resp, err := e.service.Post(ctx, "audio/transcriptions", contentType, bytes.NewReader(body))
	w.pass(start)
	if err != nil {
		return heard{}, e.explain(parent, err)
	}
	defer resp.Body.Close()
	w.body = resp.Body
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	a := answer{body: &w, length: media.Duration(len(pcm)), show: show, refuse: e.service.Refuse}
	h, err := a.read(kind)
	if err != nil {
		return heard{}, e.explain(parent, err)
	}
	return h, nil
}

// write is the form with the audio as its last field.
func (e *Engine) write(ctx context.Context, d dialect, f form, pcm []int16) (body []byte, contentType string, err error) {
	out := &file{b: make([]byte, 0, 2*len(pcm)+4096)}
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
	if _, err := m.CreatePart(head); err != nil {
		return nil, "", fmt.Errorf("write request: %w", err)
	}
	if err := encode(ctx, out, pcm); err != nil {
		return nil, "", err
	}
	if err := m.Close(); err != nil {
		return nil, "", fmt.Errorf("write request: %w", err)
	}
	return out.b, m.FormDataContentType(), nil
}

// explain is err in the words of package fault and the engine's name, or the
// error of the stream's context.
func (e *Engine) explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	j := junk("")
	switch {
	case errors.As(err, &j):
		err = e.service.Junk(string(j))
	case errors.Is(err, errCut):
		err = e.service.Cut()
	}
	return e.named(err)
}
