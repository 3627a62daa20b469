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

// band is the mel band, of those that sherpa-onnx makes up to a frequency, whose middle is
// nearest to another.
func band(hz, high float64) int {
	mel := func(hz float64) float64 { return 1127 * math.Log(1+hz/700) }
	return int(math.Round((mel(hz)-mel(20))/(mel(high)-mel(20))*(bands+1))) - 1
}

// window and shift are how many frames a SenseVoice hears at once, and how many apart.
const window, shift = 7, 6

// prompts are what a SenseVoice says before each text.
var prompts = []string{"<|en|>", "<|NEUTRAL|>", "<|Speech|>", "<|withitn|>"}

// wholeModel is a SenseVoice: features [1, T, 7*80] to logits [1, 4+T, tokens]. A band's
// feature is the logarithm of its power, about 2 in a tone, -16 in silence, where the first
// token, the blank, wins.
func wholeModel() []byte {
	tokens := 1 + len(toneWords) + len(prompts)
	weights, bias, first := make([]float32, window*bands*tokens), make([]float32, tokens), make([]float32, len(prompts)*tokens)
	for t, w := range toneWords {
		weights[(window/2*bands+band(pitches[w], 8000))*tokens+1+t] = 1
	}
	for i := range prompts {
		at := 1 + len(toneWords) + i
		bias[at], first[i*tokens+at] = -100, 1
	}
	bias[0] = -1
	many := func(value string) string { return strings.TrimSuffix(strings.Repeat(value+",", window*bands), ",") }
	notes := map[string]string{
		"model_type": "sense_voice_ctc", "vocab_size": strconv.Itoa(tokens), "normalize_samples": "1",
		"lfr_window_size": strconv.Itoa(window), "lfr_window_shift": strconv.Itoa(shift), "neg_mean": many("0"), "inv_stddev": many("1"),
	}
	for i, key := range strings.Fields("with_itn without_itn lang_auto lang_zh lang_en lang_ja lang_ko lang_yue") {
		notes[key] = strconv.Itoa(i)
	}
	n := uint64(tokens)
	return ft.File(notes,
		ft.Node("MatMul", "weighed", []string{"x", "weights"}), ft.Node("Add", "heard", []string{"weighed", "bias"}),
		ft.Node("Concat", "logits", []string{"first", "heard"}, ft.Int("axis", 1)),
		ft.Floats("weights", []uint64{window * bands, n}, weights...), ft.Floats("bias", []uint64{n}, bias...),
		ft.Floats("first", []uint64{1, uint64(len(prompts)), n}, first...),
		ft.Input("x", ft.Float32, 0, 0, window*bands), ft.Input("x_length", ft.Int32, 0), ft.Input("language", ft.Int32, 0),
		ft.Input("text_norm", ft.Int32, 0), ft.Output("logits", ft.Float32, 0, 0, n))
}

// whole is a folder with that SenseVoice and its tokens.
func whole(tb testing.TB, model []byte) Options {
	tb.Helper()
	dir := tb.TempDir()
	ft.Put(tb, dir, "model.onnx", model)
	putTokens(tb, dir, slices.Concat([]string{"<blk>"}, toneWords, prompts)...)
	return Options{Dir: dir, Kind: SenseVoice}
}

// both are a model of each way of hearing.
func both(tb testing.TB) map[string]Options {
	tb.Helper()
	return map[string]Options{"whole": whole(tb, wholeModel()), "streaming": streaming(tb)}
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
