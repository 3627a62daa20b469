package textnorm

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// space is what parts the next word from what was said.
type space int

const (
	none space = iota
	// soft parts words alone: what follows was written without a space.
	soft
	hard
)

// builder walks through a text and gathers what is said.
type builder struct {
	text  string
	at    int // offset in text of what comes next
	said  []byte
	spans []span
	gap   space

	monthFirst bool // 3/15 is in March
}

// rest is the text still to come.
func (b *builder) rest() string { return b.text[b.at:] }

// before is the rune written before what comes next, 0 at the start.
func (b *builder) before() rune {
	if b.at == 0 {
		return 0
	}
	r, _ := utf8.DecodeLastRuneInString(b.text[:b.at])
	return r
}

// last is the rune said last, 0 at the start.
func (b *builder) last() rune {
	if len(b.said) == 0 {
		return 0
	}
	r, _ := utf8.DecodeLastRune(b.said)
	return r
}

// skip leaves out the next n bytes of the text.
func (b *builder) skip(n int) { b.at += n }

// keep says the next n bytes, which begin with r, as they are written.
func (b *builder) keep(n int, r rune) {
	if b.gap == hard && !pauses(r) || b.gap == soft && wordy(r) {
		b.part()
	}
	b.gap = none
	b.said = append(b.said, b.text[b.at:b.at+n]...)
	b.at += n
	b.close(n, true)
}

// say says words in place of the next n bytes.
func (b *builder) say(n int, words string) {
	if words == "" {
		b.skip(n)
		return
	}
	if last := b.last(); b.gap != none || wordy(last) || pauses(last) {
		b.part()
	}
	b.said = append(b.said, words...)
	b.at += n
	b.close(len(words), false)
	b.gap = soft
}

// pause says a comma where there is not yet a pause.
func (b *builder) pause() {
	if last := b.last(); wordy(last) {
		b.said = append(b.said, ',')
		b.close(1, false)
	}
	b.gap = max(b.gap, soft)
}

// part puts a space between words.
func (b *builder) part() {
	b.gap = none
	if len(b.said) == 0 {
		return
	}
	b.said = append(b.said, ' ')
	b.close(1, b.before() == ' ')
}

// close ends a span of n bytes of what is said. Plain ones that follow each
// other in both texts are one.
func (b *builder) close(n int, plain bool) {
	s := span{len(b.said), b.at, plain}
	if i := len(b.spans) - 1; i >= 0 && plain && b.spans[i].plain && b.spans[i].text+n == b.at && b.spans[i].said+n == s.said {
		b.spans[i] = s
		return
	}
	b.spans = append(b.spans, s)
}

// enumerates reports whether what comes next follows a figure and a mark, as the
// 2 of "1,2".
func (b *builder) enumerates() bool {
	return b.at > 1 && (b.text[b.at-1] == ',' || b.text[b.at-1] == '.') && digit(b.text[b.at-2])
}

// previous is the word written before what comes next, without punctuation.
func (b *builder) previous() string {
	head := strings.TrimRightFunc(b.text[max(0, b.at-window):b.at], func(r rune) bool { return !wordy(r) })
	start := strings.LastIndexFunc(head, func(r rune) bool { return !inWord(r) })
	if start >= 0 {
		_, size := utf8.DecodeRuneInString(head[start:])
		start += size
	}
	return head[max(start, 0):]
}

// wordy reports whether r is part of a word: a letter with its marks, or a digit.
func wordy(r rune) bool {
	if r < utf8.RuneSelf {
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.In(r, unicode.Mn, unicode.Mc) && !unicode.Is(unicode.Variation_Selector, r)
}

// pauses reports whether r is punctuation that stands right behind a word.
func pauses(r rune) bool {
	switch r {
	case '.', ',', '!', '?', ';', ':', '…':
		return true
	}
	return false
}
