// Package terminal is what commands print on: a status that is rewritten in
// place, the progress of long work, and text made safe for one line.
package terminal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf16"

	"parley"
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
	return &StatusLine{out: out, Live: IsTerminal(out)}
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

// PrintAbove prints whole lines before the status.
func (s *StatusLine) PrintAbove(lines string) {
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

// IsTerminal reports whether v, a reader or a writer, is a terminal, or another
// character device that takes what a terminal takes.
func IsTerminal(v any) bool {
	f, ok := v.(*os.File)
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
		p.PrintAbove(text() + "\n")
	}
}

// barWidth is the characters of a full bar.
const barWidth = 20

// Bar draws how much of total is done.
func Bar(done, total int64) string {
	full := int(min(done, total) * barWidth / max(total, 1))
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", barWidth-full) + "]"
}

// Printable is text as one line without what a terminal obeys, see parley.Plain.
func Printable(text string) string { return lineBreaks.Replace(parley.Plain(text)) }

var lineBreaks = strings.NewReplacer("\n", " ", "\t", " ")

// plain is a writer that lets no text through but plain one.
type plain struct {
	io.Writer
	of func(string) string
}

// Plain is w for text that others wrote, of which no escape sequence and no mark of
// direction reaches w, see parley.Plain. Each write holds whole ones.
func Plain(w io.Writer) io.Writer { return plain{w, parley.Plain} }

// PlainJSON is w for JSON, in which such runes are written as escapes.
func PlainJSON(w io.Writer) io.Writer { return plain{w, EscapeJSON} }

// Write implements io.Writer.
func (p plain) Write(b []byte) (int, error) {
	if _, err := io.WriteString(p.Writer, p.of(string(b))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// EscapeJSON is JSON that says the same and is plain.
func EscapeJSON(text string) string {
	var b strings.Builder
	for _, r := range text {
		if parley.IsPlain(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, "\\u%04x", unit)
		}
	}
	return b.String()
}

// OneLine is an error as one line for a terminal. Errors that were joined are
// parted by semicolons.
func OneLine(err error) string {
	var parts []string
	for line := range strings.Lines(parley.Plain(err.Error())) {
		if words := strings.Fields(line); len(words) > 0 {
			parts = append(parts, strings.Join(words, " "))
		}
	}
	return strings.Join(parts, "; ")
}
