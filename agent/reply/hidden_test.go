package reply

import (
	"fmt"
	"strings"
	"testing"
)

// hiding are streams of a model, what is left of them, and the calls in them.
var hiding = []struct{ in, want, calls string }{
	{"Plain words, 3 < 4 & {so} on.", "Plain words, 3 < 4 & {so} on.", ""},
	{"<think>He wants money.</think>Fine.", "Fine.", ""},
	{"<think>\nHe said \"no\" {\"a\":1}\n\n</think>\n\nFine.", "\n\nFine.", ""},
	{"<THINK>no</Think>Fine.", "Fine.", ""},
	{"Well <thinking>a\nb</thinking>no. <reasoning>x</reasoning>Yes. <thought>y</thought>", "Well no. Yes. ", ""},
	{"<think>It never ends", "", ""},
	{"Fine. <think>It never ends </thin", "Fine. ", ""},
	{"<think>a</thinking>b</think>c", "c", ""},
	{"<thinks> <b>bold</b> <", "<thinks> <b>bold</b> <", ""},
	{`{"name":"emoji_reaction","arguments":{"emoji":"🤨","label":"frowns"}} Fine.`, " Fine.", `{"emoji":"🤨","label":"frowns"}`},
	{`Fine. {"name": "emoji_reaction", "parameters": {"emoji": "🤨", "label": "a } \" brace"}}`, "Fine. ", `{"emoji":"🤨","label":"a } \" brace"}`},
	{"```json\n{\"name\":\"emoji_reaction\",\"arguments\":\"{\\\"emoji\\\":\\\"🤨\\\"}\"}\n```\nFine.", "\n```\nFine.", `{"emoji":"🤨"}`},
	{"<tool_call>\n{\"name\":\"emoji_reaction\",\"arguments\":{\"emoji\":\"🤨\"}}\n</tool_call>Fine.", "Fine.", `{"emoji":"🤨"}`},
	{"<function=emoji_reaction>{\"emoji\":\"🤨\"}</function>Fine.", "Fine.", `{"emoji":"🤨"}`},
	{`{"type":"function","function":{"name":"emoji_reaction","arguments":{"emoji":"🤨"}}}`, "", `{"emoji":"🤨"}`},
	{`{"emoji":"🤨","label":"frowns"} Fine.`, " Fine.", `{"emoji":"🤨","label":"frowns"}`},
	{`[{"name":"other","arguments":{"a":[1]}}] Fine. { "never": "ends`, "[] Fine. ", ""},
	{"emoji_reaction(emoji=\"🤨\", label=\"frowns\") Fine.", " Fine.", ""},
	{"emoji_reaction: 🤨 frowns\nFine. An emoji, even.", "\nFine. An emoji, even.", ""},
	{"<tool_call>{\"name\":", "", ""},
	{"He wants money.</think>Fine.", "Fine.", ""},
	{"He {wants \"money.\n</THINKING>\n\nFine. </b>", "\n\nFine. </b>", ""},
	{"He wants </thought>more</reasoning>Fine.", "Fine.", ""},
	{"Fine.</think>", "", ""},
	{"</think>Fine.</thin", "Fine.</thin", ""},
	{"```\ncode\n``` ```` `x`", "```\ncode\n``` ```` `x`", ""},
}

// hide gives text to a filter in pieces of step bytes.
func hide(text string, step int) (left, calls string, held int) {
	var h Hidden
	var out strings.Builder
	add := func(text string) {
		if h.ThoughtAloud() {
			out.Reset()
		}
		out.WriteString(text)
	}
	for rest := text; rest != ""; {
		n := min(step, len(rest))
		add(h.Write(rest[:n]))
		held = max(held, len(h.held)-step)
		rest = rest[n:]
	}
	add(h.Flush())
	for _, c := range h.Calls() {
		calls += c.Arguments
	}
	return out.String(), calls, held
}

func TestHidden(t *testing.T) {
	for _, tt := range hiding {
		for _, step := range []int{1, 2, 3, 5, 1000} {
			if got, calls, _ := hide(tt.in, step); got != tt.want || calls != tt.calls {
				t.Errorf("%q by %d:\n got %q, calls %s\nwant %q, calls %s", tt.in, step, got, calls, tt.want, tt.calls)
			}
		}
	}
}

// TestPlainWordsAreNotHeldBack holds that an ordinary reply is passed on with
// each piece that comes.
func TestPlainWordsAreNotHeldBack(t *testing.T) {
	var h Hidden
	for _, piece := range []string{"Well, ", "everyone", " else ", "(even ", "Ed) ", "said: ", "\"no", "\"*", " 3 <", " 4", ". É"} {
		got := h.Write(piece)
		if piece == " 3 <" {
			got += "<"
		}
		if piece == " 4" {
			got = strings.TrimPrefix(got, "<")
		}
		if got != piece {
			t.Errorf("of %q came %q", piece, got)
		}
	}
}

func FuzzHidden(f *testing.F) {
	for _, tt := range hiding {
		f.Add(tt.in, 3)
	}
	f.Add("\xff<th\x00{ \"", 1)
	f.Fuzz(func(t *testing.T, text string, step int) {
		step = max(step, 1)
		got, calls, held := hide(text, step)
		whole, wholeCalls, _ := hide(text, max(len(text), 1))
		if got != whole || calls != wholeCalls {
			t.Errorf("%q by %d:\n in pieces %q, %s\nas a whole %q, %s", text, step, got, calls, whole, wholeCalls)
		}
		if held > maxGap {
			t.Errorf("%q by %d: holds back %d bytes", text, step, held)
		}
		if !strings.ContainsAny(text, "<{`") && !strings.Contains(strings.ToLower(text), ReactionTool) && got != text {
			t.Errorf("%q became %q", text, got)
		}
		for _, tag := range thoughtTags { // what is between tags is not heard, whatever is around
			secret, _, _ := hide(fmt.Sprintf("%s\n<%s>SECRET", strings.NewReplacer("<", "", "{", "", "`", "").Replace(text), tag), step)
			if strings.Contains(secret, "SECRET") && !strings.Contains(text, "SECRET") {
				t.Errorf("%q by %d: <%s> is heard in %q", text, step, tag, secret)
			}
		}
	})
}
