package agent_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent/agenttest"
	"parley/engine"
)

var (
	errSlow = fmt.Errorf("speak at https://x: %w: secret", engine.ErrSlow)

	fliteSpeaks = parley.Trouble{Role: "tts", Reason: "The character's voice did not answer in time; flite speaks for it now.",
		Code: parley.FaultSlow, Engine: "flite"}
	voiceIsBack = parley.Trouble{Role: "tts", Reason: "The character's voice is back: openai:tts-1.", Over: true}
)

// keyRefused is what is said of a model whose key is refused.
const keyRefused = "The character's language model refused the key, which whoever runs this has to check; " +
	"understudy answers now."

func wantTroubles(t *testing.T, c *agenttest.Call, want ...parley.Trouble) {
	t.Helper()
	if got := agenttest.ShownOf[parley.Trouble](c); !reflect.DeepEqual(got, want) {
		t.Errorf("shown:\n got %+v\nwant %+v", got, want)
	}
	if got := agenttest.Events[parley.Trouble](c); !reflect.DeepEqual(got, want) {
		t.Errorf("journal:\n got %+v\nwant %+v", got, want)
	}
}

func TestSwitchIsShownOnceAndTakenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(time.Second)
		wantTroubles(t, c)
		c.Session.Switched("tts", "openai:tts-1", "flite", errSlow, false)
		wantTroubles(t, c, fliteSpeaks)
		for range 3 { // each line is first asked of the voice that fails
			c.Wait(10 * time.Second)
			c.Session.Switched("tts", "openai:tts-1", "flite", engine.ErrCut, false)
		}
		wantTroubles(t, c, fliteSpeaks)
		c.Session.Switched("tts", "flite", "openai:tts-1", nil, true)
		c.Session.Switched("tts", "flite", "openai:tts-1", nil, true)
		wantTroubles(t, c, fliteSpeaks, voiceIsBack)
		c.Wait(10 * time.Second)
		c.Session.Switched("tts", "openai:tts-1", "flite", errSlow, false)
		wantTroubles(t, c, fliteSpeaks, voiceIsBack, fliteSpeaks)
		c.Ending()
		c.Session.Switched("tts", "flite", "openai:tts-1", nil, true)
		wantTroubles(t, c, fliteSpeaks, voiceIsBack, fliteSpeaks)
	})
}

func TestSwitchesComeSlowly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(time.Second)
		c.Session.Switched("tts", "openai:tts-1", "flite", errSlow, false)
		c.Wait(time.Second)
		c.Session.Switched("tts", "flite", "openai:tts-1", nil, true)
		c.Wait(time.Second)
		c.Session.Switched("tts", "openai:tts-1", "sherpa:kokoro", errSlow, false)
		c.Wait(time.Second)
		c.Session.Switched("tts", "flite", "openai:tts-1", nil, true)
		c.Session.Switched("llm", "openai:m", "understudy", engine.ErrKey, false) // another role waits for nothing
		understudy := parley.Trouble{Role: "llm", Reason: keyRefused, Code: parley.FaultKey, Engine: "understudy"}
		wantTroubles(t, c, fliteSpeaks, understudy)
		c.Wait(1900 * ms)
		wantTroubles(t, c, fliteSpeaks, understudy)
		c.Wait(200 * ms) // five seconds after the first
		wantTroubles(t, c, fliteSpeaks, understudy, voiceIsBack)
		c.Ending()
	})
}

// An engine that comes and goes within the pause leaves the notice that stands.
func TestSwitchThatIsUndoneIsNotShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Session.Switched("tts", "openai:tts-1", "flite", errSlow, false)
		c.Wait(time.Second)
		c.Session.Switched("tts", "flite", "openai:tts-1", nil, true)
		c.Session.Switched("tts", "openai:tts-1", "flite", errSlow, false)
		c.Session.Switched("stt", "sphinx", "openai:w", nil, true) // of nothing shown
		c.Wait(20 * time.Second)
		wantTroubles(t, c, fliteSpeaks)
		c.Ending()
	})
}

func TestSwitchSaysTheKindOfFaultAlone(t *testing.T) {
	for says, with := range map[string]struct {
		role, to string
		err      error
		code     parley.Phrase
	}{
		"The speech recognition lacks its model; sphinx listens now.":            {"stt", "sphinx", fmt.Errorf("open x: %w", engine.ErrModel), parley.FaultModel},
		"The speech recognition cannot be reached; sphinx listens now.":          {"stt", "sphinx", errors.New("dial tcp secret"), parley.FaultAway},
		"The checker is over its limit; understudy judges now.":                  {"checker", "understudy", engine.ErrBusy, parley.FaultBusy},
		"The character's voice gave way; flite speaks for it now.":               {"tts", "flite", nil, parley.FaultGaveWay},
		"The character's language model answered something unreadable.":          {"llm", "", engine.ErrJunk, parley.FaultJunk},
		"The character's language model failed on its side; ollama answers now.": {"llm", "ollama", engine.ErrService, parley.FaultService},
	} {
		synctest.Test(t, func(t *testing.T) {
			c := agenttest.Start(t, nil)
			c.Session.Switched(with.role, "openai:first", with.to, with.err, false)
			c.Session.Switched("cook", "a", "b", with.err, false)
			c.Wait(10 * ms)
			wantTroubles(t, c, parley.Trouble{Role: with.role, Reason: says, Code: with.code, Engine: with.to})
			c.Ending()
		})
	}
}

func TestFloodOfSwitches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		var flood sync.WaitGroup
		for i := range 8 {
			flood.Go(func() {
				for j := range 500 {
					c.Session.Switched("tts", "openai:tts-1", strings.Repeat("x", i*j), errSlow, j%3 == 0)
				}
			})
		}
		flood.Wait()
		c.Wait(30 * time.Second)
		if got := agenttest.ShownOf[parley.Trouble](c); len(got) > 2 {
			t.Errorf("%d notices of a flood at one moment, want at most what came first and last", len(got))
		}
		c.Ending()
	})
}

// A model that is being loaded is told as that, and the notice goes when it is loaded:
// not with the next answer, and no other notice with it.
func TestLoadIsShownAndTakenBack(t *testing.T) {
	waits := parley.Trouble{Role: "llm", Reason: "The character's language model is being loaded; understudy answers now.",
		Code: parley.FaultLoading, Engine: "understudy"}
	loaded := parley.Trouble{Role: "llm", Reason: "The character's language model is loaded: ollama:m.", Over: true}
	key := parley.Trouble{Role: "llm", Reason: keyRefused, Code: parley.FaultKey, Engine: "understudy"}
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Session.Loaded("llm", "ollama:m", nil) // of nothing shown
		c.Session.Switched("llm", "ollama:m", "understudy", engine.ErrLoading, false)
		c.Wait(10 * time.Second)
		c.Session.Switched("llm", "ollama:m", "understudy", fmt.Errorf("chat: %w", engine.ErrLoading), false) // an answer of the next
		wantTroubles(t, c, waits)
		c.Session.Loaded("llm", "lmstudio:m", nil)
		c.Wait(10 * time.Second)
		wantTroubles(t, c, waits)
		c.Session.Loaded("llm", "ollama:m", nil)
		wantTroubles(t, c, waits, loaded)
		c.Wait(10 * time.Second)
		c.Session.Switched("llm", "understudy", "ollama:m", nil, true)
		wantTroubles(t, c, waits, loaded)
		c.Session.Switched("llm", "ollama:m", "understudy", engine.ErrKey, false)
		c.Session.Loaded("llm", "ollama:m", nil)
		c.Wait(10 * time.Second)
		wantTroubles(t, c, waits, loaded, key)
		c.Ending()
	})
}

// A load that fails is told as what it is, with nobody else to answer and with.
func TestLoadThatFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Session.Switched("llm", "ollama:m", "", engine.ErrLoading, false)
		c.Wait(10 * time.Second)
		c.Session.Loaded("llm", "ollama:m", errSlow)
		c.Wait(10 * time.Second)
		c.Session.Switched("llm", "ollama:m", "understudy", errSlow, false)
		wantTroubles(t, c,
			parley.Trouble{Role: "llm", Code: parley.FaultLoading,
				Reason: "The character's language model is being loaded, please wait a moment."},
			parley.Trouble{Role: "llm", Reason: "The character's language model did not answer in time.", Code: parley.FaultSlow},
			parley.Trouble{Role: "llm", Reason: "The character's language model did not answer in time; understudy answers now.",
				Code: parley.FaultSlow, Engine: "understudy"})
		c.Ending()
	})
}
