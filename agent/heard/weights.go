package heard

// The evidence: each a number that is 0 where nothing speaks against the words.
const (
	bias     = iota
	unsure   // the share of the voice that the detector was not sure of, the less the longer it was
	haste    // how many times faster than in a hurry it would have been said, as a logarithm
	still    // how little the sound changed its colour
	noSpeech // the service's odds that there was no speech, as a logarithm
	doubtful // how far its tokens are below their usual logarithm
	dense    // how far the text compresses better than usual
	loops    // the share of the words that are repeated without end
	echoes   // the share of them that stand in the prompt like that
	marked   // marks were cut
	count
)

// weights are in log-odds. Those of the voice were chosen on one half of the sounds and
// answers of agent's TestNoSpeechIsNoTurn and measured on the other; those of services
// are such that none alone outweighs a voice that is there without doubt.
var weights = [count]float64{
	3.5,  // bias
	-6,   // unsure
	-3,   // haste
	-4,   // still
	-1,   // no speech
	-1,   // doubtful
	-1,   // dense
	-2,   // loops
	-3,   // echoes
	-1.5, // marked
}

const (
	// hurried is how many syllables a second people say in a hurry: 5 to 6 is usual in
	// English (Pellegrino et al., Language 2011), of words alone, and the count here is
	// the least.
	hurried = 5.0
	// enough is how many seconds of voice without doubt make a third of the doubt about
	// the rest: in noise the detector is sure of few words, and yet of some.
	enough = 1.0
	// moving is the variety, in dB, of words of two syllables and more, movingOnce of one:
	// an "oh" is a single vowel.
	moving, movingOnce = 8.0, 4.0
	// quiet is the level, in dBov, under which the detector is unsure of speech, too, and
	// what colours it is lost in the noise; quieter is how far below that, in dB, forgiven
	// of both doubts is.
	quiet, quieter, forgiven = -40.0, 10.0, 0.7
	// least is the voice, in seconds, that is taken for no less.
	least = 0.02
	// usualLogProb is that of Whisper's tokens at worst where it is right, usualCompression
	// that of a text that does not repeat itself; it gives up at -1 and 2.4.
	usualLogProb, usualCompression = -0.6, 2.0
	// mostDoubt bounds what a number of a service's counts.
	mostDoubt = 4.0
)
