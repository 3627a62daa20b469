package echo

import "parley/media"

const (
	// searchForget lets a search remember the last 0.3 s of sound.
	searchForget = 0.94
	// searchPause is the silence, in frames, after which a sound is another one.
	searchPause = 10
	// sureFrames is how many frames of a sound it takes to tell by its match whether
	// it may be an echo, and alike the match from which it may: of 72 to 102 onsets of an
	// echo, in a room or overdriven too, none matched by less than 0.36 after 80 ms, of
	// 95 of a voice that is none by no more than 0.28, and 95 % by less than 0.2.
	sureFrames = 3
	alike      = 0.3
)

// echoSearch looks for the delay of an echo: the lag at which what was played
// correlates best with what is heard.
type echoSearch struct {
	frames int // of the sound heard, those that stand out from the noise
	quiet  int // frames since the last of them
	age    int // frames since the first
	cross  [echoLags]float32
	energy [echoLags]float32
	heard  float32 // energy
	// lag is the best so far, match the share of the heard energy that one tap at it
	// explains.
	lag   int
	match float32
}

// pause takes in a frame that does not stand out from the noise.
func (s *echoSearch) pause() {
	if s.frames == 0 {
		return
	}
	s.age++
	if s.quiet++; s.quiet == searchPause {
		*s = echoSearch{}
	}
}

// step takes in d, which was heard. x was played: it ends when d does, echoLags and
// d's length long.
func (s *echoSearch) step(d, x []float32, weight float32) {
	s.frames++
	s.age++
	s.quiet = 0
	s.match, s.lag = 0, 0
	s.heard = s.heard*searchForget + weight*media.Dot(d, d)
	first, end := len(x)-len(d), len(x)
	energy := float64(media.Dot(x[first:], x[first:])) // a sum that runs over loud and soft alike
	for l := 0; l < echoLags; l += 4 {
		four := dot4(d, x[first-l-3:end-l])
		for k, product := range four {
			at := l + k
			s.cross[at] = s.cross[at]*searchForget + weight*product
			s.energy[at] = s.energy[at]*searchForget + weight*float32(max(energy, 1e-9))
			if match := s.cross[at] * s.cross[at]; match > s.match*s.energy[at] {
				s.match, s.lag = match/s.energy[at], at
			}
			enters, leaves := float64(x[first-at-1]), float64(x[end-at-1])
			energy += enters*enters - leaves*leaves
		}
	}
	s.match /= max(s.heard, 1e-9)
}

// dot4 are the inner products of d with x from its fourth sample on, its third, its
// second and its first: each sample is fetched once for all four.
func dot4(d, x []float32) (s [4]float32) {
	x = x[:len(d)+3]
	var s0, s1, s2, s3 float32
	x3, x2, x1 := x[0], x[1], x[2]
	for i, v := range d {
		x0 := x[i+3]
		s0 += v * x0
		s1 += v * x1
		s2 += v * x2
		s3 += v * x3
		x3, x2, x1 = x2, x1, x0
	}
	return [4]float32{s0, s1, s2, s3}
}
