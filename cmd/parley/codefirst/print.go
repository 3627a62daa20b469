package codefirst

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v3"

	"parley/cmd/terminal"
	"parley/codefirst"
)

// printer prints what passes: messages, and traces as a tree that grows, or all of it
// as lines of JSON. Its methods may be called from several goroutines.
type printer struct {
	mu    sync.Mutex
	out   io.Writer
	tree  bool
	json  bool
	shown int // the iteration whose head was printed
	err   error
}

func newPrinter(c *cli.Command) *printer {
	return &printer{out: c.Root().Writer, tree: c.Bool("trace"), json: c.Bool("json")}
}

// line prints a line for people.
func (p *printer) line(format string, values ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.json {
		p.print(fmt.Sprintf(format, values...))
	}
}

// print is called with p.mu held.
func (p *printer) print(line string) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.out, line)
	}
}

// message prints what somebody said, or the user is shown.
func (p *printer) message(who, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.json {
		p.print(marshal(map[string]string{"kind": who, "text": text}))
		return
	}
	mark := "  "
	if who == "user" {
		mark = "> "
	}
	p.print("   " + mark + strings.ReplaceAll(printable(text), "\n", "\n     "))
}

// trace prints a step of a run.
func (p *printer) trace(t codefirst.Trace) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.json:
		p.print(marshal(t))
		return
	case !p.tree:
		return
	}
	if t.Kind == codefirst.TraceModelStarted || p.shown != t.Iteration {
		p.shown = t.Iteration
		p.print(fmt.Sprintf("   ─ iteration %d", t.Iteration))
	}
	if text := step(t); text != "" {
		lines := strings.Split(text, "\n")
		p.print("   ├ " + strings.Join(lines, "\n   │   "))
	}
}

// step is a trace in words, "" for one that says nothing more.
func step(t codefirst.Trace) string {
	took := ""
	if !t.End.IsZero() {
		took = " " + t.End.Sub(t.Start).Round(100*time.Microsecond).String()
	}
	switch t.Kind {
	case codefirst.TraceFirstToken:
		return "the first token came" + took
	case codefirst.TraceModelDone:
		return fmt.Sprintf("%s wrote%s\n%s", t.Name, took, clip(t.Text, 2000))
	case codefirst.TraceInvalidCode:
		return "does not compile: " + t.Err
	case codefirst.TraceComment:
		return fmt.Sprintf("line %d // %s", t.Line, t.Text)
	case codefirst.TraceToolCall:
		came := " → " + clip(string(t.Output), 200)
		switch {
		case t.Err != "":
			came = " ✗ " + t.Err
		case t.Text != "":
			came = " ⏸ " + t.Text
		}
		return fmt.Sprintf("line %d %s(%s)%s%s", t.Line, t.Name, clip(string(t.Input), 200), came, took)
	case codefirst.TraceToolSlow:
		return t.Name + " is slow"
	case codefirst.TraceYield:
		return fmt.Sprintf("<%s> %s", t.Name, clip(t.Text, 200))
	case codefirst.TraceLog:
		return "log " + clip(t.Text, 200)
	case codefirst.TraceProperty:
		if t.Err != "" {
			return fmt.Sprintf("%s ✗ %s", t.Name, t.Err)
		}
		return fmt.Sprintf("%s: %s → %s", t.Name, t.Input, t.Output)
	case codefirst.TraceExecution:
		return "the code ran" + took
	case codefirst.TraceException:
		return strings.TrimRight(t.Err+"\n"+t.Text, "\n")
	case codefirst.TraceThink:
		return "look again: " + t.Text
	case codefirst.TraceAbort:
		return "aborted: " + t.Text
	case codefirst.TraceModelStarted:
	}
	return ""
}

// clip is text of at most limit characters, printable.
func clip(text string, limit int) string {
	if r := []rune(text); len(r) > limit {
		text = string(r[:limit]) + "…"
	}
	return printable(text)
}

// printable is text without what a terminal would obey, line by line.
func printable(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = terminal.Printable(strings.ReplaceAll(line, "\t", "  "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), " \n")
}

// result prints how a run ended.
func (p *printer) result(r *codefirst.Result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.json {
		p.print(marshal(map[string]any{"kind": "result", "result": r}))
		return
	}
	switch {
	case r.Success() && r.Value != nil:
		p.print(fmt.Sprintf("%s %s", r.Exit.Name, r.Value))
	case r.Success():
		p.print(r.Exit.Name)
	case r.LastIteration() != nil:
		for _, t := range r.LastIteration().Traces {
			if t.Kind == codefirst.TraceException && !p.tree {
				p.print(strings.TrimRight(t.Text, "\n"))
			}
		}
	}
}
