package agent

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"parley"
	"parley/agent/turn"
	"parley/media"
	"parley/media/vad"
	"parley/stt"
)

// script is a VAD that says speech as told.
type script struct {
	speech, was bool
	end         int64
}

func (v *script) Write(pcm []int16, report func(vad.Window)) error {
	v.end += int64(len(pcm))
	report(vad.Window{End: v.end, Speech: v.speech, Started: v.speech && !v.was, Ended: v.was && !v.speech})
	v.was = v.speech
	return nil
}

// pauser is a recogniser that notes what it is asked.
type pauser struct {
	lull  time.Duration
	asked []string
	open  bool
}

func (p *pauser) Begin(uint64)                            { p.open = true }
func (p *pauser) Write([]int16)                           {}
func (p *pauser) End()                                    { p.open = false }
func (p *pauser) Next(context.Context) (stt.Event, error) { select {} }
func (p *pauser) Close() error                            { return nil }
func (p *pauser) Lull() time.Duration                     { return p.lull }
func (p *pauser) Pause()                                  { p.asked = append(p.asked, "pause") }
func (p *pauser) Resume() bool {
	p.asked = append(p.asked, "resume")
	return true
}

// listener is an ear whose frames come one after the other.
type listener struct {
	*ear
	vad *script
	p   *pauser
	at  time.Duration
	got []item
}

func newListener(lull time.Duration) *listener {
	l := &listener{vad: &script{}, p: &pauser{lull: lull}}
	l.ear = newEar(Config{Detector: l.vad, Denoiser: quiet{}}, slog.Default(), func(i item) bool {
		l.got = append(l.got, i)
		return true
	}, func() time.Duration { return l.at })
	var s stt.Stream = l.p
	l.stream.Store(&s)
	return l
}

// hears is d of a tone of that amplitude, which the VAD takes for speech or not.
func (l *listener) hears(d time.Duration, amplitude int16, speech bool) {
	l.vad.speech = speech
	for ; d > 0; d -= media.PTime {
		l.at += media.PTime
		var f frame
		for i := range f { // 500 Hz
			f[i] = amplitude * int16(1-2*(i/16%2))
		}
		l.frame(&f)
	}
}

// speaks is a second of speech, after quiet of the amplitude given, for which an
// utterance is opened.
func (l *listener) speaks(quiet int16) {
	l.hears(3*time.Second, quiet, false)
	l.hears(100*time.Millisecond, 4000, true)
	l.obey(order{begin: true, utterance: 1, lead: parley.DefaultTiming.SpeechLead})
	l.hears(900*time.Millisecond, 4000, true)
}

func TestEarlyTranscripts(t *testing.T) {
	const hush, fan = 3, 400
	for _, tt := range []struct {
		name string
		do   func(*listener)
		want []string
	}{
		{"a silence in a quiet room, before the VAD says so", func(l *listener) {
			l.speaks(hush)
			l.hears(100*time.Millisecond, hush, true)
		}, []string{"pause"}},
		{"frames that come late are no silence", func(l *listener) {
			l.speaks(hush)
			l.hears(40*time.Millisecond, hush, true)
			l.at += 300 * time.Millisecond
			l.hears(20*time.Millisecond, hush, true)
			l.hears(200*time.Millisecond, 4000, true)
		}, nil},
		{"a stop's closure", func(l *listener) {
			l.speaks(hush)
			l.hears(60*time.Millisecond, hush, true)
			l.hears(200*time.Millisecond, 4000, true)
		}, nil},
		{"in noise the VAD has to say so", func(l *listener) {
			l.speaks(fan)
			l.hears(200*time.Millisecond, fan, true)
			l.hears(40*time.Millisecond, fan, false)
		}, []string{"pause"}},
		{"the user goes on", func(l *listener) {
			l.speaks(hush)
			l.hears(100*time.Millisecond, hush, true)
			l.hears(200*time.Millisecond, 4000, true)
			l.hears(100*time.Millisecond, hush, true)
		}, []string{"pause", "resume", "pause"}},
		{"the user goes on so softly that only the VAD hears it", func(l *listener) {
			l.speaks(hush)
			l.hears(600*time.Millisecond, hush, true)
			l.hears(100*time.Millisecond, hush, false)
		}, []string{"pause", "resume", "pause"}},
		{"a knock is no speech", func(l *listener) {
			l.speaks(hush)
			l.hears(140*time.Millisecond, hush, false)
			l.hears(40*time.Millisecond, 4000, false)
			l.hears(100*time.Millisecond, hush, false)
		}, []string{"pause"}},
		{"an utterance that is over", func(l *listener) {
			l.speaks(hush)
			l.obey(order{utterance: 1})
			l.hears(time.Second, hush, false)
		}, nil},
		{"silence after the button", func(l *listener) {
			l.hears(time.Second, hush, false)
			l.obey(order{begin: true, utterance: 1, lead: parley.DefaultTiming.ButtonLead})
			l.hears(time.Second, hush, false)
		}, nil},
		{"another recogniser has come", func(l *listener) {
			l.speaks(hush)
			var other stt.Stream = &pauser{lull: 80 * time.Millisecond}
			l.stream.Store(&other)
			l.hears(200*time.Millisecond, hush, false)
		}, nil},
	} {
		l := newListener(80 * time.Millisecond)
		if tt.do(l); !slices.Equal(l.p.asked, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, l.p.asked, tt.want)
		}
	}
	l := newListener(0)
	l.speaks(hush)
	if l.hears(200*time.Millisecond, hush, false); l.p.asked != nil {
		t.Errorf("a recogniser that cannot pause is asked to: %q", l.p.asked)
	}
}

// TestLastVoicedSampleIsWhereItWasSpoken holds that neither the rest of the frame
// nor what Opus holds sound back by is taken for speech: latencies count from it.
func TestLastVoicedSampleIsWhereItWasSpoken(t *testing.T) {
	for _, into := range []time.Duration{0, 5 * time.Millisecond, 10 * time.Millisecond, 15 * time.Millisecond} {
		l := newListener(80 * time.Millisecond)
		l.speaks(3)
		spoken := l.at + into - media.CodecDelay
		if into > 0 {
			l.at += media.PTime
			var f frame
			for i := range media.Samples(into) {
				f[i] = 4000 * int16(1-2*(i/16%2))
			}
			l.frame(&f)
		}
		l.hears(60*time.Millisecond, 3, true)
		l.hears(200*time.Millisecond, 3, false)
		off := time.Duration(-1)
		for _, i := range l.got {
			if v, ok := i.(turn.Voice); ok && !v.On {
				off = v.At
			}
		}
		if d := (off - spoken).Abs(); off < 0 || d > 3*time.Millisecond {
			t.Errorf("%v into a frame: speech ended at %v, told %v", into, spoken, off)
		}
	}
}

func TestHearingAFrameAllocatesNothing(t *testing.T) {
	l := newListener(80 * time.Millisecond)
	l.speaks(3)
	var f frame
	if n := testing.AllocsPerRun(100, func() { l.frame(&f) }); n > 0 {
		t.Errorf("%v allocations a frame, want none", n)
	}
}
