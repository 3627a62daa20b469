package quality

import (
	"context"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"parley/bench/quality/noise"
	"parley/media"
	"parley/tts"
)

// library keeps lines as they were first rendered. It is safe for concurrent
// use.
type library struct {
	speech tts.Engine

	mu    sync.Mutex
	lines map[rendering]*Said
	// babble is several voices at once.
	babble []int16
}

// rendering names a line.
type rendering struct {
	text, voice string
	pause       time.Duration
}

func newLibrary(speech tts.Engine) *library {
	return &library{speech: speech, lines: map[rendering]*Said{}}
}

// line is x in a voice with its pauses of d.
func (l *library) line(ctx context.Context, voice string, x Fixture, d time.Duration) (*Said, error) {
	key := rendering{x.Text, voice, d}
	l.mu.Lock()
	found := l.lines[key]
	l.mu.Unlock()
	if found != nil {
		return found, nil
	}
	made, err := Say(ctx, l.speech, voice, x, d)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines[key] = made
	return made, nil
}

// prepare renders all that the calls will say, so that nothing is synthesised
// while they are measured.
func (l *library) prepare(ctx context.Context, calls []script, f Fixtures) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, c := range calls {
		for _, p := range c.lines() {
			g.Go(func() error {
				_, err := l.line(ctx, c.voice, p.fixture, p.pause)
				return err
			})
		}
	}
	g.Go(func() error { return l.chat(ctx, f.Complete) })
	return g.Wait()
}

// babblers is how many people babble: with six none of them can be followed.
const babblers = 6

// chat makes the babble: voices that say one line after the other.
func (l *library) chat(ctx context.Context, lines []Fixture) error {
	const length = 12 * media.SampleRate
	mix := make([]int, length)
	for b := range babblers {
		var pcm []int16
		for i := b; len(pcm) < length; i += babblers {
			said, err := l.line(ctx, Voices[b%len(Voices)], lines[i%len(lines)], 0)
			if err != nil {
				return err
			}
			pcm = append(pcm, said.PCM...)
		}
		for i := range mix {
			mix[i] += int(pcm[i]) / babblers
		}
	}
	l.babble = make([]int16, length)
	for i, s := range mix {
		l.babble[i] = int16(s)
	}
	return nil
}

// bedTime is how long a bed of noise is before it repeats.
const bedTime = 30 * time.Second

// bed is what runs through a call of the condition; nil for silence.
func (l *library) bed(c Condition, seed uint64) []int16 {
	if c.SNR == 0 {
		return nil
	}
	return c.Noise(media.Samples(bedTime), seed, l.babble)
}

// Noise is n samples of what a caller of the condition has around: white and pink
// noise and babble.
func (c Condition) Noise(n int, seed uint64, babble []int16) []int16 {
	if c.SNR == 0 {
		return make([]int16, n)
	}
	return noise.Bed(n, seed, babble, noise.Under(speechLevel, c.SNR))
}

// Babble is several voices at once, for Noise.
func Babble(ctx context.Context, speech tts.Engine) ([]int16, error) {
	f, err := LoadFixtures()
	if err != nil {
		return nil, err
	}
	l := newLibrary(speech)
	err = l.chat(ctx, f.Complete)
	return l.babble, err
}
