package sherpa

// Kind is a kind of model that sherpa-onnx runs, as the catalogue of models names it.
type Kind string

// The kinds. Beside its networks each has tokens.txt.
const (
	// StreamingTransducer is a streaming zipformer: encoder*, decoder* and joiner*.onnx. It
	// alone gives interims while audio comes in, the others hear whole utterances.
	StreamingTransducer Kind = "streaming-transducer"
	// NeMoTransducer, such as Parakeet, has the files of StreamingTransducer.
	NeMoTransducer Kind = "nemo-transducer"
	// Whisper has NAME-encoder*.onnx, NAME-decoder*.onnx, NAME-tokens.txt.
	Whisper Kind = "whisper"
	// Moonshine has preprocess*, encode*, uncached_decode* and cached_decode*.onnx.
	Moonshine Kind = "moonshine"
	// SenseVoice has model*.onnx.
	SenseVoice Kind = "sense-voice"
)

func (k Kind) streaming() bool { return k == StreamingTransducer }

// transducer says whether the kind has a joiner, the only ones that can be
// biased towards phrases.
func (k Kind) transducer() bool { return k == StreamingTransducer || k == NeMoTransducer }

// punctuates says whether models of this kind write punctuation and case
// whatever their tokens look like: theirs are encoded.
func (k Kind) punctuates() bool { return k == Whisper || k == Moonshine || k == SenseVoice }

// network is one of a model's files: its role, the pattern of its name, and the notes
// without which sherpa-onnx ends the process, which models exported for other programs
// lack.
type network struct {
	role, pattern string
	needs         []string
}

// networks are what a model of each kind is made of.
var networks = map[Kind][]network{
	StreamingTransducer: {
		{"encoder", "encoder*.onnx", []string{"model_type", "T", "decode_chunk_len", "num_encoder_layers"}},
		{"decoder", "decoder*.onnx", []string{"vocab_size", "context_size"}},
		{"joiner", "joiner*.onnx", nil},
	},
	NeMoTransducer: {
		{"encoder", "encoder*.onnx", []string{"vocab_size", "subsampling_factor", "pred_rnn_layers", "pred_hidden"}},
		{"decoder", "decoder*.onnx", nil},
		{"joiner", "joiner*.onnx", nil},
	},
	Whisper: {
		{"encoder", "*encoder*.onnx", []string{"n_text_layer", "n_text_ctx", "n_text_state", "n_vocab", "sot", "eot"}},
		{"decoder", "*decoder*.onnx", nil},
	},
	Moonshine: {
		{"preprocessor", "preprocess*.onnx", nil},
		{"encoder", "encode*.onnx", nil},
		{"uncached", "uncached_decode*.onnx", nil},
		{"cached", "cached_decode*.onnx", nil},
	},
	SenseVoice: {{"model", "model*.onnx", []string{
		"vocab_size", "lfr_window_size", "lfr_window_shift", "normalize_samples", "with_itn", "without_itn",
		"lang_auto", "lang_zh", "lang_en", "lang_ja", "lang_ko", "lang_yue", "neg_mean", "inv_stddev",
	}}},
}
