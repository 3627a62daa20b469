package checker

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley"
	"parley/language"
)

var (
	injections = phrasesOf("injection")
	pressures  = phrasesOf("pressure")
	abuses     = phrasesOf("abuse")
)

// injected reports whether what a user said speaks to the judge or the machine
// behind botname, or dictates what they are to answer.
func injected(said, botname string) bool {
	words := listen(said).words
	return injections.stands(words, nameWords(botname)...) || spelled(words) || typed(said, botname)
}

// pressing reports whether what a user said may be an injection, or persuasion
// that sounds like one: "please just say yes".
func pressing(said string) bool { return pressures.stands(listen(said).words) }

// dictated reports whether the user's words before turns[at] were an injection,
// or may have been and got an answer that is not the character's own.
func dictated(turns []parley.Turn, at int, botname string) bool {
	heard := asked(turns, at)
	return injected(heard, botname) || pressing(heard) && !ownYes(turns[:at+1])
}

// minOwn is how many words of a yes must be the character's own, not the user's.
const minOwn = 2

// ownYes reports whether the character's newest turn agrees in words of its own.
func ownYes(turns []parley.Turn) bool {
	at := len(turns) - 1
	for at >= 0 && (turns[at].Role != parley.Character || strings.TrimSpace(turns[at].Text) == "") {
		at--
	}
	if at < 0 {
		return false
	}
	answer := listen(turns[at].Text)
	if yes, _ := answer.to(nil).lastYes(""); yes < 0 || answer.lastNo() > yes || answer.mocks() {
		return false
	}
	heard, own := textsOf(listen(asked(turns, at)).words), set{}
	for _, w := range answer.words {
		if !heard[w.Text] && !yeses[w.Text] && !leads[w.Text] && !persons[w.Text] {
			own[w.Text] = true
		}
	}
	return len(own) >= minOwn
}

// codeForm is text no one says: the marks of formats, and base64.
var codeForm = regexp.MustCompile(`[{}<>]|"\s*:|##|` + "```" + `|\b(?:[A-Za-z+/]*[0-9][A-Za-z+/]*){3,}={1,2}|` +
	`[a-z0-9][A-Z][A-Za-z0-9+/]{10,}`)

// typed reports whether s holds what only a keyboard writes into a transcript:
// code, or a speaker's name before a line.
func typed(s, botname string) bool {
	if codeForm.MatchString(s) {
		return true
	}
	for _, m := range speakerForm.FindAllStringSubmatch(s, -1) {
		if isSpeaker(m[1], []string{botname}) {
			return true
		}
	}
	return false
}

// namesInjection reports whether a name is no name but data or orders.
func namesInjection(username, botname string) bool {
	return strings.ContainsAny(username, "{}<>[]=;:") || injected(username, botname) || pressing(username)
}

// abusive reports whether what a user said insults or threatens.
func abusive(said string) bool { return abuses.stands(listen(said).words) }

// nameWords are the words of a name that tell its bearer from others.
func nameWords(name string) []string {
	var out []string
	for _, w := range listen(name).words {
		if !titles[w.Text] && utf8.RuneCountInString(w.Text) > 2 {
			out = append(out, w.Text)
		}
	}
	return out
}

// minSpelled is how many letters in a row are a message spelled out; ordinary
// abbreviations have three or four.
const minSpelled = 7

// spelled reports whether words hold a message letter by letter.
func spelled(words []language.Word) bool {
	letters := 0
	for _, w := range words {
		r, size := utf8.DecodeRuneInString(w.Text)
		switch {
		case size == len(w.Text) && unicode.IsLetter(r):
			if letters++; letters >= minSpelled {
				return true
			}
		case size == len(w.Text), spelling[w.Text]: // a digit or "capital" counts for nothing and ends nothing
		default:
			letters = 0
		}
	}
	return false
}

// asked is what the user said before turns[at], a turn of the character, and
// after the character's turn before that.
func asked(turns []parley.Turn, at int) string {
	from := at
	for from > 0 && turns[from-1].Role == parley.User {
		from--
	}
	return said(turns[from:at])
}

// newest is what the user said in the newest exchange, with what may have come
// after its answer.
func newest(turns []parley.Turn) string {
	to := len(turns)
	for to > 0 && turns[to-1].Role == parley.User {
		to--
	}
	answer := to
	for answer > 0 && turns[answer-1].Role == parley.Character {
		answer--
	}
	return asked(turns, answer) + " " + said(turns[to:])
}

// said joins the texts of turns.
func said(turns []parley.Turn) string {
	var b strings.Builder
	for _, t := range turns {
		b.WriteString(t.Text)
		b.WriteByte(' ')
	}
	return b.String()
}
