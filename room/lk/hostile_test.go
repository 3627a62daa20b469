package lk_test

import (
	"strings"
	"testing"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley/room/lk"
	"parley/room/roomtest"
	"parley/rpc"
)

// packet is a hand-made data packet.
type packet struct{ p *livekit.DataPacket }

func (p packet) ToProto() *livekit.DataPacket { return p.p }

// hostile joins with the bare SDK, which sends whatever it is given.
func hostile(t *testing.T, name, identity string) func(...*livekit.DataPacket) {
	t.Helper()
	sdk := lksdk.NewRoom(&lksdk.RoomCallback{})
	if err := sdk.JoinWithContextAndToken(roomtest.Context(t), roomtest.Server.URL, roomtest.Token(t, name, identity, "", "")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(sdk.Disconnect)
	return func(packets ...*livekit.DataPacket) {
		for _, p := range packets {
			if err := sdk.LocalParticipant.PublishDataPacket(packet{p}, lksdk.WithDataPublishReliable(true)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func streamHeader(id, topic string, attributes map[string]string) *livekit.DataPacket {
	return &livekit.DataPacket{Value: &livekit.DataPacket_StreamHeader{StreamHeader: &livekit.DataStream_Header{
		StreamId: id, Topic: topic, Attributes: attributes,
		ContentHeader: &livekit.DataStream_Header_TextHeader{TextHeader: &livekit.DataStream_TextHeader{}},
	}}}
}

func streamChunk(id string, n uint64, text string) *livekit.DataPacket {
	return &livekit.DataPacket{Value: &livekit.DataPacket_StreamChunk{StreamChunk: &livekit.DataStream_Chunk{
		StreamId: id, ChunkIndex: n, Content: []byte(text)}}}
}

func streamTrailer(id string, attributes map[string]string) *livekit.DataPacket {
	return &livekit.DataPacket{Value: &livekit.DataPacket_StreamTrailer{StreamTrailer: &livekit.DataStream_Trailer{
		StreamId: id, Attributes: attributes}}}
}

// With the SDK's own reader these two packets end the process: it adds the
// trailer's attributes to a nil map.
func TestTrailerForHeaderWithoutAttributesIsHarmless(t *testing.T) {
	t.Parallel()
	ana := roomtest.Browser(t, "trailer", "ana")
	send := hostile(t, "trailer", "eve")
	send(streamHeader("x", rpc.TopicChat, nil), streamChunk("x", 0, "boo"), streamTrailer("x", map[string]string{"a": "b"}))
	got := roomtest.Await(t, ana, func(x lk.Text) bool { return x.Closed })
	if got.From != "eve" || got.Text != "boo" || got.Attributes["a"] != "b" {
		t.Errorf("the text came as %+v, want eve's boo with its attribute", got)
	}
}

func TestTextsOutOfLimitsAreDropped(t *testing.T) {
	t.Parallel()
	ana := roomtest.Browser(t, "limits", "ana")
	send := hostile(t, "limits", "eve")
	send(streamHeader("big", rpc.TopicChat, nil))
	for n := range uint64(5) { // 75,000 bytes in all
		send(streamChunk("big", n, strings.Repeat("x", 15000)))
	}
	send(streamTrailer("big", nil),
		streamHeader("hole", rpc.TopicChat, nil), streamChunk("hole", 1, "second"), streamTrailer("hole", nil),
		streamHeader("odd", "no.such.topic", nil), streamChunk("odd", 0, "?"), streamTrailer("odd", nil),
		streamHeader("good", rpc.TopicChat, nil), streamChunk("good", 0, "fine"), streamTrailer("good", nil))
	if got := roomtest.Await(t, ana, func(x lk.Text) bool { return x.Closed }); got.Stream != "good" {
		t.Errorf("stream %s came through, want good alone", got.Stream)
	}
}

// Eve has seen the id of a stream of Ana's: what she adds to it is no word of
// Ana's, and what she closes goes on.
func TestStreamTakesNothingFromOthers(t *testing.T) {
	t.Parallel()
	watcher := roomtest.Browser(t, "addition", "ben")
	ana, eve := hostile(t, "addition", "ana"), hostile(t, "addition", "eve")
	opened := func() bool {
		return roomtest.Await(t, watcher, func(lk.Text) bool { return true }).Text == "I agree"
	}
	ana(streamHeader("s", rpc.TopicChat, nil), streamChunk("s", 0, "I agree"))
	if !opened() {
		t.Fatal("ana's text did not begin as she wrote it")
	}
	eve(streamChunk("s", 1, " to everything"), streamTrailer("s", nil),
		streamHeader("own", rpc.TopicChat, nil), streamChunk("own", 0, "done"), streamTrailer("own", nil))
	roomtest.Await(t, watcher, func(x lk.Text) bool { return x.From == "eve" && x.Closed })
	ana(streamChunk("s", 1, " with that."), streamTrailer("s", nil))
	got := roomtest.Await(t, watcher, func(x lk.Text) bool { return x.Stream == "s" && x.Closed })
	if got.Text != "I agree with that." || got.From != "ana" {
		t.Errorf("ana's text is %q of %s, want what she wrote alone", got.Text, got.From)
	}
}
