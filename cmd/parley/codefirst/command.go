// Package codefirst is the command that runs characters who act by writing code: a
// program of one's own, a conversation, and the examples.
package codefirst

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"parley/app"
	"parley/app/engineconfig"
	"parley/cmd/cmdline"
	"parley/cmd/terminal"
	"parley/codefirst"
	"parley/codefirst/examples"
	"parley/codefirst/sandbox"
	"parley/codefirst/scripted"
	"parley/engine"
	"parley/llm"
	"parley/report"
)

// Command is `parley codefirst`.
func Command() *cli.Command {
	shown := []cli.Flag{
		&cli.BoolFlag{Name: "trace", Usage: "show every step as it happens"},
		&cli.BoolFlag{Name: "json", Usage: "print traces and results as lines of JSON"},
		cmdline.LogFlag("error"),
	}
	model := append(cmdline.EngineFlags(engineconfig.LLM), shown...)
	return &cli.Command{
		Name: "codefirst", Usage: "characters that act by writing code (docs/codefirst.md)", Action: cmdline.ShowCommands,
		Commands: []*cli.Command{
			{
				Name: "run", Usage: "run a program in the sandbox, or have a model write one", ArgsUsage: "[FILE | -]",
				Description: "FILE holds code as a model writes it. It finds the tools tasks.add, tasks.list, tasks.clear and wait,\n" +
					"may yield <Message> and ends with a return, such as:\n\n" +
					"  echo \"return { action: 'done', success: true, result: 6 * 7 }\" | parley codefirst run -\n" +
					"  parley codefirst run --task \"add three tasks for a trip\" --llm openai",
				Flags: append(slices.Clone(model),
					&cli.StringFlag{Name: "task", Usage: "what a model is to do, in place of FILE"},
					&cli.IntFlag{Name: "loop", Value: codefirst.DefaultLoop, Usage: "how often a model may try"},
					&cli.DurationFlag{Name: "timeout", Value: codefirst.DefaultTimeout, Usage: "how long code may compute"},
					&cli.IntFlag{Name: "memory", Value: int(sandbox.DefaultLimits().Memory >> 20), Usage: "MiB that it may take"}),
				Action: run,
			},
			{
				Name: "chat", Usage: "talk with a character that keeps a list of tasks",
				Description: "Without a model it knows a few things to say: try hello, add buy milk, what is on my list?, clear, 2 + 3.\n" +
					"A line is a message; an empty line or the end of the input ends the conversation.",
				Flags: model, Action: chatCommand,
			},
			{
				Name: "examples", Usage: "run the 22 examples, or those that are named", ArgsUsage: "[NAME…]",
				Description: "Each has a scripted model and checks what came of it.\n" +
					"With --llm a model writes the code, and nothing is checked.",
				Flags: append(slices.Clone(model), &cli.BoolFlag{Name: "list", Usage: "only list them"}), Action: runExamples,
			},
		},
	}
}

// readerPatience is how long the model is waited for: it may have to be loaded again while
// somebody reads.
const readerPatience = 5 * time.Minute

// modelOf is the model that the flags name, nil if they name none; close ends it.
func modelOf(ctx context.Context, c *cli.Command) (model llm.Engine, end func() error, err error) {
	end = func() error { return nil }
	if err := cmdline.SetLog(c.Root().ErrWriter, c.String("log")); err != nil {
		return nil, end, app.SetupError{Err: err}
	}
	if !c.IsSet("llm") && !c.IsSet("llm-url") && !c.IsSet("config") {
		return nil, end, nil
	}
	plan, err := cmdline.PlanOf(c)
	if err != nil {
		return nil, end, err
	}
	minds, err := app.OpenMinds(ctx, app.Config{Plan: plan})
	if err != nil {
		return nil, end, err
	}
	cmdline.Settle(ctx, c, minds)
	model, err = minds.Model()
	return model, minds.Close, err
}

// run is `parley codefirst run`.
func run(ctx context.Context, c *cli.Command) (err error) {
	ctx = engine.Patiently(ctx, readerPatience)
	model, end, err := modelOf(ctx, c)
	defer func() { err = errors.Join(err, end()) }()
	if err != nil {
		return err
	}
	task := c.String("task")
	switch {
	case task != "" && c.Args().Present():
		return app.SetupError{Err: errors.New("a FILE and a --task: give one")}
	case task != "" && model == nil:
		return app.SetupError{Err: errors.New("a --task needs a language model: choose one with --llm")}
	case task == "" && c.Args().Len() != 1:
		return app.SetupError{Err: errors.New("which program? Give a FILE, or - for the standard input")}
	}
	p, err := demoParams(newDemo())
	if err != nil {
		return err
	}
	p.Loop, p.Timeout, p.Limits.Memory = c.Int("loop"), c.Duration("timeout"), int64(c.Int("memory"))<<20
	p.Instructions = task
	if task == "" {
		code, err := program(c)
		if err != nil {
			return app.SetupError{Err: err}
		}
		p.Loop, model = 1, scripted.New(code)
	}
	p.Exits = []codefirst.Exit{codefirst.Done.Exit}
	out := newPrinter(c)
	p.Chat, p.Hooks.OnTrace = &talk{print: out}, out.trace
	p.Models = []llm.Engine{model}
	r, err := codefirst.Execute(ctx, p)
	if err != nil {
		return err
	}
	out.result(r)
	if !r.Success() {
		return fmt.Errorf("the program failed: %w", failure(r))
	}
	return out.err
}

// failure is why a run failed: what was wrong with its last code, where there is that.
func failure(r *codefirst.Result) error {
	switch last := r.LastIteration(); {
	case r.Interrupted():
		return fmt.Errorf("it waits for an answer: %s", r.Snapshot.Reason)
	case errors.Is(r.Err(), codefirst.ErrLoop) && last != nil && last.Err != nil:
		return last.Err
	}
	return r.Err()
}

// program reads the FILE that the command names.
func program(c *cli.Command) (string, error) {
	in := c.Root().Reader
	if path := c.Args().First(); path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return "", err
		}
		defer f.Close()
		in = f
	}
	const most = 1 << 20
	text, err := io.ReadAll(io.LimitReader(in, most))
	if err == nil && len(text) == most {
		err = fmt.Errorf("the program is over %d bytes", most)
	}
	if err == nil && strings.TrimSpace(string(text)) == "" {
		err = errors.New("the program is empty")
	}
	return string(text), err
}

// runExamples is `parley codefirst examples`.
func runExamples(ctx context.Context, c *cli.Command) (err error) {
	all := examples.All()
	for _, name := range c.Args().Slice() {
		if !slices.ContainsFunc(all, func(e examples.Example) bool { return e.Name == name }) {
			return app.SetupError{Err: fmt.Errorf("there is no example %q; see `parley codefirst examples --list`", name)}
		}
	}
	out := newPrinter(c)
	if c.Bool("list") {
		var rows [][]string
		for _, e := range all {
			rows = append(rows, []string{fmt.Sprintf("%02d", e.Number), e.Name, e.About})
		}
		return report.List(terminal.Plain(c.Root().Writer), rows...)
	}
	ctx = engine.Patiently(ctx, readerPatience)
	model, end, err := modelOf(ctx, c)
	defer func() { err = errors.Join(err, end()) }()
	if err != nil {
		return err
	}
	failed := 0
	for _, e := range all {
		if c.Args().Present() && !slices.Contains(c.Args().Slice(), e.Name) {
			continue
		}
		out.line("\n%02d %s: %s", e.Number, e.Name, e.About)
		began := time.Now()
		err := e.Run(ctx, &examples.Stage{
			Model: model, Said: func(text string) { out.message("user", text) }, Shown: func(text string) { out.message("shown", text) },
			Traced: out.trace,
		})
		verdict := "ok"
		if !examples.Ran(err) {
			verdict = "FAILED: " + err.Error()
			failed++
		}
		out.line("   %s (%v)", verdict, time.Since(began).Round(time.Millisecond))
	}
	if failed > 0 {
		return fmt.Errorf("%d examples do not hold", failed)
	}
	return out.err
}

// marshal is v as a line of JSON.
func marshal(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("{\"error\":%q}", err)
	}
	return terminal.EscapeJSON(string(text))
}
