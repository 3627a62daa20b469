package sphinx

/*
#cgo LDFLAGS: -lflite_cmulex -lflite -lm
#include <stdlib.h>
#include <flite/flite.h>

extern const cst_lts_addr cmu_lts_letter_index[];
extern const cst_lts_model cmu_lts_model[];
extern const char *const cmu_lts_phone_table[];

// The rules are put together here, as flite does, because flite's own copy is
// filled in when a voice is registered, which may be happening at this moment.
static cst_val *letters_to_sound(const char *word)
{
	const cst_lts_rules rules = {
		.name = "cmu",
		.letter_index = cmu_lts_letter_index,
		.models = cmu_lts_model,
		.phone_table = cmu_lts_phone_table,
		.context_window_size = 4,
		.context_extra_feats = 1,
	};
	return lts_apply(word, "", &rules);
}
*/
import "C"

import (
	"strings"
	"unsafe"
)

// pronounce gives the phones of a word, in the acoustic model's set, by the
// letter-to-sound rules of Flite's English lexicon. It may be called from any
// goroutine. A word that makes no sound has the empty string.
func pronounce(word string) string {
	c := C.CString(spelling(word))
	defer C.free(unsafe.Pointer(c))
	phones := C.letters_to_sound(c)
	defer C.delete_val(phones)
	var out []string
	for v := phones; v != nil; v = C.val_cdr(v) {
		// Vowels carry their stress as a digit, which the model does not know, nor
		// the schwa.
		phone := strings.ToUpper(strings.TrimRight(C.GoString(C.val_string(C.val_car(v))), "012"))
		if phone == "AX" {
			phone = "AH"
		}
		if phone != "PAU" {
			out = append(out, phone)
		}
	}
	return strings.Join(out, " ")
}
