//go:build !race

// This hears twenty minutes of sound on one goroutine: the race detector would see nothing
// in it and take ten times as long.

package agent_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
	"parley/media"
	"parley/media/echo"
	"parley/media/mediatest"
	"parley/stt"
	"parley/tts"
	"parley/tts/flite"
)

// rooms are how loud the noise of the user's room is, as an amplitude.
var rooms = []float64{5, 20, 60, 150, 400}

// endless is longer than the sounds are.
const endless = 24 * time.Hour

// ears makes what a call hears with: the real detector and denoiser.
func ears(t *testing.T) agent.Config {
	t.Helper()
	d, err := mediatest.OpenVADModel(t).NewDetector()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	n, err := echo.NewDenoiser()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	s := agenttest.Scene
	s.Timing = parley.Timing{Silent: endless, Away: endless, Abandoned: endless}
	return agent.Config{Scenario: s, Detector: d, Denoiser: n}
}

// inRoom is pcm with a second of silence before and after it, in a room's noise.
func inRoom(pcm []int16, i int) []int16 {
	quiet := mediatest.Silence(time.Second)
	all := append(append(quiet[:len(quiet):len(quiet)], pcm...), quiet...)
	all = all[:len(all)/media.FrameSamples*media.FrameSamples]
	noise := mediatest.PinkNoise
	if i%3 == 0 {
		noise = mediatest.WhiteNoise
	}
	return mediatest.Mix(all, noise(media.Duration(len(all)), uint64(i)), rooms[i%len(rooms)])
}

// prompt is one as it is sent.
const prompt = "Sterling, approval, board, budget, dollars, engineers, investment, launch, months, northern, plant, profit, risk, supplier."

// imagined are the ways in which recognisers answer what is no speech.
var imagined = []struct {
	name string
	says func(i int) stt.Event
}{
	{"with its doubts", func(int) stt.Event {
		return stt.Event{Text: "Thank you.", Evidence: stt.Evidence{NoSpeech: 0.93, LogProb: -0.9}}
	}},
	{"bare", func(i int) stt.Event {
		return stt.Event{Text: []string{"Thank you.", "Thank you for watching!", "Bye.", "Thanks for listening."}[i%4]}
	}},
	{"described", func(i int) stt.Event {
		return stt.Event{Text: []string{
			"[BLANK_AUDIO]", "(keyboard clicking)", "♪", "*coughs*", "[ Silence ]", "♪ la la ♪", "<|nospeech|>",
		}[i%7]}
	}},
	{"loops", func(i int) stt.Event {
		return stt.Event{Text: strings.Repeat([]string{"you ", "I don't know. ", "the the ", "So, "}[i%4], 20)}
	}},
	{"the prompt", func(i int) stt.Event {
		text := []string{prompt, "Sterling, approval, board, budget.", "northern, plant, profit, risk"}[i%3]
		return stt.Event{Text: text, Evidence: stt.Evidence{Prompt: prompt}}
	}},
	{"special marks", func(i int) stt.Event {
		return stt.Event{Text: []string{
			"<|en|><|transcribe|> We get our money back after one year.", "Transcribe the speech accurately.<channel|>We get the money.",
			"<|0.00|> And then we went home.<|2.00|>",
		}[i%3]}
	}},
}

// turnsOf counts the lines that became turns of the user's: those that the weights were
// chosen on, and those held out.
func turnsOf(answered []agent.Answered) (n [2]int) {
	for i, a := range answered {
		if a.After >= 0 || len(a.Cuts) > 0 {
			n[i/len(mediatest.NoSpeeches)%2]++
		}
	}
	return n
}

// TestNoSpeechIsNoTurn makes two hundred sounds of ten kinds and answers them as
// recognisers do. The weights of agent/heard were chosen on the even ones.
func TestNoSpeechIsNoTurn(t *testing.T) {
	const each = 20
	var lines []agent.Line
	for i := range each {
		for _, sound := range mediatest.NoSpeeches {
			pcm := inRoom(sound.PCM(uint64(i)), i)
			lines = append(lines, agent.Line{Asked: "Shall we?", PCM: pcm, Voiced: media.Duration(len(pcm)) - 1600*time.Millisecond})
		}
	}
	c := ears(t)
	r := agent.Record(c, lines)
	var all [2]int
	for _, way := range imagined {
		finals := make([]stt.Event, len(r.Utterances))
		for i := range finals {
			finals[i] = way.says(i)
		}
		answered := r.Play(c, finals)
		n := turnsOf(answered)
		all[0], all[1] = all[0]+n[0], all[1]+n[1]
		kinds := map[string]int{}
		for i, a := range answered {
			if a.After >= 0 {
				kinds[mediatest.NoSpeeches[i%len(mediatest.NoSpeeches)].Name]++
			}
		}
		t.Logf("%-16s %d and %d of %d each are turns %v", way.name, n[0], n[1], len(lines)/2, kinds)
	}
	of := len(lines) / 2 * len(imagined)
	t.Logf("%d sounds, taken for speech %d times: %d of %d became turns, of those held out %d of %d",
		len(lines), len(r.Utterances), all[0]+all[1], 2*of, all[1], of)
	if all[0]*50 > of || all[1]*50 > of {
		t.Errorf("%d and, held out, %d of %d became turns of the user's, want 2 %% at most", all[0], all[1], of)
	}
}

// short are answers people give.
var short = []string{
	"Yes.", "No.", "Four.", "Mm.", "Okay.", "Thank you.", "Right.", "Sure.", "Six.", "I do.", "Not yet.", "Hmm.", "Maybe.",
	"Stop.", "Why?", "Good.", "Two.", "Bye.", "Yeah.", "Thank you for watching.",
}

// TestShortAnswersAreHeard says short answers in four voices and at different speeds.
func TestShortAnswersAreHeard(t *testing.T) {
	speech, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	const answers = 500
	var lines []agent.Line
	var said []string
	for i := range answers {
		text := short[i%len(short)]
		v := tts.Voice{
			Name: []string{"slt", "awb", "rms", "kal16"}[i/len(short)%4],
			Rate: []float64{0.85, 1, 1.15, 1.3, 1.45}[i/len(short)/4%5],
		}
		whole, err := tts.Whole(t.Context(), speech, text, v)
		if err != nil {
			t.Fatal(err)
		}
		pcm := inRoom(whole.PCM, i)
		said = append(said, fmt.Sprintf("%s %s %.2f %.0f", text, v.Name, v.Rate, rooms[i%len(rooms)]))
		lines = append(lines, agent.Line{Asked: "Shall we?", PCM: pcm, Voiced: media.Duration(len(pcm)) - time.Second})
	}
	c := ears(t)
	r := agent.Record(c, lines)
	finals, line := make([]stt.Event, len(r.Utterances)), 0
	found := map[int]bool{}
	at := media.Duration(len(lines[0].PCM))
	for i, u := range r.Utterances {
		for u.To > at+time.Second/2 {
			line++
			at += media.Duration(len(lines[line].PCM))
		}
		finals[i] = stt.Event{Text: short[line%len(short)], Confidence: 0.9}
		found[line] = true
	}
	answered := r.Play(c, finals)
	n := turnsOf(answered)
	for i, a := range answered {
		if a.After < 0 {
			t.Logf("not heard: %s, found %v", said[i], found[i])
		}
	}
	t.Logf("heard %d of %d answers, of those held out %d of %d; the detector found %d", n[0]+n[1], answers, n[1], answers/2, len(found))
	if n[0]*50 < answers/2*49 || n[1]*50 < answers/2*49 {
		t.Errorf("%d and, held out, %d of %d answers were heard, want 98 %%", n[0], n[1], answers/2)
	}
}
