package agent_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
	"parley/llm"
	"parley/tts"
)

// latin is a voice that reads one script, and has no sound for others.
type latin struct{ tts.Engine }

func (l latin) Speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) {
		return nil
	}
	return l.Engine.Speak(ctx, text, v, emit)
}

// TestAnswersThatCannotBeSaid holds that the user is told within moments why the
// character says nothing, and that the next answer is as ever.
func TestAnswersThatCannotBeSaid(t *testing.T) {
	for name, tt := range map[string]struct{ answer, role, says, heard string }{
		"one word without end":   {strings.Repeat("a", 200_000), "llm", "answered what cannot be said", ""},
		"a file in base64":       {"Here it is. " + strings.Repeat("QUJDRA", 40_000), "llm", "answered what cannot be said", "Here it is."},
		"digits without end":     {strings.Repeat("7", 200_000), "llm", "answered what cannot be said", ""},
		"marks alone":            {"...?! -- ***", "llm", "had nothing to say", ""},
		"emoji alone":            {"😀😀 👩‍💻", "llm", "had nothing to say", ""},
		"a terminal's sequences": {"\x1b[31m\x1b[0m\u202e", "llm", "had nothing to say", ""},
		"a script nobody reads":  {"Привет, как дела?", "tts", "has no sound for the answer", "Привет, как дела?"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				answer := tt.answer
				c := agenttest.Start(t, func(c *agenttest.Call, cfg *agent.Config) {
					cfg.TTS = latin{c.TTS}
					c.LLM.Answer = func(llm.Request) (string, *llm.ToolCall, error) { return answer, nil, nil }
				})
				c.Wait(3 * time.Second)
				c.Say("hello there")
				c.Wait(3 * time.Second)
				shown := agenttest.ShownOf[parley.Trouble](c)
				if len(shown) != 1 || shown[0].Role != tt.role || !strings.Contains(shown[0].Reason, tt.says) {
					t.Errorf("after three seconds the troubles are %+v", shown)
				}
				answer = "As ever."
				c.Wait(4 * time.Second)
				c.Say("are you there")
				c.Wait(4 * time.Second)
				turns := strings.Join(c.Turns(), "\n")
				if !strings.Contains(turns, tt.heard) || !strings.Contains(turns, "As ever.") || strings.Contains(turns, "aaa") {
					t.Errorf("turns %.500q", turns)
				}
				c.Ending()
			})
		})
	}
}
