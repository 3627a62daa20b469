package tsx

import (
	"html"
	"strings"
	"unicode"
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
	switch c := h[0]; {
	case c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';':
		return 1
	case strings.HasPrefix(h, StartMark):
		return len(StartMark)
	case l.awaits(StartMark, "```", "//", "/*", "yield "):
		return 0
	case strings.HasPrefix(h, "```"), strings.HasPrefix(h, "//"):
		return strings.IndexByte(h, '\n') + 1
	case strings.HasPrefix(h, "/*"):
		if i := strings.Index(h[2:], "*/"); i >= 0 {
			return i + 4
		}
		return 0
	case strings.HasPrefix(h, "yield") && strings.IndexByte(" \t\n(", h[min(5, len(h)-1)]) >= 0:
		return l.begin(strings.TrimLeft(h[5:], " \t\r\n"))
	}
	l.end()
	return 0
}

// begin is how much of held begins a message, whose element is text.
func (l *Lead) begin(text string) int {
	n := 0
	if text != "" {
		if text[0] != '<' {
			l.end()
			return 0
		}
		n = nameLength(text[1:])
	}
	if text == "" || 1+n == len(text) {
		return 0 // the name goes on
	}
	if name := text[1 : 1+n]; text[1+n] == '>' && named(name, l.names) {
		l.open = append(l.open, name)
		return len(l.held) - len(text) + n + 2
	}
	l.end()
	return 0
}

// child takes what held begins with in a message: a character, an entity or a tag. n
// is 0 if that is not decided; done means that the message has ended.
func (l *Lead) child() (n int, done bool) {
	switch l.held[0] {
	case '{', '`':
		l.end()
		return 0, false
	case '&':
		return l.entity(), false
	case '<':
		return l.tag()
	}
	if !utf8.FullRuneInString(l.held) {
		return 0, false
	}
	_, n = utf8.DecodeRuneInString(l.held)
	l.say(l.held[:n])
	return n, false
}

// entity takes one, or what only looks like it.
func (l *Lead) entity() int {
	for i := 1; i < len(l.held); i++ {
		c := l.held[i]
		if c == ';' {
			l.say(html.UnescapeString(l.held[:i+1]))
			return i + 1
		}
		if c != '#' && nameLength("a"+string(c)) < 2 || i > 32 {
			l.end() // some entities need no semicolon
			return 0
		}
	}
	return 0
}

// tag takes a tag. One with an expression in it ends the lead.
func (l *Lead) tag() (n int, done bool) {
	if len(l.held) < 2 {
		return 0, false
	}
	if c := l.held[1]; c != '/' && c != '>' && nameLength(l.held[1:2]) == 0 && c < utf8.RuneSelf {
		l.say("<")
		return 1, false
	}
	end := strings.IndexAny(l.held[1:], ">{<\"'`&") + 1
	if end > 0 && (l.held[end] == '"' || l.held[end] == '\'') { // an attribute's value
		if end = tagEnd(l.held); end < 0 {
			l.end()
			return 0, false
		}
	}
	switch {
	case end == 0:
		return 0, false
	case l.held[end] != '>':
		l.end()
		return 0, false
	}
	return l.tagged(l.held[:end+1])
}

// tagEnd is where a tag with values in quotes ends, 0 if that has not come, -1 if it
// is no plain tag.
func tagEnd(text string) int {
	for i := 1; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'':
			n := strings.IndexByte(text[i+1:], c)
			if n < 0 {
				return 0
			}
			i += n + 1
		case '>':
			return i
		case '{', '<', '`':
			return -1
		}
	}
	return 0
}

// tagged takes a whole tag.
func (l *Lead) tagged(tag string) (n int, done bool) {
	closes := strings.HasPrefix(tag, "</")
	name := strings.TrimSpace(strings.Trim(tag, "</>"))
	if closes {
		last := l.open[len(l.open)-1]
		if m, ok := markdown[name]; ok && name != last {
			l.say(m.close)
			return len(tag), false
		}
		if name != last {
			l.end()
			return 0, false
		}
		l.open = l.open[:len(l.open)-1]
		if l.skipped > 0 {
			l.skipped--
		}
		l.say("\n")
		return len(tag), len(l.open) == 0
	}
	if m, n := htmlTag(tag); n == len(tag) {
		l.say(m)
		return len(tag), false
	}
	name = tag[1 : 1+nameLength(tag[1:])]
	switch {
	case name == "" || unicode.IsLower(firstRune(name)) && !named(name, l.names):
		l.end() // a fragment, or a tag whose text is made when the code runs
		return 0, false
	case strings.HasSuffix(tag, "/>"):
		l.say("\n")
	case l.skipped > 0 || !named(name, l.names):
		l.say("\n")
		l.open = append(l.open, name)
		l.skipped++
	default:
		l.say("\n")
		l.open = append(l.open, name)
	}
	return len(tag), false
}
