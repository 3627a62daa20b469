package agent_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"gopkg.in/hraban/opus.v2"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/playout"
	"parley/stt"
	"parley/tts"
	"parley/tts/flite"
)

// place is where a user without echo cancellation sits.
type place struct {
	// gain is the echo's in dB against what was played, delay from the frame's leaving to
	// its coming back; from laterAfter on it is later by that much.
	gain         float64
	delay, later time.Duration
	laterAfter   time.Duration
	reflections  []reflection
	noise        float64 // in dB full scale
	clip         float64 // the loudspeaker's most, in samples; 0 for none
	seed         uint64
}

// loudspeaker is a room around a user without echo cancellation: what the character
// says comes back to the microphone, over Opus on both ways, with the room's noise
// and what the user says.
type loudspeaker struct {
	place

	mu     sync.Mutex
	out    *opus.Decoder
	enc    *media.Encoder
	back   *media.Encoder
	in     *opus.Decoder
	played []float64 // by the time of the call, as the loudspeaker gives it
	sent   []int16   // as the character said it
	user   []int16   // what the user says, by the time of the call
	rng    *rand.Rand
}

// reflection is a sound's way by a wall.
type reflection struct {
	after int // samples
	gain  float64
}

// walls are the reflections of a small room, at level dB altogether and gone by 60 dB
// after fade.
func walls(level float64, fade time.Duration, seed uint64) (all []reflection) {
	rng := rand.New(rand.NewPCG(seed, 2))
	power := 0.0
	for i := 40; i < media.Samples(fade); i += 16 {
		g := rng.NormFloat64() * math.Pow(10, -3*float64(i)/float64(media.Samples(fade)))
		all = append(all, reflection{i + rng.IntN(16), g})
		power += g * g
	}
	for i := range all {
		all[i].gain *= mediatest.Gain(level) / math.Sqrt(power)
	}
	return all
}

func (l *loudspeaker) open(t *testing.T) {
	t.Helper()
	var errs [4]error
	l.enc, errs[0] = media.NewEncoder()
	l.back, errs[1] = media.NewEncoder()
	l.out, errs[2] = opus.NewDecoder(media.SampleRate, 1)
	l.in, errs[3] = opus.NewDecoder(media.SampleRate, 1)
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	l.rng = rand.New(rand.NewPCG(l.seed, 3))
}

// Played implements agenttest.Air.
func (l *loudspeaker) Played(at time.Duration, f playout.Frame) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent = append(l.sent, f.PCM...)
	heard := make([]int16, media.FrameSamples)
	if packet, err := l.enc.Encode(f.PCM); err == nil {
		_, _ = l.out.Decode(packet, heard)
	}
	from := media.Samples(at.Truncate(time.Millisecond))
	if n := from - len(l.played); n > 0 {
		l.played = append(l.played, make([]float64, n)...)
	}
	for _, s := range heard {
		x := float64(s)
		if l.clip > 0 {
			x = l.clip * math.Tanh(x/l.clip)
		}
		l.played = append(l.played, x*mediatest.Gain(l.gain))
	}
}

// Mic implements agenttest.Air.
func (l *loudspeaker) Mic(at time.Duration, frame []int16) {
	l.mu.Lock()
	defer l.mu.Unlock()
	end := media.Samples(at)
	delay := l.delay
	if at >= l.laterAfter {
		delay += l.later
	}
	direct := end - len(frame) - media.Samples(delay)
	for i := range frame {
		x := l.at(direct + i)
		for _, r := range l.reflections {
			x += r.gain * l.at(direct+i-r.after)
		}
		x += l.rng.NormFloat64() * (1 << 15) * mediatest.Gain(l.noise)
		if k := end - len(frame) + i; k >= 0 && k < len(l.user) {
			x += float64(l.user[k])
		}
		frame[i] = int16(min(max(x, -1<<15), 1<<15-1))
	}
	if packet, err := l.back.Encode(frame); err == nil {
		_, _ = l.in.Decode(packet, frame)
	}
}

func (l *loudspeaker) at(i int) float64 {
	if i < 0 || i >= len(l.played) {
		return 0
	}
	return l.played[i]
}

// says puts pcm into the user's mouth at a time of the call.
func (l *loudspeaker) says(at time.Duration, pcm []int16, gain float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.user = make([]int16, media.Samples(at)+len(pcm))
	for i, s := range pcm {
		l.user[media.Samples(at)+i] = int16(float64(s) * mediatest.Gain(gain))
	}
}

// said is what left, from the first sample that is not silent to the last.
func (l *loudspeaker) said() []int16 {
	l.mu.Lock()
	defer l.mu.Unlock()
	sounds := func(s int16) bool { return s != 0 }
	from := max(0, slices.IndexFunc(l.sent, sounds))
	to := len(l.sent)
	for to > from && l.sent[to-1] == 0 {
		to--
	}
	return slices.Clone(l.sent[from:to])
}

// stopped is when the character first fell silent for 200 ms after a time of the call.
func (l *loudspeaker) stopped(after time.Duration) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	silent := 0
	for i := media.Samples(after); i < len(l.sent); i++ {
		if silent++; l.sent[i] != 0 {
			silent = 0
		}
		if d := media.Duration(silent); d == 200*time.Millisecond {
			return media.Duration(i+1) - d
		}
	}
	return media.Duration(len(l.sent))
}

// recorded is a voice of Flite's that says a text in the same way each time.
type recorded struct {
	engine *flite.Engine
	name   string
	lines  map[string][]int16
}

func record(t *testing.T, name string) recorded {
	t.Helper()
	e, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	return recorded{e, name, map[string][]int16{}}
}

// Name implements tts.Engine.
func (recorded) Name() string { return "recorded" }

// Speak implements tts.Engine.
func (r recorded) Speak(ctx context.Context, text string, _ tts.Voice, emit func(tts.Chunk) error) error {
	if r.lines[text] == nil {
		said, err := tts.Whole(ctx, r.engine, text, tts.Voice{Name: r.name})
		if err != nil {
			return err
		}
		r.lines[text] = said.PCM
	}
	pcm := r.lines[text]
	return emit(tts.Chunk{PCM: slices.Clone(pcm), Words: []media.Word{{TextEnd: len(text), End: media.Duration(len(pcm))}}})
}

// hearsay is a recogniser that makes words of any sound it is given, as recognisers
// do of a scrap of speech.
type hearsay struct{}

// Name implements stt.Engine.
func (hearsay) Name() string { return "hearsay" }

// Open implements stt.Engine.
func (hearsay) Open(context.Context, stt.Options) (stt.Stream, error) {
	return &gossip{events: make(chan stt.Event, 1000)}, nil
}

type gossip struct {
	id     uint64
	loud   int
	events chan stt.Event
}

// audibleLevel, in -dBov, is what hearsay makes words of, a tenth of a second of it.
const audibleLevel, gossipFrames = 50, 5

func (g *gossip) Begin(id uint64) { g.id, g.loud = id, 0 }

func (g *gossip) Write(pcm []int16) {
	if media.Level(pcm) < audibleLevel {
		if g.loud++; g.loud >= gossipFrames && g.loud%5 == 0 {
			g.events <- stt.Event{Utterance: g.id, Text: g.text()}
		}
	}
}

func (g *gossip) text() string {
	if g.loud < gossipFrames {
		return ""
	}
	return "so and money"
}

func (g *gossip) End() {
	g.events <- stt.Event{Utterance: g.id, Text: g.text(), Final: true, Confidence: 0.6}
}

func (g *gossip) Next(ctx context.Context) (stt.Event, error) {
	select {
	case e := <-g.events:
		return e, nil
	case <-ctx.Done():
		return stt.Event{}, ctx.Err()
	}
}

func (g *gossip) Close() error { return nil }
