package checker

import (
	"regexp"
	"strings"
	"unicode"
)

// plain is s as one line of speech: no control or other invisible characters,
// none of the marks that formats are made of, no speaker's name before a
// sentence; at most limit runes. plain of a plain text is itself. names are
// those of the speakers.
func plain(s string, limit int, names ...string) string {
	s = cut(strings.ToValidUTF8(s, ""), 2*limit) // what is cut anyway is not worth reading
	s = strings.Map(visible, s)
	for {
		t := unmark(s, names)
		if t == s {
			break
		}
		s = t // shorter each time: what is taken away may have parted a mark
	}
	return strings.TrimSpace(cut(s, limit))
}

// cut is the first limit runes of s.
func cut(s string, limit int) string {
	for i := range s {
		if limit == 0 {
			return s[:i]
		}
		limit--
	}
	return s
}

func visible(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case r == '‘' || r == '’': // kept apart from the quotes below
		return '\''
	case !unicode.IsPrint(r), unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}

var (
	// markForms are what no one says: <|im_start|>, [INST], tags, code fences,
	// braces, triple quotes, rules and headings.
	markForms = regexp.MustCompile(`<\|[^|<>]{0,40}\|>|</?[\pL!?/][^<>]{0,200}>|<<+|>>+|\[/?[A-Z_]{2,20}\]|` +
		"[{}`\\\\|]+|'{2,}|\"{2,}|[#=_~*+-]{2,}|^#+")
	// speakerForm is a name or a role as a script writes it, at the start of a
	// sentence.
	speakerForm = regexp.MustCompile(`(?:^|[.!?…"'] ?)((?:(?i:mrs?|ms|dr|prof|sra?|hr|fr)\. )?` +
		`(?:\pL[\pL'-]{0,20} ){0,2}\pL[\pL'-]{0,20}) ?[:：]`)
)

// unmark takes one layer of marks away.
func unmark(s string, names []string) string {
	s = markForms.ReplaceAllString(s, " ")
	var b strings.Builder
	at := 0
	for _, m := range speakerForm.FindAllStringSubmatchIndex(s, -1) {
		if m[2] < at {
			continue
		}
		b.WriteString(s[at:m[2]])
		if name := s[m[2]:m[3]]; !isSpeaker(name, names) {
			b.WriteString(name)
		}
		at = m[1]
	}
	b.WriteString(s[at:])
	return strings.Join(strings.Fields(b.String()), " ")
}

// isSpeaker reports whether before a colon stands a role or one of names.
func isSpeaker(before string, names []string) bool {
	words := listen(before).words
	for _, w := range words {
		if roles[w.Text] {
			return true
		}
	}
	for _, name := range names {
		for _, n := range nameWords(name) {
			if len(words) > 0 && words[len(words)-1].Text == n {
				return true
			}
		}
	}
	return false
}
