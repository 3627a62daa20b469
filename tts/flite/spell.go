package flite

import (
	"strings"

	"parley/tts/textnorm"
)

const (
	opening = `"'([{`
	closing = `"')]}`
	pausing = ".,!?;:"
	// maxField is the longest run without a space that is read as one; it holds
	// the cost of spelling to the length of the text.
	maxField = 128
)

// english normalises what is written; a text whose numbers are words already
// stays as it is.
var english = textnorm.New("en", nil)

// spell says how text is read aloud: words of plain ASCII in the order of the
// text, each with the offset where what it stands for ends. Scripts flite cannot
// read are left out. It returns nil if nothing is left. The last word ends with
// the text.
func spell(text string) []say {
	spelled := english.Normalise(text)
	ascii, ends := fold(spelled.Said)
	var fields []field
	for start := 0; start < len(ascii); {
		if ascii[start] == ' ' {
			start++
			continue
		}
		end := start
		for end < len(ascii) && ascii[end] != ' ' && end-start < maxField {
			end++
		}
		fields = append(fields, field{string(ascii[start:end]), spelled.End(ends[end-1])})
		start = end
	}
	finish(fields, text)
	var out []say
	for _, f := range fields {
		out = spellField(out, f)
	}
	if len(out) > 0 {
		finishLast(out, len(text))
	}
	return out
}

// field is what stands between two spaces, and where it ends in the text.
type field struct {
	ascii string
	end   int
}

// finish lets fields that say a part of a written word end with the whole of it.
func finish(fields []field, text string) {
	for i := len(fields) - 2; i >= 0; i-- {
		before := 0
		if i > 0 {
			before = fields[i-1].end
		}
		if strings.TrimSpace(text[before:fields[i].end]) == "" {
			fields[i].end = fields[i+1].end
		}
	}
}

// finishLast lets the last words end with the text.
func finishLast(out []say, end int) {
	last := out[len(out)-1].end
	for i := len(out) - 1; i >= 0 && out[i].end == last; i-- {
		out[i].end = end
	}
}

// spellField appends the words of one field.
func spellField(out []say, f field) []say {
	pieces := strings.Split(f.ascii, "--")
	for i, piece := range pieces {
		word, mark := spellPiece(piece)
		if i < len(pieces)-1 && mark == "" {
			mark = ","
		}
		if word != "" {
			out = append(out, say{word: word, end: f.end})
		}
		if n := len(out); mark != "" && n > 0 && (word != "" || out[n-1].mark == "") {
			out[n-1].mark = mark
		}
	}
	return out
}

// spellPiece splits off the punctuation around s.
func spellPiece(s string) (word, mark string) {
	s = strings.TrimLeft(s, opening)
	core := strings.TrimRight(s, closing+pausing)
	mark = pause(s[len(core):])
	if core = strings.Trim(core, "-"); !speakable(core) {
		core = ""
	}
	return core, mark
}

func speakable(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' })
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
