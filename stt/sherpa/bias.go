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
	"unicode/utf8"
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

// maxPhrase is the longest phrase that is used, in bytes: names, not sentences.
const maxPhrase = 100

// plain is phrases as the model can be biased towards them: in the case of its
// tokens and without sherpa-onnx's own marks. Phrases with letters that its
// tokens lack are left out.
func (l *files) plain(phrases []string) []string {
	var out []string
	for _, p := range phrases {
		p = strings.Join(strings.FieldsFunc(p, func(r rune) bool { return strings.ContainsRune("/:#@ \t\r\n", r) }), " ")
		if l.capitals {
			p = strings.ToUpper(p)
		}
		known := func(r rune) bool { return r == ' ' || r != utf8.RuneError && strings.ContainsRune(l.letters, r) }
		if p != "" && len(p) <= maxPhrase && !strings.ContainsFunc(p, func(r rune) bool { return !known(r) }) {
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
