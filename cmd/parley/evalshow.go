package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// evalShow shows how far a run is: a bar on a terminal, a line now and then
// elsewhere.
type evalShow struct {
	line         *statusLine
	began, shown time.Time
}

func newEvalShow(out io.Writer) *evalShow {
	return &evalShow{line: newStatusLine(out), began: time.Now(), shown: time.Now()}
}

func (s *evalShow) progress(done, total int) {
	now := time.Now()
	since := now.Sub(s.shown)
	switch {
	case s.line.live && since >= pullRedraw:
		s.shown = now
		s.line.set(s.text(done, total, now))
	case !s.line.live && since >= pullSay:
		s.shown = now
		s.line.above(s.text(done, total, now) + "\n")
	}
}

func (s *evalShow) text(done, total int, now time.Time) string {
	full := done * barWidth / max(total, 1)
	text := fmt.Sprintf("judging [%s%s] %d of %d", strings.Repeat("#", full), strings.Repeat(".", barWidth-full), done, total)
	took := now.Sub(s.began)
	if took < time.Second || done == 0 {
		return text
	}
	left := time.Duration(float64(took) / float64(done) * float64(total-done))
	return text + fmt.Sprintf(", %s left", left.Round(time.Second))
}
