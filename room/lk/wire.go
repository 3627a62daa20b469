package lk

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/pion/webrtc/v4"

	"parley/rpc"
)

const (
	// maxChunk is LiveKit's limit on a stream chunk in bytes.
	maxChunk = 15000
	// ackPoll is how often acknowledged looks; the SDK tells nobody.
	ackPoll = 2 * time.Millisecond
	// readyPoll is how often ready looks.
	readyPoll = 10 * time.Millisecond
	// wireSize is how many packets may wait to be sent.
	wireSize = 512
)

// ErrFull is returned when the room takes packets slower than they are made.
var ErrFull = errors.New("too many packets wait to be sent")

// wire sends the packets of text streams, in order and from one goroutine. The
// SDK's own writer can neither speak on behalf of a user nor put attributes on a
// trailer, may drop the last chunk and keeps every writer until the room is left
// (server-sdk-go v2.17.0, streams.go).
type wire struct {
	sdk    *lksdk.Room
	engine *lksdk.RTCEngine
	log    *slog.Logger
	queue  chan queued
	mu     sync.Mutex    // held while queueing
	done   chan struct{} // closed when run has returned
}

// queued is one packet, or a mark if packet is nil; sent is closed behind it.
type queued struct {
	packet *livekit.DataPacket
	to     []string
	sent   chan struct{}
}

func newWire(sdk *lksdk.Room, engine *lksdk.RTCEngine, log *slog.Logger) *wire {
	return &wire{sdk: sdk, engine: engine, log: log, queue: make(chan queued, wireSize), done: make(chan struct{})}
}

// run sends until ctx ends.
func (w *wire) run(ctx context.Context) {
	defer close(w.done)
	for {
		select {
		case <-ctx.Done():
			return
		case q := <-w.queue:
			if q.packet != nil && w.ready(ctx) {
				w.send(q)
			}
			if q.sent != nil {
				close(q.sent)
			}
		}
	}
}

// ready waits until a packet can be sent at once, or is false when ctx ends. The
// SDK would wait too, but for up to joinTimeout and not to be stopped: a server
// that closes a room closes its channels before it says so, and the last packets
// of a call come just then.
func (w *wire) ready(ctx context.Context) bool {
	var negotiated *lksdk.PCTransport
	for {
		if publisher, ok := w.engine.Publisher(); ok && w.sdk.ConnectionState() == lksdk.ConnectionStateConnected {
			if publisher.IsConnected() && w.open(livekit.DataPacket_RELIABLE) && w.open(livekit.DataPacket_LOSSY) {
				return true
			}
			if publisher != negotiated { // who publishes no track connects with the first packet
				publisher.Negotiate()
				negotiated = publisher
			}
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(readyPoll):
		}
	}
}

// open reports whether the channel of a kind is; the SDK sends when both are.
func (w *wire) open(kind livekit.DataPacket_Kind) bool {
	c := w.engine.GetDataChannel(kind)
	return c != nil && c.ReadyState() == webrtc.DataChannelStateOpen
}

func (w *wire) send(q queued) {
	options := []lksdk.DataPublishOption{lksdk.WithDataPublishReliable(true)}
	if len(q.to) > 0 {
		options = append(options, lksdk.WithDataPublishDestination(q.to))
	}
	if err := w.sdk.LocalParticipant.PublishDataPacket(raw{q.packet}, options...); err != nil {
		w.log.Warn("text packet not sent", "err", err)
	}
}

// post queues packets without blocking: all of them or, with ErrFull, none.
func (w *wire) post(to []string, packets ...*livekit.DataPacket) error {
	all := make([]queued, len(packets))
	for i, p := range packets {
		all[i] = queued{packet: p, to: to}
	}
	return w.put(all...)
}

func (w *wire) put(all ...queued) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if cap(w.queue)-len(w.queue) < len(all) {
		return ErrFull
	}
	for _, q := range all {
		w.queue <- q
	}
	return nil
}

// Post queues packets to the given participants or, with none, to everyone. It
// never blocks: all of them are queued or, with ErrFull, none.
func (r *Room) Post(to []string, packets ...*livekit.DataPacket) error {
	return r.wire.post(to, packets...)
}

// Flush returns when everything queued before has reached the server, with
// ErrLeft when the room is left first, or when ctx ends.
func (r *Room) Flush(ctx context.Context) error { return r.wire.flush(ctx) }

// flush returns when everything queued before has reached the server.
func (w *wire) flush(ctx context.Context) error {
	sent := make(chan struct{})
	if err := w.put(queued{sent: sent}); err != nil {
		return err
	}
	select {
	case <-sent:
	case <-w.done:
		return ErrLeft
	case <-ctx.Done():
		return fmt.Errorf("send what is queued: %w", context.Cause(ctx))
	}
	return w.acknowledged(ctx)
}

// acknowledged returns when the server has confirmed every packet: leaving a
// room throws away what it has not.
func (w *wire) acknowledged(ctx context.Context) error {
	tick := time.NewTicker(ackPoll)
	defer tick.Stop()
	for {
		pc := w.sdk.LocalParticipant.GetPublisherPeerConnection()
		if pc == nil || pc.SCTP() == nil || pc.SCTP().BufferedAmount() == 0 {
			return nil
		}
		select {
		case <-tick.C:
		case <-w.done:
			return ErrLeft
		case <-ctx.Done():
			return fmt.Errorf("wait for the server: %w", context.Cause(ctx))
		}
	}
}

// raw is a packet as the SDK wants it.
type raw struct{ p *livekit.DataPacket }

// ToProto implements lksdk.DataPacket.
func (r raw) ToProto() *livekit.DataPacket { return r.p }

// Header opens a text stream. The server keeps the sender of a text header that
// an agent sends on behalf of another; an empty one is the agent itself. The
// attributes must not be empty: a Go peer on the SDK's own reader panics when a
// Trailer adds to none.
func Header(stream, topic, onBehalfOf string, attributes map[string]string) *livekit.DataPacket {
	return &livekit.DataPacket{ParticipantIdentity: onBehalfOf, Value: &livekit.DataPacket_StreamHeader{
		StreamHeader: &livekit.DataStream_Header{
			StreamId: stream, Topic: topic, Timestamp: time.Now().UnixMilli(), MimeType: "text/plain", Attributes: attributes,
			ContentHeader: &livekit.DataStream_Header_TextHeader{TextHeader: &livekit.DataStream_TextHeader{}},
		}}}
}

// Chunks is text as chunks numbered from first, none for no text.
func Chunks(stream string, first uint64, text string) []*livekit.DataPacket {
	var packets []*livekit.DataPacket
	for len(text) > 0 {
		var part string
		part, text = cut(text, maxChunk)
		packets = append(packets, &livekit.DataPacket{Value: &livekit.DataPacket_StreamChunk{
			StreamChunk: &livekit.DataStream_Chunk{StreamId: stream, ChunkIndex: first, Content: []byte(part)}}})
		first++
	}
	return packets
}

// cut splits text after at most n bytes and not inside a rune.
func cut(text string, n int) (head, tail string) {
	if len(text) <= n {
		return text, ""
	}
	for i := n; i > n-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			return text[:i], text[i:]
		}
	}
	return text[:n], text[n:] // no UTF-8
}

// Trailer closes a text stream. Its reason stays empty: any other makes readers
// report an error.
func Trailer(stream string, attributes map[string]string) *livekit.DataPacket {
	return &livekit.DataPacket{Value: &livekit.DataPacket_StreamTrailer{
		StreamTrailer: &livekit.DataStream_Trailer{StreamId: stream, Attributes: attributes}}}
}

// SendText sends a whole text on a topic, to the given participants or, with
// none, to everyone, and returns when it is on its way or ctx ends.
func (r *Room) SendText(ctx context.Context, topic, text string, to ...string) error {
	if len(text) > MaxText {
		return fmt.Errorf("send text of %d bytes, at most %d", len(text), MaxText)
	}
	if err := r.PostText(topic, text, to...); err != nil {
		return fmt.Errorf("send text: %w", err)
	}
	return r.wire.flush(ctx)
}

// PostText queues a whole text on a topic, to the given participants or, with
// none, to everyone. It never blocks; the error is ErrFull.
func (r *Room) PostText(topic, text string, to ...string) error {
	id := "TX_" + rand.Text()
	packets := []*livekit.DataPacket{Header(id, topic, "", map[string]string{rpc.AttrSegment: id})}
	packets = append(packets, Chunks(id, 0, text)...)
	return r.wire.post(to, append(packets, Trailer(id, nil))...)
}

// PostBytes queues data, of at most 15,000 bytes, as a stream of bytes on a topic,
// to the given participants or, with none, to everyone. It never blocks; the
// error is ErrFull.
func (r *Room) PostBytes(topic string, data []byte, to ...string) error {
	id := "BY_" + rand.Text()
	begin := Header(id, topic, "", map[string]string{})
	h := begin.GetStreamHeader()
	h.MimeType = "application/octet-stream"
	h.ContentHeader = &livekit.DataStream_Header_ByteHeader{ByteHeader: &livekit.DataStream_ByteHeader{Name: topic}}
	return r.wire.post(to, begin, &livekit.DataPacket{Value: &livekit.DataPacket_StreamChunk{
		StreamChunk: &livekit.DataStream_Chunk{StreamId: id, Content: data}}}, Trailer(id, nil))
}
