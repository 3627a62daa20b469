package sherpa

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"parley/media"
	ft "parley/weights/folder/foldertest"
)

// No speech model can be had for these tests. They write networks that hear
// tones instead, of the same form as the real ones, and sherpa-onnx runs them:
// the word of a frame is that of the loudest of three bands, if it is loud.

// tone words, in the order of their tokens, and the mel bands they lie in.
var (
	toneWords = []string{"low", "mid", "high"}
	toneBands = map[string]int{"low": 25, "mid": 45, "high": 65}
)

// bands is how many mel bands the networks hear, subsampling how many frames of
// 10 ms they hear at once: sherpa-onnx times streaming CTC models by 4.
const (
	bands       = 80
	subsampling = 4
)

// pitch is the frequency in the middle of a mel band: Slaney's scale, as for
// NeMo's models, up to 8 kHz.
func pitch(band int) float64 {
	top := 15 + 27*math.Log(8)/math.Log(6.4)
	mel := float64(band+1) * top / (bands + 1)
	if mel < 15 {
		return mel * 200 / 3
	}
	return 1000 * math.Pow(6.4, (mel-15)/27)
}

// toneWeights is the matrix from the bands of a frame to the words' logits, and
// the bias that makes the last token, the blank, win in silence: a band's
// feature is the logarithm of its power, about 2 in a tone, -16 in silence.
func toneWeights() (weights, bias []float32) {
	tokens := len(toneWords) + 1
	weights, bias = make([]float32, bands*tokens), make([]float32, tokens)
	for t, w := range toneWords {
		weights[toneBands[w]*tokens+t] = 1
	}
	bias[tokens-1] = -1
	return weights, bias
}

// hear is the network: features [1, 80, T] to logits [1, T/4, 4].
func hear(in string) []ft.Part {
	weights, bias := toneWeights()
	tokens := uint64(len(bias))
	return []ft.Part{
		ft.Node("Transpose", "frames", []string{in}, ft.Ints("perm", 0, 2, 1)),
		ft.Node("Slice", "fewer", []string{"frames", "first", "last", "time", "step"}),
		ft.Integers("first", []uint64{1}, 0), ft.Integers("last", []uint64{1}, math.MaxInt32),
		ft.Integers("time", []uint64{1}, 1), ft.Integers("step", []uint64{1}, subsampling),
		ft.Node("MatMul", "weighed", []string{"fewer", "weights"}),
		ft.Node("Add", "logprobs", []string{"weighed", "bias"}),
		ft.Floats("weights", []uint64{bands, tokens}, weights...),
		ft.Floats("bias", []uint64{tokens}, bias...),
	}
}

func wholeModel() []byte {
	return ft.File(map[string]string{
		"model_type": "EncDecCTCModelBPE", "vocab_size": "4", "subsampling_factor": "4", "normalize_type": "",
	}, append(hear("audio_signal"),
		ft.Input("audio_signal", ft.Float32, 0, bands, 0), ft.Input("length", ft.Int64, 0),
		ft.Output("logprobs", ft.Float32, 0, 0, 4))...)
}

func streamingModel() []byte {
	meta := map[string]string{
		"model_type": "EncDecCTCModelBPE", "vocab_size": "3", "subsampling_factor": "4", "normalize_type": "NA",
		"window_size": "8", "chunk_shift": "8",
	}
	for _, of := range []string{"cache_last_channel", "cache_last_time"} {
		for dim := 1; dim <= 3; dim++ {
			meta[of+"_dim"+strconv.Itoa(dim)] = "1"
		}
	}
	same := func(name string) ft.Part { return ft.Node("Identity", name+"_next", []string{name}) }
	return ft.File(meta, append(hear("audio_signal"),
		same("length"), same("cache_last_channel"), same("cache_last_time"), same("cache_last_channel_len"),
		ft.Input("audio_signal", ft.Float32, 0, bands, 0), ft.Input("length", ft.Int64, 0),
		ft.Input("cache_last_channel", ft.Float32, 0, 1, 1, 1), ft.Input("cache_last_time", ft.Float32, 0, 1, 1, 1),
		ft.Input("cache_last_channel_len", ft.Int64, 0),
		ft.Output("logprobs", ft.Float32, 0, 0, 4), ft.Output("length_next", ft.Int64, 0),
		ft.Output("cache_last_channel_next", ft.Float32, 0, 1, 1, 1), ft.Output("cache_last_time_next", ft.Float32, 0, 1, 1, 1),
		ft.Output("cache_last_channel_len_next", ft.Int64, 0))...)
}

// modelDir is a folder with one model.onnx and the tokens of the tones.
func modelDir(tb testing.TB, model []byte) string {
	tb.Helper()
	dir := tb.TempDir()
	put(tb, dir, "model.onnx", model)
	var tokens strings.Builder
	for i, w := range toneWords {
		tokens.WriteString("▁" + w + " " + strconv.Itoa(i) + "\n")
	}
	put(tb, dir, "tokens.txt", []byte(tokens.String()+"<blk> "+strconv.Itoa(len(toneWords))+"\n"))
	return dir
}

func put(tb testing.TB, dir, name string, content []byte) {
	tb.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
		tb.Fatal(err)
	}
}

// tones says words, 200 ms each with 150 ms of silence around them.
func tones(words string) []int16 {
	const length, edge = media.SampleRate / 5, media.SampleRate / 50
	gap := make([]int16, media.SampleRate*15/100)
	pcm := append([]int16(nil), gap...)
	for w := range strings.FieldsSeq(words) {
		for i := range length {
			level := 8000 * min(1, float64(min(i, length-i))/edge)
			pcm = append(pcm, int16(level*math.Sin(2*math.Pi*pitch(toneBands[w])*float64(i)/media.SampleRate)))
		}
		pcm = append(pcm, gap...)
	}
	return pcm
}
