package main

import (
	"errors"
	"io"
	"os"
)

// statusWidth is how much of the status is shown, so that it stays on one line
// of a common terminal.
const statusWidth = 78

// statusLine is the last line of a terminal, rewritten in place while other
// lines are printed above it. Without a terminal only those are printed.
type statusLine struct {
	out   io.Writer
	live  bool
	text  string
	fault error
}

func newStatusLine(out io.Writer) *statusLine {
	return &statusLine{out: out, live: isTerminal(out)}
}

// set rewrites the status.
func (s *statusLine) set(text string) {
	text = printable(text)
	if runes := []rune(text); len(runes) > statusWidth {
		text = "…" + string(runes[len(runes)-statusWidth+1:])
	}
	s.text = text
	if s.live {
		s.write("\r\x1b[K" + text)
	}
}

// above prints whole lines before the status.
func (s *statusLine) above(lines string) {
	if s.live {
		lines = "\r\x1b[K" + lines + s.text
	}
	s.write(lines)
}

// clear takes the status away.
func (s *statusLine) clear() {
	if s.live && s.text != "" {
		s.write("\r\x1b[K")
	}
	s.text = ""
}

func (s *statusLine) write(text string) {
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
