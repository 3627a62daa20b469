package lk

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/livekit/protocol/livekit"

	"parley/media"
)

// ramp is samples that tell their place: a chirp, alike nowhere else.
func ramp(from, to time.Duration) []int16 {
	pcm := make([]int16, 0, media.Samples(to-from))
	for n := media.Samples(from); n < media.Samples(to); n++ {
		s := float64(n) / media.SampleRate
		pcm = append(pcm, int16(6000*math.Sin(2*math.Pi*(200*s+90*s*s))))
	}
	return pcm
}

func samples(pcm []int16) []byte {
	var b []byte
	for _, s := range pcm {
		b = binary.LittleEndian.AppendUint16(b, uint16(s))
	}
	return b
}

// hearer is a room whose microphone track was recorded while it was connecting,
// and what is heard of it.
type hearer struct {
	r      *Room
	before *preconnect
	frame  func([]int16)

	mu  sync.Mutex
	all []int16
}

// heard is what was heard so far.
func (h *hearer) heard() []int16 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.all)
}

func newHearer(t *testing.T) *hearer {
	t.Helper()
	h := &hearer{}
	var err error
	h.r, err = New(Config{Bytes: []string{TopicPreConnect}, Silent: true, Events: Events{Audio: func(from string, pcm []int16) {
		if from == "ana" {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.all = append(h.all, pcm...)
		}
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// subscribe has the first packet of the track come.
func (h *hearer) subscribe() {
	h.frame = func(pcm []int16) { h.r.config.Events.Audio("ana", pcm) }
	h.before = h.r.preconnected(&livekit.TrackInfo{
		Sid: "TR_1", AudioFeatures: []livekit.AudioTrackFeature{livekit.AudioTrackFeature_TF_PRECONNECT_BUFFER},
	}, "ana")
	if h.before != nil {
		h.frame = h.before.frame
	}
}

// listen reads the track until it ends. What ends it is handed out, and what
// is closed then.
func (h *hearer) listen(t *testing.T, track *wireTrack) (stop context.CancelFunc, ended chan struct{}) {
	t.Helper()
	receiver, err := media.NewReceiver()
	if err != nil {
		t.Fatal(err)
	}
	h.subscribe()
	ctx, stop := context.WithCancel(t.Context())
	ended = make(chan struct{})
	go func() {
		defer close(ended)
		(&hearing{receiver: receiver, audio: h.frame, before: h.before}).read(ctx, track)
	}()
	return stop, ended
}

// live plays the microphone from a time on, a frame every 20 ms.
func (h *hearer) live(from, to time.Duration) {
	for at := from; at < to; at += media.PTime {
		time.Sleep(media.PTime)
		synctest.Wait()
		h.frame(ramp(at, at+media.PTime))
	}
}

func (h *hearer) record(from string, pcm []int16) {
	h.r.bytes(Bytes{From: from, Topic: TopicPreConnect, Data: samples(pcm),
		Attributes: map[string]string{"trackId": "TR_1", "sampleRate": "16000", "channels": "1"}})
}

// open begins to send a recording of a track, and returns its stream.
func (h *hearer) open(from, track string, pcm []int16) string {
	in, stream := h.r.guard.streams, from+track
	in.begin(&livekit.DataStream_Header{
		StreamId: stream, Topic: TopicPreConnect,
		ContentHeader: &livekit.DataStream_Header_ByteHeader{ByteHeader: &livekit.DataStream_ByteHeader{}},
		Attributes:    map[string]string{"trackId": track, "sampleRate": "16000", "channels": "1"},
	}, from)
	in.add(&livekit.DataStream_Chunk{StreamId: stream, Content: samples(pcm)}, sender{identity: from})
	return stream
}

// want is that what was heard is the microphone from a time on, whole and once.
func (h *hearer) want(t *testing.T, from, to time.Duration) {
	t.Helper()
	want, heard := ramp(from, to), h.heard()
	if len(heard) != len(want) {
		t.Fatalf("%v were heard, want %v", media.Duration(len(heard)), media.Duration(len(want)))
	}
	for i := range want {
		if d := int(heard[i]) - int(want[i]); d > 800 || d < -800 { // the seam is within 0.25 ms
			t.Fatalf("at %v the sample is %d, want %d", from+media.Duration(i), heard[i], want[i])
		}
	}
}

// wantFirst is that said was heard first.
func (h *hearer) wantFirst(t *testing.T, said []int16) {
	t.Helper()
	if heard := h.heard(); len(heard) < len(said) || !slices.Equal(heard[:len(said)], said) {
		t.Errorf("%v were heard, want all of the recording first", media.Duration(len(heard)))
	}
}

// bubble runs f with a hearer. At twice the pace, to catch up takes as long again
// as what was behind: the tests play that much live audio.
func bubble(t *testing.T, f func(t *testing.T, h *hearer)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newHearer(t)
		defer func() {
			h.r.stop()
			h.r.events.close()
			h.r.wg.Wait()
		}()
		f(t, h)
	})
}

func TestWhatIsSaidWhileConnectingComesFirst(t *testing.T) {
	bubble(t, func(t *testing.T, h *hearer) {
		h.subscribe()
		h.live(2*time.Second, 2100*time.Millisecond)
		h.record("ana", ramp(0, 2160*time.Millisecond)) // 160 ms are in both
		h.live(2100*time.Millisecond, 5*time.Second)
		h.want(t, 0, 5*time.Second)
	})
}

func TestRecordingThatDoesNotComeIsNotWaitedForLong(t *testing.T) {
	bubble(t, func(t *testing.T, h *hearer) {
		h.subscribe()
		h.live(0, preconnectWait-2*media.PTime)
		if len(h.heard()) != 0 {
			t.Errorf("%v were heard before the recording", media.Duration(len(h.heard())))
		}
		h.live(preconnectWait-2*media.PTime, 5*time.Second)
		h.record("ana", ramp(6*time.Second, 7*time.Second)) // too late to be in order
		h.live(5*time.Second, 6*time.Second)
		h.want(t, 0, 6*time.Second)
	})
}

// Clients that missed that their track was taken go on recording it.
func TestRecordingThatGoesOnIsHeardAsFarAsItCame(t *testing.T) {
	const ms = time.Millisecond
	for name, lag := range map[string]time.Duration{"at once": 0, "100 ms late": 100 * ms, "800 ms late": 800 * ms} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, h *hearer) {
				in := h.r.guard.streams
				h.open("eve", "TR_1", ramp(20*time.Second, 21*time.Second))
				h.open("ana", "TR_0", ramp(20*time.Second, 21*time.Second))
				stream := h.open("ana", "TR_1", ramp(0, 3*time.Second))
				h.subscribe()
				n := uint64(1)
				for at := 3 * time.Second; at < 5*time.Second+lag; at += 100 * ms {
					h.live(at, at+100*ms)
					if came := at - lag; came >= 3*time.Second {
						chunk := samples(ramp(came, came+100*ms))
						in.add(&livekit.DataStream_Chunk{StreamId: stream, ChunkIndex: n, Content: chunk}, sender{identity: "ana"})
						n++
					}
				}
				h.live(5*time.Second+lag, 10*time.Second)
				in.end(&livekit.DataStream_Trailer{StreamId: stream}, sender{identity: "ana"})
				h.live(10*time.Second, 15*time.Second)
				h.want(t, 0, 15*time.Second)
			})
		})
	}
}

func TestRecordingIsTakenOnceFromItsSpeaker(t *testing.T) {
	bubble(t, func(t *testing.T, h *hearer) {
		h.subscribe()
		h.record("eve", ramp(8*time.Second, 9*time.Second))
		h.record("ana", ramp(0, time.Second))
		h.record("ana", ramp(8*time.Second, 9*time.Second))
		h.live(time.Second, 4*time.Second)
		h.want(t, 0, 4*time.Second)
	})
}

func TestRecordingOfUnknownFormIsNothing(t *testing.T) {
	bubble(t, func(t *testing.T, h *hearer) {
		h.subscribe()
		h.r.bytes(Bytes{From: "ana", Topic: TopicPreConnect, MimeType: "video/mp4", Data: []byte("????ftyp"),
			Attributes: map[string]string{"trackId": "TR_1"}})
		h.live(0, 2*time.Second)
		h.want(t, 0, 2*time.Second)
	})
}

func TestRecordingMayComeBeforeItsTrack(t *testing.T) {
	bubble(t, func(t *testing.T, h *hearer) {
		for i := range preconnectEarly {
			h.record(string(rune('f'+i)), ramp(8*time.Second, 9*time.Second))
		}
		h.record("f", ramp(8*time.Second, 9*time.Second))
		if got := len(h.r.preconnects.early); got != preconnectEarly {
			t.Errorf("%d recordings are kept, want %d", got, preconnectEarly)
		}
		clear(h.r.preconnects.early)
		h.record("ana", ramp(0, time.Second))
		h.subscribe()
		h.live(time.Second, 4*time.Second)
		h.want(t, 0, 4*time.Second)
	})
}

// The user turned the microphone off before its first packet.
func TestRecordingWithoutATrackIsHeard(t *testing.T) {
	bubble(t, func(t *testing.T, h *hearer) {
		said := ramp(0, 4*time.Second)
		h.record("eve", ramp(8*time.Second, 9*time.Second))
		h.record("ana", said)
		time.Sleep(preconnectWait + preconnectSeam + 5*time.Second)
		synctest.Wait()
		h.wantFirst(t, said)
		heard := len(h.heard())
		h.record("ana", said)
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(h.heard()) != heard {
			t.Errorf("%v more were heard, want nothing a second time", media.Duration(len(h.heard())-heard))
		}
		if got := len(h.r.preconnects.early); got != 0 {
			t.Errorf("%d recordings are still kept, want none", got)
		}
	})
}

func TestTrackFollowsTheRecordingThatWasHeardWithoutIt(t *testing.T) {
	bubble(t, func(t *testing.T, h *hearer) {
		said := ramp(0, 4*time.Second)
		h.record("ana", said)
		time.Sleep(preconnectWait + time.Second)
		h.subscribe()
		h.live(5*time.Second, 15*time.Second)
		h.wantFirst(t, said)
		heard, live := h.heard(), ramp(14*time.Second, 15*time.Second)
		if !slices.Equal(heard[len(heard)-len(live):], live) {
			t.Error("the track is not heard as it comes")
		}
		if pause := media.Duration(len(heard)-len(said)) - 10*time.Second; pause < 0 || pause > 1100*time.Millisecond {
			t.Errorf("%v lie between recording and track, want what passed", pause)
		}
	})
}

func TestTrackTakenAgainIsNotHeldBack(t *testing.T) {
	bubble(t, func(t *testing.T, h *hearer) {
		h.subscribe()
		h.record("ana", ramp(0, time.Second))
		h.live(time.Second, 4*time.Second)
		h.subscribe()
		h.live(4*time.Second, 5*time.Second)
		h.want(t, 0, 5*time.Second)
	})
}

// Ten seconds were said while connecting, and then nothing any more: the track
// is mute from its first packet on.
func TestWhatWasSaidIsHeardThoughTheTrackIsMutedAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T, h *hearer) {
		track := &wireTrack{packets: make(chan []byte)}
		_, ended := h.listen(t, track)
		track.sender(t)(0)
		said := ramp(0, 10*time.Second)
		h.record("ana", said)
		time.Sleep(preconnectSeam + 10*time.Second + media.PTime)
		synctest.Wait()
		h.wantFirst(t, said)
		time.Sleep(time.Minute)
		synctest.Wait()
		if rest := media.Duration(len(h.heard()) - len(said)); rest > 12*time.Second {
			t.Errorf("%v followed, want no silence once all is heard", rest)
		}
		close(track.packets)
		<-ended
	})
}

// The track is gone before its recording is here.
func TestWhatWasSaidIsHeardThoughTheTrackEnds(t *testing.T) {
	bubble(t, func(t *testing.T, h *hearer) {
		track := &wireTrack{packets: make(chan []byte)}
		_, ended := h.listen(t, track)
		track.sender(t)(0)
		close(track.packets)
		time.Sleep(time.Second)
		said := ramp(0, 4*time.Second)
		h.record("ana", said)
		began := time.Now()
		<-ended
		h.wantFirst(t, said)
		// A second was held back, five are heard, and silence while they are.
		if took := time.Since(began); took < 2*time.Second || took > 6*time.Second {
			t.Errorf("it took %v, want the pace of the clock", took)
		}
	})
}

func TestTrackThatEndsWithoutItsRecordingEndsSoon(t *testing.T) {
	bubble(t, func(t *testing.T, h *hearer) {
		track := &wireTrack{packets: make(chan []byte)}
		began := time.Now()
		_, ended := h.listen(t, track)
		close(track.packets)
		<-ended
		if took := time.Since(began); took > 3*preconnectWait {
			t.Errorf("it ended after %v, want %v at most", took, 3*preconnectWait)
		}
	})
}

func TestLeavingCutsARecordingShort(t *testing.T) {
	bubble(t, func(t *testing.T, h *hearer) {
		track := &wireTrack{packets: make(chan []byte)}
		stop, ended := h.listen(t, track)
		h.record("ana", ramp(0, 10*time.Second))
		track.sender(t)(0)
		close(track.packets)
		time.Sleep(time.Second)
		began := time.Now()
		stop()
		<-ended
		if took := time.Since(began); took > 2*media.PTime {
			t.Errorf("it ended %v after the room was left, want at once", took)
		}
	})
}
