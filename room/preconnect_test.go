package room

import (
	"encoding/binary"
	"math"
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
	r     *Room
	frame func([]int16)
	heard []int16
}

func newHearer(t *testing.T) *hearer {
	t.Helper()
	r, err := newRoom(Config{Bytes: []string{topicPreConnect}, Silent: true})
	if err != nil {
		t.Fatal(err)
	}
	return &hearer{r: r}
}

// subscribe has the first packet of the track come.
func (h *hearer) subscribe() {
	h.frame = h.r.preconnected(&livekit.TrackInfo{
		Sid: "TR_1", AudioFeatures: []livekit.AudioTrackFeature{livekit.AudioTrackFeature_TF_PRECONNECT_BUFFER},
	}, "ana", func(pcm []int16) { h.heard = append(h.heard, pcm...) })
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
	h.r.bytes(Bytes{From: from, Topic: topicPreConnect, Data: samples(pcm),
		Attributes: map[string]string{"trackId": "TR_1", "sampleRate": "16000", "channels": "1"}})
}

// want is that what was heard is the microphone from a time on, whole and once.
func (h *hearer) want(t *testing.T, from, to time.Duration) {
	t.Helper()
	want := ramp(from, to)
	if len(h.heard) != len(want) {
		t.Fatalf("%v were heard, want %v", media.Duration(len(h.heard)), media.Duration(len(want)))
	}
	for i := range want {
		if d := int(h.heard[i]) - int(want[i]); d > 800 || d < -800 { // the seam is within 0.25 ms
			t.Fatalf("at %v the sample is %d, want %d", from+media.Duration(i), h.heard[i], want[i])
		}
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
		if len(h.heard) != 0 {
			t.Errorf("%v were heard before the recording", media.Duration(len(h.heard)))
		}
		h.live(preconnectWait-2*media.PTime, 5*time.Second)
		h.record("ana", ramp(6*time.Second, 7*time.Second)) // too late to be in order
		h.live(5*time.Second, 6*time.Second)
		h.want(t, 0, 6*time.Second)
	})
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
		h.r.bytes(Bytes{From: "ana", Topic: topicPreConnect, MimeType: "video/mp4", Data: []byte("????ftyp"),
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

func TestRecordingOfLongAgoIsNotHeard(t *testing.T) {
	bubble(t, func(t *testing.T, h *hearer) {
		h.record("ana", ramp(0, time.Second))
		time.Sleep(preconnectWait)
		h.subscribe()
		h.live(time.Second, 6*time.Second)
		h.want(t, time.Second, 6*time.Second)
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
