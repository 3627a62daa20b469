package media

import "math"

// Silent is the Level of digital silence, the lowest RFC 6464 knows.
const Silent uint8 = 127

// VoicedLevel parts voiced frames, below it, from pauses, in -dBov. Measured on
// Flite's slt and rms: pauses are at -60 dBov and quieter, the weakest fricatives
// at -52 and louder.
const VoicedLevel uint8 = 55

// Level is the loudness of pcm as RFC 6464 and the LiveKit audio level header
// want it: the RMS in -dBov, from 0 (loudest) to 127 (Silent). 0 dBov is a
// full-scale square wave (RFC 6465, appendix A); a full-scale sine is 3.
func Level(pcm []int16) uint8 {
	var sum int64
	for _, s := range pcm {
		sum += int64(s) * int64(s)
	}
	if sum == 0 {
		return Silent
	}
	power := float64(sum) / float64(len(pcm)) / (1 << 30)
	db := math.Round(-10 * math.Log10(power))
	return uint8(min(max(db, 0), float64(Silent)))
}
