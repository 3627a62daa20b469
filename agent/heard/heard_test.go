package heard

import (
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"parley/stt"
)

// clear is a voice of so many seconds that says words without doubt.
func clear(seconds float64) Voice {
	d := time.Duration(seconds * float64(time.Second))
	return Voice{Voiced: d, Sure: d * 9 / 10, Variety: 12}
}

// cough is what the detector makes of one.
var cough = Voice{Voiced: 240 * time.Millisecond, Variety: 3.4}

func TestMarksAreCutByTheirForm(t *testing.T) {
	for text, want := range map[string]string{
		"[BLANK_AUDIO]": "", "[ Silence ]": "", "(keyboard clicking)": "", "♪": "", "♪♪ la la ♪": "", "🎵 tune 🎵": "", "*coughs*": "",
		"<|nospeech|>": "", "<unk> </s>": "", "【音楽】": "", "（笑）": "", "{noise}": "", "…": "", "-": "", "🙂": "", "": "", " \n": "",
		"[Music] [Applause]": "", "BLANK_AUDIO": "", "[BLANK_AUDIO": "", "(keyboard clic": "", "[[x]]": "",
		"<|en|><|transcribe|> We get.<|endoftext|>": "We get.", "<|0.00|> We get.<|1.20|>": "We get.",
		"accurately.<channel|>We get.": "accurately. We get.",
		"We get.<channel|>":            "We get.", "<s>We get.</s>": "We get.", "<|en": "",
		"Yes (laughs) we do [noise].": "Yes we do .", "(coughs) We *sighs* get it. ♪": "We get it.", "- We get.": "We get.",
		">> We get.":          "We get.",
		"SPEAKER_00: We get.": "We get.", "[SPEAKER_00]: We get.": "We get.", "**We** get *it*.": "We get .", "a 🙂 b": "a b",
		"My number is (555) 123-4567.": "My number is (555) 123-4567.", "My 401(k), the employee(s).": "My 401(k), the employee(s).",
		"2 < 3 > 1 * 2 * 2": "2 < 3 > 1 * 2 * 2", "It is 20° and 5 % of A & B.": "It is 20° and 5 % of A & B.",
		"„Ja“, «oui», 「はい」": "„Ja“, «oui», 「はい」", "שלום (רעש) עולם": "שלום עולם", "Ω ≈ 3": "Ω ≈ 3", "we (": "we (",
	} {
		if got, _ := strip(text, false); got != want {
			t.Errorf("%q is stripped to %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"We (keyb": "We", "[BLANK": "", "We <|e": "We", "We get": "We get"} {
		if got, _ := strip(text, true); got != want {
			t.Errorf("%q, which grows, is stripped to %q, want %q", text, got, want)
		}
	}
}

func TestSyllablesAreCountedFromBelow(t *testing.T) {
	for text, want := range map[string]float64{
		"yes": 1, "thank you": 2, "sure": 1, "some more": 2, "the": 1, "mm": 1, "watching": 2, "money back": 3, "4": 1,
		"250,000": 2 + 4.0/3,
		"はい":      2, "謝謝": 2, "да конечно": 4, "": 0, "CFO": 1, "שלום": 1, "évidemment": 4, "...": 0,
	} {
		if got := syllables(plain(text)); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q has %v syllables, want %v", text, got, want)
		}
	}
}

func TestLoopsAndEchoesAreFound(t *testing.T) {
	for text, want := range map[string]float64{
		"you you you you you": 1, "we get it we get it we get it": 1, "no no": 0, "very very good": 0, "": 0,
		"we said you you you you": 4.0 / 6, "はははははは": 1, "that is that": 0,
	} {
		if got := looping(plain(text)); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q loops by %v, want %v", text, got, want)
		}
	}
	const prompt = "Mrs. Okafor, Joseph, hospital, operation."
	for text, want := range map[string]float64{
		prompt: 1, "Joseph hospital operation": 1, "Mrs. Okafor": 0, "So Joseph, hospital, operation!": 0.75,
		"the hospital of Joseph": 0, "": 0,
	} {
		if got := echoing(plain(text), prompt); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q echoes the prompt by %v, want %v", text, got, want)
		}
	}
	if echoing(plain("Joseph hospital operation"), "") != 0 {
		t.Error("there is an echo of no prompt")
	}
}

// TestEachDoubtCounts holds a weak voice, whose words pass by themselves, against each
// thing that speaks against them.
func TestEachDoubtCounts(t *testing.T) {
	weak := Voice{Voiced: 700 * time.Millisecond, Sure: 480 * time.Millisecond, Variety: 7}
	const text = "thank you so"
	if Words(stt.Event{Text: text, Final: true}, weak) != text {
		t.Fatal("the words do not pass by themselves")
	}
	const names = "Ada, Bo, Cy."
	for name, tt := range map[string]struct {
		e stt.Event
		v Voice
	}{
		"no speech":   {stt.Event{Text: text, Evidence: stt.Evidence{NoSpeech: 0.95}}, weak},
		"log prob":    {stt.Event{Text: text, Evidence: stt.Evidence{LogProb: -3}}, weak},
		"compression": {stt.Event{Text: text, Evidence: stt.Evidence{Compression: 5}}, weak},
		"a loop":      {stt.Event{Text: "so so so so so so"}, weak},
		"an echo":     {stt.Event{Text: names, Evidence: stt.Evidence{Prompt: names}}, weak},
		"too much":    {stt.Event{Text: text + " much for all the things that you have done for me"}, weak},
		"no voice":    {stt.Event{Text: text}, Voice{}},
		"a cough":     {stt.Event{Text: text}, cough},
		"a hum":       {stt.Event{Text: text}, Voice{Voiced: weak.Voiced, Sure: weak.Sure, Variety: 0.6}},
	} {
		tt.e.Final = true
		if got := Words(tt.e, tt.v); got != "" {
			t.Errorf("%s: heard %q", name, got)
		}
	}
}

// TestAVoiceWithoutDoubtIsBelieved says that no single number of a service makes words
// unsaid.
func TestAVoiceWithoutDoubtIsBelieved(t *testing.T) {
	for name, e := range map[string]stt.Evidence{
		"nothing": {}, "no numbers": {NoSpeech: math.NaN(), LogProb: math.NaN(), Compression: math.NaN()}, "no speech": {NoSpeech: 0.95},
		"log prob": {LogProb: -3}, "compression": {Compression: 4},
	} {
		if got := Words(stt.Event{Text: "Thank you.", Final: true, Evidence: e}, clear(0.5)); got != "Thank you." {
			t.Errorf("%s: heard %q", name, got)
		}
	}
}

// TestAQuietVoiceIsForgivenItsDoubts hears who is far from the microphone, of whom the
// detector is unsure, and not who coughs beside it.
func TestAQuietVoiceIsForgivenItsDoubts(t *testing.T) {
	v := Voice{Voiced: 320 * time.Millisecond, Sure: 60 * time.Millisecond, Variety: 3, Level: -50}
	e := stt.Event{Text: "No.", Final: true}
	if got := Words(e, v); got != "No." {
		t.Errorf("far away, heard %q", got)
	}
	if v.Level = -20; Words(e, v) != "" {
		t.Error("near by, it is heard")
	}
}

func TestInstructionsBeforeAMarkGiveWay(t *testing.T) {
	e := stt.Event{Text: strings.Repeat("Transcribe the speech accurately. ", 9) + "<channel|>We get it.", Final: true}
	if got := Words(e, clear(0.8)); got != "We get it." {
		t.Errorf("heard %q", got)
	}
}

// FuzzWords reads any text with any evidence: what is heard is part of the text, has words
// and no marks of templates.
func FuzzWords(f *testing.F) {
	for _, s := range []string{
		"Thank you.", "<|en|> We get (laughs) it.<channel|>", "♪ a ♪", "[", "**", "401(k)", "\xff", "שלום", "you you you",
	} {
		f.Add(s, 0.9, -0.9, 2.0, 500, 400, 9.0, true)
	}
	f.Add("a", math.NaN(), math.Inf(-1), math.Inf(1), -5, 9, math.NaN(), false)
	f.Fuzz(func(t *testing.T, text string, p, l, c float64, voiced, sure int, variety float64, final bool) {
		v := Voice{Voiced: time.Duration(voiced) * time.Millisecond, Sure: time.Duration(sure) * time.Millisecond, Variety: variety}
		got := Words(stt.Event{Text: text, Final: final, Evidence: stt.Evidence{NoSpeech: p, LogProb: l, Compression: c, Prompt: text}}, v)
		if got == "" {
			return
		}
		if strings.Contains(got, "<|") && strings.Contains(got, "|>") && len(text) < longestMark {
			t.Errorf("%q of %q has a special mark", got, text)
		}
		if !strings.ContainsFunc(got, isWord) || len(got) > len(text)+utf8.UTFMax*len(text) {
			t.Errorf("%q of %q has no word, or more than there was", got, text)
		}
	})
}

// TestAMegabyteIsReadAtOnce bounds what hostile text costs: each is read once.
func TestAMegabyteIsReadAtOnce(t *testing.T) {
	for _, s := range []string{"(", "<|", "[a ", "*a", "♪", "a ", "<a|>", "你", "))", "_ "} {
		text := strings.Repeat(s, 1<<20/len(s))
		if got := Words(stt.Event{Text: text, Final: true, Evidence: stt.Evidence{Prompt: text}}, clear(1)); got != "" {
			t.Errorf("a megabyte of %q is heard in a second", s)
		}
	}
}
