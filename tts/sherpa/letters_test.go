package sherpa

import (
	"math"
	"strconv"
	"strings"
	"testing"

	ft "parley/engine/models/folder/foldertest"
	"parley/media"
)

// No voice model can be had for these tests. They write a network of the form of
// a VITS that says each letter of a text as a tone of its own, and sherpa-onnx
// runs it; hear tells the letters from the tones.
const (
	modelRate  = 22050
	letterTime = 882 // samples of one letter at modelRate, 40 ms
	alphabet   = "abcdefghijklmnopqrstuvwxyz0123456789"
)

// tone is the frequency of a letter, in Hz.
func tone(letter int) float64 { return 500 + 150*float64(letter) }

// lettersModel is a network from letters [1, T] to audio [1, 1, N]. Speaker 1
// is half as loud as speaker 0.
func lettersModel() []byte {
	turns, levels := []float32{0}, []float32{0} // token 0 is silence
	for i := range len(alphabet) {
		turns = append(turns, float32(2*math.Pi*tone(i)/modelRate))
		levels = append(levels, 0.3)
	}
	size := uint64(len(turns))
	return ft.File(map[string]string{
		"model_type": "vits", "sample_rate": strconv.Itoa(modelRate), "n_speakers": "2", "language": "English",
		"comment": "letters", "frontend": "characters", "add_blank": "0", "use_eos_bos": "0",
	},
		ft.Floats("turns", []uint64{size}, turns...), ft.Floats("levels", []uint64{size}, levels...),
		ft.Floats("time", []uint64{1}, letterTime), ft.Floats("loudness", []uint64{2}, 1, 0.5),
		ft.Integers("flat", []uint64{1}, -1), ft.Integers("wave", []uint64{3}, 1, 1, -1),
		ft.Integers("none", nil, 0), ft.Integers("one", nil, 1), ft.Integers("axis", []uint64{1}, 0),
		ft.Node("Reshape", "row", []string{"x", "flat"}),
		ft.Node("Size", "count", []string{"row"}),
		ft.Node("Mul", "longer", []string{"length_scale", "time"}),
		ft.Node("Cast", "each_", []string{"longer"}, ft.Int("to", int64(ft.Int64))),
		ft.Node("Squeeze", "each", []string{"each_", "axis"}),
		ft.Node("Mul", "length", []string{"count", "each"}),
		ft.Node("Range", "at", []string{"none", "length", "one"}),
		ft.Node("Div", "which", []string{"at", "each"}),
		ft.Node("Mul", "began", []string{"which", "each"}),
		ft.Node("Sub", "since_", []string{"at", "began"}),
		ft.Node("Cast", "since", []string{"since_"}, ft.Int("to", int64(ft.Float32))),
		ft.Node("Gather", "letter", []string{"row", "which"}),
		ft.Node("Gather", "turn", []string{"turns", "letter"}),
		ft.Node("Gather", "level", []string{"levels", "letter"}),
		ft.Node("Mul", "phase", []string{"since", "turn"}),
		ft.Node("Sin", "sine", []string{"phase"}),
		ft.Node("Mul", "loud", []string{"sine", "level"}),
		ft.Node("Gather", "voice", []string{"loudness", "sid"}),
		ft.Node("Mul", "said", []string{"loud", "voice"}),
		ft.Node("Reshape", "y", []string{"said", "wave"}),
		ft.Input("x", ft.Int64, 0, 0), ft.Input("x_length", ft.Int64, 0), ft.Input("noise_scale", ft.Float32, 1),
		ft.Input("length_scale", ft.Float32, 1), ft.Input("noise_scale_w", ft.Float32, 1), ft.Input("sid", ft.Int64, 1),
		ft.Output("y", ft.Float32, 0, 0, 0))
}

// letters is a folder with the network and its tokens.
func letters(tb testing.TB) Options {
	tb.Helper()
	dir := tb.TempDir()
	ft.Put(tb, dir, "letters.onnx", lettersModel())
	var tokens strings.Builder
	tokens.WriteString("  0\n. 0\n, 0\n")
	for i, letter := range alphabet {
		tokens.WriteString(string(letter) + " " + strconv.Itoa(i+1) + "\n")
	}
	ft.Put(tb, dir, "tokens.txt", []byte(tokens.String()))
	return Options{Dir: dir, Kind: VITS}
}

// hear is the letters said in pcm, with spaces where it is silent: the loudest
// tone of every 10 ms, every 5 ms, of which a letter has 8.
func hear(_ testing.TB, pcm []int16) string {
	const step, each = media.SampleRate / 200, 8
	var out []byte
	last, run := byte(0), 0
	for at := 0; at+2*step <= len(pcm)+step; at += step {
		now := byte(0)
		if at+2*step <= len(pcm) {
			now = letterOf(pcm[at : at+2*step])
		}
		if now == last {
			run++
			continue
		}
		for n := (run + 3) / each; n > 0 && run >= 4; n-- {
			out = append(out, last)
		}
		last, run = now, 1
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

// letterOf is the letter whose tone is the loudest (Goertzel), ' ' in silence.
func letterOf(pcm []int16) byte {
	best, most := byte(' '), 20*float64(len(pcm))
	for i := range len(alphabet) {
		turn := 2 * math.Cos(2*math.Pi*tone(i)/media.SampleRate)
		var s1, s2 float64
		for _, s := range pcm {
			s1, s2 = float64(s)+turn*s1-s2, s1
		}
		if power := math.Sqrt(max(s1*s1+s2*s2-turn*s1*s2, 0)); power > most {
			best, most = alphabet[i], power
		}
	}
	return best
}
