package understudy

import (
	"strings"
	"unicode"
)

// turn is what the user said in one turn, with its clauses.
type turn struct {
	text    string
	words   []word
	clauses []clause
	in      []int // the clause of each word
	filled  bool  // something that filled a pause was passed over
}

// clause is the stretch of a turn in which a negation, a condition or somebody
// else's words hold. It may be the continuation of the one before it: "I can't
// promise, that ...".
type clause struct {
	from, to int // words
	sentence int
	question bool // ends with a question mark
	goesOn   bool // is subordinate to the clause before
	turns    bool // begins with a "but"
	marked   bool // begins after a mark
}

// hear reads a turn.
func (l *language) hear(text string) *turn { return l.through(text, nil) }

// fluent reads a turn as if nothing in it only filled a pause between two marks:
// the words around "like" in "are you, like, deaf" stand in one clause. It is nil
// where there is no such filler.
func (l *language) fluent(text string) *turn {
	t := l.through(text, l.pauses)
	if !t.filled {
		return nil
	}
	return t
}

// through reads a turn and passes over what is in pauses.
func (l *language) through(text string, pauses map[string]bool) *turn {
	t := &turn{text: text}
	spoken := isSpoken(text)
	sentence, joined := 0, false
	for _, p := range punctuated(text) {
		if len(t.words) == MaxWords {
			break
		}
		words := l.words(p.text)
		if !p.ends && pauses[strings.Join(words, " ")] {
			joined = len(t.clauses) > 0 && t.clauses[len(t.clauses)-1].sentence == sentence
			t.filled = true
			continue
		}
		for i, w := range words {
			if len(t.words) == MaxWords {
				break
			}
			if i == 0 && !joined || l.breaks(w, t.words) || t.supposed(l) && l.opens(words[i:]) {
				t.open(l, w, sentence)
				t.clauses[len(t.clauses)-1].marked = i == 0
			}
			t.words = append(t.words, l.word(w, spoken))
			t.in = append(t.in, len(t.clauses)-1)
			t.clauses[len(t.clauses)-1].to = len(t.words)
		}
		joined = joined && len(words) == 0
		if p.ends && len(t.words) > 0 {
			if n := len(t.clauses) - 1; t.clauses[n].sentence == sentence {
				t.clauses[n].question = p.asks
			}
			sentence++
		}
	}
	return t
}

func (t *turn) open(l *language, first string, sentence int) {
	n := len(t.words)
	inside := len(t.clauses) > 0 && t.clauses[len(t.clauses)-1].sentence == sentence
	t.clauses = append(t.clauses, clause{
		from: n, to: n, sentence: sentence, goesOn: inside && l.is("that", first), turns: l.is("but", first),
	})
}

// supposed reports whether the last clause is an "if" that was said: what comes
// after it in plain speech follows without a mark.
func (t *turn) supposed(l *language) bool {
	c := t.clauses[len(t.clauses)-1]
	return c.to-c.from >= 3 && l.is("supposing", t.words[c.from].text)
}

// opens reports whether a main clause may begin here.
func (l *language) opens(words []string) bool {
	return l.is("speakers", words[0]) || len(words) > 1 && l.is("you", words[0]) && l.is("auxiliaries", words[1])
}

// breaks reports whether w begins a clause inside a sentence.
func (l *language) breaks(w string, before []word) bool {
	switch {
	case l.is("but", w), l.is("breaks", w):
		return true
	case len(before) == 0 || !(l.is("you", w) || l.is("self", w) || l.is("others", w)):
		return false
	}
	switch before[len(before)-1].text { // "and you", "und Sie"
	case "and", "or", "und", "oder", "et", "ou", "y", "o":
		return true
	}
	return false
}

// isSpoken reports whether text is as a plain recogniser writes it: no marks and
// no capital to begin with, or nothing but capitals. Such words may have been
// misheard; what was written, or recognised by an engine that sets marks, is
// taken as it stands.
func isSpoken(text string) bool {
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, ".,!?;:¿¡…") {
		return false
	}
	for _, r := range text {
		return !unicode.IsUpper(r) || strings.ToUpper(text) == text
	}
	return true
}

// piece is a stretch of text up to a mark.
type piece struct {
	text       string
	ends, asks bool
}

// punctuated cuts text at its marks. A mark between digits is part of a figure.
func punctuated(text string) []piece {
	var out []piece
	start := 0
	runes := []rune(text)
	digit := func(i int) bool { return i >= 0 && i < len(runes) && unicode.IsDigit(runes[i]) }
	for i, r := range runes {
		if !strings.ContainsRune(".!?;:,…—–\n\"“”„«»()", r) || digit(i-1) && digit(i+1) {
			continue
		}
		ends := strings.ContainsRune(".!?;:…\n", r)
		out = append(out, piece{text: string(runes[start:i]), ends: ends, asks: r == '?'})
		start = i + 1
	}
	return append(out, piece{text: string(runes[start:]), ends: true})
}
