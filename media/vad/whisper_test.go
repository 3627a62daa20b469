//go:build !race

package vad_test

import (
	"math"

	"parley/media"
)

// whisperFeatures are the log-mel features of Whisper's extractor for the last 8 s
// of pcm, straight from the definitions: a Fourier sum for every line of every
// frame, triangles from Slaney's two formulas, no short cuts.
func whisperFeatures(pcm []int16) *[80][800]float64 {
	const samples, window, hop, lines = 128000, 400, 160, 201
	x := make([]float64, samples)
	for i := range pcm {
		if at := samples - len(pcm) + i; at >= 0 {
			x[at] = float64(pcm[i]) / 32768
		}
	}
	mean, variance := 0.0, 0.0
	for _, s := range x {
		mean += s / samples
	}
	for _, s := range x {
		variance += (s - mean) * (s - mean) / samples
	}
	for i := range x {
		x[i] = (x[i] - mean) / math.Sqrt(variance+1e-7)
	}
	var cos, sin [window]float64
	for i := range window {
		sin[i], cos[i] = math.Sincos(2 * math.Pi * float64(i) / window)
	}
	filters := melFilters()
	features, loudest := new([80][800]float64), math.Inf(-1)
	for frame := range 800 {
		var windowed [window]float64
		for i := range window {
			at := frame*hop - window/2 + i
			if at < 0 {
				at = -at
			}
			if at >= samples {
				at = 2*samples - 2 - at
			}
			windowed[i] = x[at] * (0.5 - 0.5*cos[i])
		}
		var power [lines]float64
		for line := range power {
			re, im := 0.0, 0.0
			for i, s := range windowed {
				re += s * cos[line*i%window]
				im += s * sin[line*i%window]
			}
			power[line] = re*re + im*im
		}
		for band, filter := range filters {
			sum := 0.0
			for line, weight := range filter {
				sum += weight * power[line]
			}
			features[band][frame] = math.Log10(math.Max(sum, 1e-10))
			loudest = math.Max(loudest, features[band][frame])
		}
	}
	for band := range features {
		for frame, value := range features[band] {
			features[band][frame] = (math.Max(value, loudest-8) + 4) / 4
		}
	}
	return features
}

// melFilters are the weights of the 201 lines in each of the 80 bands.
func melFilters() (filters [80][201]float64) {
	const logStep = 0.06875177742094912 // ln(6.4) / 27
	mel := 15 + math.Log(8)/logStep     // 8 kHz
	var hertz [82]float64
	for i := range hertz {
		m := mel * float64(i) / 81
		hertz[i] = m / 0.015
		if m >= 15 {
			hertz[i] = 1000 * math.Exp((m-15)*logStep)
		}
	}
	for band := range filters {
		low, mid, high := hertz[band], hertz[band+1], hertz[band+2]
		for line := range filters[band] {
			f := float64(line * media.SampleRate / 400)
			up, down := (f-low)/(mid-low), (high-f)/(high-mid)
			filters[band][line] = math.Max(0, math.Min(up, down)) * 2 / (high - low)
		}
	}
	return filters
}
