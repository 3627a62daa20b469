package sherpa

import (
	"slices"
	"strings"
	"testing"

	ft "parley/engine/models/folder/foldertest"
	"parley/stt"
)

// streaming is a folder with a streaming transducer that hears the tones,
// takes "fine" for "five" with a little less certainty, and gives no word twice
// in a row.
func streaming(tb testing.TB) Options {
	tb.Helper()
	tb.Helper()
	words := append([]string{"<blk>"}, append(slices.Clone(toneWords), "fine")...)
	size := len(words)
	weights, bias, last := make([]float32, bands*size), make([]float32, size), make([]float32, size*size)
	bias[0], bias[size-1] = -1, -0.5
	for t, w := range words {
		if t > 0 {
			weights[band(pitches[strings.Replace(w, "fine", "five", 1)], 7600)*size+t] = 1
			last[t*size+t] = -50
		}
	}
	five := slices.Index(words, "five")
	last[five*size+size-1], last[(size-1)*size+five] = -50, -50
	dir, n := tb.TempDir(), uint64(size)
	ft.Put(tb, dir, "encoder.onnx", ft.File(map[string]string{
		"model_type": "lstm", "num_encoder_layers": "1", "T": "8", "decode_chunk_len": "8", "rnn_hidden_size": "1", "d_model": "1",
	},
		ft.Node("Slice", "fewer", []string{"x", "zero", "last", "one", "step"}),
		ft.Integers("zero", []uint64{1}, 0), ft.Integers("last", []uint64{1}, 1<<30),
		ft.Integers("one", []uint64{1}, 1), ft.Integers("step", []uint64{1}, 4),
		ft.Node("MatMul", "weighed", []string{"fewer", "weights"}), ft.Node("Add", "encoder_out", []string{"weighed", "bias"}),
		ft.Node("Identity", "h_next", []string{"h"}), ft.Node("Identity", "c_next", []string{"c"}),
		ft.Floats("weights", []uint64{bands, n}, weights...), ft.Floats("bias", []uint64{n}, bias...),
		ft.Input("x", ft.Float32, 0, 8, bands), ft.Input("h", ft.Float32, 1, 0, 1), ft.Input("c", ft.Float32, 1, 0, 1),
		ft.Output("encoder_out", ft.Float32, 0, 2, n), ft.Output("h_next", ft.Float32, 1, 0, 1), ft.Output("c_next", ft.Float32, 1, 0, 1)))
	ft.Put(tb, dir, "decoder.onnx", ft.File(map[string]string{"vocab_size": "8", "context_size": "2"},
		ft.Node("Gather", "newest", []string{"y", "one"}, ft.Int("axis", 1)), ft.Integers("one", nil, 1),
		ft.Node("Gather", "decoder_out", []string{"last", "newest"}), ft.Floats("last", []uint64{n, n}, last...),
		ft.Input("y", ft.Int64, 0, 2), ft.Output("decoder_out", ft.Float32, 0, n)))
	ft.Put(tb, dir, "joiner.onnx", ft.File(map[string]string{"joiner_dim": "8"},
		ft.Node("Add", "logit", []string{"encoder_out", "decoder_out"}),
		ft.Input("encoder_out", ft.Float32, 0, n), ft.Input("decoder_out", ft.Float32, 0, n), ft.Output("logit", ft.Float32, 0, n)))
	putTokens(tb, dir, words...)
	var pieces strings.Builder
	for _, w := range words[1:] {
		pieces.WriteString("▁" + w + "\t-1\n")
	}
	ft.Put(tb, dir, "bpe.vocab", []byte(pieces.String()))
	return Options{Dir: dir, Kind: StreamingTransducer}
}

// TestPhrasesBiasATransducer has two callers hear the same, one of whom expects
// a certain word.
func TestPhrasesBiasATransducer(t *testing.T) {
	e := open(t, streaming(t))
	for _, tt := range []struct {
		phrases []string
		want    string
	}{
		{nil, "one five two"},
		{[]string{"fine"}, "one fine two"},
		{[]string{"five"}, "one five two"},
		{[]string{"Łukasz", "one/two:3#@", "北京", "\xff", "fine", ""}, "one fine two"},
	} {
		s, err := e.Open(t.Context(), stt.Options{Phrases: tt.phrases})
		if err != nil {
			t.Fatal(err)
		}
		all := events(t, s, 1, "one five two")
		if got := all[len(all)-1].Text; got != tt.want {
			t.Errorf("with the phrases %q: heard %q, want %q", tt.phrases, got, tt.want)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestPlain(t *testing.T) {
	l := files{letters: "▁ABCDEFGHIJKLMNOPQRSTUVWXYZ'", capitals: true}
	got := l.plain([]string{"Sterling", "the board\troom", "a/b:c", "Zoë", "", " ", "\xff", strings.Repeat("x", 200)})
	if want := []string{"STERLING", "THE BOARD ROOM", "A B C"}; !slices.Equal(got, want) {
		t.Errorf("phrases become %q, want %q", got, want)
	}
}
