package llmtest

import (
	"errors"
	"fmt"
	"io"

	"parley/llm"
	"parley/llm/words"
)

// Reading is a stream whose text is what a model has written, frame and thoughts
// included, as the answer to r, read as the engines of models read theirs.
func Reading(s llm.Stream, r llm.Request) llm.Stream {
	return &reading{Stream: s, words: words.New(r, false)}
}

type reading struct {
	llm.Stream
	words *words.Reader
	ready []llm.Delta
	ended bool
}

// Next implements llm.Stream.
func (s *reading) Next() (llm.Delta, error) {
	if len(s.ready) > 0 {
		d := s.ready[0]
		s.ready = s.ready[1:]
		return d, nil
	}
	if s.ended {
		return llm.Delta{}, io.EOF
	}
	d, err := s.Stream.Next()
	var p words.Piece
	switch {
	case err == nil && d.Text != "":
		p = s.words.Write(d.Text)
	case errors.Is(err, io.EOF):
		p = s.words.End(false)
		p.Ended = true
	default:
		return d, err
	}
	s.ended = p.Ended
	for i, c := range p.Calls {
		c.ID = fmt.Sprintf("written_%d", i)
		s.ready = append(s.ready, llm.Delta{Call: &c})
	}
	d.Text, d.Unsaid, d.Thinking = p.Text, p.Unsaid, p.Text == "" && s.words.Thinking()
	return d, nil
}
