package models

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/urfave/cli/v3"

	"parley/app"
	"parley/cmd/terminal"
	"parley/engine/models"
)

func pullNamed(ctx context.Context, c *cli.Command) error {
	listed, err := named(c)
	if err != nil {
		return err
	}
	if len(listed) == 0 {
		return app.SetupError{Err: errors.New("which models? name them; `parley models list` shows them")}
	}
	return pull(ctx, c.Root().Writer, &models.Puller{
		Dir: folder(c), From: c.String("from"), Trust: c.Bool("trust"),
	}, listed)
}

// pull brings models one after the other and says how it goes; the first error
// ends it.
func pull(ctx context.Context, out io.Writer, p *models.Puller, listed []models.Model) error {
	show := newProgress(out)
	p.Progress = show.tell
	for _, m := range listed {
		was := models.Look(p.Dir, m).State
		err := p.Pull(ctx, m)
		show.Clear()
		switch {
		case errors.Is(err, context.Canceled):
			return fmt.Errorf("stopped: %w", err)
		case err != nil:
			return err
		case was == models.Here:
			show.PrintAbove(m.Name + " is here already\n")
		default:
			show.PrintAbove(fmt.Sprintf("%s is here (%s)\n", m.Name, m.Licence))
		}
	}
	return show.Err()
}

// progress shows a pull: a bar on a terminal, a line now and then elsewhere.
type progress struct {
	*terminal.Progress
	phase models.Phase
	// The rate is counted from the phase's first byte seen.
	began time.Time
	first int64
}

func newProgress(out io.Writer) *progress { return &progress{Progress: terminal.NewProgress(out)} }

// tell is for models.Puller.Progress.
func (p *progress) tell(now models.Progress) {
	if now.Phase != p.phase || now.Done < p.first {
		p.phase, p.began, p.first = now.Phase, time.Now(), now.Done
		p.Begin()
	}
	p.Show(func() string { return p.text(now) })
}

// text is progress as one line.
func (p *progress) text(now models.Progress) string {
	text := now.Model + ": " + string(now.Phase)
	if now.Total > 0 {
		done := min(now.Done, now.Total)
		text += fmt.Sprintf(" %s %3.0f%%", terminal.Bar(done, now.Total), float64(done)/float64(now.Total)*100)
	}
	if now.Phase != models.Fetching {
		return text
	}
	text += " of " + models.Bytes(max(now.Total, now.Done)).String()
	took := time.Since(p.began).Seconds()
	if took < 1 {
		return text
	}
	rate := float64(now.Done-p.first) / took
	text += fmt.Sprintf(", %s/s", models.Bytes(rate))
	if left := float64(now.Total - now.Done); left > 0 && rate > 0 {
		text += fmt.Sprintf(", %s left", (time.Duration(left/rate) * time.Second).String())
	}
	return text
}
