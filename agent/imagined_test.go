package agent_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
	"parley/media"
	"parley/media/mediatest"
	"parley/media/vad"
	"parley/stt"
	"parley/tts"
	"parley/tts/flite"
)

// listening begins a call that hears by the real detector and a recogniser that
// answers every utterance with e.
func listening(t *testing.T, m *vad.Model, e stt.Event) *agenttest.Call {
	t.Helper()
	d, err := m.NewDetector()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return agenttest.Start(t, func(c *agenttest.Call, cfg *agent.Config) {
		cfg.Detector = d
		c.STT.Says = &e
	})
}

// sayAloud is text in a voice, with silence after it.
func sayAloud(t *testing.T, text string) []int16 {
	t.Helper()
	e, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	said, err := tts.Whole(t.Context(), e, text, tts.Voice{Name: "slt"})
	if err != nil {
		t.Fatal(err)
	}
	silence := mediatest.Silence(600 * time.Millisecond)
	pcm := slices.Concat(silence, said.PCM, silence)
	return pcm[:len(pcm)/media.FrameSamples*media.FrameSamples]
}

// captioned are the user's captions that had words.
func captioned(c *agenttest.Call) (texts []string) {
	for _, s := range agenttest.ShownOf[parley.Caption](c) {
		if s.Role == parley.User && s.Text != "" {
			texts = append(texts, s.Text)
		}
	}
	return texts
}

// TestImaginedWordsAreNoTurn plays mumbles and coughs to a call, over the character and
// after it, and has the recogniser answer them as Whisper is reported to. No such thing may
// be captioned, answered, judged or kept, nor stop the character for good.
func TestImaginedWordsAreNoTurn(t *testing.T) {
	m := mediatest.OpenVADModel(t)
	for name, e := range map[string]stt.Event{
		"thanks":       {Text: "Thank you.", Evidence: stt.Evidence{NoSpeech: 0.93, LogProb: -0.9}},
		"thanks, bare": {Text: "Thank you."},
		"watching":     {Text: "Thank you for watching!"},
		"blank":        {Text: "[BLANK_AUDIO]"},
		"described":    {Text: "(keyboard clicking)"},
		"a note":       {Text: "♪"},
		"a loop":       {Text: strings.TrimSpace(strings.Repeat("you ", 40))},
		"special":      {Text: "<|en|><|transcribe|> We get our money back after one year."},
		"a channel":    {Text: "Transcribe the speech accurately.<channel|>We get our money back."},
		"its prompt":   {Text: "Okafor, Joseph, hospital.", Evidence: stt.Evidence{Prompt: "Okafor, Joseph, hospital, operation."}},
		"absurd":       {Text: "Thank you.", Evidence: stt.Evidence{NoSpeech: 1, LogProb: -1e300, Compression: 1e300}},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			for _, sound := range mediatest.NoSpeeches {
				if sound.Name != "mumble" && sound.Name != "cough" {
					continue
				}
				for seed := range uint64(2) {
					synctest.Test(t, func(t *testing.T) {
						c := listening(t, m, e)
						c.Play(sound.PCM(seed)) // over the opening
						c.Wait(2 * time.Second)
						c.Play(sound.PCM(seed + 1))
						c.Wait(4 * time.Second)
						asked += c.STT.Asked()
						got := c.Turns()
						of := func(turn string) bool { return strings.HasPrefix(turn, "user:") }
						if len(got) == 0 || got[0] != "character: Good morning." || slices.ContainsFunc(got, of) {
							t.Errorf("%s %d: turns %q, want the opening, whole, and none of the user's", sound.Name, seed, got)
						}
						if got := captioned(c); len(got) > 0 {
							t.Errorf("%s %d: captioned %q", sound.Name, seed, got)
						}
						if n := len(c.Exchanges()); n > 0 {
							t.Errorf("%s %d: %d exchanges", sound.Name, seed, n)
						}
						c.Ending()
					})
				}
			}
			if asked < 5 {
				t.Errorf("the detector took %d of 8 sounds for speech, want most or nothing was tried", asked)
			}
		})
	}
}

// TestWhatWasSaidIsATurn says aloud what recognisers imagine, and more, in one process with
// a call in which somebody mumbles.
func TestWhatWasSaidIsATurn(t *testing.T) {
	m := mediatest.OpenVADModel(t)
	for name, tt := range map[string]struct {
		said  string
		heard stt.Event
		want  string
	}{
		"a yes":       {"yes", stt.Event{Text: "Yes."}, "Yes."},
		"thanks":      {"thank you", stt.Event{Text: " Thank you."}, "Thank you."},
		"watching":    {"thank you for watching", stt.Event{Text: "Thank you for watching!"}, "Thank you for watching!"},
		"with doubts": {"thank you", stt.Event{Text: "Thank you.", Evidence: stt.Evidence{NoSpeech: 0.7, LogProb: -0.5}}, "Thank you."},
		"again":       {"no no no no", stt.Event{Text: "No, no, no, no."}, "No, no, no, no."},
		"a name": {
			"missus okafor", stt.Event{Text: "Mrs. Okafor.", Evidence: stt.Evidence{Prompt: "Mrs. Okafor, Joseph."}}, "Mrs. Okafor.",
		},
		"special": {
			"we get our money back", stt.Event{Text: "<|en|><|transcribe|> We get our money back."}, "We get our money back.",
		},
		"a channel":      {"we get our money back", stt.Event{Text: "We get our money back.<channel|>"}, "We get our money back."},
		"beside a cough": {"we get our money back", stt.Event{Text: "(coughs) We get our [noise] money back ♪"}, "We get our money back"},
		"right to left":  {"we get our money back", stt.Event{Text: "\u200fנקבל את הכסף\u200f"}, "נקבל את הכסף"},
		"only marks":     {"we get our money back", stt.Event{Text: "[MUSIC] <|nospeech|> … ♪♪ *"}, ""},
		"a megabyte":     {"we get our money back", stt.Event{Text: strings.Repeat("we get [our] <money back ", 40_000)}, ""},
		"no evidence":    {"we get our money back", stt.Event{Text: "we get our money back", Confidence: 0.7}, "we get our money back"},
	} {
		t.Run(name, func(t *testing.T) {
			pcm := sayAloud(t, tt.said)
			synctest.Test(t, func(t *testing.T) {
				c, beside := listening(t, m, tt.heard), listening(t, m, tt.heard)
				c.Wait(2 * time.Second)
				go beside.Play(mediatest.NoSpeeches[0].PCM(0))
				c.Play(pcm)
				c.Wait(8 * time.Second)
				var got string
				for _, turn := range c.Turns() {
					if said, ok := strings.CutPrefix(turn, "user: "); ok {
						got = strings.TrimSpace(got + " " + said)
					}
				}
				if got != tt.want {
					t.Errorf("the user's turns are %q, want %q", got, tt.want)
				}
				if got := captioned(beside); len(got) > 0 || beside.STT.Asked() == 0 {
					t.Errorf("beside it %q was captioned of %d utterances", got, beside.STT.Asked())
				}
				c.Ending()
				beside.Ending()
			})
		})
	}
}
