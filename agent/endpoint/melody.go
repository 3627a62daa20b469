package endpoint

import (
	"math"
	"time"
)

// Melody is how the voice sounded before it fell silent. The zero value says
// nothing.
type Melody struct {
	// Known is set when there was enough voice to tell.
	Known bool
	// Drop is how far the last of the pitch was below this voice's mean, Fall how
	// far below what came just before it, both in semitones; negative is above.
	Drop, Fall float64
	// Fade is how far the last 100 ms were below the voice's usual level, in dB.
	Fade float64
	// Last is how long the last stretch of voiced sound was: the last syllable's
	// vowel, which is longer before the end of a phrase.
	Last time.Duration
}

const (
	frameTime = 20 * time.Millisecond
	// the pitch is looked for at 4 kHz, from 60 to 400 Hz, over 40 ms.
	decimation       = 4
	pitchRate        = 16000 / decimation
	minLag, maxLag   = pitchRate / 400, pitchRate / 60
	window           = pitchRate / 25
	history          = window + maxLag
	harmonic         = 0.25 // the largest difference function of a voiced frame
	kept             = 64   // frames: 1.3 s
	settled, longest = 50, 500
)

// Tracker follows the pitch and level of one voice. The zero value is ready; it
// allocates nothing and is for one goroutine.
type Tracker struct {
	samples [history]float64
	frames  [kept]tone
	at      int // of the next frame
	// mean is the voice's pitch in semitones over 1 Hz, level its power in dB,
	// both over the last ten seconds of it.
	mean, level float64
	pitched     int
	levelled    int
}

// tone is one frame: pitch in semitones over 1 Hz, 0 for none, and level in dB.
type tone struct{ pitch, level float64 }

// Frame takes the next 20 ms at 16 kHz. speech says that they are speech, so that
// the voice's means are of nothing else.
func (t *Tracker) Frame(pcm []int16, speech bool) {
	n := len(pcm) / decimation
	if n == 0 || n > history {
		return
	}
	copy(t.samples[:], t.samples[n:])
	var power float64
	for i := range n {
		sum := 0.0
		for _, s := range pcm[i*decimation : (i+1)*decimation] {
			v := float64(s) / (1 << 15)
			sum += v
			power += v * v
		}
		t.samples[history-n+i] = sum / decimation
	}
	f := tone{level: 10 * math.Log10(power/float64(len(pcm))+1e-10)}
	if f.level > -60 {
		f.pitch = t.pitch()
	}
	t.frames[t.at%kept] = f
	t.at++
	if !speech {
		return
	}
	t.levelled = min(t.levelled+1, longest)
	t.level += (f.level - t.level) / float64(t.levelled)
	if f.pitch > 0 {
		t.pitched = min(t.pitched+1, longest)
		t.mean += (f.pitch - t.mean) / float64(t.pitched)
	}
}

// pitch is that of the last 40 ms by YIN's normalised difference function (de
// Cheveigné and Kawahara 2002), 0 if they are not voiced.
func (t *Tracker) pitch() float64 {
	x := t.samples[:]
	var d [maxLag + 2]float64
	sum := 0.0
	best, lowest := 0, harmonic
	for lag := 1; lag <= maxLag; lag++ {
		var e float64
		a, b := x[history-window:], x[history-window-lag:history-lag]
		for i, v := range b {
			v -= a[i]
			e += v * v
		}
		sum += e
		if sum > 0 {
			d[lag] = e * float64(lag) / sum
		}
		if lag > minLag && best == 0 && d[lag-1] < lowest && d[lag] > d[lag-1] && lag-1 >= minLag {
			best = lag - 1 // the first deep dip: later ones are its multiples
		}
	}
	if best == 0 {
		return 0
	}
	period := float64(best)
	if bend := d[best-1] - 2*d[best] + d[best+1]; bend > 0 {
		period += 0.5 * (d[best-1] - d[best+1]) / bend
	}
	return 12 * math.Log2(pitchRate/period)
}

// End is the melody of what ended ago before now.
func (t *Tracker) End(ago time.Duration) Melody {
	last := t.at - 1 - int(ago/frameTime)
	var m Melody
	var tail, before, level mean
	stretch, open := 0, true
	for i := 0; i < 30 && last-i >= 0 && t.at-(last-i) < kept; i++ {
		f := t.frames[(last-i)%kept]
		if i < 5 {
			level.add(f.level)
		}
		switch {
		case f.pitch == 0:
			open = open && stretch == 0
		case math.Abs(f.pitch-t.mean) > 12: // an octave off is a mistake
		case tail.n < 6:
			tail.add(f.pitch)
		case before.n < 10:
			before.add(f.pitch)
		}
		if f.pitch > 0 && open {
			stretch++
		}
	}
	if t.pitched < settled || tail.n < 3 {
		return m
	}
	m.Known = true
	m.Drop = clamp(t.mean-tail.value(), 4)
	if before.n >= 3 {
		m.Fall = clamp(before.value()-tail.value(), 4)
	}
	m.Fade = clamp(t.level-level.value(), 12)
	m.Last = time.Duration(stretch) * frameTime
	return m
}

type mean struct {
	sum float64
	n   int
}

func (m *mean) add(v float64) { m.sum, m.n = m.sum+v, m.n+1 }

func (m *mean) value() float64 { return m.sum / float64(m.n) }

func clamp(v, most float64) float64 { return min(max(v, -most), most) }
