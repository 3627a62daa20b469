package tsx

import (
	"strings"
	"unicode/utf8"
)

// Said is what a piece of a reply adds to one of its leading messages.
type Said struct {
	// Message counts from 0.
	Message int
	Text    string
	// Done is set once, with the last of a message: all of it has been said. A message
	// whose rest is no literal text is never done.
	Done bool
}

// Lead reads a reply as a model writes it, and tells the text of the messages that
// lead the code and do not depend on it:
//
//	yield <Message>literal text</Message>
//
// It stops at the first other statement, and in a message at the first expression:
// what it says is how the PlainText of that element begins. NewLead makes one; it
// serves one goroutine.
type Lead struct {
	names   []string
	held    string // what is not decided yet
	message int
	open    []string // the elements that are open, outermost first
	skipped int      // how many of them hold nothing to say
	said    strings.Builder
	spacing spacing
	words   *opening // not nil while the reply may open with them
	ended   bool
}

// NewLead reads messages by those names of components, in any case.
func NewLead(names ...string) *Lead { return &Lead{names: names} }

// NewSpokenLead reads a reply that may open with words: see SpokenCode.
func NewSpokenLead(names ...string) *Lead { return &Lead{names: names, words: new(opening)} }

// Ended reports that nothing more of the reply can be said before it runs.
func (l *Lead) Ended() bool { return l.ended }

// maxHeld bounds what is not decided, in bytes: longer comments and tags end the lead.
const maxHeld = 4096

// Write takes the next piece of the reply and tells what can be said of it.
func (l *Lead) Write(piece string) []Said {
	if l.ended {
		return nil
	}
	l.held += piece
	var all []Said
	for !l.ended && l.held != "" {
		var n int
		var done bool
		if l.words != nil {
			if n, done = l.word(); l.words == nil && !done {
				continue
			}
		} else if len(l.open) == 0 {
			n = l.statement()
		} else {
			n, done = l.child()
		}
		if done || n == 0 {
			all = l.tell(all, done)
		}
		if n == 0 && !done {
			break
		}
		l.held = l.held[n:]
	}
	all = l.tell(all, false)
	if len(l.held) > maxHeld {
		l.end()
	}
	return all
}

// word takes the next character of the words that the reply opens with; done means
// that they have ended.
func (l *Lead) word() (n int, done bool) {
	n = l.words.take(l.held)
	l.say(l.held[:n])
	if l.words.over {
		done, l.words = l.words.begun, nil
	}
	return n, done
}

func (l *Lead) end() { l.ended, l.held = true, "" }

// tell adds what was said since.
func (l *Lead) tell(all []Said, done bool) []Said {
	if l.said.Len() == 0 && !done {
		return all
	}
	all = append(all, Said{Message: l.message, Text: l.said.String(), Done: done})
	l.said.Reset()
	if done {
		l.message++
		l.spacing = spacing{}
	}
	return all
}

// say adds text to the message.
func (l *Lead) say(text string) {
	if l.skipped > 0 {
		return
	}
	for _, r := range text {
		l.said.WriteString(l.spacing.add(r))
	}
}

// awaits reports whether held may yet become one of these.
func (l *Lead) awaits(words ...string) bool {
	for _, w := range words {
		if len(l.held) < len(w) && strings.HasPrefix(w, l.held) {
			return true
		}
	}
	return false
}

// statement is how much of held comes before a message and begins it; 0 if that is not
// decided.
func (l *Lead) statement() int {
	h := l.held
	switch {
	case strings.IndexByte(" \t\r\n;", h[0]) >= 0:
		return 1
	case strings.HasPrefix(h, StartMark):
		return len(StartMark)
	case l.awaits(StartMark, "```", "//", "/*", "yield "):
		return 0
	case strings.HasPrefix(h, "```"):
		return strings.IndexByte(h, '\n') + 1
	case strings.HasPrefix(h, "//"), strings.HasPrefix(h, "/*"):
		if n := comment(h); n < len(h) {
			return n
		}
		return 0
	case strings.HasPrefix(h, "yield") && strings.IndexByte(" \t\n", h[5]) >= 0:
		return l.begin(strings.TrimLeft(h[5:], " \t\r\n"))
	}
	l.end()
	return 0
}

// begin is how much of held begins a message, whose element is text.
func (l *Lead) begin(text string) int {
	n := 0
	if text != "" && text[0] == '<' {
		n = 1 + nameLength(text[1:])
	}
	switch {
	case n == len(text):
		return 0 // the name goes on
	case n > 0 && text[n] == '>' && named(text[1:n], l.names):
		l.open = append(l.open, text[1:n])
		return len(l.held) - len(text) + n + 1
	}
	l.end()
	return 0
}

// child takes what held begins with in a message. n is 0 if that is not decided; done
// means that the message has ended.
func (l *Lead) child() (n int, done bool) {
	last := len(l.open) - 1
	c := contentOf(l.held, l.open[last], false)
	switch {
	case c.kind == words, c.kind == tagged:
		l.say(c.text)
		return c.n, false
	case c.kind == beginning:
		return l.element(), false
	case c.kind == ending && c.text == l.open[last]:
		l.open = l.open[:last]
		l.skipped = max(l.skipped-1, 0)
		l.say("\n")
		return c.n, last == 0
	}
	l.end()
	return 0, false
}

// element takes the opening tag of an element in a message. One with an expression in it
// ends the lead, and so does one whose text is made when the code runs.
func (l *Lead) element() int {
	s := newScanner(l.held)
	s.pos = 1 + nameLength(l.held[1:])
	name := l.held[1:s.pos]
	mute := !named(name, l.names)
	closed, ok := false, false
	if name != "" && !(mute && neighbour(name) == loose) {
		closed, ok = s.attributes()
	}
	switch {
	case ok && len(s.tokens) == 0:
	case !utf8.FullRuneInString(s.rest()), s.rest() == "/":
		return 0 // the tag goes on
	default:
		l.end()
		return 0
	}
	l.say("\n")
	if !closed {
		l.open = append(l.open, name)
		if mute || l.skipped > 0 {
			l.skipped++
		}
	}
	return s.pos
}
