package sound

import (
	"bufio"
	"errors"
	"io"

	"parley/media/mp3"
	"parley/media/oggopus"
)

// mpeg is a body of MP3.
type mpeg struct {
	body    *bufio.Reader
	decoder *mp3.Decoder
	buf     []byte
}

func openMP3(body *bufio.Reader) (source, error) {
	d, err := mp3.NewDecoder()
	if err != nil {
		return nil, err
	}
	return &mpeg{body: body, decoder: d, buf: make([]byte, readBytes)}, nil
}

func (m *mpeg) next(emit func([]float32, int)) error {
	heard := func(mono []float32, rate int) {
		quieten(mono)
		emit(mono, rate)
	}
	n, err := m.body.Read(m.buf)
	fault := m.decoder.Decode(m.buf[:n], heard)
	if errors.Is(err, io.EOF) && fault == nil {
		fault = m.decoder.Flush(heard)
	}
	if fault != nil {
		return Error("MP3 that breaks off and goes on as something else")
	}
	return err
}

func (*mpeg) kind() string { return "MP3" }

func (m *mpeg) close() { m.decoder.Close() }

// ogg is a body of Ogg.
type ogg struct{ reader *oggopus.Reader }

func openOgg(body *bufio.Reader) (source, error) {
	r, err := oggopus.NewReader(body)
	if err != nil {
		return nil, err
	}
	return ogg{r}, nil
}

func (ogg) kind() string { return "Ogg Opus" }

func (o ogg) next(emit func([]float32, int)) error {
	mono, err := o.reader.Next()
	for at := 0; at < len(mono); at += windowFrames {
		quieten(mono[at:min(at+windowFrames, len(mono))])
	}
	if len(mono) > 0 {
		emit(mono, oggopus.Rate)
	}
	var odd oggopus.Error
	if errors.As(err, &odd) {
		return Error(odd)
	}
	return err
}

func (ogg) close() {}

// quieten takes the noise of a frame that was damaged on the way.
func quieten(mono []float32) {
	if noisy(mono) {
		clear(mono)
	}
}
