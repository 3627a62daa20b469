package flite

import "strings"

const (
	opening = `"'([{`
	closing = `"')]}`
	pausing = ".,!?;:"
	// maxField is the longest run without a space that is read as one; it holds
	// the cost of spelling to the length of the text.
	maxField = 128
)

// spell says how text is read aloud: words of plain ASCII in the order of the
// text, each with the offset where what it stands for ends. Emoji, scripts
// flite cannot read, markdown and stage directions are left out. It returns nil
// if nothing is left. The last word ends with the text.
func spell(text string) []say {
	ascii, ends := fold(text)
	unmark(ascii)
	var out []say
	for start := 0; start < len(ascii); {
		if ascii[start] == ' ' {
			start++
			continue
		}
		end := start
		for end < len(ascii) && ascii[end] != ' ' && end-start < maxField {
			end++
		}
		out = spellField(out, string(ascii[start:end]), ends[end-1])
		start = end
	}
	if len(out) > 0 {
		finish(out, len(text))
	}
	return out
}

// finish lets the words of the last field end with the text.
func finish(out []say, end int) {
	last := out[len(out)-1].end
	for i := len(out) - 1; i >= 0 && out[i].end == last; i-- {
		out[i].end = end
	}
}

// spellField appends the words of one field of the text, which ends at end.
func spellField(out []say, field string, end int) []say {
	pieces := strings.Split(field, "--")
	for i, piece := range pieces {
		words, mark := spellPiece(piece)
		if i < len(pieces)-1 && mark == "" {
			mark = ","
		}
		for _, w := range words {
			out = append(out, say{word: w, end: end})
		}
		if n := len(out); mark != "" && n > 0 && (len(words) > 0 || out[n-1].mark == "") {
			out[n-1].mark = mark
		}
	}
	return out
}

// spellPiece splits off the punctuation around s and spells the rest.
func spellPiece(s string) (words []string, mark string) {
	s = strings.TrimLeft(s, opening)
	if words, rest, ok := abbreviation(s); ok {
		return words, pause(rest)
	}
	core := strings.TrimRight(s, closing+pausing)
	return spellCore(core), pause(s[len(core):])
}

// pause reduces punctuation to the marks flite makes a pause for.
func pause(marks string) string {
	marks = strings.Trim(marks, closing)
	switch {
	case strings.Contains(marks, "?"):
		return "?"
	case strings.Contains(marks, "!"):
		return "!"
	case strings.Contains(marks, ".."), strings.ContainsAny(marks, ",;:"):
		return ","
	case strings.Contains(marks, "."):
		return "."
	}
	return ""
}

// spellCore spells a field without the punctuation around it.
func spellCore(s string) []string {
	if w := number(s); w != nil {
		return w
	}
	if w := acronym(s); w != nil {
		return w
	}
	for _, sep := range separators {
		left, right, ok := strings.Cut(s, sep.sign)
		if !ok || sep.keep(left, right) {
			continue
		}
		words := spellCore(left)
		if sep.said != "" && (sep.between || (left == "") != (right == "")) {
			words = append(words, sep.said)
		}
		return append(words, spellCore(right)...)
	}
	if s = strings.Trim(s, "-'.,:/"); !speakable(s) {
		return nil
	}
	return []string{s}
}
