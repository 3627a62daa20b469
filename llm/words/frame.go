package words

import (
	"strings"

	"parley/llm"
)

// kind is what an answer holds, which decides what in it may be structure.
type kind int

const (
	speech kind = iota // words to be said
	object             // JSON
	code               // a program, with talk around it
)

// state is what the text that comes belongs to.
type state int

const (
	inWords    state = iota
	inThoughts       // until a mark closes them
	inUnnamed        // thoughts behind a mark that says nothing of them, until the next
	inName           // the name of a channel, until a mark or the line's end
	inChannel        // what is not for the user, until a mark
	inTurn           // somebody else's turn, before any words
	inCall           // a tool call between marks
	inObject         // a JSON object in speech
	inLine           // a call written as in a program, to the end of the line
	over             // nothing comes that counts
)

// frame takes the structure of an answer away: thoughts, marks, written calls.
type frame struct {
	kind  kind
	tools tools
	state state
	held  string // text not yet decided on
	out   strings.Builder

	begun     bool // words were passed on
	lineStart bool // nothing but spaces came since the line's beginning
	last      byte // the newest byte passed on
	after     bool // the mark of a turn has just come: the name of a speaker may follow
	lexer     lexer
	until     string // what ends a call inLine

	inside strings.Builder // the part that is left out, if it may be a call
	calls  []llm.ToolCall

	opened, closed, unsaid bool
}

// write takes the next piece and returns what is not structure.
func (f *frame) write(text string) string {
	if f.held == "" && f.plain(text) {
		f.passed(text)
		return text
	}
	f.held += text
	return f.take(false)
}

// end is what was held back. A part that has no end goes to the end of the answer.
func (f *frame) end() string {
	rest := f.take(true)
	f.closeCall()
	return rest
}

func (f *frame) takeCalls() []llm.ToolCall {
	c := f.calls
	f.calls = nil
	return c
}

// plain reports that nothing in text can be structure.
func (f *frame) plain(text string) bool {
	if f.kind != speech || f.state != inWords || f.after {
		return false
	}
	for i := range len(text) {
		if f.interesting(text[i]) {
			return false
		}
	}
	return true
}

// interesting reports a byte of speech that may begin what is none.
func (f *frame) interesting(c byte) bool {
	return bracket(c) || c == '{' || c == '`' || f.tools.begins(c)
}

// bracket reports a byte that may begin a mark.
func bracket(c byte) bool { return c == '<' || c == '[' || c == "◁"[0] }

func (f *frame) take(all bool) string {
	for more := true; more && f.held != "" && f.state != over; {
		more = f.step(all)
	}
	if f.state == over {
		f.held = ""
	}
	defer f.out.Reset()
	return f.out.String()
}

// step deals with what comes next; false means that more text is needed.
func (f *frame) step(all bool) bool {
	switch {
	case f.state == inWords:
		return f.words(all)
	case f.state == inObject:
		return f.object(all)
	case f.state == inLine:
		return f.line()
	}
	return f.skip(all)
}

// words passes on what is words, up to where something else may begin.
func (f *frame) words(all bool) bool {
	if f.after {
		return f.speaker(all)
	}
	i := 0
	for i < len(f.held) && !f.looked(f.held[i]) {
		i++
	}
	if f.pass(i); f.held == "" {
		return true
	}
	return f.begin(all)
}

// looked reports whether what begins with c has to be looked at. Code and JSON are
// followed on the way; a byte that is looked at twice changes nothing there.
func (f *frame) looked(c byte) bool {
	switch {
	case f.kind == object:
		return !f.lexer.json(c) && bracket(c)
	case f.kind == code:
		f.lexer.code(c)
		return bracket(c)
	}
	return f.interesting(c)
}

// pass lets the next n bytes through.
func (f *frame) pass(n int) {
	if n > 0 {
		f.out.WriteString(f.held[:n])
		f.passed(f.held[:n])
		f.held = f.held[n:]
	}
}

func (f *frame) passed(text string) {
	if text == "" {
		return
	}
	f.last = text[len(text)-1]
	f.begun = f.begun || strings.TrimSpace(text) != ""
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		text, f.lineStart = text[i+1:], true
	}
	f.lineStart = f.lineStart && strings.TrimSpace(text) == ""
}

// begin looks at what may begin something else than words; false means that more
// text is needed to tell.
func (f *frame) begin(all bool) bool {
	switch c := f.held[0]; {
	case c == '{':
		return f.brace(all)
	case c == '`':
		return f.fence(all)
	case !bracket(c):
		return f.named(all)
	}
	if f.kind == speech {
		text, n, more := byteAt(f.held)
		if more && !all {
			return false
		}
		if n > 0 {
			f.held = text + f.held[n:]
			return true
		}
	}
	m, ok, more := markAt(f.held)
	if more && !all {
		return false
	}
	if more && f.kind == speech && f.begun && torn(f.held) {
		f.held = ""
		return true
	}
	what := nothing
	if ok {
		what = m.means()
	}
	counts, known := f.counts(m, what)
	switch {
	case what != nothing && !known && !all:
		return false
	case what == nothing || !counts && known:
		f.pass(1)
	default:
		f.mark(m, what)
	}
	return true
}

// counts reports whether a mark that held begins with is structure where it stands;
// known is false where that depends on what follows, and is so at the end.
func (f *frame) counts(m mark, what meaning) (counts, known bool) {
	switch {
	case what == nothing:
		return false, true
	case m.person() && (f.kind == code || !f.lineStart), m.numbered() && f.kind == code:
		return false, true
	case f.kind == speech: // the next byte tells whether it is quoted
		return true, len(f.held) > m.n || !f.quotes()
	case f.kind == object:
		return true, true
	case f.lexer.opaque():
		return false, true
	case (what == opens || what == closes) && m.component(), what == opens && !f.lineStart:
		return false, true
	case f.lineStart:
		return true, true
	}
	behind := strings.TrimLeft(f.held[m.n:], " \t\r")
	if behind == "" || behind == "<" {
		return true, false
	}
	return behind[0] == '\n' || behind[0] == '<' && barAt(behind[1:]) > 0, true
}

// quotes reports that a quotation mark was the newest byte.
func (f *frame) quotes() bool { return f.last == '"' || f.last == '\'' || f.last == '`' }

// mark does what a mark among words means.
func (f *frame) mark(m mark, what meaning) {
	f.held = f.held[m.n:]
	quoted := f.kind == speech && f.quotes() && f.held != "" && f.held[0] == f.last
	if quoted { // it is spoken of
		return
	}
	switch {
	case what == opens:
		f.state, f.opened = inThoughts, true
		return
	case what == closes, what == returns:
		f.takeBack()
		return
	case what == channel:
		f.state = inName
		return
	case what == calls:
		f.openCall(m)
		return
	case f.begun && (what == ends || what == begins || what == others):
		f.state = over
	case what == others:
		f.state = inTurn
	}
	f.after = true
}

// takeBack makes thoughts of all that was passed on.
func (f *frame) takeBack() {
	f.unsaid = f.unsaid || f.begun
	f.out.Reset()
	f.closed, f.begun, f.calls, f.last, f.lineStart = true, false, nil, 0, true
	f.lexer = lexer{}
}

// speaker takes the name of a speaker that stands alone behind the mark of a turn;
// false means that more text is needed to tell.
func (f *frame) speaker(all bool) bool {
	text := strings.TrimLeft(f.held, " \t")
	end := strings.IndexAny(text, "\n<[")
	if end < 0 && !all && mayBeRole(text) {
		return false
	}
	f.after = false
	if end < 0 {
		return true
	}
	if text[end] == '\n' && isThoughts(text[:end]) {
		f.held, f.state, f.opened = text[end:], inUnnamed, true
		return true
	}
	switch own, is := roleOf(text[:end]); {
	case !is:
	case f.begun:
		f.state = over
	case own:
		f.held = text[end:]
	default:
		f.held, f.state = text[end:], inTurn
	}
	return true
}

// skip leaves text out up to the mark that ends the part; false means that all of it
// is left out that has come.
func (f *frame) skip(all bool) bool {
	for i := range len(f.held) {
		c := f.held[i]
		if f.state == inName && c == '\n' {
			f.drop(i, 1)
			f.enter()
			return true
		}
		if !bracket(c) {
			continue
		}
		m, ok, more := markAt(f.held[i:])
		if more && !all {
			f.drop(i, 0)
			return false
		}
		if !ok {
			continue
		}
		if what := m.means(); f.ends(what) {
			f.drop(i, m.n)
			f.leave(what)
			return true
		}
	}
	f.drop(len(f.held), 0)
	return false
}

// drop leaves out n bytes and a mark behind them.
func (f *frame) drop(n, mark int) {
	if room := maxCallBytes - f.inside.Len(); room > 0 && (f.state == inName || f.state == inCall) {
		f.inside.WriteString(f.held[:min(room, n)])
	}
	f.held = f.held[n+mark:]
}

// ends reports whether a mark of that meaning ends the part.
func (f *frame) ends(what meaning) bool {
	switch {
	case f.state == inThoughts:
		return what == closes
	case f.state == inUnnamed:
		return what != nothing
	case f.state == inCall:
		return what == answered || what == ends || what == others
	case f.state == inChannel:
		return what != nothing && what != unknown && what != opens
	case f.state == inTurn:
		return what == begins || what == channel || what == ends
	}
	return what != nothing
}

// leave goes on behind the mark that ended a part.
func (f *frame) leave(what meaning) {
	was := f.state
	f.lineStart = true
	switch {
	case was == inCall:
		f.closeCall()
	case what == channel:
		f.inside.Reset()
		f.state = inName
		return
	case was == inName && (what == unknown || what == calls):
		f.enter()
		return
	case was == inChannel && what == calls:
		f.openCall(mark{})
		return
	case was == inThoughts || was == inUnnamed || was == inChannel:
		f.closed = true
	}
	f.inside.Reset()
	f.state, f.after = inWords, was != inThoughts
	if what == others {
		f.state = inTurn
	}
}

// enter begins what a channel holds, whose name is in inside: words, a call, or what
// is nobody's to hear.
func (f *frame) enter() {
	name := f.inside.String()
	f.state = inChannel
	if strings.Contains(name, "to=") {
		f.state = inCall // its head, which names the tool, stays
		return
	}
	f.inside.Reset()
	for _, part := range parts(name) {
		for _, said := range saidIn {
			if part == said {
				f.state = inWords
			}
		}
	}
	f.opened = f.opened || f.state == inChannel
}
