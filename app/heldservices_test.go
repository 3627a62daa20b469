package app_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/app"
	"parley/app/apptest"
	"parley/app/engineconfig"
	"parley/checker"
	"parley/engine/openaihttp/openaitest"
	"parley/media"
	"parley/tts"
	"parley/tts/flite"
)

// gate holds answers of a service open until it is lifted or the client goes.
type gate struct {
	lifted chan struct{}

	mu    sync.Mutex
	here  int       // answers held now
	since time.Time // when the last was
}

func newGate() *gate { return &gate{lifted: make(chan struct{})} }

func (g *gate) hold(ctx context.Context) error {
	g.step(1)
	defer g.step(-1)
	select {
	case <-g.lifted:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g *gate) step(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.here += n; n > 0 {
		g.since = time.Now()
	}
}

func (g *gate) held() (answers int, since time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.here, g.since
}

// What the character says to heldLine, and how much of its first sentence is
// spoken while both services hold their answers open.
const (
	heldFirst  = "That is a fair point. "
	heldSecond = "Show me the numbers. "
	heldLast   = "Then we can talk about the budget."
	heldLine   = "We have cut the costs."
	heldAudio  = 400 * time.Millisecond
)

// heldModel answers with two sentences, holds the answer open and ends it with a
// third.
func heldModel(g *gate) openaitest.Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		openaitest.EndAfter(heldFirst, heldSecond)(w, r)
		if g.hold(r.Context()) == nil {
			openaitest.Text(heldLast)(w, r)
		}
	}
}

// heldVoice speaks the beginning of heldFirst, holds the body open and goes on.
type heldVoice struct {
	tts.Engine
	gate *gate
}

func (v heldVoice) Speak(ctx context.Context, text string, how tts.Voice, emit func(tts.Chunk) error) error {
	if text != strings.TrimSpace(heldFirst) {
		return v.Engine.Speak(ctx, text, how, emit)
	}
	said, err := tts.Whole(ctx, v.Engine, text, how)
	if err != nil {
		return err
	}
	n := media.Samples(heldAudio)
	if err := emit(tts.Chunk{PCM: said.PCM[:n]}); err != nil {
		return err
	}
	if err := v.gate.hold(ctx); err != nil {
		return err
	}
	return emit(tts.Chunk{PCM: said.PCM[n:]})
}

// heldScene is short, and its answers are not begun before the user's turn is
// over, nor at a pause in it: that time is not the engines'.
const heldScene = `{
	"id": "heldOpen", "title": "A short exchange", "goal": "None", "character": ["You are brief"],
	"negprompt": ["Agree to nothing"], "opening": "Good morning.", "botname": "Bo", "fillers": [],
	"bot": {"gender": "male", "patience_s": 6},
	"timing": {"utterance_end": "1s", "sure_delay": "1050ms", "min_delay": "1050ms", "preemptive_lead": "50ms", "stable_transcript": "600ms"}
}`

// held are four services of which two hold their answers open, and a product
// that uses them.
type held struct {
	speech             tts.Engine
	thinking, speaking *gate
	ears               *openaitest.Server
	model              *openaitest.Server
	voice              *openaitest.Server
	config             app.Config
}

func newHeld(t *testing.T) *held {
	t.Helper()
	speech, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	h := &held{speech: speech, thinking: newGate(), speaking: newGate(), ears: openaitest.NewEars(t, nil), config: apptest.Config(t)}
	h.ears.Always(openaitest.Heard(heldLine))
	h.voice = openaitest.NewVoice(t, heldVoice{speech, h.speaking})
	h.model = openaitest.New(t)
	h.model.Always(heldModel(h.thinking))
	check := openaitest.New(t)
	check.Always(openaitest.JSON(checker.Finding{Progress: 1, Quotes: []string{}, Checks: []string{}, Flags: []string{}}))
	h.config.Plan = apptest.Plan(t, map[engineconfig.Role]engineconfig.Told{
		engineconfig.STT:     {Engines: "openai", URL: h.ears.URL, Model: "held"},
		engineconfig.LLM:     {Engines: "openai", URL: h.model.URL, Model: "held"},
		engineconfig.TTS:     {Engines: "openai", URL: h.voice.URL, Model: "held"},
		engineconfig.Checker: {Engines: "openai", URL: check.URL, Model: "held"},
	})
	h.config.Scenarios = t.TempDir()
	if err := os.WriteFile(filepath.Join(h.config.Scenarios, "heldOpen.json"), []byte(heldScene), 0o600); err != nil {
		t.Fatal(err)
	}
	return h
}
