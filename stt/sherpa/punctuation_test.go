package sherpa

import (
	"strings"
	"testing"

	ft "parley/engine/models/folder/foldertest"
	"parley/stt"
)

// pointsDir is a folder with a CT transformer that puts no point within a
// sentence; sherpa-onnx itself ends it with one.
func pointsDir(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	ft.Put(tb, dir, "model.onnx", ft.File(map[string]string{
		"tokens": "one|two|<unk>", "vocab_size": "3", "unk_symbol": "<unk>", "punctuations": "<unk>|_|，|。|？|、",
	},
		ft.Node("Cast", "numbers", []string{"text"}, ft.Int("to", int64(ft.Float32))),
		ft.Node("Unsqueeze", "each", []string{"numbers", "last"}), ft.Integers("last", []uint64{1}, 2),
		ft.Node("Mul", "nothing", []string{"each", "zero"}), ft.Floats("zero", []uint64{1}, 0),
		ft.Node("Add", "logits", []string{"nothing", "points"}), ft.Floats("points", []uint64{6}, 0, 9, 0, 0, 0, 0),
		ft.Input("text", ft.Int32, 1, 0), ft.Input("text_len", ft.Int32, 1), ft.Output("logits", ft.Float32, 1, 0, 6)))
	return dir
}

func TestPunctuationIsAdded(t *testing.T) {
	o := streaming(t)
	o.Punctuation = pointsDir(t)
	s, err := open(t, o).Open(t.Context(), stt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for id, words := range []string{"one two three", ""} {
		all := events(t, s, uint64(id), words)
		final := all[len(all)-1]
		want := words
		if words != "" {
			want += "."
		}
		if final.Text != want || len(final.Words) != len(strings.Fields(words)) {
			t.Errorf("%q is heard as %q with %d words, want %q", words, final.Text, len(final.Words), want)
		}
	}
}

// TestModelsThatPunctuateNeedNone gives punctuation to a model whose tokens have
// it.
func TestModelsThatPunctuateNeedNone(t *testing.T) {
	o := streaming(t)
	putTokens(t, o.Dir, "<blk>", "one", "two,", "three", "four", "five", "six", "fine")
	o.Punctuation = pointsDir(t)
	s, err := open(t, o).Open(t.Context(), stt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all := events(t, s, 1, "one two three")
	if got := all[len(all)-1].Text; got != "one two, three" {
		t.Errorf("heard %q, want what the model wrote", got)
	}
}

// TestModelsThatShoutAreLowered has a model whose tokens are all capitals.
func TestModelsThatShoutAreLowered(t *testing.T) {
	o := streaming(t)
	putTokens(t, o.Dir, "<blk>", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "FINE")
	s, err := open(t, o).Open(t.Context(), stt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, ev := range events(t, s, 1, "one two three") {
		if ev.Text != strings.ToLower(ev.Text) || ev.Final && (ev.Text != "one two three" || ev.Words[0].Text != "one") {
			t.Errorf("heard %q, words %v; want lower case", ev.Text, ev.Words)
		}
	}
}
