package language

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// maxFigure is the largest figure that is taken apart; longer runs of digits are no
// figure that anyone says.
const maxFigure = 999_999

// Read takes a text apart as Read does, with figures as the language compares them:
// spelled in English, "40%" is "forty percent"; elsewhere figures and number words are
// both the figures that they add up of, 2045 is "2 1000 40 5". Symbols without a word
// are left out.
func (g *Grammar) Read(text string) Text {
	parts := elided
	if g.traits["contracts"] {
		parts = opened
	}
	t := read(reader{raw: text, parts: parts})
	out := make([]Word, 0, len(t.Words)+4)
	for _, w := range t.Words {
		switch {
		case w.Symbol && g.signs[w.Text] == "":
			if len(out) > 0 {
				out[len(out)-1].take(w)
			}
		case w.Symbol:
			out = w.append(out, g.signs[w.Text])
		case strings.ContainsFunc(w.Text, unicode.IsDigit):
			out = w.append(out, g.figures(w.Text)...)
		default:
			out = g.word(out, w)
		}
	}
	t.Words = out
	return t
}

// word appends a word, or the figures that it stands for.
func (g *Grammar) word(out []Word, w Word) []Word {
	if !g.traits["spells"] {
		if n, ok := g.value(w.Text); ok {
			return joinNumbers(w.append(out, g.figure(nil, n)...))
		}
	}
	if sign := g.signs[w.Text]; sign != "" && len(out) > 0 && g.counts(out[len(out)-1].Text) {
		w.Text = sign
	}
	return append(out, w)
}

// take gives a word the marks of one behind it that is left out.
func (w *Word) take(left Word) {
	w.Trails, w.Line = w.Trails || left.Trails, w.Line || left.Line
	if left.Mark != 0 {
		w.Mark = left.Mark
	}
}

// append appends texts that a word stands for: they are parts of it, and its marks follow
// the last.
func (w Word) append(out []Word, texts ...string) []Word {
	for i, text := range texts {
		part := w
		part.Text, part.Half, part.Symbol = text, w.Half || i > 0, false
		if i < len(texts)-1 {
			part.Mark, part.Trails, part.Line, part.Closed = 0, false, false, false
		}
		out = append(out, part)
	}
	return out
}

// IsFigure reports whether a word stands for a number. One is too common a word to.
func (g *Grammar) IsFigure(w string) bool {
	return isFigure(w) || g.numbers[w] > 1 || g.Is("amounts", w)
}

// counts reports whether a sign may stand behind a word: "three x".
func (g *Grammar) counts(w string) bool { return g.numbers[w] == 1 || g.IsFigure(w) }

var (
	// figured finds the figures of a word, and what is none of them: "3x".
	figured = regexp.MustCompile(`\p{Nd}[\p{Nd}.,:]*|[^\p{Nd}.,:]+`)
	// grouped finds a mark that parts no figures: that of "1,000".
	grouped = regexp.MustCompile(`[.,](\p{Nd}{3})\b`)
)

// figures are the words of what has digits.
func (g *Grammar) figures(text string) (out []string) {
	for _, part := range figured.FindAllString(text, -1) {
		for piece := range strings.FieldsFuncSeq(grouped.ReplaceAllString(part, "$1"), isPoint) {
			out = g.piece(out, piece)
		}
	}
	return out
}

func isPoint(r rune) bool { return strings.ContainsRune(".,:", r) }

// piece appends the words of digits or of letters among them.
func (g *Grammar) piece(out []string, text string) []string {
	n, err := strconv.Atoi(text)
	sign := g.signs[text]
	switch {
	case err == nil && n <= maxFigure:
		return g.figure(out, n)
	case sign != "" && len(out) > 0 && g.counts(out[len(out)-1]):
		return append(out, sign)
	}
	return append(out, text)
}

// figure appends the figure n, of 0 to maxFigure: in words in English, and elsewhere as
// what its number words add up of.
func (g *Grammar) figure(out []string, n int) []string {
	for _, unit := range []int{1000, 100} {
		if n >= unit {
			if n >= 2*unit || g.traits["spells"] {
				out = g.figure(out, n/unit)
			}
			out = append(out, g.sign(unit))
			if n %= unit; n == 0 {
				return out
			}
		}
	}
	if n > 20 {
		out = append(out, g.sign(n/10*10))
		if n %= 10; n == 0 {
			return out
		}
	}
	return append(out, g.sign(n))
}

func (g *Grammar) sign(n int) string {
	if g.traits["spells"] {
		return g.spelled[n]
	}
	return strconv.Itoa(n)
}

// value is the figure that a number word stands for. One is too common an article to be
// a figure.
func (g *Grammar) value(w string) (n int, ok bool) {
	if n, ok = g.numbers[w]; ok || !g.traits["compounds"] {
		return n, ok && n != 1
	}
	total, part, parts := 0, 0, 0
	for rest := w; rest != ""; parts++ { // "zweitausendfünfundvierzig"
		if parts > 0 && len(rest) > 3 && rest[:3] == "und" {
			rest = rest[3:]
		}
		end, v := 0, 0
		for i := 1; i <= min(len(rest), g.longest); i++ {
			if x, known := g.numbers[rest[:i]]; known {
				end, v = i, x
			}
		}
		switch {
		case end == 0:
			return 0, false
		case v == 100:
			part = max(part, 1) * v
		case v == 1000:
			total, part = total+max(part, 1)*v, 0
		default:
			part += v
		}
		rest = rest[end:]
	}
	return min(total+part, maxFigure), true
}

// joinNumbers puts together what a language says in two words: "vingt et un",
// "quatre vingt dix".
func joinNumbers(out []Word) []Word {
	n := len(out)
	if n >= 3 && (out[n-2].Text == "y" || out[n-2].Text == "et") && isFigure(out[n-3].Text) && len(out[n-3].Text) == 2 {
		out = append(out[:n-2], out[n-1])
		n--
	}
	if n < 2 {
		return out
	}
	last, _ := strconv.Atoi(out[n-1].Text)
	before, _ := strconv.Atoi(out[n-2].Text)
	joined := out[n-1]
	joined.From, joined.Joined, joined.Opened, joined.Half = out[n-2].From, out[n-2].Joined, out[n-2].Opened, out[n-2].Half
	switch {
	case before == 4 && last == 20:
		return joined.append(out[:n-2], "80")
	case (before == 60 || before == 80) && last == 10:
		return joined.append(out[:n-2], strconv.Itoa(before+10))
	case (before == 60 || before == 80) && last > 10 && last < 20:
		return joined.append(out[:n-2], strconv.Itoa(before+10), strconv.Itoa(last-10))
	}
	return out
}
