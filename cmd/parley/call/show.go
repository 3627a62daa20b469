package call

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"parley"
	"parley/app"
	"parley/caller"
	"parley/cmd/terminal"
	"parley/media"
)

// outputs says where a call goes; empty names are not written.
type outputs struct {
	out                     io.Writer
	json                    bool
	wav, transcript, events string
}

// show shows a call as it happens. It is used from one goroutine.
type show struct {
	botname string
	outputs outputs
	status  *terminal.StatusLine
	events  *os.File
	encode  []*json.Encoder
	buffers []*bufio.Writer
	// shown is all that was shown, for the transcript.
	shown bytes.Buffer
	fault error
}

func openShow(o options) (*show, error) {
	s := &show{botname: o.botname, outputs: o.outputs, status: terminal.NewStatusLine(o.outputs.out)}
	if o.outputs.json {
		s.status.Live = false
		s.encode = append(s.encode, json.NewEncoder(terminal.PlainJSON(o.outputs.out)))
	}
	if o.outputs.events != "" {
		f, err := os.Create(o.outputs.events)
		if err != nil {
			return nil, app.SetupError{Err: fmt.Errorf("save events: %w", err)}
		}
		s.events = f
		b := bufio.NewWriter(f)
		s.buffers = append(s.buffers, b)
		s.encode = append(s.encode, json.NewEncoder(b))
	}
	return s, nil
}

// event shows one event.
func (s *show) event(e caller.Event) {
	for _, enc := range s.encode {
		s.fault = errors.Join(s.fault, enc.Encode(e))
	}
	switch b := e.Body.(type) {
	case caller.StateChanged:
		s.status.Set(fmt.Sprintf("%s is %s", s.botname, b.State))
	case caller.LineBegun:
		s.line("You: %s", b.Text)
	case caller.Caption:
		s.caption(b)
	case caller.Verdict:
		s.line("  progress %d/%d %s%s", b.ProgressTowardsGoal, parley.MaxProgress,
			change(b.ProgressTowardsGoal-b.PreviousProgressTowardsGoal), prefixed("  ", b.CTA))
	case caller.Reaction:
		s.line("  %s %s %s", s.botname, b.Emoji, b.Label)
	case caller.Trouble:
		what := "trouble"
		if b.Over {
			what = "well again"
		}
		s.line("  %s (%s): %s", what, b.Role, b.Reason)
	case caller.ConnectionLost:
		s.line("  connection lost; waiting for it to come back")
	case caller.ConnectionBack:
		s.line("  connected again")
	case caller.Ended:
		s.line("Call ended: %s%s", b.Outcome, prefixed(". ", b.Reason))
	}
}

func (s *show) caption(c caller.Caption) {
	switch {
	case c.Role == parley.Character && c.Final:
		s.line("%s: %s", s.botname, c.Text)
	case c.Role == parley.Character:
		s.status.Set(fmt.Sprintf("%s: %s", s.botname, c.Text))
	case c.Final:
		s.line("  heard: %s", c.Text)
	default:
		s.status.Set("heard so far: " + c.Text)
	}
}

// line shows one line above the status line and keeps it for the transcript.
func (s *show) line(format string, args ...any) {
	text := terminal.Printable(fmt.Sprintf(format, args...)) + "\n"
	s.shown.WriteString(text)
	if !s.outputs.json {
		s.status.PrintAbove(text)
	}
}

// summary shows where the time went and what the engines did.
func (s *show) summary(r caller.Report) {
	s.status.Clear()
	for line := range strings.Lines(latencyTable(r) + usageTable(r.Usage)) {
		s.line("%s", strings.TrimSuffix(line, "\n"))
	}
	if r.Cut {
		s.line("The recording has the first %v of the call.", media.MaxRecording)
	}
}

// close writes what is to be saved and returns what could not be.
func (s *show) close() error {
	s.status.Clear()
	err := errors.Join(s.fault, s.status.Err())
	for _, b := range s.buffers {
		err = errors.Join(err, b.Flush())
	}
	if s.events != nil {
		err = errors.Join(err, s.events.Close())
	}
	if s.outputs.transcript != "" {
		err = errors.Join(err, os.WriteFile(s.outputs.transcript, s.shown.Bytes(), 0o644))
	}
	if err != nil {
		return fmt.Errorf("save the call: %w", err)
	}
	return nil
}

// change says which way progress went, by shape.
func change(by int) string {
	switch {
	case by > 0:
		return fmt.Sprintf("▲%d", by)
	case by < 0:
		return fmt.Sprintf("▼%d", -by)
	}
	return "="
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}
