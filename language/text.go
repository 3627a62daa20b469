package language

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Word is one word of a Text.
type Word struct {
	// Text is the word in lower case and without accents, its contraction opened: "don't"
	// is the two words "do" and "not", "Anna's" is "anna". A figure keeps the marks within
	// it: "1,000", "9:30".
	Text string
	// Spelt is the word in lower case as it is written, with its accents, a contraction
	// whole: "don't". A further half has none.
	Spelt string
	// From and To are its bytes in the text. Both halves of a contraction have the same.
	From, To int
	// Half says that it is a further half of the word before.
	Half bool
	// Owns says that an "'s" of possession was taken off.
	Owns bool
	// Joined says that no space parts it from the word before: "non-stop" is "non" and,
	// joined, "stop".
	Joined bool
	// Symbol says that it is one of Symbols, or of the signs that ReadSigns tells.
	Symbol bool
	// Mark is the strongest of Marks that follows it, 0 for none. A bracket or a dash is a
	// comma, a hyphen within a word is none.
	Mark rune
	// Trails says that an ellipsis follows, Line that a new line does.
	Trails, Line bool
	// Opened and Closed say that a quotation mark stands right before or right behind it,
	// Quoted that it stands between two.
	Opened, Closed, Quoted bool
	// Sentence counts from 0. A sentence ends with ".", "!", "?" or a new line, and not
	// with an ellipsis, behind which people go on.
	Sentence int
}

// Marks are the marks that Word.Mark may be, the weakest first.
const Marks = ",:;.!?"

// Symbols are the signs that are words of their own.
const Symbols = "#$€£¥%°+@&"

// Text is what somebody said or wrote, in words.
type Text struct {
	Raw   string
	Words []Word
}

// lettersEach is how many bytes a word and what follows it have, or more: most texts need
// no more room than that.
const lettersEach = 4

// Read takes a text apart. Its cost grows with the length of the text alone; broken
// UTF-8 parts words. What it returns is the caller's.
func Read(text string) Text { return read(reader{raw: text, parts: opened}) }

// ReadSigns is Read for one to whom nothing may be left over: each sign that says something
// is a word and a Symbol, too, such as a question mark, a quotation mark or a picture.
func ReadSigns(text string) Text { return read(reader{raw: text, parts: opened, signs: true}) }

func read(r reader) Text {
	text := r.raw
	r.words = make([]Word, 0, 1+len(text)/lettersEach)
	for i := 0; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case isLetter(c):
			end := wordEnd(text, i)
			r.add(i, end)
			i = end
		case strings.ContainsRune(Symbols, c):
			r.push(Word{Text: string(c), From: i, To: i + size, Symbol: true})
			i += size
		default:
			r.mark(i, c, size)
			if r.signs && isSign(text, i, c, size) {
				r.push(Word{Text: string(c), From: i, To: i + size, Symbol: true})
			}
			i += size
		}
	}
	return Text{text, r.words}
}

// reader is a Text in the making.
type reader struct {
	raw string
	// parts are those of a folded word at its apostrophes.
	parts func(string) []string
	signs bool
	words []Word
	// spaced says that a space was read behind the last word, opens that a quotation mark
	// stands right before what comes, quoted that a quotation is open.
	spaced, opens, quoted bool
}

func (r *reader) add(from, to int) {
	word := spelt(r.raw[from:to])
	folded := fold(word)
	if folded != "" && !strings.Contains(folded, "'") && contractions[folded] == nil {
		r.push(Word{Text: folded, Spelt: word, From: from, To: to})
		return
	}
	half, parts := false, r.parts(folded)
	for i, part := range parts {
		if part != "" { // an accent alone is no word
			owns := i == len(parts)-1 && strings.HasSuffix(folded, part+"'s")
			r.push(Word{Text: part, Spelt: word, From: from, To: to, Half: half, Owns: owns})
			word, half = "", true
		}
	}
}

// spelt is a word in lower case as it is written; of its accents and apostrophes there is
// one form.
func spelt(word string) string {
	word = strings.ToLower(word)
	if ascii(word) {
		return word
	}
	return norm.NFC.String(strings.Map(func(c rune) rune {
		if isApostrophe(c) {
			return '\''
		}
		return c
	}, word))
}

// Spelt is the words as they are spelt, without symbols; those that a hyphen joins are one:
// "mm-hm".
func (t Text) Spelt() []string {
	all := make([]string, 0, len(t.Words))
	for i, w := range t.Words {
		switch {
		case w.Spelt == "":
		case w.Joined && !t.Words[i-1].Symbol && t.Raw[t.Words[i-1].To:w.From] == "-":
			all[len(all)-1] += "-" + w.Spelt
		default:
			all = append(all, w.Spelt)
		}
	}
	return all
}

func (r *reader) push(w Word) {
	if n := len(r.words); n > 0 {
		last := &r.words[n-1]
		w.Joined = !r.spaced && !w.Half
		if w.Sentence = last.Sentence; last.Line || strings.ContainsRune(".!?", last.Mark) && !titles[last.Text] {
			w.Sentence++
		}
	}
	w.Opened, w.Quoted = r.opens && !w.Half, r.quoted
	r.words, r.spaced = append(r.words, w), false
	if !w.Half {
		r.opens = false
	}
}

// titles are abbreviations whose full stop ends no sentence.
var titles = Set("mr mrs ms dr st prof sr sra mme hr fr dott sig")

// mark takes a rune that is no part of a word.
func (r *reader) mark(at int, c rune, size int) {
	rest := r.raw[at+size:]
	last := &Word{}
	if n := len(r.words); n > 0 {
		last = &r.words[n-1]
	}
	switch {
	case unicode.IsSpace(c):
		r.spaced, r.opens = true, false
		last.Line = last.Line || c == '\n'
	case isQuote(c):
		r.opens = true
		if !r.spaced {
			last.Closed = true
		}
		if !isApostrophe(c) {
			r.quoted = !r.quoted
		}
	case c == '…', c == '.' && (strings.HasPrefix(rest, ".") || at > 0 && r.raw[at-1] == '.'):
		last.Trails = true
	case c == '.' && startsLetter(rest): // "U.S."
	case c == '-' && !r.spaced && startsLetter(rest): // "non-stop"
	default:
		if m := markOf(c); strings.IndexRune(Marks, m) > strings.IndexRune(Marks, last.Mark) {
			last.Mark = m
		}
	}
}

// markOf is which of Marks a rune counts as, 0 for none.
func markOf(c rune) rune {
	switch {
	case strings.ContainsRune(Marks, c):
		return c
	case strings.ContainsRune("—–-()[]、，،", c):
		return ','
	case c == '；', c == '؛':
		return ';'
	case c == '。':
		return '.'
	case c == '！':
		return '!'
	case c == '？', c == '؟':
		return '?'
	}
	return 0
}

func isLetter(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) }

func isApostrophe(c rune) bool { return strings.ContainsRune("'’‘ʼ´`′＇", c) }

func isQuote(c rune) bool {
	return isApostrophe(c) || strings.ContainsRune("\"“”„«»「」", c)
}

func startsLetter(text string) bool {
	c, _ := utf8.DecodeRuneInString(text)
	return text != "" && isLetter(c)
}

// wordEnd is where the word that begins at text[from] ends.
func wordEnd(text string, from int) int {
	var before rune
	for i := from; i < len(text); {
		c, size := utf8.DecodeRuneInString(text[i:])
		rest := text[i+size:]
		switch {
		case isLetter(c):
		case isApostrophe(c) && startsLetter(rest):
		case strings.ContainsRune(".,:", c) && unicode.IsDigit(before) && startsDigit(rest):
		default:
			return i
		}
		before = c
		i += size
	}
	return len(text)
}

func startsDigit(text string) bool { return text != "" && text[0] >= '0' && text[0] <= '9' }

// Set is the set of the words of a list.
func Set(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[fold(w)] = true
	}
	return set
}
