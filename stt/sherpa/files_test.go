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
	"parley/engine/models/folder"
	ft "parley/engine/models/folder/foldertest"
)

// notesOf are the notes of a network that a list of keys needs.
func notesOf(keys []string, more ...string) map[string]string {
	notes := make(map[string]string)
	for _, k := range keys {
		notes[k] = "1"
	}
	for i := 0; i < len(more); i += 2 {
		notes[more[i]] = more[i+1]
	}
	return notes
}

// layouts are the folders of sherpa-onnx's releases: the notes of each network.
var layouts = map[string]map[string]map[string]string{
	"sherpa-onnx-streaming-zipformer-en-2023-06-26": {
		"encoder-epoch-99-avg-1-chunk-16-left-128.int8.onnx": notesOf(stateless["encoder"], "model_type", "zipformer2"),
		"decoder-epoch-99-avg-1-chunk-16-left-128.onnx":      notesOf(stateless["decoder"]),
		"joiner-epoch-99-avg-1-chunk-16-left-128.int8.onnx":  nil,
	},
	"sherpa-onnx-streaming-paraformer-bilingual-zh-en": {
		"encoder.int8.onnx": notesOf(needed[StreamingParaformer]["encoder"]), "decoder.int8.onnx": nil,
	},
	"sherpa-onnx-streaming-zipformer-ctc-small-2024-03-18": {
		"model.onnx": notesOf(needed[StreamingZipformerCTC]["model"], "model_type", "zipformer2"),
	},
	"sherpa-onnx-nemo-streaming-fast-conformer-ctc-en-80ms": {
		"model.onnx": notesOf(needed[StreamingNeMoCTC]["model"], "model_type", "EncDecHybridRNNTCTCBPEModel"),
	},
	"sherpa-onnx-zipformer-en-2023-06-26": {
		"encoder-epoch-99-avg-1.int8.onnx": {"model_type": "zipformer2", "comment": "non-streaming zipformer2"},
		"decoder-epoch-99-avg-1.onnx":      notesOf(needed[Transducer]["decoder"]), "joiner-epoch-99-avg-1.int8.onnx": nil,
	},
	"sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8": {
		"encoder.int8.onnx": notesOf(needed[NeMoTransducer]["encoder"], "model_type", "EncDecRNNTBPEModel"),
		"decoder.int8.onnx": nil, "joiner.int8.onnx": nil,
	},
	"sherpa-onnx-whisper-tiny.en": {
		"tiny.en-encoder.int8.onnx": notesOf(needed[Whisper]["encoder"], "model_type", "whisper-tiny.en"), "tiny.en-decoder.int8.onnx": nil,
	},
	"sherpa-onnx-moonshine-tiny-en-int8": {
		"preprocess.onnx": nil, "encode.int8.onnx": nil, "uncached_decode.int8.onnx": nil, "cached_decode.int8.onnx": nil,
	},
	"sherpa-onnx-moonshine-base-v2":      {"encoder_model.ort": nil, "decoder_model_merged.ort": nil},
	"sherpa-onnx-sense-voice-int8":       {"model.int8.onnx": notesOf(needed[SenseVoice]["model"], "model_type", "sense_voice_ctc")},
	"sherpa-onnx-paraformer-zh":          {"model.int8.onnx": notesOf(needed[Paraformer]["model"], "model_type", "paraformer")},
	"sherpa-onnx-nemo-ctc-en-conformer":  {"model.onnx": notesOf(needed[NeMoCTC]["model"], "model_type", "EncDecCTCModelBPE")},
	"sherpa-onnx-zipformer-ctc-en-small": {"model.int8.onnx": {"model_type": "zipformer2_ctc", "comment": "non-streaming"}},
}

var releases = map[string]Kind{
	"sherpa-onnx-streaming-zipformer-en-2023-06-26":         StreamingTransducer,
	"sherpa-onnx-streaming-paraformer-bilingual-zh-en":      StreamingParaformer,
	"sherpa-onnx-streaming-zipformer-ctc-small-2024-03-18":  StreamingZipformerCTC,
	"sherpa-onnx-nemo-streaming-fast-conformer-ctc-en-80ms": StreamingNeMoCTC,
	"sherpa-onnx-zipformer-en-2023-06-26":                   Transducer,
	"sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8":            NeMoTransducer,
	"sherpa-onnx-whisper-tiny.en":                           Whisper,
	"sherpa-onnx-moonshine-tiny-en-int8":                    Moonshine,
	"sherpa-onnx-moonshine-base-v2":                         Moonshine,
	"sherpa-onnx-sense-voice-int8":                          SenseVoice,
	"sherpa-onnx-paraformer-zh":                             Paraformer,
	"sherpa-onnx-nemo-ctc-en-conformer":                     NeMoCTC,
	"sherpa-onnx-zipformer-ctc-en-small":                    ZipformerCTC,
}

// release writes the folder of a release.
func release(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.Mkdir(dir, 0o750); err != nil {
		t.Fatal(err)
	}
	for file, notes := range layouts[name] {
		if strings.HasSuffix(file, ".ort") {
			ft.Put(t, dir, file, []byte("\x20\x00\x00\x00ORTM and the rest"))
			continue
		}
		ft.Put(t, dir, file, ft.Smallest(notes))
	}
	tokens := "tokens.txt"
	if releases[name] == Whisper {
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

func TestFindRecognisesReleases(t *testing.T) {
	for name, want := range releases {
		t.Run(name, func(t *testing.T) {
			dir := release(t, name)
			for _, kind := range []Kind{"", want} {
				l, err := look(t, dir, kind)
				if err != nil || l.kind != want {
					t.Fatalf("find = %q, %v; want %q", l.kind, err, want)
				}
				var got []string
				for _, path := range l.paths {
					got = append(got, filepath.Base(path))
				}
				slices.Sort(got)
				if files := slices.Sorted(maps.Keys(layouts[name])); !slices.Equal(got, files) {
					t.Errorf("uses %q, want %q", got, files)
				}
				if l.capitals == want.punctuates() {
					t.Errorf("tokens of capitals: capitals %v in a %s", l.capitals, want)
				}
			}
			if _, err := look(t, dir, map[bool]Kind{true: Whisper, false: Moonshine}[want == Moonshine]); err == nil {
				t.Errorf("the files of a %s pass for another kind's", want)
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
			_, err := Open(Options{Dir: dir})
			if !errors.Is(err, engine.ErrModel) {
				t.Errorf("%s without %s: %v, want %v", name, file, err, engine.ErrModel)
				continue
			}
			_, says, _ := strings.Cut(err.Error(), dir+string(filepath.Separator))
			pattern, rest, _ := strings.Cut(says, ": ")
			// Whisper's files carry the model's name, others may be .onnx or .ort.
			file := strings.Replace(strings.TrimPrefix(file, "tiny.en-"), ".ort", ".onnx", 1)
			if ok, err := filepath.Match(pattern, file); !ok || err != nil || !strings.Contains(rest, "run `parley models pull ") {
				t.Errorf("%s without %s misses %q and says %q", name, file, pattern, rest)
			}
		}
	}
}
