// Package grammar reads plain commands in English for an assistant, without a
// language model: "add task: buy milk", "um could you mark task two as done please",
// "remind me every monday at nine to water the plants". It is anchored: a command is
// the whole of what was said but polite words around it, never words within other
// talk, and what it does not know it leaves alone. Questions about an action,
// negations and what somebody else said are no commands.
//
// The grammar is data: commands/*.txt have its patterns and words, as package language
// reads them; rules.go has what the patterns mean, tried from top to bottom. Functions are
// pure and safe for concurrent use.
package grammar

import (
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"parley"
	"parley/language"
)

// Call is one tool to be called with arguments, as a model would write it.
type Call struct {
	Tool string
	// Args has values that JSON knows. What a command is about is in "id" where it is
	// known, else in "ref" in the user's words, for the tool to ask.
	Args map[string]any
}

// Context is what commands are read against.
type Context struct {
	// Now is the time in the user's zone.
	Now time.Time
	// Tasks are in the order in which the user last saw them: the second is "task 2".
	Tasks []parley.Task
	// Others are tasks that the user did not see then. They have no number, but are
	// known by their titles.
	Others []parley.Task
	// Reminders are in any order: the user counts the ones to come by their times.
	Reminders []parley.Reminder
	// Question is what a yes or no is waited for, "" if none is.
	Question string
	// Flights are those of the newest card, best first.
	Flights []parley.RankedFlight
}

const (
	// maxCommand is how long a command may be, in characters.
	maxCommand = 500
	// maxPaste is how long one may be that ends with a text, behind a colon or on its
	// own lines, that is to be summarised or searched for tasks.
	maxPaste = 20_000
	// maxParts is at how many places of a text another command may begin.
	maxParts = 12
)

// Read returns the calls that text asks for, in order, or nil if it is no plain
// command. Sure is false for a reading that a model, where there is one, should be
// asked about. An id is always of the Context. Texts over 500 characters are no
// commands, but for one to summarise a longer text that follows it.
func Read(text string, c Context) (calls []Call, sure bool) {
	if len(text) > maxCommand && utf8.RuneCountInString(text[:min(len(text), maxPaste*utf8.UTFMax)]) > maxCommand {
		return readPaste(text, &c)
	}
	r := &reader{c: &c, s: readWords(text)}
	switch {
	case len(r.s.words) == 0:
		calls = r.answer(text) // a picture may be one
	case !quoted(r.s) && !takenBack(r.s):
		calls = r.from(0, maxParts)
	}
	return calls, calls != nil && !r.unsure
}

// quoted reports whether all of s is a quotation.
func quoted(s sentence) bool {
	return s.words[0].Opened && s.words[len(s.words)-1].Closed && strings.Count(s.text, `"`) <= 2
}

// takenBack reports whether somebody changes their mind within a sentence.
func takenBack(s sentence) bool {
	return takingBack().Stand(language.Scope{Words: s.words}) ||
		len(s.words) > 3 && s.last() == "mind" && s.words[len(s.words)-2].Text == "never"
}

var takingBack = sync.OnceValue(func() *language.Patterns {
	p, err := lists.Patterns([]string{"<taken back>"})
	if err != nil {
		panic("grammar: " + err.Error())
	}
	return p
})

// readPaste reads a command that a long text follows.
func readPaste(text string, c *Context) ([]Call, bool) {
	end := strings.IndexAny(text[:100], ":\n")
	if end < 0 || utf8.RuneCountInString(text[:min(len(text), maxPaste*utf8.UTFMax)]) > maxPaste {
		return nil, false
	}
	r := &reader{c: c, s: readWords(text[:end+1] + " x")}
	r.paste = strings.TrimSpace(text[end+1:])
	calls := r.from(0, 0)
	if len(calls) != 1 || calls[0].Args["text"] != r.paste {
		return nil, false
	}
	return calls, true
}

// reader reads one text.
type reader struct {
	c *Context
	// s is the text, and later the clause of it that is read.
	s sentence
	// firm is set while what a command is about has to be there.
	firm bool
	// duty is set behind "I need to": what is not there is something to do.
	duty bool
	// own is set behind "I want to": what it says may not be for us to do.
	own bool
	// late is set where the date was put behind the command.
	late bool
	// dead are places of the text behind which there are no commands.
	dead []int
	// unsure is set by a reading that may be meant otherwise.
	unsure bool
	// paste is the text that a long text's command is about.
	paste            string
	tasks, reminders *things
}

// from reads the words from i on as one command or several; no more than parts times
// it looks where another begins.
func (r *reader) from(i, parts int) []Call {
	text := r.s
	for b := i + 1; b < len(text.words) && parts > 0; b++ {
		next := joint(text, b)
		if next < 0 {
			continue
		}
		parts--
		if next >= len(text.words) || slices.Contains(r.dead, next) || !r.canBegin(text.part(next, len(text.words))) {
			continue
		}
		r.s = text
		left, g := r.clause(text.part(i, b), i > 0)
		if r.s = text; left == nil || g.alone && !r.memory(left) {
			continue
		}
		unsure := r.unsure
		right := r.from(next, parts)
		if r.s = text; right == nil || r.unsure || r.answersTwice(left, right) {
			r.unsure = unsure
			r.dead = append(r.dead, next)
			continue
		}
		return append(left, right...)
	}
	calls, g := r.clause(text.part(i, len(text.words)), i > 0)
	if i > 0 && g != nil && g.alone && !r.memory(calls) {
		return nil
	}
	return calls
}

// memory reports whether calls are to remember something: several may be told.
func (*reader) memory(calls []Call) bool {
	return len(calls) > 0 && calls[0].Tool == "memory.remember"
}

// joint is where the words behind b begin if one command may end there, else -1.
func joint(s sentence, b int) int {
	next := b
	for next < len(s.words) && (joins[s.words[next].Text] && s.words[next].Text != "or") {
		next++
	}
	if next > b || s.words[b-1].Mark != 0 && s.words[b-1].Mark != ':' {
		return next
	}
	return -1
}

// canBegin reports whether a clause may begin a command, at little cost.
func (*reader) canBegin(s sentence) bool {
	w := s.first()
	return headStarts()[w] || table().byHead[w] != nil || commonRefs[w]
}

// clause reads one command; joined says that it is the later part of a text. It
// returns the group that it belongs to.
func (r *reader) clause(s sentence, joined bool) ([]Call, *group) {
	question := s.words[len(s.words)-1].Mark == '?'
	for i := range s.words[:len(s.words)-1] {
		if s.words[i].Mark == '?' {
			return nil, nil
		}
	}
	if !joined { // the words of an answer are polite ones, too
		if calls := r.answer(s.whole()); calls != nil {
			return calls, &group{}
		}
	}
	s, asked, own := courtesies(s, r.c.Question != "")
	if len(s.words) == 0 {
		return nil, nil
	}
	r.firm, r.duty, r.own = joined, false, own
	may := func(g *group) bool { return !question || asked || g.asks }
	if n := headLength(s.words, duty); n > 0 {
		r.firm, r.duty = true, true
		if calls, g := r.try(s.part(n, len(s.words)), func(g *group) bool { return may(g) && !g.asks }); calls != nil {
			return calls, g
		}
		r.firm, r.duty = joined, false
	}
	if calls, g := r.try(s, may); calls != nil {
		return calls, g
	}
	if begun[s.first()] && len(s.words) > 1 && s.words[0].Mark == 0 {
		return r.clause(s.part(1, len(s.words)), joined)
	}
	if n := headLength(s.words, inquiry); n > 0 {
		return r.try(s.part(n, len(s.words)), func(g *group) bool { return g.asks })
	}
	return r.behindDate(s)
}

// dated are the tools that take a date.
var dated = language.Set(`tasks.add reminders.set trips.search`)

// behindDate reads a command behind its date: "tomorrow at nine remind me to ...".
func (r *reader) behindDate(s sentence) ([]Call, *group) {
	if r.late {
		return nil, nil
	}
	said := s.said(0, len(s.words))
	_, end := dateAtHead(said, r.c.Now)
	if end == 0 || end >= len(said) {
		return nil, nil
	}
	turned := reader{c: r.c, s: readWords(strings.Trim(said[end:], " ,") + " " + strings.Trim(said[:end], " ,")), late: true}
	if len(turned.s.words) == 0 {
		return nil, nil
	}
	calls, g := turned.clause(turned.s, false)
	if len(calls) != 1 || turned.unsure || !dated[calls[0].Tool] {
		return nil, nil
	}
	return calls, g
}

// try reads a clause by the groups that may be meant.
func (r *reader) try(s sentence, may func(*group) bool) (calls []Call, by *group) {
	r.s = s
	t := table()
	heads, others := t.byHead[s.first()], t.anyHead
	for len(heads)+len(others) > 0 {
		var next int
		if len(others) == 0 || len(heads) > 0 && heads[0] < others[0] {
			next, heads = heads[0], heads[1:]
		} else {
			next, others = others[0], others[1:]
		}
		e := &t.entries[next]
		if !may(e.group) {
			continue
		}
		unsure := r.unsure
		if e.try(s.words, func(m *language.Match) bool {
			calls = e.read(r, m)
			return calls != nil
		}) {
			return calls, e.group
		}
		r.unsure = unsure
	}
	return nil, nil
}
