package lk

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/livekit/protocol/livekit"
	"google.golang.org/protobuf/proto"
)

func head(id, topic string) *livekit.DataStream_Header {
	return &livekit.DataStream_Header{StreamId: id, Topic: topic,
		ContentHeader: &livekit.DataStream_Header_TextHeader{TextHeader: &livekit.DataStream_TextHeader{}}}
}

func TestStreamsOpenAreBounded(t *testing.T) {
	got := 0
	in := newStreams([]string{"x"}, func(Text) { got++ }, nil, nil)
	ids := make([]string, 2*maxOpen)
	for i := range ids {
		ids[i] = strings.Repeat("s", i+1)
		in.begin(head(ids[i], "x"), "eve")
	}
	for _, id := range ids {
		in.end(&livekit.DataStream_Trailer{StreamId: id}, sender{"eve", false})
	}
	if got != maxOpen {
		t.Errorf("%d of one sender's streams were taken at once, want %d", got, maxOpen)
	}
	if len(in.open) != 0 {
		t.Errorf("%d streams are still open, want none", len(in.open))
	}
}

func TestStreamCannotBeTakenOver(t *testing.T) {
	var last Text
	in := newStreams([]string{"x"}, func(x Text) { last = x }, nil, nil)
	in.begin(head("s", "x"), "ana")
	in.begin(head("s", "x"), "eve")
	in.add(&livekit.DataStream_Chunk{StreamId: "s", Content: []byte("hi")}, sender{"ana", false})
	in.end(&livekit.DataStream_Trailer{StreamId: "s"}, sender{"ana", false})
	if last.From != "ana" || !last.Closed {
		t.Errorf("the text is %+v, want ana's", last)
	}
}

func TestLeavingDropsOpenStreams(t *testing.T) {
	got := 0
	in := newStreams([]string{"x"}, func(Text) { got++ }, nil, nil)
	in.begin(head("s", "x"), "ana")
	in.forget("ana")
	in.end(&livekit.DataStream_Trailer{StreamId: "s"}, sender{"ana", false})
	if got != 0 {
		t.Errorf("%d texts of someone who left, want none", got)
	}
}

func TestCutKeepsRunesWhole(t *testing.T) {
	for _, text := range []string{"", "short", strings.Repeat("é", 10), strings.Repeat("🤨", 10), strings.Repeat("\x80", 20)} {
		var parts []string
		for rest := text; rest != ""; {
			var part string
			part, rest = cut(rest, 7)
			if len(part) == 0 || len(part) > 7 {
				t.Fatalf("%q was cut to %q, want 1 to 7 bytes", text, part)
			}
			if utf8.ValidString(text) && !utf8.ValidString(part) {
				t.Errorf("%q was cut inside a rune: %q", text, part)
			}
			parts = append(parts, part)
		}
		if got := strings.Join(parts, ""); got != text {
			t.Errorf("the parts of %q make %q", text, got)
		}
	}
}

// FuzzTexts feeds packets, as bytes off the wire, to the reader of texts.
func FuzzTexts(f *testing.F) {
	add := func(packets ...*livekit.DataPacket) {
		var wire []byte
		for _, p := range packets {
			b, err := proto.Marshal(p)
			if err != nil {
				f.Fatal(err)
			}
			wire = append(append(wire, byte(len(b))), b...)
		}
		f.Add(wire)
	}
	add(Header("s", "x", "", nil), Trailer("s", map[string]string{"a": "b"}))
	add(append([]*livekit.DataPacket{Header("s", "x", "", nil)}, append(Chunks("s", 0, "hello"), Trailer("s", nil))...)...)
	f.Fuzz(func(t *testing.T, wire []byte) {
		in := newStreams([]string{"x"}, func(x Text) {
			if len(x.Text) > 3*MaxText || x.Topic != "x" || x.Closed && !utf8.ValidString(x.Text) {
				t.Errorf("text of %d bytes on %q, want within limits", len(x.Text), x.Topic)
			}
		}, []string{"x"}, func(x Bytes) {
			if len(x.Data) > MaxBytes || x.Topic != "x" || x.From != "eve" {
				t.Errorf("%d bytes on %q, want within limits", len(x.Data), x.Topic)
			}
		})
		for len(wire) > 0 {
			n := min(int(wire[0]), len(wire)-1)
			var p livekit.DataPacket
			if proto.Unmarshal(wire[1:1+n], &p) == nil {
				in.begin(p.GetStreamHeader(), "eve")
				in.add(p.GetStreamChunk(), sender{"eve", false})
				in.end(p.GetStreamTrailer(), sender{"eve", false})
			}
			wire = wire[1+n:]
			if len(in.open) > maxOpen+maxOpenBytes {
				t.Fatalf("%d streams open, want at most %d", len(in.open), maxOpen+maxOpenBytes)
			}
		}
	})
}
