package room

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/livekit/protocol/livekit"
)

// Limits on text streams from the other side. A stream that breaks one is
// dropped without a trace but a missing text.
const (
	// MaxText is the most bytes of one text.
	MaxText = 64 << 10
	// maxOpen is how many streams one participant may have open at once, and
	// maxOpenAll the room.
	maxOpen    = 16
	maxOpenAll = 128
	// maxAttributes is the most bytes of a stream's attributes.
	maxAttributes = 4 << 10
)

// Text is one step of a text stream.
type Text struct {
	// From is who sent it: for captions an agent publishes on behalf of a user,
	// the user.
	From, Topic string
	// Stream is the stream's id, unique while it is open.
	Stream string
	// Text is everything so far, never a delta. It may end inside a rune until
	// Closed.
	Text string
	// Attributes are the stream's; on the last step with the trailer's.
	Attributes map[string]string
	// Closed marks the last step. A stream whose sender broke off has none.
	Closed bool
}

// texts puts text streams together. Its methods are called on the data
// channel's goroutine.
type texts struct {
	topics []string
	emit   func(Text)

	mu   sync.Mutex
	open map[string]*textStream
}

// textStream is a stream under way.
type textStream struct {
	text Text
	buf  strings.Builder
	next uint64
}

func newTexts(topics []string, emit func(Text)) *texts {
	return &texts{topics: slices.Clone(topics), emit: emit, open: map[string]*textStream{}}
}

func (t *texts) begin(h *livekit.DataStream_Header, from string) {
	if h.GetTextHeader() == nil || !slices.Contains(t.topics, h.GetTopic()) ||
		h.GetTotalLength() > MaxText || size(h.GetAttributes()) > maxAttributes {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if old := t.open[h.GetStreamId()]; old != nil && old.text.From != from {
		return // nobody may take over another's stream
	}
	delete(t.open, h.GetStreamId())
	if t.count(from) >= maxOpen || len(t.open) >= maxOpenAll {
		return
	}
	attributes := maps.Clone(h.GetAttributes())
	if attributes == nil {
		attributes = map[string]string{}
	}
	t.open[h.GetStreamId()] = &textStream{text: Text{
		From: from, Topic: h.GetTopic(), Stream: h.GetStreamId(), Attributes: attributes,
	}}
}

func (t *texts) add(c *livekit.DataStream_Chunk) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.open[c.GetStreamId()]
	if s == nil || c.GetChunkIndex() < s.next { // unknown, or sent twice
		return
	}
	if c.GetChunkIndex() > s.next || s.buf.Len()+len(c.GetContent()) > MaxText {
		delete(t.open, c.GetStreamId())
		return
	}
	s.next++
	s.buf.Write(c.GetContent())
	step := s.text
	step.Text = s.buf.String()
	t.emit(step)
}

func (t *texts) end(tr *livekit.DataStream_Trailer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.open[tr.GetStreamId()]
	delete(t.open, tr.GetStreamId())
	if s == nil || tr.GetReason() != "" || size(tr.GetAttributes()) > maxAttributes {
		return
	}
	last := s.text
	last.Text, last.Closed = strings.ToValidUTF8(s.buf.String(), "\uFFFD"), true
	last.Attributes = maps.Clone(last.Attributes) // earlier steps hold the old map
	maps.Copy(last.Attributes, tr.GetAttributes())
	t.emit(last)
}

// forget drops the streams of a participant who left.
func (t *texts) forget(from string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	maps.DeleteFunc(t.open, func(_ string, s *textStream) bool { return s.text.From == from })
}

// clear drops all streams: a new connection does not finish them.
func (t *texts) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	clear(t.open)
}

func (t *texts) count(from string) int {
	n := 0
	for _, s := range t.open {
		if s.text.From == from {
			n++
		}
	}
	return n
}

func size(attributes map[string]string) int {
	n := 0
	for k, v := range attributes {
		n += len(k) + len(v)
	}
	return n
}

// text queues a step; when the room's owner is far behind it is dropped.
func (r *Room) text(t Text) {
	if !r.events.push(func(e *Events) { call1(e.Text, t) }, true) {
		r.log.Debug("text dropped", "topic", t.Topic)
	}
}
