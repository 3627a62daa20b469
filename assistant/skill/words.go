package skill

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley"
)

// idle are words that do not tell what a text is about.
var idle = setOf(`a an the this that these those my your his her our their its it i me we us you he she they them
	to of in on at by for from with about into before after until till and or but so as if then than be is are was were am been
	do does did have has had will would shall should can could may might must please just also again all any some no not
	remind reminder remember need want let get got one there here what when which who how up out`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// terms are the words of s that tell what it is about, each once and in order: in
// lower case, without what English adds at their ends. In scripts that put no space
// between words each character is one.
func terms(s string) []string {
	var out []string
	for _, w := range words(s) {
		if !idle[w] {
			if w = stem(w); !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return out
}

// words are the runs of letters and digits of s in lower case.
func words(s string) []string {
	var out []string
	run := strings.Builder{}
	end := func() {
		if run.Len() > 0 {
			out = append(out, run.String())
			run.Reset()
		}
	}
	for _, r := range strings.NewReplacer("’s ", " ", "'s ", " ").Replace(strings.ToLower(s) + " ") {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			end()
			out = append(out, string(r))
		case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r):
			run.WriteRune(r)
		default:
			end()
		}
	}
	return out
}

// stem is w without an English ending, so that "reports" and "reporting" are
// "report". It is not always a word.
func stem(w string) string {
	for _, ending := range []string{"s", "ing", "ed", "e"} {
		if root := strings.TrimSuffix(w, ending); len(root) >= 3 {
			w = root
		}
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] && w[n-1] < utf8.RuneSelf {
		w = w[:n-1]
	}
	return w
}

// bag is a set of terms.
type bag map[string]bool

// bagOf holds the terms of all texts.
func bagOf(texts ...string) bag {
	b := bag{}
	for _, text := range texts {
		for _, t := range terms(text) {
			b[t] = true
		}
	}
	return b
}

// share is how many of the given terms are in b, 0-1.
func (b bag) share(of []string) float64 {
	if len(of) == 0 {
		return 0
	}
	n := 0
	for _, t := range of {
		if b[t] {
			n++
		}
	}
	return float64(n) / float64(len(of))
}

// backs reports whether a text says what b's texts do: more than half of its terms
// are there, or half of those behind the first, which often is a verb of the model's.
func (b bag) backs(text string) bool {
	ts := terms(text)
	return b.share(ts) > 0.5 || len(ts) > 1 && b.share(ts[1:]) >= 0.5
}

// said holds what was spoken or typed: text and the newest messages.
func (k Known) said(text string) bag {
	texts := []string{text}
	for _, m := range k.recent() {
		texts = append(texts, m.Content)
	}
	return bagOf(texts...)
}

// recent are the newest messages, oldest first.
func (k Known) recent() []parley.Message {
	return k.Messages[max(0, len(k.Messages)-maxMessages):]
}

// passage is the first limit characters of s with its lines, without what cannot be
// printed.
func passage(s string, limit int) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	for i := range s {
		if limit--; limit < 0 {
			s = s[:i]
			break
		}
	}
	return strings.TrimSpace(s)
}

// clip is s as one line of at most limit characters, cut at a word where that loses
// little.
func clip(s string, limit int) string {
	s = s[:min(len(s), 16*limit)] // what is cut anyway is not worth reading
	s = parley.OneLine(strings.ToValidUTF8(s, ""))
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	cut := string([]rune(s)[:limit-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)*2/3 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:") + "…"
}
