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
	"parley/media"
)

// espeak are the files of eSpeak NG that are looked for.
var espeak = []string{
	"espeak-ng-data/phontab", "espeak-ng-data/phonindex", "espeak-ng-data/phondata", "espeak-ng-data/intonations",
}

var (
	kokoroNotes = map[string]string{
		"model_type": "kokoro", "sample_rate": "24000", "n_speakers": "2", "has_espeak": "1", "style_dim": "3,1,4",
		"speaker_names": "af_heart,am_onyx", "language": "English",
	}
	kittenNotes = map[string]string{
		"model_type": "kitten-tts", "sample_rate": "24000", "n_speakers": "2", "has_espeak": "1", "style_dim": "1,4",
	}
	piperNotes  = map[string]string{"model_type": "vits", "sample_rate": "22050", "n_speakers": "1", "language": "English", "comment": "piper"}
	matchaNotes = map[string]string{"model_type": "matcha-tts", "sample_rate": "22050", "n_speakers": "1"}
)

// layout is the folder of a release: the networks by name, and the other files.
type layout struct {
	networks map[string]map[string]string
	others   []string
	styles   int // bytes of voices.bin
}

// layouts are those of sherpa-onnx's releases.
var layouts = map[string]layout{
	"kokoro-en-v0_19": {map[string]map[string]string{"model.onnx": kokoroNotes}, slices.Concat(espeak, []string{"tokens.txt"}), 96},
	"kokoro-int8-multi-lang-v1_1": {
		map[string]map[string]string{"model.int8.onnx": kokoroNotes},
		slices.Concat(espeak, []string{"tokens.txt", "lexicon-us-en.txt", "lexicon-gb-en.txt", "lexicon-zh.txt"}), 96,
	},
	"kitten-nano-en-v0_2-fp16":      {map[string]map[string]string{"model.fp16.onnx": kittenNotes}, slices.Concat(espeak, []string{"tokens.txt"}), 32},
	"vits-piper-en_US-amy-medium":   {map[string]map[string]string{"en_US-amy-medium.onnx": piperNotes}, slices.Concat(espeak, []string{"tokens.txt"}), 0},
	"matcha-icefall-en_US-ljspeech": {map[string]map[string]string{"model-steps-3.onnx": matchaNotes, "vocos-22khz-univ.onnx": nil}, slices.Concat(espeak, []string{"tokens.txt"}), 0},
	"sherpa-onnx-pocket-tts-int8-2026-01-26": {
		map[string]map[string]string{
			"lm_flow.int8.onnx": nil, "lm_main.int8.onnx": nil, "encoder.onnx": nil, "decoder.int8.onnx": nil, "text_conditioner.onnx": nil,
		},
		[]string{"vocab.json", "token_scores.json", "test_wavs/bria.wav", "test_wavs/loona.wav"}, 0,
	},
}

// write makes the folder.
func (l layout) write(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	for name, notes := range l.networks {
		ft.Put(t, dir, name, ft.Smallest(notes))
	}
	for _, name := range l.others {
		ft.Put(t, dir, name, []byte("a 1\n"))
	}
	if l.styles > 0 {
		ft.Put(t, dir, "voices.bin", make([]byte, l.styles))
	}
	for _, path := range l.others {
		if strings.HasSuffix(path, ".wav") {
			if err := media.WriteWAV(filepath.Join(dir, path), make([]int16, 1600)); err != nil {
				t.Fatal(err)
			}
		}
	}
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

// kindOf is the kind of a release, by the catalogue.
func kindOf(t *testing.T, release string) Kind {
	t.Helper()
	m, err := models.Lookup(release)
	if err != nil {
		t.Fatal(err)
	}
	return Kind(m.Kind)
}

// Every voice of the catalogue is of a kind that is known here.
func TestKindsAreThoseOfTheCatalogue(t *testing.T) {
	kinds := make(map[Kind]bool)
	for _, m := range models.Catalogue() {
		if m.Role == models.TTS {
			kinds[Kind(m.Kind)] = true
		}
	}
	if have := slices.Sorted(maps.Keys(forms)); !slices.Equal(have, slices.Sorted(maps.Keys(kinds))) {
		t.Errorf("the kinds are %q, those of the catalogue %q", have, slices.Sorted(maps.Keys(kinds)))
	}
}

func TestFindTakesTheFilesOfReleases(t *testing.T) {
	for name := range layouts {
		t.Run(name, func(t *testing.T) {
			kind := kindOf(t, name)
			l, err := look(t, layouts[name].write(t, name), kind)
			if err != nil {
				t.Fatal(err)
			}
			for role, path := range l.paths {
				if _, err := os.Stat(path); err != nil {
					t.Errorf("%s: %v", role, err)
				}
			}
			if kind == Pocket && !slices.Equal(voicesOf(l, 1), voices{"bria", "loona"}) {
				t.Errorf("voices %q, want those of the recordings", voicesOf(l, 1))
			}
		})
	}
}

func TestAccent(t *testing.T) {
	l, err := look(t, layouts["kokoro-int8-multi-lang-v1_1"].write(t, "kokoro"), Kokoro)
	if err != nil {
		t.Fatal(err)
	}
	for language, want := range map[string]string{"": "lexicon-us-en.txt", "en-GB": "lexicon-gb-en.txt"} {
		var got []string
		for path := range strings.SplitSeq(l.accent(language), ",") {
			got = append(got, filepath.Base(path))
		}
		slices.Sort(got)
		if !slices.Equal(got, []string{want, "lexicon-zh.txt"}) {
			t.Errorf("the lexicons of %q are %q, want %s and the Chinese one", language, got, want)
		}
	}
}

// TestEveryFileIsMissed takes away one file after another: Open must name it and
// the command that brings it.
func TestEveryFileIsMissed(t *testing.T) {
	for name, l := range layouts {
		required := slices.DeleteFunc(slices.Clone(l.others), func(path string) bool {
			return strings.HasSuffix(path, ".wav") || strings.HasPrefix(path, "lexicon-")
		})
		if l.styles > 0 {
			required = append(required, "voices.bin")
		}
		for path := range l.networks {
			required = append(required, path)
		}
		for _, path := range required {
			dir := l.write(t, name)
			if err := os.Remove(filepath.Join(dir, path)); err != nil {
				t.Fatal(err)
			}
			_, err := Open(Options{Dir: dir, Kind: kindOf(t, name)})
			if !errors.Is(err, engine.ErrModel) {
				t.Errorf("%s without %s: %v, want %v", name, path, err, engine.ErrModel)
				continue
			}
			_, says, _ := strings.Cut(err.Error(), dir+string(filepath.Separator))
			pattern, rest, _ := strings.Cut(says, ": ")
			ok, err := filepath.Match(pattern, path)
			if !ok && pattern != strings.Replace(path, "en_US-amy-medium", "model*", 1) || err != nil {
				t.Errorf("%s without %s misses %q", name, path, pattern)
			}
			if !strings.Contains(rest, "run `parley models pull ") {
				t.Errorf("%s without %s says %q, want the command that brings it", name, path, rest)
			}
		}
	}
}
