package words

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mark is what looks like a template's or a model's own structure in an answer: a
// name between brackets that prose does not use.
type mark struct {
	name   string
	n      int // bytes of it
	slash  bool
	bar    bool // <|name|>, with a bar on either side or both, narrow or wide
	closer bool // <name|>
	square bool // [NAME]
}

// meaning is what a mark does to the words around it.
type meaning int

const (
	nothing  meaning = iota // it is no structure
	unknown                 // structure that says nothing of the words around it
	opens                   // thoughts begin
	closes                  // thoughts end
	channel                 // the name of a channel follows, then what is written to it
	returns                 // a channel ends
	ends                    // the turn ends
	begins                  // a turn begins, often with the name of its speaker
	others                  // somebody else's turn begins
	calls                   // a tool call begins
	answered                // a tool call ends
)

const (
	// maxMark is the longest mark looked for, in bytes: the longest in use,
	// <|tool_call_argument_begin|>, has 28.
	maxMark = 64
	// maxAttributes is how much may stand behind the name of a thought's tag.
	maxAttributes = 60
)

// The words that names of marks are made of; the names themselves are an open set.
// They were taken from the templates of some forty families of models.
var (
	// thoughtWords end the name of what a model thinks, as in seed:think,
	// chain_of_thought and antThinking.
	thoughtWords = []string{
		"think", "thinking", "thought", "thoughts", "reasoning", "reflection", "scratchpad", "rationale", "monologue",
		"analysis", "deliberation", "reason", "cot",
	}
	endWords   = []string{"end", "eos", "eot", "eom", "eod", "eoc", "eou", "eor", "stop", "return", "done", "finish", "close", "suffix"}
	beginWords = []string{"start", "begin", "bos", "sos", "bot", "open", "prefix"}
	ownWords   = []string{"assistant", "model", "ai", "gpt", "response", "answer", "chatbot"}
	otherWords = []string{
		"user", "human", "system", "sys", "inst", "instruction", "tool", "tools", "observation", "environment", "developer",
		"ipython", "function", "results", "prompt",
	}
	// personWords are those of otherWords whose tags need no bar: <user>.
	personWords = []string{"user", "human"}
	turnWords   = []string{"turn", "text", "message", "sentence", "utterance", "im", "sequence", "seq", "header", "role", "dialog"}
	callWords   = []string{"call", "calls"}
	// saidIn are the channels whose text is meant for the user.
	saidIn = []string{"final", "answer", "response", "reply", "speech", "output", "content", "text", "say"}
)

// markAt reads the mark that s begins with. ok is false if there is none, and more
// is set if that depends on text to come.
func markAt(s string) (m mark, ok, more bool) {
	switch {
	case s[0] == '[':
		return squareAt(s)
	case s[0] == '<':
		return angleAt(s)
	case strings.HasPrefix(s, "◁"):
		return between(s, "◁", "▷")
	}
	return mark{}, false, len(s) < len("◁") && strings.HasPrefix("◁", s)
}

// between reads ◁name▷.
func between(s, open, shut string) (m mark, ok, more bool) {
	inside := s[len(open):]
	end := strings.Index(inside, shut)
	if end < 0 {
		return mark{}, false, len(s) < maxMark && !strings.ContainsAny(inside, " \n")
	}
	name, slash := strings.CutPrefix(inside[:end], "/")
	return mark{name: name, n: len(open) + end + len(shut), slash: slash, bar: true}, end < maxMark && isName(name), false
}

// squareAt reads [NAME] or [/NAME], in capitals.
func squareAt(s string) (m mark, ok, more bool) {
	i := 1
	slash := i < len(s) && s[i] == '/'
	if slash {
		i++
	}
	from := i
	for i < len(s) && (s[i] >= 'A' && s[i] <= 'Z' || s[i] == '_') {
		i++
	}
	switch {
	case i == len(s):
		return mark{}, false, i < maxMark
	case s[i] != ']' || i-from < 3:
		return mark{}, false, false
	}
	return mark{name: s[from:i], n: i + 1, slash: slash, square: true}, true, false
}

// angleAt reads <|name|>, <|name>, <name|>, <name>, </name> and <<NAME>>.
func angleAt(s string) (m mark, ok, more bool) {
	i := 1
	double := i < len(s) && s[i] == '<'
	if double {
		i++
	}
	left := barAt(s[i:])
	i += left
	if i == len(s) || left == 0 && s[i] >= utf8.RuneSelf && !utf8.FullRuneInString(s[i:]) {
		return mark{}, false, true
	}
	if s[i] == '/' {
		m.slash = true
		i++
	}
	from := i
	for i < len(s) && strings.IndexByte("<>|\n", s[i]) < 0 && barAt(s[i:]) == 0 {
		i++
	}
	m.name = s[from:i]
	if !nameBegins(m.name, left > 0) || len(m.name) > maxMark {
		return mark{}, false, false
	}
	right := 0
	if i < len(s) {
		right = barAt(s[i:])
	}
	i += right
	switch shut := ">" + strings.Repeat(">", bit(double)); {
	case i >= len(s) || len(s)-i < len(shut) && strings.HasPrefix(shut, s[i:]):
		return mark{}, false, i < maxMark+maxAttributes
	case !strings.HasPrefix(s[i:], shut):
		return mark{}, false, false
	default:
		m.n = i + len(shut)
	}
	m.bar, m.closer = left+right > 0 || double, left == 0 && right > 0
	if !m.bar { // what is behind a space are attributes, which only thoughts may have
		name, attributes, has := strings.Cut(m.name, " ")
		if has && !m.thought(name) || len(attributes) > maxAttributes {
			return mark{}, false, false
		}
		m.name = name
	}
	return m, m.bar || isName(m.name), false
}

func bit(set bool) int {
	if set {
		return 1
	}
	return 0
}

// wideBar is the bar of DeepSeek's marks.
const wideBar = "｜"

// barAt is the length of the bar that s begins with.
func barAt(s string) int {
	switch {
	case s != "" && s[0] == '|':
		return 1
	case strings.HasPrefix(s, wideBar):
		return len(wideBar)
	}
	return 0
}

// nameBegins reports whether a mark's name may begin so: within bars anything may
// but what needs no brackets, else a letter comes first.
func nameBegins(name string, bar bool) bool {
	if name == "" {
		return true // it is to come, or there is none
	}
	r, _ := utf8.DecodeRuneInString(name)
	if bar {
		return !unicode.IsSpace(r)
	}
	return unicode.IsLetter(r)
}

func isName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-:.▁/=", r)
	})
}

// parts are the words of a mark's name, in small letters.
func parts(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) })
}

// thought reports whether name is one of what a model thinks.
func (m mark) thought(name string) bool {
	all := parts(name)
	if len(all) == 0 {
		return false
	}
	ends := func(part string) bool {
		return slices.ContainsFunc(thoughtWords, func(w string) bool { return strings.HasSuffix(part, w) && (w != "cot" || part == w) })
	}
	if m.bar || m.square {
		return slices.ContainsFunc(all, ends) || all[0] == "inner"
	}
	return ends(all[len(all)-1])
}

// means is what m does. Of tags without a bar only those count whose names are
// structure by themselves: thoughts, tool calls, ends and beginnings of turns.
func (m mark) means() meaning {
	all := parts(m.name)
	is := func(words []string) bool {
		return slices.ContainsFunc(all, func(p string) bool { return slices.Contains(words, p) })
	}
	bounds := m.slash || is(endWords) || compactEnd(all)
	switch {
	case m.thought(m.name):
		return either(bounds, closes, opens)
	case is([]string{"channel"}) && (m.bar || m.square):
		return either(m.closer || bounds, returns, channel)
	case m.calls(is):
		return either(bounds, answered, calls)
	}
	switch named := m.bar || m.square; {
	case named && bounds || !named && m.bounding(all, bounds):
		return ends
	case named && is(otherWords):
		return others
	case named && (is(beginWords) || is(ownWords)) || !named && m.beginning(all, is(beginWords)):
		return begins
	case m.person():
		return either(m.slash, ends, others)
	case m.bar || m.numbered():
		return unknown
	}
	return nothing
}

// person reports a tag of somebody's turn without a bar.
func (m mark) person() bool {
	return !m.bar && !m.square && slices.Contains(personWords, strings.ToLower(m.name))
}

// numbered reports a tag without a bar that templates have spare: <unused94>,
// <extra_id_0>.
func (m mark) numbered() bool {
	name := strings.TrimRight(m.name, "0123456789")
	digits := len(m.name) - len(name)
	return !m.bar && !m.square && len(name) > len("h1") && (digits > 1 || digits > 0 && strings.HasSuffix(name, "_")) &&
		strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") == ""
}

// byteAt reads a byte that a tokenizer without a character for it has written as such,
// <0x0A>, and the text that it is: of those beyond ASCII none.
func byteAt(s string) (text string, n int, more bool) {
	const form = "<0x00>"
	for i := range len(form) {
		switch {
		case i == len(s):
			return "", 0, true
		case form[i] == s[i], form[i] == '0' && i > 1 && strings.IndexByte("0123456789abcdefABCDEF", s[i]) >= 0:
		default:
			return "", 0, false
		}
	}
	b, _ := strconv.ParseUint(s[3:5], 16, 8) // it has that form
	if b == '\n' || b >= ' ' && b < 0x7F {
		text = string(rune(b))
	}
	return text, len(form), false
}

// torn reports whether s, with which an answer ends, is the beginning of a mark: of one
// that has a bar, or a name in snake case that speaks of an end or a beginning.
func torn(s string) bool {
	rest, _ := strings.CutPrefix(s, "<")
	if n := barAt(rest); n > 0 {
		name := strings.TrimRight(rest[n:], "|｜")
		return name == "" || isName(name)
	}
	return snake(rest) && isName(rest) && slices.ContainsFunc(parts(rest), func(p string) bool {
		return slices.Contains(endWords, p) || slices.Contains(beginWords, p)
	})
}

// calls reports a mark around a tool call: <tool_call>, <function=name>, [TOOL_CALLS].
func (m mark) calls(is func([]string) bool) bool {
	name, tool := strings.ToLower(m.name), []string{"tool", "tools", "function"}
	return is(callWords) && is(tool) || name == "tool_code" || strings.HasPrefix(name, "function=") || name == "function" && m.slash
}

func either(first bool, a, b meaning) meaning {
	if first {
		return a
	}
	return b
}

// compactEnd reports a name like endoftext or eot.
func compactEnd(all []string) bool {
	return len(all) > 0 && (strings.HasPrefix(all[0], "endof") || all[0] == "call" && len(all) == 1)
}

// bounding reports a tag without a bar that ends a turn: </s>, <eos>, <end_of_turn>.
func (m mark) bounding(all []string, bounds bool) bool {
	if m.name == "s" {
		return m.slash
	}
	return bounds && (len(all) > 1 && !m.slash && snake(m.name) || m.name == "eos" || m.name == "eot" || m.name == "endoftext")
}

// beginning reports a tag without a bar that begins one: <s>, <bos>, <start_of_turn>.
func (m mark) beginning(all []string, starts bool) bool {
	if m.name == "s" || m.name == "bos" {
		return !m.slash
	}
	turn := slices.ContainsFunc(all, func(p string) bool { return slices.Contains(turnWords, p) })
	return starts && turn && !m.slash && snake(m.name)
}

// snake reports a name in small letters with lines between, as of no tag of HTML and
// no component.
func snake(name string) bool {
	return strings.Contains(name, "_") && strings.ToLower(name) == name
}

// component reports a tag that may be of a component: its name has letters of both
// sizes.
func (m mark) component() bool {
	return !m.bar && !m.square && m.name != strings.ToLower(m.name) && m.name != strings.ToUpper(m.name)
}

// isThoughts reports whether text is the name of thoughts alone.
func isThoughts(text string) bool {
	return slices.Contains(thoughtWords, strings.ToLower(strings.Trim(text, " \t\r:")))
}

// roleOf reads the name of a speaker alone in text, as a template writes it behind
// the mark that begins a turn. own is set of the model's.
func roleOf(text string) (own, is bool) {
	word := strings.ToLower(strings.Trim(text, " \t\r:"))
	own = slices.Contains(ownWords, word)
	return own, own || slices.Contains(otherWords, word)
}

// mayBeRole reports whether text can still become the name of a speaker, or of thoughts.
func mayBeRole(text string) bool {
	word := strings.ToLower(strings.TrimLeft(text, " \t\r"))
	begins := func(w string) bool { return strings.HasPrefix(w, word) }
	return slices.ContainsFunc(ownWords, begins) || slices.ContainsFunc(otherWords, begins) || slices.ContainsFunc(thoughtWords, begins)
}
