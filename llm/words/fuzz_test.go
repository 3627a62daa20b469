package words

import (
	"strings"
	"testing"
	"unicode/utf8"

	"parley/llm"
)

// FuzzReader holds that the words are the same however an answer is cut, that no more
// comes out than went in, and that what is between tags of thoughts is never heard.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		"<think>a</think>b", "a<|im_end|>\n<|im_start|>user\nb", "Sterling: Go.\n\nUser: why?", "<|channel|>analysis<|message|>a<|end|>b",
		"`<|a|>` \"</s>\" {\"emoji\":1}", "Reasoning: a\n\nAnswer: b", "```json\n{\"a\":1}\n```", "// <|x|>\n`<think>`\n</think>",
		"\xff<th\x00{ \"◁",
		"emoji_reaction(a) [TOOL_CALLS]x{}", "**Ada** (x): y", "<｜a▁b｜> <<SYS>> [/INST]", "a\r\n\r\nÜberlegung: b\n\nc",
	} {
		f.Add(seed, 1, 0)
		f.Add(seed, 3, 2)
	}
	f.Fuzz(func(t *testing.T, text string, step, kind int) {
		r := []llm.Request{role, helper, program, finding}[uint(kind)%4]
		step = max(step, 1)
		got, calls := read(r, text, step)
		whole, wholeCalls := read(r, text, max(len(text), 1))
		if got != whole || calls != wholeCalls {
			t.Errorf("%q by %d:\n in pieces %q, %s\nas a whole %q, %s", text, step, got, calls, whole, wholeCalls)
		}
		if len(got) > len(text) {
			t.Errorf("%q became the longer %q", text, got)
		}
		if !utf8.ValidString(text) || uint(kind)%4 > 1 {
			return
		}
		clean := strings.NewReplacer(
			"<", "", "{", "", "`", "", "[", "", "◁", "", "▷", "", "\"", "", "'", "", "_", "",
		).Replace(text)
		if secret, _ := read(r, clean+"\n<think>SECRET", step); strings.Contains(secret, "SECRET") && !strings.Contains(clean, "SECRET") {
			t.Errorf("%q by %d: thoughts are heard in %q", text, step, secret)
		}
	})
}

// TestPlainWordsAreNotHeldBack holds that an ordinary reply is passed on with each
// piece that comes.
func TestPlainWordsAreNotHeldBack(t *testing.T) {
	w := New(role, false)
	for _, piece := range []string{"Well, ", "everyone", " else ", "(even ", "Ed) ", "said: ", "\"no", "\"*", " 3 ", "& 4", ". É",
		"\n", "So "} {
		if got := w.Write(piece); got.Text != piece {
			t.Errorf("of %q came %q", piece, got.Text)
		}
	}
}

// TestAnswerTakenToBeginInThoughts has models whose prompt begins the thoughts.
func TestAnswerTakenToBeginInThoughts(t *testing.T) {
	for _, c := range []struct {
		in, want string
		broken   bool
	}{
		{"They want money.</think>No.", "No.", false}, {"<think>Hm.</think>No.", "No.", false}, {"No, no.", "No, no.", false},
		{"They want", "", true}, {"Sterling: No.\nUser: why?", "No.\n", false}, {"<|channel|>final<|message|>No.", "No.", false},
	} {
		for _, step := range []int{1, 4, 100} {
			w, got := New(role, true), ""
			for rest := c.in; rest != ""; {
				n := min(step, len(rest))
				got += w.Write(rest[:n]).Text
				rest = rest[n:]
			}
			if got += w.End(c.broken).Text; got != c.want {
				t.Errorf("%q by %d: %q, want %q", c.in, step, got, c.want)
			}
		}
	}
}
