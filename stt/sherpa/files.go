package sherpa

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parley/engine/models/folder"
)

var (
	// errKind means that a folder's files do not tell what they are.
	errKind = errors.New("the kind of these models is not known: name it in Options.Kind")
	// errJoiner means that the encoder is a transducer's and its joiner is not there.
	errJoiner = errors.New("no joiner")
)

// files is a model as it lies in a folder, checked.
type files struct {
	kind   Kind
	paths  map[string]string // by role
	tokens string
	// bpe is the vocabulary that phrases are cut into tokens with, or empty.
	bpe string
	// letters are those of the tokens, each once.
	letters string
	// capitals is set when all the letters among the tokens are, points when there
	// is punctuation among them.
	capitals, points bool
	// slower is how much slower tokens come than sherpa-onnx takes them to.
	slower float32
}

// find recognises and checks the model in f. kind may be empty.
func find(f folder.Folder, kind Kind) (files, error) {
	l := layoutOf(f)
	out := files{paths: make(map[string]string), bpe: f.Find("bpe.vocab"), slower: 1}
	models := make(map[string]folder.Model)
	for _, n := range *l {
		path := f.Find(n.patterns...)
		if path == "" {
			return files{}, f.Missing(n.patterns[0])
		}
		m, err := folder.ReadModel(path)
		if err != nil {
			return files{}, err
		}
		out.paths[n.role], models[n.role] = path, m
	}
	kind, err := kindOf(l, notes{models[(*l)[0].role].Metadata, f.Name()}, kind)
	if errors.Is(err, errJoiner) {
		return files{}, f.Missing("joiner*.onnx")
	}
	if err != nil {
		return files{}, fmt.Errorf("%s: %w", f.Dir, err)
	}
	out.kind = kind
	for role, keys := range needs(kind, models) {
		if err := models[role].Require(keys...); err != nil {
			return files{}, err
		}
	}
	if frames, err := strconv.Atoi(models["model"].Metadata["subsampling_factor"]); kind == StreamingNeMoCTC && err == nil {
		out.slower = float32(frames) / 4
	}
	return out, out.readTokens(f)
}

func (l *files) readTokens(f folder.Folder) error {
	l.tokens = f.Find("tokens.txt", "*-tokens.txt", "*tokens.txt")
	if l.tokens == "" {
		return f.Missing("tokens.txt")
	}
	tokens, err := folder.ReadTokens(l.tokens)
	if err != nil {
		return err
	}
	blank := func(t string) bool { return t == "<blk>" || t == "<blank>" || t == "<eps>" }
	if l.kind.needsBlank() && !slices.ContainsFunc(tokens, blank) {
		return fmt.Errorf("%s: %w: no token for the blank", l.tokens, folder.ErrForm)
	}
	l.points = l.kind.punctuates()
	small, capital := false, false
	for _, t := range tokens {
		if strings.HasPrefix(t, "<") {
			continue
		}
		small = small || strings.ContainsAny(t, "abcdefghijklmnopqrstuvwxyz")
		capital = capital || strings.ContainsAny(t, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		l.points = l.points || strings.ContainsAny(t, ".,?。，？")
		for _, r := range t {
			if !strings.ContainsRune(l.letters, r) {
				l.letters += string(r)
			}
		}
	}
	l.capitals = capital && !small && !l.kind.punctuates()
	return nil
}

// needed are the notes without which sherpa-onnx ends the process, by kind and
// role: models exported for other programs lack them.
var needed = map[Kind]map[string][]string{
	StreamingZipformerCTC: {"model": {
		"encoder_dims", "query_head_dims", "value_head_dims", "num_heads", "num_encoder_layers", "cnn_module_kernels",
		"left_context_len", "T", "decode_chunk_len",
	}},
	StreamingNeMoCTC: {"model": {
		"window_size", "chunk_shift", "subsampling_factor", "vocab_size",
		"cache_last_channel_dim1", "cache_last_channel_dim2", "cache_last_channel_dim3",
		"cache_last_time_dim1", "cache_last_time_dim2", "cache_last_time_dim3",
	}},
	StreamingParaformer: {"encoder": {
		"vocab_size", "lfr_window_size", "lfr_window_shift", "encoder_output_size", "decoder_num_blocks",
		"decoder_kernel_size", "neg_mean", "inv_stddev",
	}},
	Transducer:     {"decoder": {"vocab_size", "context_size"}},
	NeMoTransducer: {"encoder": {"vocab_size", "subsampling_factor", "pred_rnn_layers", "pred_hidden"}},
	Whisper:        {"encoder": {"n_text_layer", "n_text_ctx", "n_text_state", "n_vocab", "sot", "eot"}},
	SenseVoice: {"model": {
		"vocab_size", "lfr_window_size", "lfr_window_shift", "normalize_samples", "with_itn", "without_itn",
		"lang_auto", "lang_zh", "lang_en", "lang_ja", "lang_ko", "lang_yue", "neg_mean", "inv_stddev",
	}},
	Paraformer: {"model": {"vocab_size", "lfr_window_size", "lfr_window_shift", "neg_mean", "inv_stddev"}},
	NeMoCTC:    {"model": {"vocab_size", "subsampling_factor"}},
}

// stateless and stateful are what streaming transducers need: those of icefall,
// whose decoder gives one output, and those of NeMo.
var (
	stateless = map[string][]string{
		"encoder": {"model_type", "T", "decode_chunk_len", "num_encoder_layers"}, "decoder": {"vocab_size", "context_size"},
	}
	stateful = map[string][]string{"encoder": {
		"window_size", "chunk_shift", "subsampling_factor", "vocab_size", "pred_rnn_layers", "pred_hidden",
		"cache_last_channel_dim1", "cache_last_channel_dim2", "cache_last_channel_dim3",
		"cache_last_time_dim1", "cache_last_time_dim2", "cache_last_time_dim3",
	}}
)

// needs are the needed notes of a model, by role.
func needs(kind Kind, models map[string]folder.Model) map[string][]string {
	switch {
	case kind == StreamingTransducer && models["decoder"].Outputs == 1:
		return stateless
	case kind == StreamingTransducer:
		return stateful
	}
	return needed[kind]
}
