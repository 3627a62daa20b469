package sherpa

/*
// The two functions that the Go binding leaves out. Its structs each hold
// nothing but the C pointer, which is all these need.
struct SherpaOnnxOnlineRecognizer;
struct SherpaOnnxOnlineStream;
struct SherpaOnnxOfflineRecognizer;
struct SherpaOnnxOfflineStream;
const struct SherpaOnnxOnlineStream *SherpaOnnxCreateOnlineStreamWithHotwords(
	const struct SherpaOnnxOnlineRecognizer *recognizer, const char *hotwords);
const struct SherpaOnnxOfflineStream *SherpaOnnxCreateOfflineStreamWithHotwords(
	const struct SherpaOnnxOfflineRecognizer *recognizer, const char *hotwords);
#include <stdlib.h>
*/
import "C"

import (
	"strings"
	"unsafe"

	so "github.com/k2-fsa/sherpa-onnx-go/sherpa_onnx"
)

// Phrases need a beam to act on: the values are sherpa-onnx's own defaults.
const (
	beamSearch  = "modified_beam_search"
	beamPaths   = 4
	phraseScore = 1.5
)

// biased says whether the model can be biased towards phrases: a transducer
// whose vocabulary says how words are cut into its tokens.
func (l *files) biased() bool { return l.kind.transducer() && l.bpe != "" }

// plain is phrases without sherpa-onnx's own marks, in the case of the model's
// tokens.
func plain(phrases []string, shouts bool) []string {
	var out []string
	for _, p := range phrases {
		p = strings.Join(strings.FieldsFunc(p, func(r rune) bool { return strings.ContainsRune("/:#@ \t\r\n", r) }), " ")
		if shouts {
			p = strings.ToUpper(p)
		}
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}

func onlineBiased(r *so.OnlineRecognizer, phrases []string) *so.OnlineStream {
	words := C.CString(strings.Join(phrases, "/"))
	defer C.free(unsafe.Pointer(words))
	s := new(so.OnlineStream)
	*(*unsafe.Pointer)(unsafe.Pointer(s)) = unsafe.Pointer(C.SherpaOnnxCreateOnlineStreamWithHotwords(
		*(**C.struct_SherpaOnnxOnlineRecognizer)(unsafe.Pointer(r)), words))
	return s
}

func offlineBiased(r *so.OfflineRecognizer, phrases []string) *so.OfflineStream {
	words := C.CString(strings.Join(phrases, "/"))
	defer C.free(unsafe.Pointer(words))
	s := new(so.OfflineStream)
	*(*unsafe.Pointer)(unsafe.Pointer(s)) = unsafe.Pointer(C.SherpaOnnxCreateOfflineStreamWithHotwords(
		*(**C.struct_SherpaOnnxOfflineRecognizer)(unsafe.Pointer(r)), words))
	return s
}
