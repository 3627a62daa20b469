package openai

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	api "github.com/sashabaranov/go-openai"

	"parley/engine/openaihttp"
	"parley/llm"
	"parley/llm/words"
)

const (
	// trailerBudget is how long a finished answer may take to say its usage and
	// close its connection before that is given up.
	trailerBudget = 100 * time.Millisecond
	// maxTrailerBytes bounds what is read past the end to keep the connection.
	maxTrailerBytes = 64 << 10
)

// stream is one answer. Everything runs on the caller's goroutine; the budgets
// are a timer that cancels the request.
type stream struct {
	engine *Engine
	parent context.Context //nolint:containedctx // the request's own life
	budget *openaihttp.Budget

	body   io.ReadCloser
	events *openaihttp.Events
	words  *words.Reader
	stops  stops
	calls  calls
	// written are calls that the model wrote out as text, extra is what the service put
	// beside the message, kept if calls may be answered.
	written []llm.ToolCall
	extra   extra
	keeps   bool
	// dialect is what the model was asked in.
	dialect dialect
	// ready are the deltas of the last event, given how many Next has returned.
	ready []llm.Delta
	given int
	usage *api.Usage
	// begun is set by the first event of any kind, finished by a finish reason
	// or the end.
	begun, finished bool
	// texted is set once the answer has text, which text is the beginning of, worded once
	// it has words or calls a tool.
	texted, worded bool
	text           strings.Builder
	pieces         int // of text
	// end is what Next returns once what is ready is given, err from now on.
	end, err error
}

var errClosed = errors.New("the answer was closed")

// Next implements llm.Stream.
func (s *stream) Next() (llm.Delta, error) {
	for {
		if err := s.parent.Err(); err != nil && s.err == nil {
			s.finish(err)
		}
		switch {
		case s.err != nil:
			return llm.Delta{}, s.err
		case s.given < len(s.ready):
			s.given++
			return s.ready[s.given-1], nil
		case s.end != nil:
			s.finish(s.end)
		case s.finished:
			s.trailer()
		default:
			s.ready, s.given = s.ready[:0], 0
			s.receive()
		}
	}
}

// explain is err in the words of package engine and with the engine's name, or
// the error of the request's context.
func (s *stream) explain(err error) error {
	return s.engine.service.Explain(s.parent, s.engine.Name(), err)
}

// Close implements llm.Stream.
func (s *stream) Close() error {
	if s.err == nil {
		s.finish(errClosed)
	}
	return nil
}

// finish settles what Next returns from now on and lets the connection go.
func (s *stream) finish(err error) {
	s.err = err
	s.budget.End()
	_ = s.body.Close() // nothing is left to lose
}

// receive waits for one event and files it under ready, finished or err.
func (s *stream) receive() {
	s.budget.Start()
	data, err := s.events.Next()
	s.budget.Stop()
	switch {
	case errors.Is(err, openaihttp.ErrDone), errors.Is(err, io.EOF) && s.begun:
		s.complete("")
	case errors.Is(err, io.EOF):
		s.finish(s.explain(openaihttp.Junk("no event")))
	case err != nil:
		s.finish(s.explain(err))
	default:
		s.take(data)
	}
}

func (s *stream) take(data []byte) {
	var e event
	if !e.read(data) {
		s.finish(s.explain(openaihttp.Junk("an event of another form")))
		return
	}
	if e.failed() {
		s.finish(s.explain(s.engine.service.Refuse(data)))
		return
	}
	if e.Usage != nil {
		s.usage = e.Usage
	}
	if len(e.Choices) == 0 {
		if s.events.HoldsValues() && !s.begun && e.Usage == nil {
			s.finish(s.explain(openaihttp.Junk("no answer")))
			return
		}
		s.begun = true
		s.ready = append(s.ready, llm.Delta{}) // a keep-alive or the usage
		return
	}
	s.begun = true
	c := &e.Choices[0]
	p := c.piece()
	if c.FinishReason != "" && s.pieces > 1 && p.text == s.text.String() { // all of it again, with its end
		p.text = ""
	}
	if s.piece(p) && c.FinishReason != "" && s.end == nil {
		s.complete(c.FinishReason)
	}
}

// maxRepeated is the longest answer that is known again.
const maxRepeated = 64 << 10

// piece takes a part of the answer; false means that the answer is broken.
func (s *stream) piece(p *piece) bool {
	for _, f := range p.calls {
		if err := s.calls.add(f); err != nil {
			s.finish(s.explain(err))
			return false
		}
	}
	if s.keeps {
		s.extra.add(p.extra)
	}
	if p.thinks {
		s.learn(thinks)
	}
	s.worded = s.worded || len(p.calls) > 0
	if p.text != "" || p.thinks || len(p.calls) > 0 {
		s.budget.Renew()
	}
	if p.text == "" {
		s.ready = append(s.ready, llm.Delta{Thinking: p.thinks})
		return true
	}
	s.texted = true
	s.pieces++
	if s.text.Len() < maxRepeated {
		s.text.WriteString(p.text)
	}
	s.say(s.words.Write(p.text))
	return true
}

// say hands out what came of a piece of text, up to where the answer ends.
func (s *stream) say(p words.Piece) {
	if p.Unsaid {
		s.stops = stops{texts: s.stops.texts}
		s.worded, s.written = false, nil
	}
	text, stopped := s.stops.next(p.Text)
	s.worded = s.worded || strings.TrimSpace(text) != ""
	s.written = append(s.written, p.Calls...)
	s.think()
	s.ready = append(s.ready, llm.Delta{Text: text, Unsaid: p.Unsaid, Thinking: text == "" && s.words.Thinking()})
	if (stopped || p.Ended) && s.end == nil { // the service has not: the rest is not read
		s.close(llm.Stopped, !stopped)
		s.end = io.EOF
	}
}

// complete hands out what was held back and the tool calls, whole only now, and
// leaves the trailer. reason is the service's; it may have none.
func (s *stream) complete(reason string) {
	s.rest(reason)
	if s.end != nil {
		return
	}
	s.finished = true
	switch reason {
	case string(llm.Filtered):
		s.end = s.explain(io.ErrUnexpectedEOF)
		s.close(llm.Filtered, true)
	case string(llm.Length):
		s.close(llm.Length, true)
	default:
		cut := reason == ""
		s.closing(llm.Stopped, true, cut)
	}
}

// close hands out what is left of an answer that ended for a reason.
func (s *stream) close(reason llm.Finish, held bool) { s.closing(reason, held, reason != llm.Stopped) }

// closing hands out what is left: text that is held, if it is to be, and the calls; cut
// says that a call may have been broken off.
func (s *stream) closing(reason llm.Finish, held, cut bool) {
	done, err := s.calls.take(s.engine.address, cut)
	if err != nil {
		s.end = s.explain(err)
	}
	if rest := s.stops.rest(); held && rest != "" {
		s.ready = append(s.ready, llm.Delta{Text: rest})
	}
	if err != nil {
		return
	}
	for _, c := range s.written {
		c.ID = s.calls.newID()
		done = append(done, c)
	}
	if x := s.extra.take(s.engine.address); x != nil && len(done) > 0 {
		s.ready = append(s.ready, llm.Delta{Extra: x})
	}
	for _, c := range done {
		s.ready = append(s.ready, llm.Delta{Call: &c})
	}
	if len(done) > 0 && reason == llm.Stopped { // some services say "stop" of these, too
		reason = llm.Called
	}
	s.ready = append(s.ready, llm.Delta{Finish: reason})
}

// trailer reads on to the usage and the end of the body, which lets the
// connection carry the next request. Nothing that goes wrong here matters.
func (s *stream) trailer() {
	s.budget.Limit(trailerBudget)
	s.budget.Start()
	for {
		data, err := s.events.Next()
		if err != nil {
			break
		}
		var e event
		if json.Unmarshal(data, &e) == nil && e.Usage != nil {
			s.usage = e.Usage
		}
	}
	_, _ = io.CopyN(io.Discard, s.body, maxTrailerBytes)
	s.budget.Stop()
	s.end = io.EOF
	if u := s.usage; u != nil {
		used := llm.Usage{Prompt: u.PromptTokens, Completion: u.CompletionTokens}
		if u.PromptTokensDetails != nil {
			used.Cached = u.PromptTokensDetails.CachedTokens
		}
		s.ready = append(s.ready, llm.Delta{Usage: &used})
	}
}

// stops ends an answer before the texts at which it was asked to, for services
// that do not: reasoning models refuse to be asked, others pass it over.
type stops struct {
	texts []string
	held  string // the newest text, which may begin one of them
}

// next takes the next piece and returns what of it and of the text held before
// it is sure; ended reports that one of the texts has come.
func (s *stops) next(text string) (sure string, ended bool) {
	if len(s.texts) == 0 {
		return text, false
	}
	text, s.held = s.held+text, ""
	end := len(text)
	for _, stop := range s.texts {
		if at := strings.Index(text, stop); at >= 0 && at < end {
			end, ended = at, true
		}
	}
	if ended {
		return text[:end], true
	}
	for _, stop := range s.texts {
		for n := min(len(stop)-1, len(text)); n > len(s.held); n-- {
			if strings.HasSuffix(text, stop[:n]) {
				s.held = text[len(text)-n:]
			}
		}
	}
	return text[:len(text)-len(s.held)], false
}

// rest is what is still held at the end.
func (s *stops) rest() string {
	held := s.held
	s.held = ""
	return held
}
