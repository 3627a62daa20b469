#include <stdlib.h>
#include "synth.h"

// Defined in utterance.go.
extern void fliteWords(uintptr_t handle, spoken_word *words, int n);
extern int fliteAudio(uintptr_t handle, short *samples, int n);

// min_chunk is 20 ms at 16 kHz; flite rounds it up to whole synthesis steps.
enum { min_chunk = 320 };

typedef struct {
	uintptr_t handle;
	int started;
} stream_state;

static const char *const word_end = "R:SylStructure.daughtern.daughtern.R:Segment.end";

static int visit_words(const cst_utterance *u, spoken_word *out)
{
	int n = 0, token = 0;
	cst_item *t, *w;

	for (t = relation_head(utt_relation(u, "Token")); t; t = item_next(t), token++) {
		for (w = item_daughter(t); w; w = item_next(w)) {
			cst_item *word = item_as(w, "Word");
			// A word without syllables (stray punctuation) is never said.
			if (!word || !item_daughter(item_as(word, "SylStructure")))
				continue;
			if (out) {
				out[n].token = token;
				out[n].end = ffeature_float(word, word_end);
			}
			n++;
		}
	}
	return n;
}

static void report_words(const cst_utterance *u, uintptr_t handle)
{
	int n = visit_words(u, NULL);
	spoken_word *words = malloc((n + 1) * sizeof *words);

	if (!words)
		return;
	visit_words(u, words);
	fliteWords(handle, words, n);
	free(words);
}

static int on_audio(const cst_wave *w, int start, int size, int last,
		    cst_audio_streaming_info *asi)
{
	stream_state *s = asi->userdata;

	(void)last;
	if (!s->started) {
		s->started = 1;
		report_words(asi->utt, s->handle);
	}
	return fliteAudio(s->handle, w->samples + start, size) ? CST_AUDIO_STREAM_CONT
							      : CST_AUDIO_STREAM_STOP;
}

int speak_text(cst_voice *voice, const char *text, float speed, uintptr_t handle)
{
	stream_state state = { handle, 0 };
	cst_utterance *u = new_utterance();
	cst_audio_streaming_info *asi = new_audio_streaming_info();
	int ok;

	utt_set_input_text(u, text);
	utt_init(u, voice);
	asi->min_buffsize = min_chunk;
	asi->asc = on_audio;
	asi->utt = u;
	asi->userdata = &state;
	feat_set(u->features, "streaming_info", audio_streaming_info_val(asi));
	// The stretch is set on the utterance: the voice is shared by all calls.
	feat_set_float(u->features, "duration_stretch",
		       get_param_float(u->features, "duration_stretch", 1.0) / speed);
	ok = utt_synth(u) != NULL;
	delete_utterance(u); // frees asi with the features
	return ok;
}
