package endpointing

// #include <stdlib.h>
import "C"

import (
	"context"
	"sync"

	"parley/bench/quality"
	"parley/tts"
)

// voices speak the same every time. Flite draws the noise of breath from the C
// library's rand, which all of a process share; here nobody else is drawing
// while a sentence is spoken, and each begins with a seed of its own. It is safe
// for concurrent use.
type voices struct {
	speech tts.Engine
	mu     sync.Mutex
}

// say is the turn in a voice.
func (v *voices) say(ctx context.Context, t spokenTurn, voice string) (*quality.Said, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	C.srand(C.uint(t.sentence.ID))
	return t.say(ctx, v.speech, voice)
}

// chatter is several voices at once.
func (v *voices) chatter(ctx context.Context) ([]int16, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	C.srand(0)
	return quality.Babble(ctx, v.speech)
}
