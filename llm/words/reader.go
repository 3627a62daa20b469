// Package words tells what a model says from all else that it writes: thoughts,
// whatever carries them, the marks of its template, tool calls written out, and what
// it writes for others than itself. It goes by what structure looks like, not by the
// names in use, and keeps hands off what may look like it in code and in JSON.
//
// A Reader takes an answer in pieces. However it is cut, the words are the same. It
// does no I/O and keeps no time; one goroutine at a time.
package words

import (
	"strings"

	"parley/llm"
)

// Piece is what came of a piece of an answer.
type Piece struct {
	// Text is words.
	Text string
	// Unsaid takes back all words before Text: they were thoughts, which only their
	// end has shown.
	Unsaid bool
	// Calls are tool calls that were written out, without ids.
	Calls []llm.ToolCall
	// Ended is set where the answer is over, whatever the model still writes.
	Ended bool
}

// maxInside is the longest answer kept for the case that it has no thoughts; none
// that is to be said comes near it.
const maxInside = 64 << 10

// Reader reads one answer. Use New.
type Reader struct {
	frame frame
	lines lines
	ended bool
	// inside is set while an answer that was taken to begin in thoughts has not
	// shown their end; kept is what came of it.
	inside  bool
	kept    strings.Builder
	request llm.Request
}

// New is a Reader of an answer to r. inside says that it is taken to begin in
// thoughts that no mark begins, as of models whose prompt holds that mark. If it has
// none after all, its words come at the end.
func New(r llm.Request, inside bool) *Reader {
	kind := speech
	switch {
	case r.Schema != nil:
		kind = object
	case r.Code:
		kind = code
	}
	w := &Reader{inside: inside, request: r}
	w.frame = frame{kind: kind, tools: toolsOf(r), lineStart: true}
	if inside {
		w.frame.state = inThoughts
	}
	w.lines = newLines(r.Sides, kind)
	return w
}

// Write takes the next piece of the answer.
func (w *Reader) Write(text string) Piece {
	if w.ended || text == "" {
		return Piece{Ended: w.ended}
	}
	if w.inside && w.kept.Len() < maxInside {
		w.kept.WriteString(text)
	}
	return w.pass(w.frame.write(text), false)
}

// End takes the end of the answer and returns what was held back. broken says that
// it ended before it was done: it may then have been nothing but thoughts.
func (w *Reader) End(broken bool) Piece {
	if w.ended {
		return Piece{Ended: true}
	}
	if w.inside && !w.frame.closed && !broken && w.kept.Len() < maxInside {
		again := New(w.request, false)
		first := again.Write(w.kept.String())
		last := again.End(false)
		last.Calls = append(first.Calls, last.Calls...)
		if !last.Unsaid {
			last.Text = first.Text + last.Text
		}
		return last
	}
	return w.pass(w.frame.end(), true)
}

// Opened and Closed report whether a mark began thoughts, and whether one ended them.
func (w *Reader) Opened() bool { return w.frame.opened }

// Closed reports whether a mark ended thoughts.
func (w *Reader) Closed() bool { return w.frame.closed }

// Thinking reports whether what came last belongs to thoughts.
func (w *Reader) Thinking() bool {
	return w.frame.state == inThoughts || w.frame.state == inUnnamed || w.frame.state == inChannel || w.lines.leading
}

// pass gives what the frame has left to the lines.
func (w *Reader) pass(text string, all bool) Piece {
	p := Piece{Calls: w.frame.takeCalls()}
	if w.frame.unsaid {
		w.frame.unsaid, p.Unsaid = false, true
		w.lines = newLines(w.request.Sides, w.frame.kind)
	}
	if w.frame.closed {
		w.inside = false
	}
	p.Text = w.lines.write(text)
	if w.frame.state == over || w.lines.over {
		w.ended = true
	}
	if (all || w.ended) && !w.lines.over {
		p.Text += w.lines.end()
	}
	p.Ended = w.ended
	return p
}
