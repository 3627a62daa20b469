package sherpa

import (
	"fmt"
	"slices"
	"strings"

	"parley/engine/models/folder"
)

// Kind is a kind of model that sherpa-onnx runs.
type Kind string

// The kinds that give interims while audio comes in.
const (
	// StreamingTransducer is a streaming zipformer, conformer, LSTM or NeMo
	// transducer: encoder*, decoder* and joiner*.onnx, tokens.txt.
	StreamingTransducer Kind = "streaming-transducer"
	// StreamingParaformer has encoder* and decoder*.onnx, tokens.txt.
	StreamingParaformer Kind = "streaming-paraformer"
	// StreamingZipformerCTC has model*.onnx, tokens.txt.
	StreamingZipformerCTC Kind = "streaming-zipformer-ctc"
	// StreamingNeMoCTC has model*.onnx, tokens.txt.
	StreamingNeMoCTC Kind = "streaming-nemo-ctc"
)

// The kinds that hear whole utterances.
const (
	// Transducer is a zipformer or conformer transducer: encoder*, decoder* and
	// joiner*.onnx, tokens.txt.
	Transducer Kind = "transducer"
	// NeMoTransducer, such as Parakeet, has the files of Transducer.
	NeMoTransducer Kind = "nemo-transducer"
	// Whisper has NAME-encoder*.onnx, NAME-decoder*.onnx, NAME-tokens.txt.
	Whisper Kind = "whisper"
	// Moonshine has preprocess*, encode*, uncached_decode* and
	// cached_decode*.onnx, or encoder_model* and decoder_model_merged*.onnx or
	// .ort; tokens.txt.
	Moonshine Kind = "moonshine"
	// SenseVoice has model*.onnx, tokens.txt.
	SenseVoice Kind = "sense-voice"
	// Paraformer has model*.onnx, tokens.txt.
	Paraformer Kind = "paraformer"
	// NeMoCTC has model*.onnx, tokens.txt.
	NeMoCTC Kind = "nemo-ctc"
	// ZipformerCTC has model*.onnx, tokens.txt.
	ZipformerCTC Kind = "zipformer-ctc"
)

func (k Kind) streaming() bool { return strings.HasPrefix(string(k), "streaming-") }

// transducer says whether the kind has a joiner, the only ones that can be
// biased towards phrases.
func (k Kind) transducer() bool {
	return k == StreamingTransducer || k == Transducer || k == NeMoTransducer
}

// needsBlank says whether sherpa-onnx ends the process if the tokens lack a
// blank.
func (k Kind) needsBlank() bool {
	return slices.Contains([]Kind{StreamingZipformerCTC, StreamingNeMoCTC, NeMoTransducer, NeMoCTC, ZipformerCTC}, k)
}

// punctuates says whether models of this kind write punctuation and case
// whatever their tokens look like: theirs are encoded.
func (k Kind) punctuates() bool { return k == Whisper || k == Moonshine || k == SenseVoice }

// layout is what networks a model is made of; the first says what kind it is.
type layout []roleFile

// roleFile is one of a model's files: its role, and the patterns of which its
// name matches one.
type roleFile struct {
	role     string
	patterns []string
}

var (
	encoder = roleFile{"encoder", []string{"encoder*.onnx", "*encoder*.onnx"}}
	decoder = roleFile{"decoder", []string{"decoder*.onnx", "*decoder*.onnx"}}

	single         = &layout{{"model", []string{"model*.onnx", "*.onnx"}}}
	paired         = &layout{encoder, decoder}
	joined         = &layout{encoder, decoder, {"joiner", []string{"joiner*.onnx", "*joiner*.onnx"}}}
	moonshineParts = &layout{
		{"preprocessor", []string{"preprocess*.onnx"}}, {"encoder", []string{"encode*.onnx"}},
		{"uncached", []string{"uncached_decode*.onnx"}}, {"cached", []string{"cached_decode*.onnx"}},
	}
	moonshineMerged = &layout{
		{"encoder", []string{"encoder_model*.onnx", "encoder_model*.ort"}},
		{"merged", []string{"decoder_model_merged*.onnx", "decoder_model_merged*.ort"}},
	}
)

// layoutOf tells a layout by the names of a folder's files.
func layoutOf(f folder.Folder) *layout {
	has := func(patterns ...string) bool { return f.Find(patterns...) != "" }
	switch {
	case has("preprocess*.onnx", "uncached_decode*.onnx", "cached_decode*.onnx"):
		return moonshineParts
	case has("decoder_model_merged*.onnx", "decoder_model_merged*.ort", "encoder_model*.ort"):
		return moonshineMerged
	case has("*joiner*.onnx"):
		return joined
	case has("*encoder*.onnx", "*decoder*.onnx"):
		return paired
	}
	return single
}

// notes are what the main network of a model, and its folder's name, say of it.
type notes struct {
	metadata map[string]string
	name     string
}

func (n notes) says(keys ...string) bool {
	return !slices.ContainsFunc(keys, func(k string) bool { _, ok := n.metadata[k]; return !ok })
}

func (n notes) made(prefix string) bool { return strings.HasPrefix(n.metadata["model_type"], prefix) }

// streaming goes by the name too, which in sherpa-onnx's releases says
// "streaming" or nothing.
func (n notes) streaming() bool {
	return n.says("decode_chunk_len") || n.says("chunk_shift") || n.says("window_size") ||
		strings.Contains(n.name, "streaming") && !strings.Contains(n.name, "non-streaming")
}

func (n notes) nemo() bool { return n.says("pred_rnn_layers") || n.made("EncDec") }

func always(notes) bool { return true }

// kinds are the kinds of each layout; a model is of the first that it tells of.
var kinds = []struct {
	layout *layout
	kind   Kind
	told   func(notes) bool
}{
	{moonshineParts, Moonshine, always},
	{moonshineMerged, Moonshine, always},
	{joined, StreamingTransducer, notes.streaming},
	{joined, NeMoTransducer, notes.nemo},
	{joined, Transducer, always},
	{paired, Whisper, func(n notes) bool { return n.made("whisper") || n.says("n_text_layer") }},
	{paired, StreamingParaformer, func(n notes) bool { return n.says("lfr_window_size") }},
	{single, SenseVoice, func(n notes) bool { return n.made("sense_voice") || n.says("with_itn") }},
	{single, Paraformer, func(n notes) bool { return n.says("lfr_window_size") }},
	{single, StreamingZipformerCTC, func(n notes) bool { return n.says("decode_chunk_len") }},
	{single, StreamingNeMoCTC, func(n notes) bool { return n.nemo() && n.streaming() || n.says("window_size", "chunk_shift") }},
	{single, NeMoCTC, func(n notes) bool { return n.nemo() || n.says("normalize_type", "subsampling_factor") }},
	{single, ZipformerCTC, func(n notes) bool {
		return n.made("zipformer") || strings.Contains(n.name, "zipformer") && !n.streaming()
	}},
}

// kindOf tells the kind of a model; wanted is the kind it is said to be, or "".
func kindOf(l *layout, n notes, wanted Kind) (Kind, error) {
	known := false
	for _, k := range kinds {
		if k.layout == l && (k.kind == wanted || wanted == "" && k.told(n)) {
			return k.kind, nil
		}
		known = known || k.kind == wanted
	}
	switch {
	case wanted != "" && known:
		return "", fmt.Errorf("%w: these are not the files of a %s model", folder.ErrForm, wanted)
	case wanted != "":
		return "", fmt.Errorf("%q is no kind of model", wanted)
	case l == paired && (strings.Contains(n.metadata["model_type"], "former") || n.made("lstm") || n.says("pred_rnn_layers")):
		return "", errJoiner
	}
	return "", errKind
}
