package echo

// searchForget lets a search remember the last 0.3 s of sound.
const searchForget = 0.94

// echoSearch looks for the delay of an echo: the lag at which what was played
// correlates best with what is heard.
type echoSearch struct {
	frames int
	cross  [echoLags]float32
	energy [echoLags]float32
}

// step takes in d, which was heard, with its weight. x was played: it ends when d
// does, echoLags and d's length long. It returns the best lag so far.
func (s *echoSearch) step(d, x []float32, weight float32) (lag int) {
	s.frames++
	best := float32(0)
	first, end := len(x)-len(d), len(x)
	energy := dot(x[first:], x[first:])
	for l := range s.cross {
		s.cross[l] = s.cross[l]*searchForget + weight*dot(d, x[first-l:end-l])
		s.energy[l] = s.energy[l]*searchForget + weight*max(energy, 1e-9)
		if match := s.cross[l] * s.cross[l]; match > best*s.energy[l] {
			best, lag = match/s.energy[l], l
		}
		energy += x[first-l-1]*x[first-l-1] - x[end-l-1]*x[end-l-1]
	}
	return lag
}
