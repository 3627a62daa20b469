package sherpa

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/engine"
	"parley/engine/models"
	"parley/engine/models/folder"
	ft "parley/engine/models/folder/foldertest"
)

// notesOf are the notes that a network of a kind needs.
func notesOf(kind Kind, network int) map[string]string {
	notes := make(map[string]string)
	for _, k := range networks[kind][network].needs {
		notes[k] = "1"
	}
	return notes
}

// layouts are the folders of sherpa-onnx's releases: the notes of each network.
var layouts = map[string]map[string]map[string]string{
	"sherpa-onnx-streaming-zipformer-en-2023-06-26": {
		"encoder-epoch-99-avg-1-chunk-16-left-128.int8.onnx": notesOf(StreamingTransducer, 0),
		"decoder-epoch-99-avg-1-chunk-16-left-128.onnx":      notesOf(StreamingTransducer, 1),
		"joiner-epoch-99-avg-1-chunk-16-left-128.int8.onnx":  nil,
	},
	"sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8": {
		"encoder.int8.onnx": notesOf(NeMoTransducer, 0), "decoder.int8.onnx": nil, "joiner.int8.onnx": nil,
	},
	"sherpa-onnx-whisper-tiny.en": {
		"tiny.en-encoder.int8.onnx": notesOf(Whisper, 0), "tiny.en-decoder.int8.onnx": nil,
	},
	"sherpa-onnx-moonshine-tiny-en-int8": {
		"preprocess.onnx": nil, "encode.int8.onnx": nil, "uncached_decode.int8.onnx": nil, "cached_decode.int8.onnx": nil,
	},
	"sherpa-onnx-sense-voice-zh-en-ja-ko-yue-int8-2025-09-09": {"model.int8.onnx": notesOf(SenseVoice, 0)},
}

// kindOf is the kind of a release, by the catalogue.
func kindOf(t *testing.T, release string) Kind {
	t.Helper()
	m, err := models.Lookup(release)
	if err != nil {
		t.Fatal(err)
	}
	return Kind(m.Kind)
}

// Every model of the catalogue is of a kind that is known here.
func TestKindsAreThoseOfTheCatalogue(t *testing.T) {
	kinds := make(map[Kind]bool)
	for _, m := range models.Catalogue() {
		if m.Role == models.STT {
			kinds[Kind(m.Kind)] = true
		}
	}
	if have := slices.Sorted(maps.Keys(networks)); !slices.Equal(have, slices.Sorted(maps.Keys(kinds))) {
		t.Errorf("the kinds are %q, those of the catalogue %q", have, slices.Sorted(maps.Keys(kinds)))
	}
}

// release writes the folder of a release.
func release(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.Mkdir(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	for file, notes := range layouts[name] {
		ft.Put(t, dir, file, ft.Smallest(notes))
	}
	tokens := "tokens.txt"
	if kindOf(t, name) == Whisper {
		tokens = "tiny.en-tokens.txt"
	}
	ft.Put(t, dir, tokens, []byte("<blk> 0\n▁A 1\n▁B 2\n"))
	return dir
}

func look(t *testing.T, dir string, kind Kind) (files, error) {
	t.Helper()
	f, err := folder.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return find(f, kind)
}

func TestFindTakesTheFilesOfReleases(t *testing.T) {
	for name := range layouts {
		t.Run(name, func(t *testing.T) {
			dir, kind := release(t, name), kindOf(t, name)
			l, err := look(t, dir, kind)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, path := range l.paths {
				got = append(got, filepath.Base(path))
			}
			slices.Sort(got)
			if files := slices.Sorted(maps.Keys(layouts[name])); !slices.Equal(got, files) {
				t.Errorf("uses %q, want %q", got, files)
			}
			if l.capitals == kind.punctuates() {
				t.Errorf("tokens of capitals: capitals %v in a %s", l.capitals, kind)
			}
			for other := range networks {
				if _, err := look(t, dir, other); err == nil && other != kind {
					t.Errorf("the files of a %s pass for a %s", kind, other)
				}
			}
			if kind != NeMoTransducer {
				return
			}
			ft.Put(t, dir, "tokens.txt", []byte("▁a 0\n"))
			if _, err := look(t, dir, kind); !errors.Is(err, folder.ErrForm) {
				t.Errorf("tokens without a blank: %v, want %v", err, folder.ErrForm)
			}
		})
	}
}

// TestEveryFileIsMissed takes away one file after another: Open must name it and
// the command that brings it.
func TestEveryFileIsMissed(t *testing.T) {
	for name, networks := range layouts {
		for file := range networks {
			dir := release(t, name)
			if err := os.Remove(filepath.Join(dir, file)); err != nil {
				t.Fatal(err)
			}
			_, err := Open(Options{Dir: dir, Kind: kindOf(t, name)})
			if !errors.Is(err, engine.ErrModel) {
				t.Errorf("%s without %s: %v, want %v", name, file, err, engine.ErrModel)
				continue
			}
			_, says, _ := strings.Cut(err.Error(), dir+string(filepath.Separator))
			pattern, rest, _ := strings.Cut(says, ": ")
			if ok, err := filepath.Match(pattern, file); !ok || err != nil || !strings.Contains(rest, "run `parley models pull ") {
				t.Errorf("%s without %s misses %q and says %q", name, file, pattern, rest)
			}
		}
	}
}
