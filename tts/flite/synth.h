#ifndef PARLEY_FLITE_SYNTH_H
#define PARLEY_FLITE_SYNTH_H

#include <stdint.h>
#include <flite/flite.h>

// spoken_word is one word flite will say: the index of the whitespace-separated
// token it came from and the second at which it ends.
typedef struct {
	int token;
	float end;
} spoken_word;

// speak_text synthesises text and streams it to the Go utterance behind handle.
// It returns 0 if flite refused the text.
int speak_text(cst_voice *voice, const char *text, float speed, uintptr_t handle);

#endif
