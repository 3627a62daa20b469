package sphinx

import (
	"testing"

	"parley/stt"
	"parley/stt/stttest"
	"parley/tts"
)

func TestKit(t *testing.T) {
	var speech []stttest.Recording
	for _, i := range []int{1, 2, 5} { // they share no word that matters
		speech = append(speech, stttest.Recording{Text: sentences[i], PCM: say(t, sentences[i], tts.Voice{})})
	}
	open := func(testing.TB) stt.Engine { return shared }
	o := stttest.Options{Speech: speech, Interims: true}
	stttest.Run(t, open, o)
	stttest.Hour(t, open, o)
}
