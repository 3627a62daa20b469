// Package voices is speech for tests of hearing: sentences as Flite says them.
package voices

import (
	"context"
	"slices"
	"sync"
	"testing"

	"parley/tts"
	"parley/tts/flite"
)

// Sentences are what the voices of the hearing tests say.
var Sentences = []string{
	"I would like to know when the parcel is going to arrive.",
	"That is not what your colleague told me on the phone yesterday.",
	"Yes, of course, but I have been waiting for two weeks now.",
	"Could you please check the number again, it should end with six.",
	"We moved house in the spring, perhaps you have the old address.",
	"All right, then let us try something else.",
}

// Names are the voices.
var Names = []string{"slt", "rms", "awb"}

// spoken is what each voice says. All is spoken at once and in this order, as the
// breath in flite's voices is random and depends on what was spoken before.
var spoken = sync.OnceValues(func() (map[string][]int16, error) {
	engine, err := flite.Open()
	if err != nil {
		return nil, err
	}
	pcm := make(map[string][]int16)
	for _, voice := range Names {
		for _, text := range append([]string{"yes", "mm hm"}, Sentences...) {
			said, err := tts.Whole(context.Background(), engine, text, tts.Voice{Name: voice})
			if err != nil {
				return nil, err
			}
			pcm[voice+text] = said.PCM
		}
	}
	return pcm, nil
})

// Say is text, one of those in spoken, as a flite voice speaks it.
func Say(t testing.TB, voice, text string) []int16 {
	t.Helper()
	all, err := spoken()
	if err != nil {
		t.Fatal(err)
	}
	pcm := slices.Clone(all[voice+text])
	if len(pcm) == 0 {
		t.Fatalf("%s has not said %q", voice, text)
	}
	return pcm
}
