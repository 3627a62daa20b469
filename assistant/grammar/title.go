package grammar

import (
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"parley"
	"parley/assistant/dates"
	"parley/language"
)

// titled is what somebody said of a thing to do, taken apart.
type titled struct {
	// title is one line that begins with a capital letter; empty if nothing but a
	// date was said.
	title string
	// due and dueText are its date, and at and rule those of a reminder; empty if none
	// was said. past is set if it is over.
	due     parley.Due
	dueText string
	at      time.Time
	rule    string
	past    bool
	// priority is empty if none was said.
	priority parley.Priority
}

// readTitle takes text apart; with marks set, words such as "urgent:" and "asap" are
// a priority, else part of the title.
func readTitle(text string, now time.Time, marks bool) titled {
	t := titled{title: text}
	for range 3 { // a date may hide a mark, and a mark a date
		before := t.title
		if t.due == "" {
			t.cutDate(now)
		}
		if marks && t.priority == "" {
			t.cutMark()
		}
		if t.title == before {
			break
		}
	}
	if t.title == text {
		t.title = cleanTitle(t.title)
	} else {
		t.title = cleanTitle(undangled(t.title, text))
	}
	return t
}

// cutDate takes a date out of the title where it is no part of what it is about: at
// an end, or with a preposition. A repetition stays in the title of a task, which
// has no other place for it.
func (t *titled) cutDate(now time.Time) {
	var best dates.Found
	rank := 0
	for _, f := range dates.FindAll(t.title, now) {
		r := apartness(t.title, f)
		if r == 0 && f.ApartEnd > 0 && f.ApartStart > f.End {
			r = 1
		}
		if r > 0 && r >= rank {
			best, rank = f, r
		}
	}
	if rank == 0 {
		return
	}
	t.due, t.dueText, t.at, t.rule, t.past = best.Due, best.Said, best.At, best.Rule, best.Past
	t.title = best.Cut(t.title)
}

// apartness says how surely a date stands apart from the rest of a title: 3 at its
// end, 2 at its head, 1 with a preposition, 0 not.
func apartness(title string, f dates.Found) int {
	after := strings.TrimLeftFunc(title[f.End:], loose)
	switch {
	case after == "":
		return 3
	case strings.TrimSpace(title[:f.Start]) == "":
		return 2
	}
	cut := strings.ToLower(strings.TrimSpace(title[f.Start:f.End]))
	first, _, _ := strings.Cut(cut, " ")
	if floating[first] || !strings.HasPrefix(cut, strings.ToLower(f.Said)) {
		return 1
	}
	switch first {
	case "at", "by", "on", "in", "before", "until", "this", "next", "after":
		return 1
	}
	return 0
}

// dateAtHead reads a date at the head of text; end is where it ends, 0 if there is
// none.
func dateAtHead(text string, now time.Time) (t titled, end int) {
	found := dates.FindAll(text, now)
	if len(found) == 0 || strings.TrimSpace(text[:found[0].Start]) != "" || found[0].End == len(text) || found[0].ApartEnd > 0 {
		return titled{}, 0
	}
	return titled{due: found[0].Due, dueText: found[0].Said}, found[0].End
}

// whole reads text that is a date and nothing else.
func whole(text string, now time.Time) (dates.Found, bool) {
	for _, f := range dates.FindAll(text, now) {
		if strings.TrimFunc(f.Cut(text), loose) == "" {
			return f, true
		}
	}
	return dates.Found{}, false
}

// level is the priority that words name, "" if they name none.
func level(words []string) parley.Priority {
	for _, w := range words {
		if p, ok := levels[w]; ok {
			return parley.Priority(p)
		}
	}
	return ""
}

// marks are the priorities that stand before or behind a title.
var marks = sync.OnceValue(func() (out []markProgram) {
	for _, p := range []parley.Priority{parley.High, parley.Low, parley.Normal} {
		for _, program := range programs("marks " + string(p)) {
			out = append(out, markProgram{p, program})
		}
	}
	return out
})

type markProgram struct {
	priority parley.Priority
	program
}

// cutMark takes a priority off the title's ends.
func (t *titled) cutMark() {
	s := readWords(t.title)
	if len(s.words) < 2 {
		return
	}
	for n := 1; n <= 2 && n < len(s.words); n++ {
		stop, w := s.words[n-1].Mark, s.first()
		rest := s.part(n, len(s.words))
		p := level(s.as(0, n))
		sure := stop == ':' || stop == ',' || stop == '!'
		if n == 2 && s.words[1].Text != "priority" || p == "" || n == 1 && s.words[1].Text == "priority" {
			continue
		}
		if sure && stop != 0 || (n == 2 || w == "urgent" || w == "urgently" || w == "asap") && startsAction(rest) {
			t.title, t.priority = rest.said(0, len(rest.words)), p
			return
		}
	}
	last := s.last()
	if !endsMark[last] {
		return
	}
	for i := range marks() {
		m := &marks()[i]
		if m.try(s.words, func(found *language.Match) bool { return t.markAt(&s, found) }) {
			t.priority = m.priority
			return
		}
	}
}

// markAt cuts the title before a mark, if the words before let it be one.
func (t *titled) markAt(s *sentence, found *language.Match) bool {
	_, end := found.Span("x")
	w := s.words[end-1]
	from, to := found.Span("apart")
	apart := to > from || w.Mark != 0
	last := s.last()
	switch {
	case beforeMark[w.Text]:
		return false
	case (last == "important" || last == "critical") && !apart:
		return false
	}
	t.title = s.said(0, end)
	return true
}

// undangled is a title without the words that a date, cut out of text, left behind at
// its end.
func undangled(title, text string) string {
	for {
		title = strings.TrimRight(title, " ,;:-")
		i := strings.LastIndexByte(title, ' ')
		last := title[i+1:]
		if i < 0 || !dangling[strings.ToLower(last)] || strings.HasSuffix(strings.TrimRight(text, " .,!"), " "+last) {
			return title
		}
		title = title[:i]
	}
}

// cleanTitle is a title without what led to it, with a capital letter.
func cleanTitle(title string) string {
	title = strings.TrimFunc(parley.OneLine(title), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;:.!?–—-", r)
	})
	if len(title) > 1 && strings.ContainsAny(title[:1], `"'`) && title[len(title)-1] == title[0] && strings.Count(title, title[:1]) == 2 {
		title = title[1 : len(title)-1]
	}
	for again := true; again; {
		again = false
		for _, lead := range []string{"to ", "that ", "please ", "and ", "i have to ", "i need to ", "for me to "} {
			if len(title) > len(lead) && strings.EqualFold(title[:len(lead)], lead) {
				title, again = strings.TrimSpace(title[len(lead):]), true
			}
		}
		for _, tail := range []string{" please", " thanks", " thank you", " and"} {
			if cut := len(title) - len(tail); cut > 0 && strings.EqualFold(title[cut:], tail) {
				title, again = strings.TrimRight(title[:cut], " ,;:"), true
			}
		}
	}
	return capital(title)
}

// capital is s with a capital letter, unless its first word has one within, as
// "iPhone".
func capital(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if strings.ToLower(first) != first {
		return s
	}
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}
