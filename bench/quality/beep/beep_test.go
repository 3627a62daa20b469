package beep

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gopkg.in/hraban/opus.v2"

	"parley/llm"
	"parley/media"
	"parley/media/mediatest"
	"parley/tts"
)

// heard is what a listener hears of pcm over Opus.
func heard(t *testing.T, pcm []int16) *Listening {
	t.Helper()
	enc, err := media.NewEncoder()
	if err != nil {
		t.Fatal(err)
	}
	dec, err := opus.NewDecoder(media.SampleRate, 1)
	if err != nil {
		t.Fatal(err)
	}
	l := &Listening{}
	frame := make([]int16, media.FrameSamples)
	for ; len(pcm) >= media.FrameSamples; pcm = pcm[media.FrameSamples:] {
		packet, err := enc.Encode(pcm[:media.FrameSamples])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := dec.Decode(packet, frame); err != nil {
			t.Fatal(err)
		}
		if w, ok := Read(frame); ok {
			l.Hear(w)
		}
	}
	return l
}

func spoken(t *testing.T, text string) tts.Chunk {
	t.Helper()
	var c tts.Chunk
	if err := (Voice{}).Speak(t.Context(), text, tts.Voice{}, func(x tts.Chunk) error { c = x; return nil }); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWordsAreRecognisedOverOpus(t *testing.T) {
	for set := range Sets {
		c := spoken(t, Text(set, 60))
		for _, n := range []int{1, 2, 23, 24, 25, 59, 60} {
			cut := min(media.Samples(c.Words[n-1].End)+media.FrameSamples, len(c.PCM))
			if got := heard(t, c.PCM[:cut]).Words(); got != n {
				t.Errorf("set %d: heard %d words of %d", set, got, n)
			}
		}
		quieter := append([]int16(nil), c.PCM[:media.Samples(c.Words[9].End)]...)
		for i := range quieter {
			quieter[i] /= 8 // ducked by 18 dB
		}
		if got := heard(t, append(quieter, c.PCM[:0]...)).Words(); got < 9 || got > 10 {
			t.Errorf("set %d: heard %d ducked words of 10", set, got)
		}
	}
}

func TestAWordCutInItsMiddleIsNotHeard(t *testing.T) {
	c := spoken(t, Text(1, 10))
	half := c.Words[4].End - WordTime/2
	if got := heard(t, c.PCM[:media.Samples(half)]).Words(); got != 4 {
		t.Errorf("heard %d words, want 4", got)
	}
}

func TestWordsSaidAgainCountOnce(t *testing.T) {
	c := spoken(t, Text(2, 40))
	to, from := media.Samples(c.Words[29].End+WordGap), media.Samples(c.Words[25].End+WordGap)
	again := append(append([]int16(nil), c.PCM[:to]...), make([]int16, media.SampleRate)...)
	again = append(again, c.PCM[from:media.Samples(c.Words[32].End+WordGap)]...)
	if got := heard(t, again).Words(); got != 33 {
		t.Errorf("heard %d words, want 33", got)
	}
}

func TestOtherSoundsAreNoWords(t *testing.T) {
	for name, pcm := range map[string][]int16{
		"silence": mediatest.Silence(media.PTime), "a tone": mediatest.Tone(media.PTime, 1000, 8000),
		"noise": mediatest.Noise(media.PTime, 8000, 1), "an unknown word": chord("hello")[1000:1320],
	} {
		if w, ok := Read(pcm); ok {
			t.Errorf("%s was read as %+v", name, w)
		}
	}
}

func TestFindKnowsEveryWrittenForm(t *testing.T) {
	seen := map[string]bool{}
	for set := range Sets {
		if len(vocabulary[set]) != Size {
			t.Errorf("set %d has %d words", set, len(vocabulary[set]))
		}
		if w, ok := Find(vocabulary[set][3] + ",—"); !ok || w != (Word{set, 3}) {
			t.Errorf("Find of a word cut short = %+v, %v", w, ok)
		}
		for i, text := range strings.Fields(Text(set, Size)) {
			if w, ok := Find(text); !ok || w != (Word{set, i}) || seen[strings.ToLower(text)] {
				t.Errorf("Find(%q) = %+v, %v; want word %d of set %d, once", text, w, ok, i, set)
			}
			seen[strings.ToLower(text)] = true
		}
	}
}

func TestAuthorKeepsItsTimesAndItsSets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &Author{}
		a.Write(3)
		a.Heard(0)
		began := time.Now()
		s, err := a.Chat(t.Context(), llm.Request{})
		if err != nil {
			t.Fatal(err)
		}
		var text string
		for {
			d, err := s.Next()
			if err != nil {
				break
			}
			text += d.Text
		}
		if want := Text(1, 3); text != want {
			t.Errorf("reply = %q, want %q", text, want)
		}
		if took := time.Since(began); took != 190*time.Millisecond {
			t.Errorf("the reply took %v, want 190 ms", took)
		}
	})
}

func TestCompanyAnswersEachUserByTheirAuthor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c Company
		ask := func(user string) (string, error) {
			s, err := c.Chat(t.Context(), llm.Request{Messages: []llm.Message{
				{Speaker: llm.System, Text: `You talk with a person called "` + user + `"; use the name sparingly.`},
				{Speaker: llm.User, Text: `My name is "bob".`},
			}})
			if err != nil {
				return "", err
			}
			d, err := s.Next()
			return d.Text, err
		}
		for i, user := range []string{"ann", "bob"} {
			a := &Author{}
			a.Write(1)
			a.Heard(i)
			c.Add(user, a)
		}
		for i, user := range []string{"ann", "bob"} {
			if got, err := ask(user); err != nil || got != Text(i+1, 1) {
				t.Errorf("%s is answered %q, %v; want %q", user, got, err, Text(i+1, 1))
			}
		}
		if got, err := ask("eve"); err == nil {
			t.Errorf("a stranger is answered %q", got)
		}
	})
}
