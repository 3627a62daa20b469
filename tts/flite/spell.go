package flite

import (
	"strings"
	"unicode"
	"unicode/utf8"

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

// folded says how runes outside ASCII are read; the empty string drops one
// without parting the letters around it.
var folded = func() map[rune]string {
	m := map[rune]string{
		'‘': "'", '’': "'", '‛': "'", 'ʼ': "'", '′': "'", '“': `"`, '”': `"`, '„': `"`, '«': `"`, '»': `"`,
		'–': "-", '—': ", ", '―': ", ", '‐': "-", '‑': "-", '…': "... ",
		'ß': "ss", 'æ': "ae", 'Æ': "AE", 'œ': "oe", 'Œ': "OE", 'þ': "th", 'Þ': "Th", '\u00ad': "", '\u200d': "",
	}
	for _, letters := range []string{
		"aàáâãäåāăąǎ", "AÀÁÂÃÄÅĀĂĄǍ", "cçćĉċč", "CÇĆĈĊČ", "dðďđ", "DÐĎĐ", "eèéêëēĕėęě", "EÈÉÊËĒĔĖĘĚ",
		"gĝğġģ", "GĜĞĠĢ", "hĥħ", "HĤĦ", "iìíîïĩīĭįı", "IÌÍÎÏĨĪĬĮİ", "jĵ", "JĴ", "kķ", "KĶ", "lĺļľłŀ", "LĹĻĽŁĿ",
		"nñńņňŋ", "NÑŃŅŇŊ", "oòóôõöøōŏőǒ", "OÒÓÔÕÖØŌŎŐǑ", "rŕŗř", "RŔŖŘ", "sśŝşšș", "SŚŜŞŠȘ", "tţťŧț", "TŢŤŦȚ",
		"uùúûüũūŭůűųǔ", "UÙÚÛÜŨŪŬŮŰŲǓ", "wŵ", "WŴ", "yýÿŷ", "YÝŶŸ", "zźżž", "ZŹŻŽ",
	} {
		for _, r := range letters[1:] {
			m[r] = letters[:1]
		}
	}
	return m
}()

// fold turns text into ASCII. ends[i] is the offset in text of the end of the
// rune that ascii[i] stands for.
func fold(text string) (ascii []byte, ends []int) {
	ascii, ends = make([]byte, 0, len(text)), make([]int, 0, len(text))
	for at := 0; at < len(text); {
		r, n := utf8.DecodeRuneInString(text[at:])
		at += n
		s := foldRune(r)
		ascii = append(ascii, s...)
		for range len(s) {
			ends = append(ends, at)
		}
	}
	return ascii, ends
}

func foldRune(r rune) string {
	if r > ' ' && r < unicode.MaxASCII {
		return string(r)
	}
	if s, ok := folded[r]; ok {
		return s
	}
	if unicode.In(r, unicode.Mn, unicode.Cf, unicode.Variation_Selector) {
		return ""
	}
	return " "
}
