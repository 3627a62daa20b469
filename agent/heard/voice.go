package heard

import (
	"math"
	"sync"
	"time"

	"parley/media"
	"parley/stt"
)

const (
	// remembered is how many frames from before an utterance are kept for its lead,
	// 2 s, and utterances how many are: a recogniser that is behind has fewer waiting.
	remembered = 100
	utterances = 32
	// maybe and sure are the detector's probabilities of speech from which on a frame
	// counts as voiced at all, Silero's own, and as surely voiced.
	maybe, sure = 0.35, 0.9
	// faint is the least share of the power that counts, 30 dB below the whole: what is
	// below is the room's.
	faint = 1e-3
	// fullScale is the power of the loudest sample.
	fullScale = 1 << 30
)

// Voice is what our own ear found in an utterance. The zero value is silence.
type Voice struct {
	// Voiced is how long the detector took the sound for speech, Sure how long it
	// had no doubt of it.
	Voiced, Sure time.Duration
	// Variety is how much the colour of the sound changed meanwhile: the standard
	// deviation of its bands' levels, in dB, summed. A mouth that speaks has 6 and
	// more, one that hums under 2.
	Variety float64
	// Level is the mean level of the voice in dBov.
	Level float64
}

// bands are parted at these frequencies, in Hz: between the first formant and the
// second of most vowels, above the second, and below the hiss of an "s".
var partings = [...]float64{450, 1100, 2600}

const bands = len(partings) + 1

// frame is one of the user's, judged.
type frame struct {
	prob  float64
	loud  bool
	power [bands]float64
}

// Witness follows one user's audio and tells what voice there was in each
// utterance. Frame, Begin and End are for one goroutine, the others for any. The zero value
// is ready; only Begin allocates, once in a while.
type Witness struct {
	poles      [len(partings)][2]float64
	last, slow float64 // DC blocker: input and output before
	past       [remembered]frame
	frames     int

	mu    sync.Mutex
	open  bool
	heard []tally // the newest last
}

// tally is one utterance's frames, added up.
type tally struct {
	utterance        uint64
	voiced, sure     int
	level            float64
	coloured         int
	sums, sumSquares [bands]float64
}

// Frame takes 20 ms of the user's audio: prob is the detector's newest probability of
// speech, 0 for what is the character's own voice, loud is set where the sound stands out
// of the room's noise.
func (w *Witness) Frame(pcm []int16, prob float64, loud bool) {
	f := frame{prob: prob, loud: loud, power: w.powers(pcm)}
	w.past[w.frames%remembered] = f
	w.frames++
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open {
		w.heard[len(w.heard)-1].add(f)
	}
}

// Begin begins an utterance to which the frames before belong, too, as many as lead.
func (w *Witness) Begin(utterance uint64, lead int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.heard) == utterances {
		w.heard = w.heard[:copy(w.heard, w.heard[1:])]
	}
	t := tally{utterance: utterance}
	for i := w.frames - min(lead, w.frames, remembered); i < w.frames; i++ {
		t.add(w.past[i%remembered])
	}
	w.heard, w.open = append(w.heard, t), true
}

// End ends the utterance.
func (w *Witness) End() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open = false
}

// Words is what of an event's text was said, given the voice in its utterance so far; see
// the function. Of an utterance of which nothing is known it is all but the marks.
func (w *Witness) Words(e stt.Event) string {
	if v, ok := w.Voice(e.Utterance); ok {
		return Words(e, v)
	}
	words, _ := strip(e.Text, !e.Final)
	return words
}

// Voice is the voice in an utterance so far, ok false if it is not known any more.
func (w *Witness) Voice(utterance uint64) (v Voice, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.heard {
		if t := &w.heard[i]; t.utterance == utterance {
			return t.voice(), true
		}
	}
	return Voice{}, false
}

func (t *tally) add(f frame) {
	if f.prob < maybe {
		return
	}
	t.voiced++
	if f.prob >= sure {
		t.sure++
	}
	all := 0.0
	for _, p := range f.power {
		all += p
	}
	t.level += 10 * math.Log10(max(all, 1)/(media.FrameSamples*fullScale))
	if !f.loud {
		return
	}
	t.coloured++
	for i, p := range f.power {
		level := 10 * math.Log10(max(p, all*faint, 1)/max(all, 1))
		t.sums[i] += level
		t.sumSquares[i] += level * level
	}
}

func (t *tally) voice() Voice {
	v := Voice{
		Voiced: time.Duration(t.voiced) * media.PTime, Sure: time.Duration(t.sure) * media.PTime,
		Level: t.level / float64(max(t.voiced, 1)),
	}
	for i := range t.sums {
		n := float64(max(t.coloured, 1))
		mean := t.sums[i] / n
		v.Variety += math.Sqrt(max(t.sumSquares[i]/n-mean*mean, 0))
	}
	return v
}

// powers is the sound's energy by bands.
func (w *Witness) powers(pcm []int16) (out [bands]float64) {
	for _, s := range pcm {
		w.slow = float64(s) - w.last + 0.97*w.slow
		w.last = float64(s)
		below := 0.0
		for i := range w.poles {
			p, a := &w.poles[i], 1-poles[i]
			p[0] += a * (w.slow - p[0])
			p[1] += a * (p[0] - p[1])
			out[i] += (p[1] - below) * (p[1] - below)
			below = p[1]
		}
		out[bands-1] += (w.slow - below) * (w.slow - below)
	}
	return out
}

// poles are those of the filters that part the bands.
var poles = func() (out [len(partings)]float64) {
	for i, f := range partings {
		out[i] = math.Exp(-2 * math.Pi * f / media.SampleRate)
	}
	return out
}()
