package vad

import (
	"math"
	"math/cmplx"
	"sync"

	"parley/media"
)

// The features of Whisper, as its extractor makes them with a chunk of 8 s.
const (
	melBands   = 80
	melFrames  = 800
	melHop     = 160 // 10 ms
	melWindow  = 400 // 25 ms
	melBins    = melWindow/2 + 1
	melSamples = melFrames * melHop
	// melFloor is the least power a band has, melRange the decades that a frame
	// may lie below the loudest.
	melFloor = 1e-10
	melRange = 8
)

// logMel turns speech into Whisper's log-mel features. It is for one goroutine.
type logMel struct {
	fourier *fourier
	// pcm is the audio between half a window of its own reflection on each side.
	pcm     [melSamples + melWindow]float64
	power   [2][melBins]float64
	columns [melFrames][melBands]float64
}

func newLogMel() *logMel { return &logMel{fourier: newFourier(4, 4, 5, 5)} }

// features writes the last 8 s of pcm, filled up with silence in front, to out:
// melFrames values for each of melBands bands.
func (m *logMel) features(out []float32, pcm []int16) {
	pcm = pcm[max(len(pcm)-melSamples, 0):]
	m.load(pcm)
	// Frames that lie in the silence in front are all alike.
	still := max((melSamples-len(pcm)-melWindow/2)/melHop, 0)
	loudest := math.Inf(-1)
	for frame := max(still-1, 0); frame < melFrames; frame += 2 {
		m.spectra(frame)
		for i := range min(2, melFrames-frame) {
			loudest = max(loudest, m.bands(frame+i, &m.power[i]))
		}
	}
	for frame := range melFrames {
		column := &m.columns[max(frame, still-1)]
		for band, value := range column {
			out[band*melFrames+frame] = float32((max(value, loudest-melRange) + 4) / 4)
		}
	}
}

// load brings pcm to a mean of 0 and a variance of 1 with the silence counted in.
func (m *logMel) load(pcm []int16) {
	var sum, squares float64
	for _, s := range pcm {
		x := float64(s) / (1 << 15)
		sum += x
		squares += x * x
	}
	mean := sum / melSamples
	scale := 1 / math.Sqrt(squares/melSamples-mean*mean+1e-7)
	const pad = melWindow / 2
	x := m.pcm[pad:][:melSamples]
	for i := range melSamples - len(pcm) {
		x[i] = -mean * scale
	}
	for i, s := range pcm {
		x[melSamples-len(pcm)+i] = (float64(s)/(1<<15) - mean) * scale
	}
	for i := 1; i <= pad; i++ {
		m.pcm[pad-i] = x[i]
		m.pcm[pad+melSamples-1+i] = x[melSamples-1-i]
	}
}

// spectra fills power with those of frame and of the one after it: as the real
// and the imaginary part, two frames cost one transform.
func (m *logMel) spectra(frame int) {
	t := tables()
	first := m.pcm[frame*melHop:][:melWindow]
	second := m.pcm[min(frame+1, melFrames-1)*melHop:][:melWindow]
	for i, w := range t.window {
		m.fourier.a[i] = complex(w*first[i], w*second[i])
	}
	z := m.fourier.transform()
	for bin := range melBins {
		a, b := z[bin], z[(melWindow-bin)%melWindow]
		re, im := (real(a)+real(b))/2, (imag(a)-imag(b))/2
		m.power[0][bin] = re*re + im*im
		re, im = (imag(a)+imag(b))/2, (real(b)-real(a))/2
		m.power[1][bin] = re*re + im*im
	}
}

// bands writes the frame's column and returns its highest value.
func (m *logMel) bands(frame int, power *[melBins]float64) (highest float64) {
	highest = math.Inf(-1)
	for i, band := range tables().bands {
		sum := 0.0
		for k, weight := range band.weights {
			sum += weight * power[band.first+k]
		}
		value := math.Log10(max(sum, melFloor))
		m.columns[frame][i] = value
		highest = max(highest, value)
	}
	return highest
}

// melTables are a Hann window and the triangles of Slaney's mel scale.
type melTables struct {
	window [melWindow]float64
	bands  [melBands]struct {
		first   int // bin
		weights []float64
	}
}

var tables = sync.OnceValue(func() *melTables {
	t := new(melTables)
	for i := range t.window {
		t.window[i] = 0.5 - 0.5*math.Cos(2*math.Pi*float64(i)/melWindow)
	}
	top := hertzToMel(media.SampleRate / 2)
	edge := func(i int) float64 { return melToHertz(top * float64(i) / (melBands + 1)) }
	for i := range t.bands {
		low, mid, high := edge(i), edge(i+1), edge(i+2)
		b := &t.bands[i]
		for bin := range melBins {
			hertz := float64(bin) * media.SampleRate / melWindow
			weight := min((hertz-low)/(mid-low), (high-hertz)/(high-mid))
			if weight <= 0 {
				continue
			}
			if len(b.weights) == 0 {
				b.first = bin
			}
			b.weights = append(b.weights, weight*2/(high-low))
		}
	}
	return t
})

// Slaney's scale is linear up to 1 kHz, 15 mel, and logarithmic above.
var melStep = math.Log(6.4) / 27

func hertzToMel(hertz float64) float64 {
	if hertz < 1000 {
		return hertz * 3 / 200
	}
	return 15 + math.Log(hertz/1000)/melStep
}

func melToHertz(mel float64) float64 {
	if mel < 15 {
		return mel * 200 / 3
	}
	return 1000 * math.Exp((mel-15)*melStep)
}

// fourier transforms blocks of one length. It is for one goroutine.
type fourier struct {
	radices []int
	roots   []complex128 // of unity, clockwise
	a, b    []complex128
}

// newFourier makes a transform whose length is the product of radices; it takes
// the length times their sum.
func newFourier(radices ...int) *fourier {
	n := 1
	for _, r := range radices {
		n *= r
	}
	f := &fourier{radices: radices, roots: make([]complex128, n), a: make([]complex128, n), b: make([]complex128, n)}
	for i := range f.roots {
		f.roots[i] = cmplx.Rect(1, -2*math.Pi*float64(i)/float64(n))
	}
	return f
}

// transform is the spectrum of f.a. It is valid until the next call.
//
// Each stage joins radix spectra of length done, which lie interleaved, into one
// (Stockham's order, so nothing need be reversed).
func (f *fourier) transform() []complex128 {
	n, done := len(f.roots), 1
	for _, radix := range f.radices {
		stride := n / (done * radix)
		for line := range done * radix {
			out := f.b[line*stride:][:stride]
			in := f.a[line%done*radix*stride:]
			copy(out, in)
			for q := 1; q < radix; q++ {
				root := f.roots[stride*line*q%n]
				for k, x := range in[q*stride:][:stride] {
					out[k] += root * x
				}
			}
		}
		done *= radix
		f.a, f.b = f.b, f.a
	}
	return f.a
}
