package folder_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"parley/engine/models/folder"
	ft "parley/engine/models/folder/foldertest"
)

func TestReadTokens(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		name, content string
		want          []string
		err           error
	}{
		{"usual", "<blk> 0\n▁a 1\nb\t2\r\n", []string{"<blk>", "▁a", "b"}, nil},
		{"a space", "  0\n1\na 2\n", []string{" ", "", "a"}, nil},
		{"no number", "a 0\nb\n", nil, folder.ErrForm},
		{"a page", "<html>\n", nil, folder.ErrForm},
		{"nothing", "", nil, folder.ErrForm},
	} {
		got, err := folder.ReadTokens(ft.Put(t, dir, "tokens.txt", []byte(tt.content)))
		if !slices.Equal(got, tt.want) || !errors.Is(err, tt.err) {
			t.Errorf("%s: %q, %v; want %q, %v", tt.name, got, err, tt.want, tt.err)
		}
	}
	if _, err := folder.ReadTokens(filepath.Join(dir, "none")); !errors.Is(err, folder.ErrMissing) {
		t.Errorf("no file: %v, want %v", err, folder.ErrMissing)
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"encoder-epoch-99.onnx", "encoder-epoch-99.int8.onnx", "decoder.onnx", "tokens.txt"} {
		ft.Put(t, dir, name, []byte("x"))
	}
	f, err := folder.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for pattern, want := range map[string]string{
		"encoder*.onnx": "encoder-epoch-99.int8.onnx", "decoder*.onnx": "decoder.onnx", "joiner*.onnx": "", "*.txt": "tokens.txt",
	} {
		if want != "" {
			want = filepath.Join(dir, want)
		}
		if got := f.Find("none", pattern); got != want {
			t.Errorf("Find(%q) = %q, want %q", pattern, got, want)
		}
	}
	if got := f.FindAll("*coder*"); len(got) != 3 {
		t.Errorf("FindAll gives %q, want 3", got)
	}
}

func TestRemedy(t *testing.T) {
	for place, want := range map[string]string{
		"sherpa-onnx-whisper-tiny.en": "parley models pull whisper-tiny.en", "my-own": "parley models pull my-own",
	} {
		f, err := folder.Open(filepath.Join(t.TempDir(), place))
		if !errors.Is(err, folder.ErrMissing) {
			t.Errorf("Open of nothing = %v, want %v", err, folder.ErrMissing)
		}
		if got := f.Remedy(err); got != want {
			t.Errorf("the remedy is %q, want %q", got, want)
		}
	}
	f, err := folder.Open(filepath.Dir(ft.Put(t, t.TempDir(), "a", nil)))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.Remedy(folder.ErrCut), "parley models verify "+f.Name(); got != want {
		t.Errorf("the remedy is %q, want %q", got, want)
	}
}
