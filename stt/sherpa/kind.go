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

// family is what the names of a folder's files tell.
type family int

const (
	single family = iota
	joined
	paired
	moonshineParts
	moonshineMerged
)

// roles names the files of a family by the patterns they may have.
var roles = map[family][]struct {
	role     string
	patterns []string
}{
	single: {{"model", []string{"model*.onnx", "*.onnx"}}},
	joined: {
		{"encoder", []string{"encoder*.onnx", "*encoder*.onnx"}},
		{"decoder", []string{"decoder*.onnx", "*decoder*.onnx"}},
		{"joiner", []string{"joiner*.onnx", "*joiner*.onnx"}},
	},
	paired: {
		{"encoder", []string{"encoder*.onnx", "*encoder*.onnx"}},
		{"decoder", []string{"decoder*.onnx", "*decoder*.onnx"}},
	},
	moonshineParts: {
		{"preprocessor", []string{"preprocess*.onnx"}},
		{"encoder", []string{"encode*.onnx"}},
		{"uncached", []string{"uncached_decode*.onnx"}},
		{"cached", []string{"cached_decode*.onnx"}},
	},
	moonshineMerged: {
		{"encoder", []string{"encoder_model*.onnx", "encoder_model*.ort"}},
		{"merged", []string{"decoder_model_merged*.onnx", "decoder_model_merged*.ort"}},
	},
}

func familyOf(f folder.Folder) family {
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

// kindOf tells the kind of models of family fam by what the main one says of
// itself, or by the folder's name, which in sherpa-onnx's releases says
// "streaming" or nothing.
func kindOf(fam family, main folder.Model, name string) (Kind, error) {
	says := func(key string) bool { _, ok := main.Metadata[key]; return ok }
	made := main.Metadata["model_type"]
	streaming := says("decode_chunk_len") || says("chunk_shift") || says("window_size") ||
		strings.Contains(name, "streaming") && !strings.Contains(name, "non-streaming")
	nemo := says("pred_rnn_layers") || strings.HasPrefix(made, "EncDec")
	switch {
	case fam == moonshineParts, fam == moonshineMerged:
		return Moonshine, nil
	case fam == joined && streaming:
		return StreamingTransducer, nil
	case fam == joined && nemo:
		return NeMoTransducer, nil
	case fam == joined:
		return Transducer, nil
	case fam == paired && (strings.HasPrefix(made, "whisper") || says("n_text_layer")):
		return Whisper, nil
	case fam == paired && says("lfr_window_size"):
		return StreamingParaformer, nil
	case fam == paired && (strings.Contains(made, "former") || made == "lstm" || says("pred_rnn_layers")):
		return "", fmt.Errorf("joiner*.onnx: %w", folder.ErrMissing) // a transducer's encoder
	case fam == single:
		return singleKind(made, name, says, streaming, nemo)
	}
	return "", errKind
}

func singleKind(made, name string, says func(string) bool, streaming, nemo bool) (Kind, error) {
	switch {
	case says("with_itn"), strings.HasPrefix(made, "sense_voice"):
		return SenseVoice, nil
	case says("lfr_window_size"):
		return Paraformer, nil
	case says("decode_chunk_len"):
		return StreamingZipformerCTC, nil
	case nemo && streaming, says("window_size") && says("chunk_shift"):
		return StreamingNeMoCTC, nil
	case nemo, says("normalize_type") && says("subsampling_factor"):
		return NeMoCTC, nil
	case strings.HasPrefix(made, "zipformer"), strings.Contains(name, "zipformer") && !streaming:
		return ZipformerCTC, nil
	}
	return "", errKind
}
