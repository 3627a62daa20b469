package sherpa

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	ft "parley/engine/models/folder/foldertest"
	"parley/media"
)

// No speech model can be had for these tests. They write networks that hear
// tones instead, of the same form as the real ones, and sherpa-onnx runs them:
// the word of a frame is that of the loudest of three bands, if it is loud.

// toneWords are the words, in the order of their tokens, and pitches their
// tones in Hz.
var (
	toneWords = []string{"one", "two", "three", "four", "five", "six"}
	pitches   = map[string]float64{"one": 780, "two": 1100, "three": 1560, "four": 2280, "five": 3330, "six": 4870}
)

// bands is how many mel bands the networks hear.
const bands = 80

// A scale gives the mel of a frequency and the range that the bands share.
type scale struct {
	mel       func(hz float64) float64
	low, high float64
}

var (
	// slaney is what sherpa-onnx gives whole-utterance models of NeMo.
	slaney = scale{func(hz float64) float64 {
		if hz < 1000 {
			return hz * 3 / 200
		}
		return 15 + math.Log(hz/1000)*27/math.Log(6.4)
	}, 0, 8000}
	// kaldi is what it gives all others.
	kaldi = scale{func(hz float64) float64 { return 1127 * math.Log(1+hz/700) }, 20, 7600}
)

// band is the mel band whose middle is nearest to a frequency.
func (s scale) band(hz float64) int {
	low, high := s.mel(s.low), s.mel(s.high)
	return int(math.Round((s.mel(hz)-low)/(high-low)*(bands+1))) - 1
}

// toneWeights is the matrix from the bands of a frame to the words' logits, and
// the bias that makes the last token, the blank, win in silence: a band's
// feature is the logarithm of its power, about 2 in a tone, -16 in silence.
func toneWeights(s scale) (weights, bias []float32) {
	tokens := len(toneWords) + 1
	weights, bias = make([]float32, bands*tokens), make([]float32, tokens)
	for t, w := range toneWords {
		weights[s.band(pitches[w])*tokens+t] = 1
	}
	bias[tokens-1] = -1
	return weights, bias
}

// hear is the network: features [1, 80, T] to logits [1, T/step, 7].
func hear(in string, s scale, step int64) []ft.Part {
	weights, bias := toneWeights(s)
	tokens := uint64(len(bias))
	return []ft.Part{
		ft.Node("Transpose", "frames", []string{in}, ft.Ints("perm", 0, 2, 1)),
		ft.Node("Slice", "fewer", []string{"frames", "first", "last", "time", "step"}),
		ft.Integers("first", []uint64{1}, 0), ft.Integers("last", []uint64{1}, math.MaxInt32),
		ft.Integers("time", []uint64{1}, 1), ft.Integers("step", []uint64{1}, step),
		ft.Node("MatMul", "weighed", []string{"fewer", "weights"}),
		ft.Node("Add", "logprobs", []string{"weighed", "bias"}),
		ft.Floats("weights", []uint64{bands, tokens}, weights...),
		ft.Floats("bias", []uint64{tokens}, bias...),
	}
}

func wholeModel() []byte {
	return ft.File(map[string]string{
		"model_type": "EncDecCTCModelBPE", "vocab_size": "7", "subsampling_factor": "4", "normalize_type": "",
	}, append(hear("audio_signal", slaney, 4),
		ft.Input("audio_signal", ft.Float32, 0, bands, 0), ft.Input("length", ft.Int64, 0),
		ft.Output("logprobs", ft.Float32, 0, 0, 7))...)
}

func streamingModel() []byte {
	meta := map[string]string{
		"model_type": "EncDecCTCModelBPE", "vocab_size": "6", "subsampling_factor": "8", "normalize_type": "NA",
		"window_size": "8", "chunk_shift": "8",
	}
	for _, of := range []string{"cache_last_channel", "cache_last_time"} {
		for dim := 1; dim <= 3; dim++ {
			meta[of+"_dim"+strconv.Itoa(dim)] = "1"
		}
	}
	same := func(name string) ft.Part { return ft.Node("Identity", name+"_next", []string{name}) }
	return ft.File(meta, append(hear("audio_signal", kaldi, 8),
		same("length"), same("cache_last_channel"), same("cache_last_time"), same("cache_last_channel_len"),
		ft.Input("audio_signal", ft.Float32, 0, bands, 0), ft.Input("length", ft.Int64, 0),
		ft.Input("cache_last_channel", ft.Float32, 0, 1, 1, 1), ft.Input("cache_last_time", ft.Float32, 0, 1, 1, 1),
		ft.Input("cache_last_channel_len", ft.Int64, 0),
		ft.Output("logprobs", ft.Float32, 0, 0, 7), ft.Output("length_next", ft.Int64, 0),
		ft.Output("cache_last_channel_next", ft.Float32, 0, 1, 1, 1), ft.Output("cache_last_time_next", ft.Float32, 0, 1, 1, 1),
		ft.Output("cache_last_channel_len_next", ft.Int64, 0))...)
}

// modelDir is a folder with one model.onnx and the tokens of the tones.
func modelDir(tb testing.TB, model []byte) string {
	tb.Helper()
	dir := tb.TempDir()
	ft.Put(tb, dir, "model.onnx", model)
	putTokens(tb, dir, append(slices.Clone(toneWords), "<blk>")...)
	return dir
}

// putTokens writes words as the tokens of a model.
func putTokens(tb testing.TB, dir string, words ...string) {
	tb.Helper()
	var tokens strings.Builder
	for i, w := range words {
		if !strings.HasPrefix(w, "<") {
			w = "▁" + w
		}
		tokens.WriteString(w + " " + strconv.Itoa(i) + "\n")
	}
	ft.Put(tb, dir, "tokens.txt", []byte(tokens.String()))
}

// tones says words, 200 ms each with 150 ms of silence around them.
func tones(words string) []int16 {
	const length, edge = media.SampleRate / 5, media.SampleRate / 50
	gap := make([]int16, media.SampleRate*15/100)
	pcm := append([]int16(nil), gap...)
	for w := range strings.FieldsSeq(words) {
		for i := range length {
			level := 8000 * min(1, float64(min(i, length-i))/edge)
			pcm = append(pcm, int16(level*math.Sin(2*math.Pi*pitches[w]*float64(i)/media.SampleRate)))
		}
		pcm = append(pcm, gap...)
	}
	return pcm
}
