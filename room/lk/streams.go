package lk

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/livekit/protocol/livekit"
)

// Limits on streams from the other side. A stream that breaks one is dropped
// without a trace but its missing.
const (
	// MaxText is the most bytes of one text, MaxBytes of one stream of bytes: 10 s
	// of audio at 48 kHz, 16 bit mono, fit into it.
	MaxText  = 64 << 10
	MaxBytes = 1 << 20
	// maxOpen is how many streams one participant may have open at once, and
	// maxOpenAll the room.
	maxOpen    = 16
	maxOpenAll = 128
	// maxOpenBytes and maxOpenBytesAll are the same for streams of bytes.
	maxOpenBytes    = 4
	maxOpenBytesAll = 16
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

// Bytes is a whole stream of bytes.
type Bytes struct {
	// From is who sent it.
	From, Topic string
	// Stream is the stream's id, MimeType what its sender calls its form.
	Stream, MimeType string
	Data             []byte
	Attributes       map[string]string
}

// streams puts streams together: of texts step by step, of bytes whole. What is
// not from the sender of a stream's header is no part of it. Its methods are
// called on the data channel's goroutine.
type streams struct {
	topics, byteTopics []string
	text               func(Text)
	bytes              func(Bytes)

	mu   sync.Mutex
	open map[string]*stream
}

// stream is a stream under way.
type stream struct {
	text Text
	// mime is the form of a stream of bytes.
	mime  string
	bytes bool
	// onBehalf is set when the header names another than its sender, as only
	// agents may (the server sees to that): an agent's are then the chunks.
	onBehalf bool
	buf      bytes.Buffer
	next     uint64
}

// sender is who sent a packet.
type sender struct {
	identity string
	agent    bool
}

// from reports whether a packet of w belongs to s.
func (s *stream) from(w sender) bool {
	return w.identity == s.text.From || s.onBehalf && w.agent
}

// limit is the most bytes s may have.
func (s *stream) limit() int {
	if s.bytes {
		return MaxBytes
	}
	return MaxText
}

func newStreams(topics []string, text func(Text), byteTopics []string, bytes func(Bytes)) *streams {
	return &streams{
		topics: slices.Clone(topics), text: text, byteTopics: slices.Clone(byteTopics), bytes: bytes,
		open: map[string]*stream{},
	}
}

// begin opens the stream of a header.
func (t *streams) begin(h *livekit.DataStream_Header, from string) {
	s := &stream{
		text: Text{From: from, Topic: h.GetTopic(), Stream: h.GetStreamId(), Attributes: maps.Clone(h.GetAttributes())},
		mime: h.GetMimeType(), bytes: h.GetByteHeader() != nil, onBehalf: h.GetTextHeader().GetGenerated(),
	}
	wanted := h.GetTextHeader() != nil && slices.Contains(t.topics, h.GetTopic()) ||
		s.bytes && slices.Contains(t.byteTopics, h.GetTopic())
	if !wanted || h.GetTotalLength() > uint64(s.limit()) || size(h.GetAttributes())+len(s.mime) > maxAttributes {
		return
	}
	if s.text.Attributes == nil {
		s.text.Attributes = map[string]string{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	id := h.GetStreamId()
	if old := t.open[id]; old != nil && old.text.From != from {
		return // nobody may take over another's stream
	}
	delete(t.open, id)
	if t.room(s) {
		t.open[id] = s
	}
}

// room reports whether there is room for s. Under mu.
func (t *streams) room(s *stream) bool {
	own, all := maxOpen, maxOpenAll
	if s.bytes {
		own, all = maxOpenBytes, maxOpenBytesAll
	}
	for _, o := range t.open {
		if o.bytes != s.bytes {
			continue
		}
		all--
		if o.text.From == s.text.From {
			own--
		}
	}
	return own > 0 && all > 0
}

func (t *streams) add(c *livekit.DataStream_Chunk, from sender) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.open[c.GetStreamId()]
	if s == nil || !s.from(from) || c.GetChunkIndex() < s.next { // unknown, another's, or sent twice
		return
	}
	if c.GetChunkIndex() > s.next || s.buf.Len()+len(c.GetContent()) > s.limit() {
		delete(t.open, c.GetStreamId())
		return
	}
	s.next++
	s.buf.Write(c.GetContent())
	if !s.bytes {
		step := s.text
		step.Text = s.buf.String()
		t.text(step)
	}
}

func (t *streams) end(tr *livekit.DataStream_Trailer, from sender) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.open[tr.GetStreamId()]
	if s == nil || !s.from(from) {
		return
	}
	delete(t.open, tr.GetStreamId())
	if tr.GetReason() != "" || size(tr.GetAttributes()) > maxAttributes {
		return
	}
	last := s.text
	last.Attributes = maps.Clone(last.Attributes) // earlier steps hold the old map
	maps.Copy(last.Attributes, tr.GetAttributes())
	if s.bytes {
		t.bytes(Bytes{last.From, last.Topic, last.Stream, s.mime, s.buf.Bytes(), last.Attributes})
		return
	}
	last.Text, last.Closed = strings.ToValidUTF8(s.buf.String(), "\uFFFD"), true
	t.text(last)
}

// soFar is what has come of a stream of bytes about a track that a participant has
// not ended, nil if there is none. The caller owns it.
func (t *streams) soFar(from, topic, track string) *Bytes {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.open {
		if s.bytes && s.text.From == from && s.text.Topic == topic && s.text.Attributes["trackId"] == track {
			return &Bytes{from, topic, s.text.Stream, s.mime, bytes.Clone(s.buf.Bytes()), maps.Clone(s.text.Attributes)}
		}
	}
	return nil
}

// forget drops the streams of a participant who left.
func (t *streams) forget(from string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	maps.DeleteFunc(t.open, func(_ string, s *stream) bool { return s.text.From == from })
}

// clear drops all streams: a new connection does not finish them.
func (t *streams) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	clear(t.open)
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

// bytes queues a stream of bytes; when the room's owner is far behind it is
// dropped.
func (r *Room) bytes(b Bytes) {
	if b.Topic == TopicPreConnect {
		r.record(&b)
		return
	}
	if !r.events.push(func(e *Events) { call1(e.Bytes, b) }, true) {
		r.log.Debug("bytes dropped", "topic", b.Topic)
	}
}
