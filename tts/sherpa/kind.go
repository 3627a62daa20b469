package sherpa

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"parley/engine/models/folder"
)

// Kind is a kind of voice model that sherpa-onnx runs, as the catalogue of models names it.
type Kind string

// The kinds. All but Pocket also have tokens.txt; espeak-ng-data/ is eSpeak NG's
// folder of phonemes.
const (
	// Kokoro has model*.onnx, voices.bin, espeak-ng-data/ and, from version 1.0
	// on, lexicon-*.txt.
	Kokoro Kind = "kokoro"
	// Kitten has model*.onnx, voices.bin and espeak-ng-data/.
	Kitten Kind = "kitten"
	// VITS, which is Piper, has *.onnx and espeak-ng-data/, or not that if its tokens are
	// letters.
	VITS Kind = "vits"
	// Matcha has model-steps-*.onnx, a vocoder (vocos*.onnx) and espeak-ng-data/.
	Matcha Kind = "matcha"
	// Pocket has lm_flow*, lm_main*, encoder*, decoder* and
	// text_conditioner*.onnx, vocab.json, token_scores.json, and a recording of
	// each voice as *.wav, test_wavs/*.wav or voices/*.wav.
	Pocket Kind = "pocket"
)

// errKind means that there is no such kind of model.
var errKind = errors.New("this is no kind of voice model")

// files is a voice model as it lies in a folder, checked.
type files struct {
	kind     Kind
	paths    map[string]string // by role
	metadata map[string]string // of the main network
	espeak   string            // eSpeak NG's folder, or empty
	lexicons []string          // a Kokoro's
	voices   []string          // Pocket's recordings
}

// form is what a kind of model is made of.
type form struct {
	// networks are roles and the patterns of their files' names; the first is the
	// main one.
	networks [][2]string
	others   []string // files that are no networks
	// needs are the notes of the main network without which sherpa-onnx ends the
	// process.
	needs []string
}

var single = [][2]string{{"model", "model*.onnx *.onnx"}}

var forms = map[Kind]form{
	Kokoro: {single, []string{"tokens.txt", "voices.bin"}, []string{"sample_rate", "n_speakers", "has_espeak", "style_dim"}},
	Kitten: {single, []string{"tokens.txt", "voices.bin"}, []string{"model_type", "sample_rate", "n_speakers", "has_espeak", "style_dim"}},
	VITS:   {single, []string{"tokens.txt"}, []string{"sample_rate", "n_speakers", "language", "comment"}},
	Matcha: {
		[][2]string{{"model", "model-steps-*.onnx"}, {"vocoder", "vocos*.onnx"}},
		[]string{"tokens.txt"}, []string{"sample_rate", "n_speakers"},
	},
	Pocket: {
		[][2]string{
			{"lm_main", "lm_main*.onnx"}, {"lm_flow", "lm_flow*.onnx"}, {"encoder", "encoder*.onnx"},
			{"decoder", "decoder*.onnx"}, {"text_conditioner", "text_conditioner*.onnx"},
		},
		[]string{"vocab.json", "token_scores.json"}, nil,
	},
}

// find checks the model of that kind in f.
func find(f folder.Folder, kind Kind) (files, error) {
	form, known := forms[kind]
	if !known {
		return files{}, fmt.Errorf("%s: %w: %q; a model of your own lies in a folder named after its kind, one of %q",
			f.Dir, errKind, kind, slices.Sorted(maps.Keys(forms)))
	}
	l := files{kind: kind, paths: make(map[string]string)}
	for i, n := range form.networks {
		patterns := strings.Fields(n[1])
		path := f.Find(patterns...)
		if path == "" {
			return files{}, f.Missing(patterns[0])
		}
		m, err := folder.ReadModel(path)
		if err != nil {
			return files{}, err
		}
		l.paths[n[0]] = path
		if i > 0 {
			continue
		}
		l.metadata = m.Metadata
		if err := m.Require(form.needs...); err != nil {
			return files{}, err
		}
	}
	for _, name := range form.others {
		path := f.Find(name)
		if path == "" {
			return files{}, f.Missing(name)
		}
		l.paths[name] = path
	}
	return l, l.checkOthers(f)
}

// checkOthers checks the files that are no networks, and finds those that only
// some models have.
func (l *files) checkOthers(f folder.Folder) error {
	if path := l.paths["tokens.txt"]; path != "" {
		if _, err := folder.ReadTokens(path); err != nil {
			return err
		}
	}
	l.lexicons = f.FindAll("lexicon*.txt")
	if made := l.metadata["comment"]; l.kind == VITS && !l.spells() && !strings.Contains(made, "piper") {
		return fmt.Errorf("%s: %w: made by %q and not by Piper", l.paths["model"], folder.ErrForm, made)
	}
	if err := l.findEspeak(f); err != nil {
		return err
	}
	if path := l.paths["voices.bin"]; path != "" {
		return l.checkStyles(path)
	}
	if l.kind != Pocket {
		return nil
	}
	for _, dir := range []string{".", "voices", "test_wavs"} {
		if sub, err := folder.Open(filepath.Join(f.Dir, dir)); err == nil {
			l.voices = append(l.voices, sub.FindAll("*.wav")...)
		}
	}
	if len(l.voices) == 0 {
		return f.Missing("test_wavs/*.wav")
	}
	return nil
}

// findEspeak finds the phonemes, which all but Pocket need, and a VITS whose tokens are
// letters.
func (l *files) findEspeak(f folder.Folder) error {
	if l.kind == Pocket || l.spells() {
		return nil
	}
	dir := filepath.Join(f.Dir, "espeak-ng-data")
	for _, name := range []string{"phontab", "phonindex", "phondata", "intonations"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return f.Missing(filepath.Join("espeak-ng-data", name))
		}
	}
	l.espeak = dir
	return nil
}

// spells says whether the model's tokens are letters.
func (l *files) spells() bool { return l.metadata["frontend"] == "characters" }

// checkStyles holds voices.bin to its size: a style of float32 for each speaker.
func (l *files) checkStyles(path string) error {
	want := int64(4)
	for dim := range strings.SplitSeq(l.metadata["style_dim"]+","+l.metadata["n_speakers"], ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(dim), 10, 32)
		if err != nil || n <= 0 || want > 1<<40/n {
			return fmt.Errorf("%s: %w: style_dim %q of %q speakers", l.paths["model"], folder.ErrForm,
				l.metadata["style_dim"], l.metadata["n_speakers"])
		}
		want *= n
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", path, folder.ErrMissing)
	case info.Size() < want:
		return fmt.Errorf("%s: %w: %d bytes, want %d", path, folder.ErrCut, info.Size(), want)
	case info.Size() != want:
		return fmt.Errorf("%s: %w: %d bytes, want %d", path, folder.ErrForm, info.Size(), want)
	}
	return nil
}
