// Package prompt puts a code-first turn before a language model: the system message
// of an iteration, what is told of code that failed or halted, previews of values,
// and the shortening of all that to the model's context window.
package prompt

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// ErrNoRoom means parts that cannot be shortened to fit.
var ErrNoRoom = errors.New("the prompt does not fit the model")

// Preserve says what of a Part is kept when it is shortened.
type Preserve int

// All keeps a part whole; the others keep its beginning, its end, or half of each.
const (
	All Preserve = iota
	Top
	Bottom
	Both
)

// Part is a piece of a prompt.
type Part struct {
	// Name is for people.
	Name, Text string
	Preserve   Preserve
	// Weight is how readily it is shortened: one of weight 4 is cut as if it were four
	// times as long. 0 counts as 1.
	Weight int
	// Min is how many tokens of it are kept at least.
	Min int
}

const (
	// bytesPerToken is that of English and of code. Other scripts have more bytes a
	// character and more tokens a character too, so that bytes fit them as well.
	bytesPerToken = 4
	// leastCut is the least that a part is shortened to, in tokens: room for the mark.
	leastCut = 20
	// slack is how far back a cut looks for the end of a line, in bytes.
	slack = 200
)

// Tokens is about how many tokens a model reads text as, rounded up. It need not be
// exact: it serves a cap, from which Limit takes a reserve far larger than its error.
func Tokens(text string) int { return (len(text) + bytesPerToken - 1) / bytesPerToken }

// Limit is how many tokens a prompt may have for a model that reads window tokens at
// once: a tenth, 1,000 to 16,000, is left for the reply and the error of Tokens.
func Limit(window int) int {
	window = max(window, 8000)
	return window - min(max(window/10, 1000), 16_000)
}

// Join is the text of parts, one below another.
func Join(parts []Part) string {
	var texts []string
	for _, p := range parts {
		if p.Text != "" {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// Fit is parts of at most limit tokens together: as long as there are more, the one
// that is the longest by its weight, the first of equals, is shortened a little. A
// mark in words tells where text is left out. parts are not changed. The error wraps
// ErrNoRoom.
func Fit(parts []Part, limit int) ([]Part, error) {
	sizes := make([]int, len(parts))
	total := 0
	for i, p := range parts {
		sizes[i] = Tokens(p.Text)
		total += sizes[i]
	}
	whole := total
	for total > limit {
		i := biggest(parts, sizes)
		if i < 0 {
			return nil, fmt.Errorf("fit a prompt: %w: %d tokens of %d can be left out, which leaves more than %d",
				ErrNoRoom, whole-total, whole, limit)
		}
		less := min(max(1, sizes[i]/16), total-limit, sizes[i]-parts[i].least())
		sizes[i] -= less
		total -= less
	}
	out := make([]Part, len(parts))
	for i, p := range parts {
		out[i] = p
		if sizes[i] < Tokens(p.Text) {
			out[i].Text = p.shortened(sizes[i] * bytesPerToken)
		}
	}
	return out, nil
}

// biggest is the part to shorten, or -1.
func biggest(parts []Part, sizes []int) int {
	found, most := -1, 0
	for i, p := range parts {
		if p.Preserve == All || sizes[i] <= p.least() {
			continue
		}
		if size := sizes[i] * max(1, p.Weight); size > most {
			found, most = i, size
		}
	}
	return found
}

func (p Part) least() int { return max(p.Min, leastCut) }

// shortened is the text of p in at most limit bytes, with a mark.
func (p Part) shortened(limit int) string {
	mark := fmt.Sprintf("[… about %d tokens are left out here …]", max(1, Tokens(p.Text)-limit/bytesPerToken))
	room := limit - len(mark) - 2 // newlines
	switch p.Preserve {
	case Top:
		return head(p.Text, room) + "\n" + mark
	case Bottom:
		return mark + "\n" + tail(p.Text, room)
	default:
		return head(p.Text, room/2) + "\n" + mark + "\n" + tail(p.Text, room/2)
	}
}

// head is the first bytes of text, limit at most, to the end of a line if one is near.
func head(text string, limit int) string {
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	text = text[:limit]
	if at := strings.LastIndexByte(text, '\n'); at > 0 && at >= len(text)-min(slack, len(text)/2) {
		text = text[:at]
	}
	return text
}

// tail is the last bytes of text, limit at most, from the start of a line if one is near.
func tail(text string, limit int) string {
	from := len(text) - limit
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	text = text[from:]
	if at := strings.IndexByte(text, '\n'); at >= 0 && at < min(slack, len(text)/2) {
		text = text[at+1:]
	}
	return text
}
