package echo

import (
	"math"

	"parley/media"
)

const (
	// quietest is the lowest noise floor, in dBov: below it every room is still,
	// and a breath after digital silence is no speech.
	quietest = -60.0
	// newcomer is the highest floor the first frame may set, in dBov: a call that
	// begins in the middle of a word still hears it.
	newcomer = -30.0
	// nearSpeech is how far above the floor a band must be, in dB. The loudest
	// of the frames of white noise is 3 dB above the quietest, of pink noise 5;
	// each dB more costs some 10 ms of the end of speech in noise.
	nearSpeech = 6.0
	// floorBlocks past blocks of floorFrames each, and the current one, are what
	// the floor is the quietest of: a noise is absorbed after 1.8-1.9 s. Speech
	// dips to the floor more often than that.
	floorBlocks = 11
	floorFrames = 8
	// splitPole parts the bands at 1 kHz, dcPole cuts below 75 Hz.
	splitPole = 0.675
	dcPole    = 0.97
)

// Sound is Loudness's judgement of one frame.
type Sound struct {
	// Level is the frame's loudness as Level gives it, 0-127 in -dBov.
	Level uint8
	// Floor is the noise that the frame stands out of or not, in -dBov, 0-57.
	Floor uint8
	// Loud is set if the frame may be speech: no later than one frame after an
	// onset and up to the last voiced sample. Clicks and a noise in its first
	// two seconds are loud as well: the VAD knows speech, Loudness its edges.
	Loud bool
}

// Loudness tells frames that may be speech from the noise of the room. It is
// much faster than the VAD, which hears an onset 64 ms and more after it and
// the end 70-250 ms late. It judges the bands below and above 1 kHz apart, so
// that hiss does not hide vowels nor rumble an "s". The zero value is ready; it
// is for one goroutine.
type Loudness struct {
	last, slow   float64 // DC blocker: input and output before
	pole1, pole2 float64 // band split
	low, high    floor
}

// Frame judges the next frame of the stream, which should be FrameSamples long.
// It does not allocate.
func (l *Loudness) Frame(pcm []int16) Sound {
	s := Sound{Level: media.Level(pcm)}
	if s.Level == media.Silent {
		// DTX, mute or a gap: it says nothing about the room. The filters begin
		// anew, or they would fade into numbers too small to compute with.
		l.last, l.slow, l.pole1, l.pole2 = 0, 0, 0, 0
		s.Floor = l.floor()
		return s
	}
	var low, high float64
	for _, s := range pcm {
		x := float64(s) / (1 << 15)
		l.slow = x - l.last + dcPole*l.slow
		l.last = x
		l.pole1 += (1 - splitPole) * (l.slow - l.pole1)
		l.pole2 += (1 - splitPole) * (l.pole1 - l.pole2)
		h := l.slow - l.pole2
		low += l.pole2 * l.pole2
		high += h * h
	}
	n := float64(len(pcm))
	lowLoud := l.low.step(decibel(low / n))
	highLoud := l.high.step(decibel(high / n))
	s.Loud = lowLoud || highLoud
	s.Floor = l.floor()
	return s
}

// floor is the noise of both bands together.
func (l *Loudness) floor() uint8 {
	power := math.Pow(10, l.low.db()/10) + math.Pow(10, l.high.db()/10)
	return uint8(math.Round(-decibel(power)))
}

func decibel(power float64) float64 { return 10 * math.Log10(max(power, 1e-12)) }

// floor follows the quietest level of a band over the last two seconds.
type floor struct {
	lows    [floorBlocks]float64 // of past blocks; valid up to blocks
	blocks  int
	frames  int     // in the current block
	low     float64 // of the current block
	last    float64 // the frame before
	started bool
	min     float64
}

// db is the floor, quietest before the first frame.
func (f *floor) db() float64 {
	if !f.started {
		return quietest
	}
	return max(f.min, quietest)
}

// step takes the level of the next frame and says whether it stands out. Two
// quiet frames make a dip: a single one may be a lost packet.
func (f *floor) step(level float64) (loud bool) {
	if !f.started {
		f.started = true
		f.last = level
		f.low = min(level, newcomer)
		f.min = f.low
	}
	f.low = min(f.low, max(level, f.last))
	f.last = level
	f.min = min(f.min, f.low)
	loud = level > f.db()+nearSpeech
	if f.frames++; f.frames == floorFrames {
		f.turnBlock()
	}
	return loud
}

// turnBlock forgets the oldest block.
func (f *floor) turnBlock() {
	f.lows[f.blocks%floorBlocks] = f.low
	f.blocks++
	f.min = f.lows[0]
	for _, low := range f.lows[:min(f.blocks, floorBlocks)] {
		f.min = min(f.min, low)
	}
	f.frames, f.low = 0, math.Inf(1)
}
