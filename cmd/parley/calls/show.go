package calls

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/calls"
	"parley/cmd/terminal"
	"parley/debrief"
)

func showCommand() *cli.Command {
	return &cli.Command{
		Name: "show", Usage: "what was said in a call, how it went, and when", ArgsUsage: "CALL",
		Flags:  flags(jsonFlag(), &cli.BoolFlag{Name: "events", Usage: "print what the journal holds instead, one JSON event a line"}),
		Action: show,
	}
}

func show(ctx context.Context, c *cli.Command) error {
	k, s, err := theCall(ctx, c)
	if err != nil {
		return err
	}
	events, err := k.load(ctx, c, s.Call)
	if err = errors.Join(err, k.dir.Close()); err != nil {
		return err
	}
	if c.Bool("events") {
		e := json.NewEncoder(terminal.PlainJSON(c.Root().Writer))
		e.SetEscapeHTML(false)
		for _, event := range events {
			if err := e.Encode(event); err != nil {
				return err
			}
		}
		return nil
	}
	if c.Bool("json") {
		v := debrief.View(calls.Fold(events), time.Now())
		v.Summary = s // which knows the size
		return printJSON(c.Root().Writer, v)
	}
	p := printer{out: terminal.Plain(c.Root().Writer)}
	p.call(calls.Fold(events), s)
	return p.err
}

// printer prints lines until one cannot be.
type printer struct {
	out io.Writer
	err error
	// names are those of the two sides, padded to the same width.
	names map[parley.Role]string
	// met are the checks of the rubric that were met so far.
	met []string
}

// line prints one line; what of args is text is made plain.
func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.out, strings.TrimRight(terminal.Printable(fmt.Sprintf(format, args...)), " "))
	}
}

func (p *printer) call(c calls.Call, s calls.Summary) {
	p.head(c, s)
	p.line("")
	bot := cmp.Or(c.Started.Botname, "Character")
	width := max(len([]rune(bot)), len("You"))
	p.names = map[parley.Role]string{parley.User: fmt.Sprintf("%-*s", width, "You"), parley.Character: fmt.Sprintf("%-*s", width, bot)}
	own := c.Turns
	if c.Inherited != nil {
		first := slices.IndexFunc(c.Turns, func(t calls.Turn) bool { return !t.Inherited })
		if first < 0 {
			first = len(c.Turns)
		}
		p.parent(c, c.Turns[:first])
		own = c.Turns[first:]
	}
	p.talk(c, own)
}

// head says what call it is and how it went.
func (p *printer) head(c calls.Call, s calls.Summary) {
	p.line("%s: %s", s.Call, cmp.Or(c.Started.Scenario, "of a scene that is not known"))
	p.line("%s, %s, %s, %d/%d, %s, %s", s.Began.Local().Format("Mon 2 Jan 2006, 15:04:05"), clock(s.Seconds), outcome(s.Outcome),
		s.Progress, parley.MaxProgress, count(s.Exchanges, "exchange", "exchanges"), count(s.Hints, "hint", "hints"))
	if at := forkOf(s); at != "" {
		p.line("goes on from %s", at)
	}
	if c.Unknown > 0 {
		p.line("%s from a newer Parley and left out", count(c.Unknown, "event is", "events are"))
	}
}

// parent prints what a fork has of its parent, with the parent's times.
func (p *printer) parent(c calls.Call, turns []calls.Turn) {
	verdicts := c.Inherited.Verdicts
	for _, t := range turns {
		p.turn(t)
		for _, v := range verdicts {
			if v.Verdict.Turns.Character == t.Number {
				p.verdict(v.Verdict)
			}
		}
	}
	if n := len(verdicts); n > 0 {
		p.met = verdicts[n-1].Verdict.Checks // the line that is said again has its verdict in the parent alone
	}
	p.line("      from here on it is this call, with its own times")
}

// note is something that happened beside what was said.
type note struct {
	at   time.Duration
	text string
}

// talk prints turns, each with the verdict on it, and between them what else was.
func (p *printer) talk(c calls.Call, turns []calls.Turn) {
	notes, told := notesOf(c), 0
	until := func(at time.Duration) {
		for told < len(notes) && notes[told].at <= at {
			p.line("%5s %s", "", notes[told].text)
			told++
		}
	}
	verdicts := c.Verdicts
	for _, t := range turns {
		until(t.Start)
		p.turn(t)
		for len(verdicts) > 0 && verdicts[0].Turns.Character <= t.Number {
			p.verdict(verdicts[0].Verdict)
			verdicts = verdicts[1:]
		}
	}
	until(1<<63 - 1)
	for _, v := range verdicts {
		p.verdict(v.Verdict)
	}
	p.end(c)
}

func notesOf(c calls.Call) (notes []note) {
	for _, h := range c.Hints {
		notes = append(notes, note{h.At, fmt.Sprintf("hint %d: %s", h.Level, h.Text)})
	}
	for _, set := range c.Patience {
		notes = append(notes, note{set.At, fmt.Sprintf("patience set to %v", set.For)})
	}
	for _, pause := range c.Pauses {
		text := "paused"
		if pause.End > pause.Start {
			text += " for " + (pause.End - pause.Start).Round(time.Second).String()
		}
		notes = append(notes, note{pause.Start, text})
	}
	slices.SortStableFunc(notes, func(a, b note) int { return cmp.Compare(a.at, b.at) })
	return notes
}

func (p *printer) turn(t calls.Turn) {
	var marks []string
	if t.Typed {
		marks = append(marks, "typed")
	}
	if t.Backchannel {
		marks = append(marks, "beside what the character said")
	}
	if t.Interrupted {
		marks = append(marks, "interrupted")
	}
	if t.Role == parley.User && t.Confidence > 0 {
		marks = append(marks, fmt.Sprintf("heard with %.2f", t.Confidence))
	}
	marks = append(marks, t.Reactions...)
	about := ""
	if len(marks) > 0 {
		about = "  [" + strings.Join(marks, ", ") + "]"
	}
	p.line("%5s %s  %s%s", clock(t.Start.Seconds()), p.names[t.Role], t.Text, about)
	if t.Corrected != "" {
		p.line("%5s as you say: %s", "", t.Corrected)
	}
}

// verdict says what an exchange changed, and by what.
func (p *printer) verdict(v parley.Verdict) {
	text := fmt.Sprintf("%5s %d/%d %s", "", v.Progress, parley.MaxProgress, change(v.Progress-v.Previous))
	for _, check := range v.Checks {
		if slices.Contains(p.met, check) {
			continue
		}
		text += "  met: " + check
		for _, m := range v.Met {
			if m.Check == check {
				text += fmt.Sprintf(" (%q)", m.Quote)
				break
			}
		}
	}
	p.met = v.Checks
	if v.Held != "" {
		text += "  held back: " + v.Held
	}
	if v.BadEnding != "" || v.Strike > 0 {
		text += "  slip: " + cmp.Or(v.BadEnding, "not named")
	}
	if v.Strike > 0 && v.Strikes > 0 {
		text += fmt.Sprintf(" (%d of %d)", v.Strike, v.Strikes)
	}
	if len(v.Flags) > 0 {
		text += "  flags: " + strings.Join(v.Flags, ", ")
	}
	p.line("%s", text)
}

// end says how the call ended, and what the user thought of it.
func (p *printer) end(c calls.Call) {
	if c.Ending != nil {
		p.line("%5s %s: %s", clock(c.Length.Seconds()), outcome(c.Ending.Outcome), cmp.Or(c.Ending.Reason, "no reason is told"))
	}
	if c.Rated == nil {
		return
	}
	fair := ""
	if f := c.Rated.Fair; f != nil {
		fair = map[bool]string{true: ", fair", false: ", not fair"}[*f]
	}
	p.line("%5s rated %d of 5%s", "", c.Rated.Stars, fair)
}

// change says which way progress went, by shape.
func change(by int) string {
	switch {
	case by > 0:
		return fmt.Sprintf("▲%d", by)
	case by < 0:
		return fmt.Sprintf("▼%d", -by)
	}
	return "–"
}
