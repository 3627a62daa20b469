package sherpa

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"parley/engine/models/folder"
)

// Kind is a kind of voice model that sherpa-onnx runs.
type Kind string

// The kinds. All but Pocket also have tokens.txt; espeak-ng-data/ is eSpeak NG's
// folder of phonemes.
const (
	// Kokoro has model*.onnx, voices.bin, espeak-ng-data/ and, from version 1.0
	// on, lexicon-*.txt.
	Kokoro Kind = "kokoro"
	// Kitten has model*.onnx, voices.bin and espeak-ng-data/.
	Kitten Kind = "kitten"
	// VITS has *.onnx and espeak-ng-data/ (Piper and Coqui) or lexicon.txt, or
	// neither if its tokens are letters.
	VITS Kind = "vits"
	// Matcha has model-steps-*.onnx, a vocoder (vocos*.onnx or hifigan*.onnx) and
	// espeak-ng-data/ or lexicon.txt.
	Matcha Kind = "matcha"
	// Pocket has lm_flow*, lm_main*, encoder*, decoder* and
	// text_conditioner*.onnx, vocab.json, token_scores.json, and a recording of
	// each voice as *.wav, test_wavs/*.wav or voices/*.wav.
	Pocket Kind = "pocket"
)

// errKind means that a folder's files do not tell what they are.
var errKind = errors.New("the kind of this voice model is not known: name it in Options.Kind")

// files is a voice model as it lies in a folder, checked.
type files struct {
	kind     Kind
	paths    map[string]string // by role
	metadata map[string]string // of the main network
	espeak   string            // eSpeak NG's folder, or empty
	lexicons []string
	voices   []string // Pocket's recordings
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
		[][2]string{{"model", "model-steps-*.onnx"}, {"vocoder", "vocos*.onnx hifigan*.onnx *vocoder*.onnx"}},
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

// guess tells the kind of the model in f by its files' names, and of those that
// look alike by what the network says.
func guess(f folder.Folder) (Kind, error) {
	has := func(patterns ...string) bool { return f.Find(patterns...) != "" }
	switch {
	case has("lm_flow*.onnx", "lm_main*.onnx", "text_conditioner*.onnx"):
		return Pocket, nil
	case has("model-steps-*.onnx", "vocos*.onnx", "hifigan*.onnx"):
		return Matcha, nil
	case !has("*.onnx") && has("voices.bin", "tokens.txt"):
		return "", f.Missing("model*.onnx")
	case !has("*.onnx"):
		return "", fmt.Errorf("%s: %w", f.Dir, errKind)
	}
	m, err := folder.ReadModel(f.Find("model*.onnx", "*.onnx"))
	if err != nil {
		return "", err
	}
	made := m.Metadata["model_type"]
	switch {
	case strings.HasPrefix(made, "kitten"):
		return Kitten, nil
	case strings.HasPrefix(made, "kokoro"), m.Metadata["style_dim"] != "":
		return Kokoro, nil
	case strings.HasPrefix(made, "matcha"):
		return Matcha, nil
	case made == "vits", m.Metadata["n_speakers"] != "":
		return VITS, nil
	}
	return "", fmt.Errorf("%s: %w", f.Dir, errKind)
}

// find recognises and checks the model in f. kind may be empty.
func find(f folder.Folder, kind Kind) (files, error) {
	if kind == "" {
		var err error
		if kind, err = guess(f); err != nil {
			return files{}, err
		}
	}
	form, known := forms[kind]
	if !known {
		return files{}, fmt.Errorf("%q is no kind of voice model", kind)
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
	if l.kind == VITS && len(l.lexicons) == 0 && !l.spells() && !l.phonemic() {
		return f.Missing("lexicon.txt")
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

// findEspeak finds the phonemes, which Kokoro and Kitten cannot do without, nor
// can VITS and Matcha without a lexicon or letters for tokens.
func (l *files) findEspeak(f folder.Folder) error {
	dir := filepath.Join(f.Dir, "espeak-ng-data")
	optional := l.kind == Pocket || (l.kind == VITS || l.kind == Matcha) && (len(l.lexicons) > 0 || l.spells())
	if _, err := os.Stat(dir); err != nil && optional {
		return nil
	}
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

// phonemic says whether a VITS is of those that sherpa-onnx gives eSpeak NG's
// phonemes.
func (l *files) phonemic() bool {
	made := l.metadata["comment"]
	return strings.Contains(made, "piper") || strings.Contains(made, "coqui") || strings.Contains(made, "icefall")
}

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
