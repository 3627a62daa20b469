package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"parley/engine/models"
)

func pullModels(ctx context.Context, c *cli.Command) error {
	listed, err := namedModels(c)
	if err != nil {
		return err
	}
	if len(listed) == 0 {
		return setupError{errors.New("which models? name them; `parley models list` shows them")}
	}
	return pull(ctx, c.Root().Writer, &models.Puller{
		Dir: modelsFolder(c), From: c.String("from"), Trust: c.Bool("trust"),
	}, listed)
}

// pull brings models one after the other and says how it goes; the first error
// ends it.
func pull(ctx context.Context, out io.Writer, p *models.Puller, listed []models.Model) error {
	show := newPullShow(out)
	p.Progress = show.progress
	for _, m := range listed {
		was := models.Look(p.Dir, m).State
		err := p.Pull(ctx, m)
		show.line.clear()
		switch {
		case errors.Is(err, context.Canceled):
			return fmt.Errorf("stopped: %w", err)
		case err != nil:
			return err
		case was == models.Here:
			show.line.above(m.Name + " is here already\n")
		default:
			show.line.above(fmt.Sprintf("%s is here (%s)\n", m.Name, m.Licence))
		}
	}
	return show.line.fault
}

// How often progress is shown, on a terminal and elsewhere.
const (
	pullRedraw = 100 * time.Millisecond
	pullSay    = 5 * time.Second
)

// pullShow shows a pull: a bar on a terminal, a line now and then elsewhere.
type pullShow struct {
	line  *statusLine
	now   func() time.Time
	shown time.Time
	phase models.Phase
	// The rate is counted from the phase's first byte seen.
	began time.Time
	first int64
}

func newPullShow(out io.Writer) *pullShow { return &pullShow{line: newStatusLine(out), now: time.Now} }

func (s *pullShow) progress(p models.Progress) {
	now := s.now()
	if p.Phase != s.phase || p.Done < s.first {
		s.phase, s.began, s.first = p.Phase, now, p.Done
		if s.shown = now; s.line.live {
			s.shown = time.Time{}
		}
	}
	if s.line.live && now.Sub(s.shown) >= pullRedraw {
		s.shown = now
		s.line.set(s.text(p, now))
	}
	if !s.line.live && now.Sub(s.shown) >= pullSay {
		s.shown = now
		s.line.above(s.text(p, now) + "\n")
	}
}

// barWidth is the characters of a full bar.
const barWidth = 20

// text is progress as one line.
func (s *pullShow) text(p models.Progress, now time.Time) string {
	text := p.Model + ": " + string(p.Phase)
	if p.Total > 0 {
		part := min(1, float64(p.Done)/float64(p.Total))
		full := int(part * barWidth)
		text += fmt.Sprintf(" [%s%s] %3.0f%%", strings.Repeat("#", full), strings.Repeat(".", barWidth-full), part*100)
	}
	if p.Phase != models.Fetching {
		return text
	}
	text += " of " + models.Bytes(max(p.Total, p.Done)).String()
	took := now.Sub(s.began).Seconds()
	if took < 1 {
		return text
	}
	rate := float64(p.Done-s.first) / took
	text += fmt.Sprintf(", %s/s", models.Bytes(rate))
	if left := float64(p.Total - p.Done); left > 0 && rate > 0 {
		text += fmt.Sprintf(", %s left", (time.Duration(left/rate) * time.Second).String())
	}
	return text
}
