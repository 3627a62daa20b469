package media_test

import (
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
)

// wire is a stream of Opus packets as a sender makes them.
type wire struct {
	seq     uint16
	time    uint32
	payload []byte
}

// tonePackets encodes d of a 440 Hz tone into packets from seq and time on.
func tonePackets(t testing.TB, d time.Duration, seq uint16, at uint32) []wire {
	t.Helper()
	enc, err := media.NewEncoder()
	if err != nil {
		t.Fatal(err)
	}
	var out []wire
	for frame := range slices.Chunk(mediatest.Tone(d, 440, 8000), media.FrameSamples) {
		opus, err := enc.Encode(frame)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, wire{seq, at, slices.Clone(opus)})
		seq, at = seq+1, at+960
	}
	return out
}

// receive pushes packets in the order given and returns all audio.
func receive(t testing.TB, packets []wire) ([]int16, media.ReceiverStats) {
	t.Helper()
	r, err := media.NewReceiver()
	if err != nil {
		t.Fatal(err)
	}
	var pcm []int16
	for _, p := range packets {
		r.Push(p.seq, p.time, p.payload, func(frame []int16) {
			if len(frame) != media.FrameSamples {
				t.Fatalf("frame of %d samples, want %d", len(frame), media.FrameSamples)
			}
			pcm = append(pcm, frame...)
		})
	}
	return pcm, r.Stats()
}

// without returns packets without those at the given places.
func without(packets []wire, places ...int) []wire {
	var out []wire
	for i, p := range packets {
		if !slices.Contains(places, i) {
			out = append(out, p)
		}
	}
	return out
}

func TestReceiverFillsEveryHole(t *testing.T) {
	const frame = media.PTime
	second := tonePackets(t, time.Second, 65500, 1<<32-9600) // both counters wrap
	swapped := slices.Clone(second)
	swapped[20], swapped[21], swapped[22] = swapped[22], swapped[20], swapped[21]
	dtx := append(slices.Clone(second[:10]), tonePackets(t, 800*time.Millisecond, second[10].seq, second[10].time+8*960)...)
	mute := append(slices.Clone(second[:10]), tonePackets(t, 800*time.Millisecond, second[10].seq, second[10].time+60*48000)...)
	broken := slices.Clone(second)
	broken[25].payload = []byte{0xff, 0xff, 0xff}
	padded := slices.Clone(second)
	padded = slices.Insert(padded, 10, wire{padded[10].seq, padded[9].time, nil})
	for i := 11; i < len(padded); i++ {
		padded[i].seq++
	}
	for _, test := range []struct {
		name    string
		packets []wire
		frames  int
		want    media.ReceiverStats
	}{
		{"in order", second, 50, media.ReceiverStats{Packets: 50}},
		{"out of order", swapped, 50, media.ReceiverStats{Packets: 50}},
		{"one lost", without(second, 20), 50, media.ReceiverStats{Packets: 49, Lost: 1, Concealed: frame}},
		{"a burst lost", without(second, 20, 21, 22, 23), 50,
			media.ReceiverStats{Packets: 46, Lost: 4, Concealed: 4 * frame}},
		{"two losses near", without(second, 20, 22), 50,
			media.ReceiverStats{Packets: 48, Lost: 2, Concealed: 2 * frame}},
		{"400 ms lost", append(slices.Clone(second[:10]), second[30:]...), 50,
			media.ReceiverStats{Packets: 30, Lost: 20, Concealed: 4 * frame, Filled: 16 * frame}},
		{"sender silent 160 ms", dtx, 50 + 8, media.ReceiverStats{Packets: 50, Filled: 8 * frame}},
		{"sender silent a minute", mute, 50 + 50, media.ReceiverStats{Packets: 50, Filled: time.Second}},
		{"malformed", broken, 50, media.ReceiverStats{Packets: 50, Malformed: 1, Concealed: frame}},
		{"padding", padded, 50, media.ReceiverStats{Packets: 51}},
		{"duplicates", append(slices.Clone(second[:10]), second[5:]...), 50,
			media.ReceiverStats{Packets: 55, Late: 5}},
		{"duplicate while waiting", slices.Insert(without(second, 20), 21, second[21]), 50,
			media.ReceiverStats{Packets: 50, Lost: 1, Duplicate: 1, Concealed: frame}},
		{"too late", slices.Insert(without(second, 20), 30, second[20]), 50,
			media.ReceiverStats{Packets: 50, Lost: 1, Late: 1, Concealed: frame}},
	} {
		t.Run(test.name, func(t *testing.T) {
			pcm, stats := receive(t, test.packets)
			if got := len(pcm) / media.FrameSamples; got != test.frames {
				t.Errorf("%d frames, want %d", got, test.frames)
			}
			if stats != test.want {
				t.Errorf("stats %+v, want %+v", stats, test.want)
			}
		})
	}
}

func TestReceiverSound(t *testing.T) {
	packets := tonePackets(t, time.Second, 1, 0)
	for _, test := range []struct {
		name    string
		packets []wire
		power   float64
	}{
		{"clean", packets, 0.99},
		{"5 % lost", without(packets, 15, 30, 45), 0.9},
	} {
		pcm, _ := receive(t, test.packets)
		if got := mediatest.Power(pcm[1600:], 440); got < test.power {
			t.Errorf("%s: %.1f %% of the energy is the tone, want %.0f %%", test.name, 100*got, 100*test.power)
		}
	}
}

func TestReceiverWaitsAtMost60ms(t *testing.T) {
	packets := tonePackets(t, time.Second, 1, 0)
	r, err := media.NewReceiver()
	if err != nil {
		t.Fatal(err)
	}
	frames := 0
	count := func([]int16) { frames++ }
	for i, want := range []int{1, 2, 3, 4, 5, -1, 5, 5, 9, 10} { // packet 5 is lost
		if want < 0 {
			continue
		}
		r.Push(packets[i].seq, packets[i].time, packets[i].payload, count)
		if frames != want {
			t.Errorf("%d frames after packet %d, want %d", frames, i, want)
		}
	}
}

func TestReceiverFollowsARestart(t *testing.T) {
	first := tonePackets(t, 500*time.Millisecond, 100, 5000)
	for _, test := range []struct {
		name string
		seq  uint16
		at   uint32
	}{
		{"far ahead", 20000, 1 << 30},
		{"far back", 40000, 77},
	} {
		second := tonePackets(t, 500*time.Millisecond, test.seq, test.at)
		pcm, stats := receive(t, append(slices.Clone(first), second...))
		// The packet that announces the new stream is the price of not believing
		// a single stray one.
		if got := len(pcm) / media.FrameSamples; got != 49 || stats.Resyncs != 1 {
			t.Errorf("%s: %d frames, %d resyncs; want 49, 1", test.name, got, stats.Resyncs)
		}
		stray := slices.Insert(slices.Clone(first), 10, second[0])
		if pcm, stats := receive(t, stray); len(pcm) != len(first)*media.FrameSamples || stats.Resyncs != 0 {
			t.Errorf("%s: with a stray packet %d samples, %d resyncs; want %d frames, 0", test.name, len(pcm), stats.Resyncs, len(first))
		}
	}
}
