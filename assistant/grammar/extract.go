package grammar

import (
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"parley"
	"parley/language"
)

// Extracted is a task found in free text.
type Extracted struct {
	// Title is one line of at most parley.MaxTitle characters that begins with a
	// capital letter.
	Title string
	// Due is when it is to be done, DueText how that was said; both may be empty.
	Due      parley.Due
	DueText  string
	Priority parley.Priority
	// After are the places in the result, from 0, of the tasks that come first.
	After []int
}

// maxExtract is how much of a text is read, in characters.
const maxExtract = 2000

// Extract finds the tasks in free text without a model: requests such as "call HR
// and send the report by Friday", and what somebody has to, needs to, must or should
// do. A date at the end of a sentence is that of all its tasks that have none, one
// at the start too. "Call HR before sending the report" is two tasks, the second after
// the first. Questions, greetings and statements hold no tasks, and a task that is
// told twice is found once. It reads the first 2000 characters. now is in the user's
// zone.
func Extract(text string, now time.Time) []Extracted {
	if len(text) > maxExtract {
		text = firstRunes(text, maxExtract)
	}
	var found []Extracted
	for _, s := range sentences(readWords(text)) {
		if s.words[len(s.words)-1].Mark == '?' {
			continue
		}
		var places []int // in found, of the sentence's tasks
		for _, t := range tasksIn(s, now) {
			at := slices.IndexFunc(found, func(o Extracted) bool { return strings.EqualFold(o.Title, t.Title) })
			if at < 0 {
				at, found = len(found), append(found, t)
				for i, first := range t.After {
					found[at].After[i] = places[first]
				}
			}
			places = append(places, at)
		}
	}
	return found
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// sentences takes a text apart where sentences and lines end.
func sentences(s sentence) (out []sentence) {
	from := 0
	for i := range s.words {
		if i == len(s.words)-1 || s.ends(i) {
			out = append(out, s.part(from, i+1))
			from = i + 1
		}
	}
	return out
}

// ends reports whether a sentence ends with word i.
func (s sentence) ends(i int) bool {
	switch s.words[i].Mark {
	case '!', '?', ';':
		return true
	case '.':
		w := s.words[i]
		return !abbreviations[w.Text] && (w.To-w.From > 1 || unicode.IsDigit(rune(w.Text[0])))
	}
	return false
}

// tasksIn finds the tasks of one sentence.
func tasksIn(s sentence, now time.Time) (out []Extracted) {
	lead, rest := leadingDate(s, now)
	mark, rest := leadingMark(rest)
	kept := false // the one before
	for _, part := range deeds(actions(rest)) {
		t := readTitle(part.said, now, true)
		if t.priority == "" {
			t.priority = mark
		}
		if t.title = cutTitle(t.title); t.title == "" || namesNothing(t.title) {
			kept = false
			continue
		}
		e := Extracted{Title: t.title, Due: t.due, DueText: t.dueText, Priority: t.priority}
		if e.Priority == "" {
			e.Priority = parley.Normal
		}
		if part.next && kept {
			e.After = []int{len(out) - 1}
		}
		out, kept = append(out, e), true
	}
	if n := len(out); n > 0 && out[n-1].Due != "" { // the last one's date is of those before it
		for i := n - 2; i >= 0 && out[i].Due == "" && lead.due == ""; i-- {
			out[i].Due, out[i].DueText = out[n-1].Due, out[n-1].DueText
		}
	}
	for i := range out {
		if out[i].Due == "" {
			out[i].Due, out[i].DueText = lead.due, lead.dueText
		}
	}
	return out
}

// deed is something to do; next is set if the one before it has to be done first.
type deed struct {
	said string
	next bool
}

// deeds takes actions apart that name two things to do in their order: "call HR before
// sending the report", "send the report after calling HR".
func deeds(actions []sentence) (out []deed) {
	for _, s := range actions {
		all := []deed{{said: s.said(0, len(s.words))}}
		for i := 1; i+2 < len(s.words); i++ {
			w := s.words[i].Text
			verb := ofGerund(s.words[i+1].Text)
			if w != "before" && w != "after" || verb == "" || leaving[verb] || !named(s, i+2) {
				continue
			}
			one, other := s.said(0, i), verb+" "+s.said(i+2, len(s.words))
			if w == "after" {
				one, other = other, one
			}
			all = []deed{{said: one}, {said: other, next: true}}
			break
		}
		out = append(out, all...)
	}
	return out
}

// named reports whether a thing or a name begins with word i.
func named(s sentence, i int) bool {
	return particles[s.words[i].Text] && !directions[s.words[i].Text] || unicode.IsUpper([]rune(s.said(i, i+1))[0])
}

// ofGerund is the verb of a gerund, "send" of "sending", or "".
func ofGerund(w string) string {
	root, ok := strings.CutSuffix(w, "ing")
	if !ok || len(root) < 2 {
		return ""
	}
	for _, verb := range []string{root, root + "e", root[:len(root)-1]} {
		if verbs[verb] && (verb != root[:len(root)-1] || root[len(root)-1] == root[len(root)-2]) {
			return verb
		}
	}
	return ""
}

// namesNothing reports whether a title is a verb and a word that points: "make it".
func namesNothing(title string) bool {
	s := readWords(title)
	return len(s.words) > 1 && !telltale(s.part(1, len(s.words)))
}

// cutTitle is a title that is not too long, cut at a word where that loses little.
func cutTitle(title string) string {
	if utf8.RuneCountInString(title) <= parley.MaxTitle {
		return title
	}
	title = firstRunes(title, parley.MaxTitle)
	if i := strings.LastIndexByte(title, ' '); i > len(title)*2/3 {
		title = title[:i]
	}
	return strings.TrimRight(title, " ,;:-")
}

// leadingDate reads a date at the head of a sentence that goes on with what is to be
// done.
func leadingDate(s sentence, now time.Time) (titled, sentence) {
	skipped := skipHeads(s)
	if startsAction(skipped) || obliged(skipped) > 0 {
		return titled{}, skipped
	}
	t, end := dateAtHead(skipped.said(0, len(skipped.words)), now)
	if end == 0 {
		return titled{}, skipped
	}
	at := skipped.words[0].From + end
	for i, w := range skipped.words {
		if w.From >= at {
			return t, skipHeads(skipped.part(i, len(skipped.words)))
		}
	}
	return titled{}, skipped
}

// leadingMark reads a priority before a colon at the head of a sentence.
func leadingMark(s sentence) (parley.Priority, sentence) {
	for n := 1; n <= 2 && n < len(s.words); n++ {
		if p := level(s.as(0, n)); p != "" && s.words[n-1].Mark == ':' {
			return p, skipHeads(s.part(n, len(s.words)))
		}
	}
	return "", s
}

// skipHeads is s without what may stand before what is to be done: a bullet's
// number, a greeting, an aside.
func skipHeads(s sentence) sentence {
	for len(s.words) > 1 {
		w := s.words[0]
		switch {
		case asides[w.Text] || w.Text == "and" || w.Text == "but" || w.Text == "so":
			s = s.part(1, len(s.words))
		case w.Mark == '.' && unicode.IsDigit(rune(w.Text[0])):
			s = s.part(1, len(s.words))
		default:
			n := headLength(s.words, filler)
			if n == 0 || n == len(s.words) {
				return s
			}
			s = s.part(n, len(s.words))
		}
	}
	return s
}

// actions takes a sentence apart where another thing to do begins.
func actions(s sentence) (out []sentence) {
	begun, since := -1, 0 // where the last one began, and the last piece that is none
	end := func(to int) {
		next := to
		for to > begun+1 && joins[s.words[to-1].Text] {
			to--
		}
		if begun >= 0 && to > begun {
			out = append(out, s.part(begun, to))
		}
		begun, since = -1, next
	}
	for i := 0; i < len(s.words); i++ {
		if joins[s.words[i].Text] && i > 0 || i > 0 && s.words[i-1].Mark == 0 && (!joins[s.words[i-1].Text] || s.words[i-1].Text == "or") {
			continue
		}
		skipped := skipHeads(s.part(i, len(s.words)))
		n := obliged(skipped)
		at := len(s.words) - len(skipped.words) + n
		if at >= len(s.words) {
			continue
		}
		switch rest := s.part(at, len(s.words)); {
		case begun >= 0 && n == 0 && i > 0 && bare(s.words[begun:i]):
			// "read and sign the contract"
		case begun < 0 && n == 0 && i > 0 && !s.apart(since, i, at):
			// "you come and hold the ladder"
		case startsAction(rest) || n > 0 && isDuty(rest.words) && (s.words[at-1].Mark == ':' || !labels[skipped.first()]):
			end(i)
			begun = at
			i = max(i, at)
		case begun >= 0 && i > begun && (subjects[s.words[i].Text] || tells(s.words[i:])):
			end(i)
		}
	}
	end(len(s.words))
	return out
}

// apart reports whether a request at a place, that other words stand before from
// since to before i, is one of its own: behind "please" or a short address.
func (s sentence) apart(since, i, at int) bool {
	for _, w := range s.words[i:at] {
		if w.Text == "please" {
			return true
		}
	}
	return s.words[i-1].Mark != 0 && i-since <= 3
}

// bare reports whether words are a verb without what it is done to.
func bare(words []language.Word) bool {
	for len(words) > 1 && joins[words[len(words)-1].Text] {
		words = words[:len(words)-1]
	}
	return len(words) == 1 && !intransitive[words[0].Text]
}

// startsAction reports whether words begin with a verb in the form of a request.
func startsAction(s sentence) bool {
	words := s.words
	if len(words) == 0 || !verbs[words[0].Text] || words[0].Owns {
		return false
	}
	w := words[0].Text
	if len(words) == 1 || words[0].Mark != 0 {
		return intransitive[w] && (words[0].Mark != 0 || len(words) == 1)
	}
	next := words[1].Text
	switch {
	case next == "me" || next == "us" || next == "you" || next == "not", subjects[next] && w == "do":
		return false
	case (next == "it" || next == "that" || next == "this") && (len(words) == 2 || words[1].Mark != 0 || joins[words[2].Text]):
		return false
	case w == "take" && next == "care" && len(words) == 2, w == "look" && next == "forward", w == "go" && next == "ahead":
		return false
	case leaving[w] && soon[next]:
		return false
	case joins[next]:
		return !nouns[w]
	case !nouns[w] || particles[next]:
		return true
	case noObject[next] || compounds[w+"-"+next]:
		return false
	}
	return !tells(words[1:])
}

// tells reports whether words are a statement, "the weather is nice", by the verb
// near their start.
func tells(words []language.Word) bool {
	for i, w := range words[:min(len(words), 6)] {
		switch {
		case i > 0 && finite[w.Text]:
			return true
		case links[w.Text] || i > 0 && words[i-1].Mark != 0:
			return false
		}
	}
	return false
}

// isDuty reports whether words can be what somebody has to do.
func isDuty(words []language.Word) bool {
	return len(words) >= 2 && !chatter[words[0].Text] && !noObject[words[0].Text] &&
		!subjects[words[0].Text] && !particles[words[0].Text] &&
		words[1].Text != "you" && words[0].Text != "me" && !(leaving[words[0].Text] && soon[words[1].Text])
}

// obligations are the words before what has to be done.
var obligations = sync.OnceValue(func() []program { return leads("obliges") })

// obliged is how many words at the head of a sentence say that what follows has to
// be done.
func obliged(s sentence) int { return longest(obligations(), s.words, 1) }
