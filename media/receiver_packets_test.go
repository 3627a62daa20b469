package media_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"gopkg.in/hraban/opus.v2"

	"parley/media"
	"parley/media/mediatest"
)

// TestReceiverTakesEveryDuration feeds packets of each length Opus allows.
func TestReceiverTakesEveryDuration(t *testing.T) {
	for _, tenths := range []int{25, 50, 100, 200, 400, 600} {
		t.Run(fmt.Sprintf("%gms", float64(tenths)/10), func(t *testing.T) {
			enc, err := opus.NewEncoder(48000, 1, opus.AppAudio)
			if err != nil {
				t.Fatal(err)
			}
			n := 48 * tenths / 10
			pcm, data := make([]int16, n), make([]byte, 4000)
			var packets []wire
			for i := range 10 * 48000 / n / 10 {
				size, err := enc.Encode(pcm, data)
				if err != nil {
					t.Fatal(err)
				}
				packets = append(packets, wire{uint16(i), uint32(i * n), append([]byte(nil), data[:size]...)})
			}
			got, stats := receive(t, packets)
			want := len(packets) * n / 3 / media.FrameSamples
			if len(got)/media.FrameSamples != want || stats.Malformed+stats.Resyncs != 0 || stats.Filled != 0 {
				t.Errorf("%d frames, %+v; want %d frames", len(got)/media.FrameSamples, stats, want)
			}
		})
	}
}

// TestReceiverTakes120ms repackets six frames as one packet, code 3 of RFC 6716
// section 3.2.5, as the encoder of this libopus makes 60 ms at most.
func TestReceiverTakes120ms(t *testing.T) {
	var packets []wire
	for i := range 8 {
		// 20 ms CELT frames of two bytes, constant bit rate.
		payload := append([]byte{31<<3 | 3, 6}, make([]byte, 12)...)
		packets = append(packets, wire{uint16(i), uint32(i * 5760), payload})
	}
	packets = without(packets, 4)
	got, stats := receive(t, packets)
	if len(got) != 8*6*media.FrameSamples || stats.Malformed != 0 || stats.Lost != 1 {
		t.Errorf("%d frames, %+v; want 48 and the lost packet concealed", len(got)/media.FrameSamples, stats)
	}
}

func FuzzReceiver(f *testing.F) {
	// Each packet: sequence number, timestamp, length, payload.
	seed := func(packets []wire) []byte {
		var b []byte
		for _, p := range packets {
			b = binary.BigEndian.AppendUint16(b, p.seq)
			b = binary.BigEndian.AppendUint32(b, p.time)
			b = append(append(b, byte(len(p.payload))), p.payload...)
		}
		return b
	}
	good := tonePackets(f, 6*media.PTime, 65533, 1<<32-1920)
	f.Add(seed(good))
	f.Add(seed(without(good, 1, 3)))
	f.Add(seed([]wire{{0, 0, nil}, {70, 9, []byte{0xff, 0xff}}, {40000, 1 << 31, []byte{3, 63, 1}}, {40001, 1, []byte{3}}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := media.NewReceiver()
		if err != nil {
			t.Fatal(err)
		}
		pushed := 0
		for len(b) >= 7 {
			n := min(int(b[6]), len(b)-7)
			frames := 0
			r.Push(binary.BigEndian.Uint16(b), binary.BigEndian.Uint32(b[2:]), b[7:7+n], func(frame []int16) {
				if frames++; len(frame) != media.FrameSamples {
					t.Fatalf("frame of %d samples", len(frame))
				}
			})
			b = b[7+n:]
			pushed++
			// A push releases at most itself and what was held, each behind a
			// bounded gap.
			if limit := pushed * (50 + 6 + 3 + 6 + 1); frames > limit {
				t.Fatalf("%d frames from one packet, want at most %d", frames, limit)
			}
		}
		if s := r.Stats(); s.Packets != uint64(pushed) {
			t.Fatalf("%d packets counted, %d pushed", s.Packets, pushed)
		}
	})
}

func BenchmarkOpusEncode(b *testing.B) {
	enc, err := media.NewEncoder()
	if err != nil {
		b.Fatal(err)
	}
	pcm := mediatest.Speech(b, "wait.wav")
	frames := len(pcm) / media.FrameSamples
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		at := i % frames * media.FrameSamples
		if _, err := enc.Encode(pcm[at : at+media.FrameSamples]); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// receiveStep returns a step that pushes the next packet of speech.
func receiveStep(tb testing.TB) func() {
	tb.Helper()
	enc, err := media.NewEncoder()
	if err != nil {
		tb.Fatal(err)
	}
	r, err := media.NewReceiver()
	if err != nil {
		tb.Fatal(err)
	}
	var packets [][]byte
	pcm := mediatest.Speech(tb, "wait.wav")
	for at := 0; at+media.FrameSamples <= len(pcm); at += media.FrameSamples {
		opus, err := enc.Encode(pcm[at : at+media.FrameSamples])
		if err != nil {
			tb.Fatal(err)
		}
		packets = append(packets, append([]byte(nil), opus...))
	}
	emit := func([]int16) {}
	i := 0
	return func() {
		r.Push(uint16(i), uint32(i*960), packets[i%len(packets)], emit)
		i++
	}
}

func TestReceiverDoesNotAllocate(t *testing.T) {
	if got := testing.AllocsPerRun(200, receiveStep(t)); got != 0 {
		t.Errorf("%v allocations per packet, want 0", got)
	}
}

func BenchmarkReceiver(b *testing.B) {
	step := receiveStep(b)
	b.ReportAllocs()
	for b.Loop() {
		step()
	}
}

func TestEncoderRefusesOddFrames(t *testing.T) {
	enc, err := media.NewEncoder()
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 160, 321} {
		if _, err := enc.Encode(make([]int16, n)); err == nil {
			t.Errorf("Encode of %d samples succeeded", n)
		}
	}
	if _, err := enc.Encode(mediatest.Silence(media.PTime)); err != nil {
		t.Errorf("Encode after a refusal = %v", err)
	}
}
