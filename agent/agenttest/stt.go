package agenttest

import (
	"context"
	"io"
	"strings"
	"sync"
	"time"

	"parley/stt"
)

// STT recognises the scripted user, word by word, from the frames it is given:
// what it does not get it cannot know, what it gets twice it writes twice.
// Fields may be changed before the call, or under Set while it runs.
type STT struct {
	// Final is the time from the end of an utterance to its transcript.
	Final time.Duration
	// Opening is how long a stream takes to open.
	Opening time.Duration
	// Whole engines give no interim transcripts, Endless ones nothing else;
	// Silent ones give none at all. The finals of Empty ones have no words.
	Whole, Endless, Silent, Empty bool
	// The interim transcripts of Behind ones lack the newest word.
	Behind bool
	// Lull is stt.Pauser's; 0 is an engine that cannot pause. LateEarly engines tell
	// the early transcript all the same when the user has gone on, and twice.
	Lull      time.Duration
	LateEarly bool
	// Broken streams fail with their first final.
	Broken bool
	// Fails, when set, comes in place of each final's words.
	Fails error
	// Says, when set, is what it makes of each utterance, whatever that is. Its interim
	// transcripts grow towards it.
	Says *stt.Event

	mu     sync.Mutex
	lines  lines
	asked  int
	broken chan struct{}
}

// Asked is how many utterances it has heard to the end.
func (e *STT) Asked() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.asked
}

// Set changes the engine while it is in use.
func (e *STT) Set(change func(*STT)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	change(e)
}

// Break ends the streams open now.
func (e *STT) Break() {
	e.Set(func(e *STT) {
		if e.broken != nil {
			close(e.broken)
			e.broken = nil
		}
	})
}

// Name implements stt.Engine.
func (*STT) Name() string { return "scripted" }

// Open implements stt.Engine.
func (e *STT) Open(ctx context.Context, _ stt.Options) (stt.Stream, error) {
	e.mu.Lock()
	opening := e.Opening
	e.mu.Unlock()
	if err := wait(ctx, opening); err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.broken == nil {
		e.broken = make(chan struct{})
	}
	return &stream{engine: e, events: make(chan stt.Event, 100), broken: e.broken, closed: make(chan struct{})}, nil
}

type stream struct {
	engine         *STT
	events         chan stt.Event
	broken, closed chan struct{}
	once           sync.Once

	id     uint64
	open   bool
	frames int
	said   []said
	early  *early
	due    time.Time // of the last final
}

// early is a transcript that Pause asked for.
type early struct {
	due   time.Time
	text  string
	timer *time.Timer
}

// said is what was heard of one line: frames by word.
type said struct {
	number int16
	line   line
	frames []int
}

// Begin implements stt.Stream.
func (s *stream) Begin(id uint64) { s.id, s.open, s.frames, s.said, s.early = id, true, 0, nil, nil }

var _ stt.Pauser = (*stream)(nil)

// Lull implements stt.Pauser.
func (s *stream) Lull() time.Duration {
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	return s.engine.Lull
}

// Pause implements stt.Pauser. What an engine that needs no time makes of it is told
// before Pause returns.
func (s *stream) Pause() {
	defer func() { _ = wait(context.Background(), time.Nanosecond) }()
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	if !s.open || s.early != nil || s.engine.Lull == 0 {
		return
	}
	e := stt.Event{Utterance: s.id, Text: s.text(true), Early: true}
	e.Ends = ends(e.Text)
	s.early = &early{due: time.Now().Add(s.engine.Final), text: e.Text}
	s.early.timer = time.AfterFunc(s.engine.Final, func() { s.events <- e })
	if s.engine.LateEarly {
		s.early.timer = time.AfterFunc(s.engine.Final+100*time.Millisecond, func() { s.events <- e })
	}
}

// Resume implements stt.Pauser.
func (s *stream) Resume() (wasted bool) {
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	if s.early == nil {
		return false
	}
	if !s.engine.LateEarly {
		s.early.timer.Stop()
	}
	s.early = nil
	return true
}

// Write implements stt.Stream.
func (s *stream) Write(pcm []int16) {
	s.engine.mu.Lock()
	says := s.engine.Says
	s.engine.mu.Unlock()
	if says != nil {
		s.grow(*says)
		return
	}
	if k := kind(pcm[codeKind]); !s.open || k != speech && k != echo {
		return
	}
	number := pcm[codeLine]
	if n := len(s.said); n == 0 || s.said[n-1].number != number {
		l := s.engine.lines.get(number)
		s.said = append(s.said, said{number, l, make([]int, len(l.words))})
	}
	now := s.said[len(s.said)-1]
	if len(now.frames) > 0 {
		now.frames[now.line.wordAt(int(pcm[codeFrame]))]++
	}
	if s.frames++; s.frames%10 == 0 {
		s.engine.mu.Lock()
		gives, behind := !s.engine.Silent && !s.engine.Whole, s.engine.Behind
		s.engine.mu.Unlock()
		if text := s.text(false); gives && behind {
			s.events <- stt.Event{Utterance: s.id, Text: text[:max(0, strings.LastIndexByte(text, ' '))]}
		} else if gives {
			s.events <- stt.Event{Utterance: s.id, Text: text, Ends: ends(text)}
		}
	}
}

// grow shows a word more of what is said whatever was heard.
func (s *stream) grow(e stt.Event) {
	const each = 5 // frames
	if s.frames++; !s.open || s.frames%each != 0 {
		return
	}
	words := strings.Fields(e.Text)
	e.Utterance, e.Text = s.id, strings.Join(words[:min(s.frames/each, len(words))], " ")
	select {
	case s.events <- e:
	default:
	}
}

// text is what was heard: in an interim transcript any word that was begun, in
// a final one those of which half was heard.
func (s *stream) text(final bool) string {
	var out []string
	for _, said := range s.said {
		for i, word := range said.line.words {
			if n := said.frames[i]; n > 0 && (!final || 2*n >= said.line.wordFrames(i)) {
				out = append(out, word)
			}
		}
	}
	return strings.Join(out, " ")
}

// ends is how sure the engine is that a sentence ends: its marks are right.
func ends(text string) float64 {
	if text != "" && strings.ContainsAny(text[len(text)-1:], ".?!") {
		return 0.998
	}
	return 0
}

// End implements stt.Stream.
func (s *stream) End() {
	s.open = false
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	took, text := s.engine.Final, s.text(true)
	if s.early != nil { // nothing that was said since counts
		took, text = max(time.Until(s.early.due), 0), s.early.text
		s.early.timer.Stop()
	}
	e := stt.Event{Utterance: s.id, Final: true, Text: text, Confidence: 0.9, Took: took}
	if s.engine.Silent || s.engine.Endless {
		return
	}
	s.engine.asked++
	if says := s.engine.Says; says != nil {
		e.Text, e.Evidence = says.Text, says.Evidence
	}
	if s.engine.Empty {
		e.Text = ""
	}
	if e.Err = s.engine.Fails; e.Err != nil {
		e.Text, e.Confidence = "", 0
	}
	e.Ends = ends(e.Text)
	due := time.Now().Add(took)
	if !due.After(s.due) { // finals come in order
		due = s.due.Add(time.Nanosecond)
	}
	s.due = due
	time.AfterFunc(time.Until(due), func() { s.events <- e })
}

// Next implements stt.Stream.
func (s *stream) Next(ctx context.Context) (stt.Event, error) {
	select {
	case e := <-s.events:
		s.engine.mu.Lock()
		defer s.engine.mu.Unlock()
		if s.engine.Broken && e.Final {
			return e, io.ErrUnexpectedEOF
		}
		return e, nil
	case <-s.broken:
		return stt.Event{}, io.ErrUnexpectedEOF
	case <-ctx.Done():
		return stt.Event{}, ctx.Err()
	case <-s.closed:
		return stt.Event{}, io.EOF
	}
}

// Close implements stt.Stream.
func (s *stream) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}
