// Package terminal is what commands print on: a status that is rewritten in
// place, the progress of long work, and text made safe for one line.
package terminal

import (
	"errors"
	"io"
	"os"
	"strings"
	"time"
	"unicode"
)

// statusWidth is how much of the status is shown, so that it stays on one line
// of a common terminal.
const statusWidth = 78

// StatusLine is the last line of a terminal, rewritten in place while other
// lines are printed above it. Without a terminal only those are printed. It is
// used from one goroutine.
type StatusLine struct {
	// Live is set on a terminal.
	Live bool

	out   io.Writer
	text  string
	fault error
}

// NewStatusLine is a status line on out.
func NewStatusLine(out io.Writer) *StatusLine {
	return &StatusLine{out: out, Live: isTerminal(out)}
}

// Set rewrites the status.
func (s *StatusLine) Set(text string) {
	text = Printable(text)
	if runes := []rune(text); len(runes) > statusWidth {
		text = "…" + string(runes[len(runes)-statusWidth+1:])
	}
	s.text = text
	if s.Live {
		s.write("\r\x1b[K" + text)
	}
}

// Above prints whole lines before the status.
func (s *StatusLine) Above(lines string) {
	if s.Live {
		lines = "\r\x1b[K" + lines + s.text
	}
	s.write(lines)
}

// Clear takes the status away.
func (s *StatusLine) Clear() {
	if s.Live && s.text != "" {
		s.write("\r\x1b[K")
	}
	s.text = ""
}

// Err is what could not be written.
func (s *StatusLine) Err() error { return s.fault }

func (s *StatusLine) write(text string) {
	_, err := io.WriteString(s.out, text)
	s.fault = errors.Join(s.fault, err)
}

// isTerminal reports whether w is a terminal, or another character device that
// takes what a terminal takes.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// How often progress is shown, on a terminal and elsewhere.
const (
	redrawEvery = 100 * time.Millisecond
	sayEvery    = 5 * time.Second
)

// Progress shows how far long work is: in place on a terminal, by a line now and
// then elsewhere.
type Progress struct {
	*StatusLine
	shown time.Time
}

// NewProgress is the progress of work that begins now, shown on out.
func NewProgress(out io.Writer) *Progress {
	return &Progress{StatusLine: NewStatusLine(out), shown: time.Now()}
}

// Begin begins another part of the work: a terminal shows it at once.
func (p *Progress) Begin() {
	p.shown = time.Now()
	if p.Live {
		p.shown = time.Time{}
	}
}

// Show shows text, unless it is too soon.
func (p *Progress) Show(text func() string) {
	since := time.Since(p.shown)
	switch {
	case p.Live && since >= redrawEvery:
		p.shown = time.Now()
		p.Set(text())
	case !p.Live && since >= sayEvery:
		p.shown = time.Now()
		p.Above(text() + "\n")
	}
}

// barWidth is the characters of a full bar.
const barWidth = 20

// Bar draws how much of total is done.
func Bar(done, total int64) string {
	full := int(min(done, total) * barWidth / max(total, 1))
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", barWidth-full) + "]"
}

// Printable keeps what came over the wire from steering the terminal.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// OneLine is an error as one line for a terminal. Errors that were joined are
// parted by semicolons.
func OneLine(err error) string {
	var parts []string
	for line := range strings.Lines(err.Error()) {
		if words := strings.Fields(line); len(words) > 0 {
			parts = append(parts, strings.Join(words, " "))
		}
	}
	return strings.Join(parts, "; ")
}
