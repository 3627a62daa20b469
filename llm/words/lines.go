package words

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"parley/llm"
)

// label is one of how a model may head a line.
type label struct {
	name string
	own  bool
}

// lines takes away what an answer's lines are headed with: thoughts that lead it, the
// name of who answers; and ends it where it goes on as somebody else.
type lines struct {
	labels []label
	held   string
	out    strings.Builder

	said     bool // words were passed on
	inLine   bool // past the beginning of a line
	settled  bool // whether thoughts lead the answer is known
	leading  bool // they do, up to a blank line or to what until finds
	until    *regexp.Regexp
	searched int  // bytes of held in which saidForm is not
	closed   bool // the newest text was the end of a sentence
	led      bool // they did: the words may have a label
	skipping bool // somebody else's lines came before the answer's

	over bool
}

// maxLead is how much of thoughts that lead an answer is kept for the case that they
// are its words.
const maxLead = 16 << 10

func newLines(s llm.Sides, k kind) lines {
	l := lines{}
	if k != speech {
		return l
	}
	for _, name := range s.Own {
		l.labels = append(l.labels, label{name, true})
	}
	for _, name := range s.Others {
		l.labels = append(l.labels, label{name, false})
	}
	l.labels = slices.DeleteFunc(l.labels, func(a label) bool { return strings.TrimSpace(a.name) == "" })
	slices.SortStableFunc(l.labels, func(a, b label) int { return cmp.Compare(len(b.name), len(a.name)) })
	return l
}

// write takes the next piece and returns what of it is words.
func (l *lines) write(text string) string {
	if l.held == "" && l.said && !l.skipping && !l.leading && (len(l.labels) == 0 || l.inLine && strings.IndexByte(text, '\n') < 0) {
		if _, _, more := l.glued(text, false); !more {
			l.closed = ended(text, l.closed)
			return text
		}
	}
	l.held += text
	return l.take(false)
}

// end is what was held back.
func (l *lines) end() string { return l.take(true) }

func (l *lines) take(all bool) string {
	for more := true; more && l.held != "" && !l.over; {
		more = l.step(all)
	}
	if l.over {
		l.held = ""
	}
	defer l.out.Reset()
	return l.out.String()
}

// step deals with what comes next; false means that more text is needed.
func (l *lines) step(all bool) bool {
	if l.leading {
		return l.lead(all)
	}
	if !l.inLine {
		if blank := len(l.held) - len(strings.TrimLeft(l.held, " \t\r\n")); blank > 0 && (!l.said || l.held[0] == '\n') {
			l.pass(blank)
			return true
		}
		if known := l.opening(all); !known || l.leading || !l.inLine || l.held == "" {
			return known
		}
	}
	n := strings.IndexByte(l.held, '\n') + 1
	if n == 0 {
		n = len(l.held)
	}
	if at, is, more := l.glued(l.held[:n], all); is || more {
		l.pass(at)
		l.over = is
		return is
	}
	l.inLine = l.held[n-1] != '\n'
	l.pass(n)
	return true
}

// gluedWords are the roles of chats as templates write them.
var gluedWords = []string{"assistant", "user", "human", "model"}

// glued reports whether a line ends with the name of a role right behind a sentence, and
// where: it stood between marks that the service took out, and all behind it is somebody
// else's. more is set where that depends on more text.
func (l *lines) glued(line string, all bool) (at int, is, more bool) {
	if len(l.labels) == 0 {
		return 0, false, false
	}
	body := strings.TrimRight(line, " \t\r\n")
	at = len(strings.TrimRight(body, "abcdefghijklmnopqrstuvwxyz"))
	word := body[at:]
	if word == "" || !ended(line[:at], l.closed) {
		return 0, false, false
	}
	if slices.Contains(gluedWords, word) {
		is = all || strings.HasSuffix(line, "\n")
		return at, is, !is
	}
	more = !all && at+len(word) == len(line) && slices.ContainsFunc(gluedWords, func(w string) bool { return strings.HasPrefix(w, word) })
	return at, false, more
}

// ended reports whether text ends as a sentence does; of no text was is returned.
func ended(text string, was bool) bool {
	if text == "" {
		return was
	}
	r, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(".!?…\"”»)*", r)
}

// pass lets the next n bytes through, unless they are somebody else's.
func (l *lines) pass(n int) {
	l.closed = ended(l.held[:n], l.closed)
	if !l.skipping {
		l.out.WriteString(l.held[:n])
		l.said = l.said || strings.TrimSpace(l.held[:n]) != ""
	}
	l.held = l.held[n:]
}

// opening looks at how a line begins; false means that more text is needed.
func (l *lines) opening(all bool) bool {
	if !l.settled && !l.said {
		until, more := promises(l.held)
		is := until != nil
		if !is && !more {
			is, more = leads(l.held)
		}
		if more && !all {
			return false
		}
		if l.settled = true; is {
			l.leading, l.until = true, until
			return true
		}
	}
	if l.led && !l.said {
		n, more := answerLabel(l.held)
		if more && !all {
			return false
		}
		l.held, l.led = l.held[n:], false
	}
	who, n, quotes, more := l.label(all)
	switch {
	case more:
		return false
	case n == 0:
		l.inLine = true
	case !who.own && !l.said:
		l.skipping = true
		l.held, l.inLine = l.held[n:], true
	case l.said:
		l.over = true
	default:
		l.skipping, l.held = false, quotes+l.held[n:]
		l.inLine = quotes != ""
	}
	return true
}

const (
	// before and behind are what may stand around a label, quotes what of it belongs
	// to the line.
	before = " \t>*_#([\"“„«'-"
	behind = " \t*_)]\"”»'"
	quotes = "\"“„«'"
	// maxAround is how much of that there may be, with a stage direction.
	maxAround = 48
)

// label is who the line in held is headed with and how long the heading is, 0 for
// nobody; kept are quotes before it.
func (l *lines) label(all bool) (who label, n int, kept string, more bool) {
	if len(l.labels) == 0 {
		return label{}, 0, "", false
	}
	rest := strings.TrimLeft(l.held, before)
	head := l.held[:len(l.held)-len(rest)]
	if len(head) > maxAround {
		return label{}, 0, "", false
	}
	more = !all && !utf8.FullRuneInString(rest)
	for _, a := range l.labels {
		size, part := prefixed(rest, a.name)
		if size == 0 {
			more = more || part && !all
			continue
		}
		_, role := roleOf(a.name)
		tail, is, unsure := heads(head, rest[size:], role && head == "", all)
		if is {
			kept = strings.Map(func(r rune) rune {
				if strings.ContainsRune(quotes, r) {
					return r
				}
				return -1
			}, head)
			return a, len(head) + size + tail, kept, false
		}
		more = more || unsure
	}
	return label{}, 0, "", more
}

// shortLabel is the longest label of which the case counts: "you: no" is none.
const shortLabel = 3

// prefixed is the length of name at the beginning of text, whatever its case unless
// it is short; part reports that text may become it.
func prefixed(text, name string) (size int, part bool) {
	rest, all := text, len(name) > shortLabel
	for range utf8.RuneCountInString(name) {
		_, n := utf8.DecodeRuneInString(rest)
		rest = rest[n:]
	}
	size = len(text) - len(rest)
	same := func(text, name string) bool {
		return strings.EqualFold(text, name) && (all || text == name || text == strings.ToUpper(name))
	}
	if same(text[:size], name) {
		return size, false
	}
	runes, short := []rune(name), utf8.RuneCountInString(text)
	return 0, short < len(runes) && same(text, string(runes[:short]))
}

// heads reports whether a name with head before it and tail behind it is a label, and
// how much of tail belongs to it: to a colon, or to the closing mark of one in
// brackets or in a heading, or, of the bare name of a role, to the line's end; unsure is
// set where that depends on more text.
func heads(head, tail string, bare, all bool) (n int, is, unsure bool) {
	rest := strings.TrimLeft(tail, behind)
	if strings.HasPrefix(rest, "(") { // a stage direction
		end := strings.IndexAny(rest, ")\n")
		if end < 0 {
			return 0, false, !all && len(rest) < maxAround
		}
		rest = strings.TrimLeft(rest[end+1:], behind)
	}
	closed := tail[:len(tail)-len(rest)]
	colons := []string{":", "："}
	if head == "" { // behind other marks it is one more of them
		colons = append(colons, ">")
	}
	for _, colon := range colons {
		if after, has := strings.CutPrefix(rest, colon); has {
			trimmed := strings.TrimLeft(after, " \t*_")
			if trimmed == "" && !all {
				return 0, false, true
			}
			return len(tail) - len(trimmed), true, false
		}
	}
	boxed := strings.Contains(head, "[") && strings.Contains(closed, "]")
	titled := strings.Contains(head, "#") || strings.Contains(head, "**") && strings.Contains(closed, "**")
	switch {
	case rest == "" || !utf8.FullRuneInString(rest):
		return len(tail), bare && all && rest == "", !all && len(tail) < maxAround
	case boxed, (titled || bare) && (rest[0] == '\n' || rest[0] == '\r'):
		return len(tail) - len(rest), true, false
	}
	return 0, false, false
}

// leadWords name what a model thinks at the head of its first line, leadOpeners are
// what may stand before them there.
var (
	leadWords = append(slices.Clone(thoughtWords), "reasonings", "überlegung", "überlegungen", "gedanken", "gedankengang",
		"begründung", "raisonnement", "réflexion", "razonamiento", "pensamiento", "ragionamento", "pensiero", "raciocínio", "pensamento")
	leadOpeners = []string{"my", "internal", "inner", "chain", "step", "private", "hidden", "brief"}
	leadForm    = regexp.MustCompile(`^[ \t>*_#(]*([\pL][\pL -]{1,40}?)[ \t*_)]*([:：\n]|\r)`)
	answerForm  = regexp.MustCompile(`(?i)^[ \t>*_#]*(?:final |actual |spoken )?` +
		`(?:answer|response|reply|output|antwort|réponse|respuesta|risposta|resposta)` + `[ \t*_]*(?:[:：][ \t*_]*|\r?\n)`)
	blankLine = regexp.MustCompile(`\n[ \t\r]*\n`)
)

// leads reports whether an answer begins with a line that is headed as thoughts are.
func leads(text string) (is, more bool) {
	name := strings.TrimLeft(text, " \t>*_#(")
	head := text[:len(text)-len(name)]
	name = strings.ToLower(name)
	if m := leadForm.FindStringSubmatch(text); m != nil {
		all := strings.Fields(strings.ToLower(m[1]))
		known := func(w string) bool { return slices.Contains(leadWords, w) }
		titled := m[2] == ":" || m[2] == "：" || strings.ContainsAny(head, "#*")
		opens := known(all[0]) || slices.Contains(leadOpeners, all[0])
		return titled && opens && len(all) <= 3 && slices.ContainsFunc(all, known), false
	}
	if len(name) > maxAround || strings.ContainsAny(name, ".,;!?…—\"") {
		return false, false
	}
	if last, _ := utf8.DecodeLastRuneInString(text); name == "" || last == utf8.RuneError {
		return false, len(text) < maxAround
	}
	first, _, whole := strings.Cut(name, " ")
	first = strings.TrimRight(first, "*_")
	return false, slices.ContainsFunc(slices.Concat(leadWords, leadOpeners), func(w string) bool {
		return w == first || !whole && strings.HasPrefix(w, first)
	})
}

var (
	// promiseForm is the beginning of thoughts whose words are promised, as Granite writes
	// it, and answeredForm what they are promised with.
	promiseForm  = regexp.MustCompile(`(?i)` + hereIsMy + `(?:thought process|chain of thought|reasoning|thinking)` + colonForm)
	answeredForm = regexp.MustCompile(`(?im)` + hereIsMy + `(?:final |actual )?(?:answer|response|reply)` + colonForm)
	// strippedForm is the beginning of a channel of thoughts between whose marks the
	// service took out, as of gpt-oss, and saidForm that of the words.
	strippedForm = regexp.MustCompile(`^(?:analysis|commentary)\p{Lu}`)
	saidForm     = regexp.MustCompile(`assistant(?:final|response|answer)`)
)

const (
	hereIsMy  = `^[ \t>*_#]*here(?:['’]s| is) my `
	colonForm = `[ \t*_]*:[ \t*_]*`
)

// promises is what ends the thoughts that an answer begins with, where that is known from
// their beginning, else nil.
func promises(text string) (until *regexp.Regexp, more bool) {
	switch at := promiseForm.FindStringIndex(text); {
	case at != nil && at[1] == len(text):
		return nil, true
	case at != nil && (text[at[1]] == '\n' || text[at[1]] == '\r'):
		return answeredForm, false
	case strippedForm.MatchString(text):
		return saidForm, false
	}
	begun := strings.ToLower(strings.ReplaceAll(strings.TrimLeft(text, " \t>*_#"), "’", "'"))
	for _, promise := range []string{"here is my ", "here's my "} {
		if strings.HasPrefix(promise, begun) {
			return nil, true
		}
		if rest, has := strings.CutPrefix(begun, promise); has {
			return nil, len(rest) < maxAround && !strings.ContainsAny(rest, ".,;!?:\n")
		}
	}
	return nil, false
}

// answerLabel is the length of the label of an answer that follows thoughts.
func answerLabel(text string) (n int, more bool) {
	if m := answerForm.FindString(text); m != "" {
		return len(m), len(m) == len(text)
	}
	return 0, len(text) < maxAround && !strings.ContainsAny(text, ".,;!?\n:")
}

// lead leaves out the thoughts that lead an answer, to the blank line behind them: of
// those headed by a line of its own to the second. Without one they are words.
func (l *lines) lead(all bool) bool {
	if l.until != nil {
		return l.promised(all)
	}
	body := strings.TrimLeft(l.held[leadForm.FindStringIndex(l.held)[1]:], "*_ \t\r")
	if strings.TrimLeft(body, "\n") != body || strings.HasSuffix(l.held[:len(l.held)-len(body)], "\n") {
		body = strings.TrimLeft(body, " \t\r\n")
	}
	gap := blankLine.FindStringIndex(body)
	switch {
	case gap != nil && (gap[1] < len(body) || all):
		l.held = body[gap[1]:]
		l.leading, l.led = false, true
	case all || len(l.held) > maxLead:
		l.leading, l.inLine = false, true
	default:
		return false
	}
	return true
}

// promised leaves out thoughts up to what ends them. Without that those that a service's
// marks began are nobody's to hear, and others are words.
func (l *lines) promised(all bool) bool {
	from := 0
	if l.until == saidForm { // which no line's beginning is part of
		from = max(0, l.searched-maxAround)
	}
	at := l.until.FindStringIndex(l.held[from:])
	l.searched = len(l.held)
	switch {
	case at != nil && (from+at[1] < len(l.held) || all):
		l.held, l.leading = l.held[from+at[1]:], false
	case l.until == saidForm && all:
		l.held, l.leading = "", false
	case all || l.until == answeredForm && len(l.held) > maxLead:
		l.leading, l.inLine = false, true
	case l.until == saidForm && len(l.held) > maxLead:
		l.held = l.held[len(l.held)-maxAround:]
		l.searched = maxAround
		return false
	default:
		return false
	}
	return true
}
