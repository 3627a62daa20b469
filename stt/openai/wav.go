package openai

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/go-audio/audio"
	"github.com/go-audio/wav"

	"parley/media"
)

// file is a growing file in memory, on which the WAV encoder goes back to fill
// in lengths. Offsets of Seek count from base, where the audio begins.
type file struct {
	b        []byte
	base, at int
}

var _ io.WriteSeeker = (*file)(nil)

// Write implements io.Writer.
func (f *file) Write(p []byte) (int, error) {
	n := copy(f.b[f.at:], p)
	f.b = append(f.b, p[n:]...)
	f.at += len(p)
	return len(p), nil
}

// Seek implements io.Seeker.
func (f *file) Seek(offset int64, whence int) (int64, error) {
	from := f.base
	switch whence {
	case io.SeekCurrent:
		from = f.at
	case io.SeekEnd:
		from = len(f.b)
	}
	at := from + int(offset)
	if at < f.base || at > len(f.b) {
		return 0, errors.New("seek out of the file")
	}
	f.at = at
	return int64(at - f.base), nil
}

// encode appends pcm to f as a WAV file, a second at a time so that ctx can end
// it.
func encode(ctx context.Context, f *file, pcm []int16) error {
	f.base, f.at = len(f.b), len(f.b)
	enc := wav.NewEncoder(f, 1, 16, 1, 1) // it reserves a minute of its rate, 1.9 MB of ours
	enc.SampleRate = media.SampleRate
	buf := &audio.IntBuffer{
		Format: &audio.Format{NumChannels: 1, SampleRate: media.SampleRate}, SourceBitDepth: 16,
		Data: make([]int, 0, min(len(pcm), media.SampleRate)),
	}
	for at := 0; at < len(pcm); at += media.SampleRate {
		if err := ctx.Err(); err != nil {
			return err
		}
		buf.Data = buf.Data[:0]
		for _, s := range pcm[at:min(at+media.SampleRate, len(pcm))] {
			buf.Data = append(buf.Data, int(s))
		}
		if err := enc.Write(buf); err != nil {
			return fmt.Errorf("write WAV: %w", err)
		}
	}
	if err := enc.Close(); err != nil {
		return fmt.Errorf("write WAV: %w", err)
	}
	f.at = len(f.b)
	return nil
}
