package main

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v3"

	"parley/app/engineconfig"
	"parley/cmd/cmdline"
	"parley/cmd/measure/bench"
	"parley/cmd/measure/eval"
)

// example is something that a page tells people to type: a command of a program, flags
// alone, which hold for every command that has them, or variables.
type example struct {
	page string
	env  []string // NAME=value
	args []string
}

// program is a command line that pages name.
type program struct {
	cmdline.Program
	commands []*cli.Command
}

// programs are those there are, by name; the commands are new each time, as they are parsed once.
func programs() map[string]program {
	return map[string]program{
		"parley":  {cmdline.Parley, commands()},
		"measure": {cmdline.Measure, []*cli.Command{bench.Command(), eval.Command()}},
	}
}

// TestDocumentedExamples holds each example of the pages against the command line: it
// is parsed, and what it says is looked at as the command would, with nothing opened.
func TestDocumentedExamples(t *testing.T) {
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	for _, name := range slices.Collect(maps.Keys(environment(t))) {
		if os.Getenv(name) != "" {
			t.Setenv(name, "")
		}
	}
	commands, flags := 0, 0
	for _, e := range documented(t) {
		if _, ok := programs()[e.args[0]]; ok {
			commands++
			hold(t, e, e.args)
			continue
		}
		flags++
		name, _, _ := strings.Cut(strings.TrimPrefix(e.args[0], "--"), "=")
		having := commandsWith(name)
		if len(having) == 0 {
			t.Errorf("%s: no command has a flag --%s", e.page, name)
		}
		for _, path := range having {
			if len(e.args) == 1 && !strings.Contains(e.args[0], "=") {
				continue // it is named, not shown
			}
			hold(t, e, append(path, e.args...))
		}
	}
	if commands < 30 || flags < 40 {
		t.Errorf("%d commands and %d flags found in the pages, where there are many more", commands, flags)
	}
}

// TestHelpsExamples: what --help gives as an example of a value is taken.
func TestHelpsExamples(t *testing.T) {
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	found := 0
	each(func(path []string, c *cli.Command) {
		for _, f := range c.Flags {
			_, text, given := strings.Cut(f.(cli.DocGenerationFlag).GetUsage(), "such as ")
			if !given {
				continue
			}
			found++
			value, _, _ := strings.Cut(text, " ")
			hold(t, example{page: "--help"}, append(slices.Clone(path), "--"+f.Names()[0], strings.Trim(value, ".,;")))
		}
	})
	if found < 20 {
		t.Errorf("%d examples found, where there are many more", found)
	}
}

// hold gives args to the command line, whose commands look at them and do nothing.
func hold(t *testing.T, e example, args []string) {
	t.Helper()
	p := programs()[args[0]]
	below(p.commands, args[:1], func(_ []string, c *cli.Command) {
		if c.Action != nil {
			c.Action = look
		}
	})
	for _, entry := range e.env {
		name, value, _ := strings.Cut(entry, "=")
		t.Setenv(name, value)
		defer t.Setenv(name, "")
	}
	var said strings.Builder
	if code := p.Run(t.Context(), filledIn(t, p.commands, args), &said, &said, p.commands...); code != cmdline.ExitOK {
		t.Errorf("%s: %s %q is refused: %s", e.page, e.env, args, said.String())
	}
}

// look is the beginning of a command's action, before it opens anything.
func look(_ context.Context, c *cli.Command) error {
	if slices.ContainsFunc(c.Commands, func(below *cli.Command) bool { return below.Name != "help" }) {
		if err := cmdline.UnknownCommand(c); err != nil {
			return err
		}
	}
	if c.String("log") == "" {
		_, err := cmdline.PlanOf(c)
		return err
	}
	_, err := cmdline.ConfigOf(c)
	return err
}

// each calls f with every command of every program and the words that lead to it.
func each(f func(path []string, c *cli.Command)) {
	for name, p := range programs() {
		below(p.commands, []string{name}, f)
	}
}

// below calls f with every command of the tree and the words that lead to it.
func below(tree []*cli.Command, above []string, f func(path []string, c *cli.Command)) {
	for _, c := range tree {
		path := append(slices.Clone(above), c.Name)
		f(path, c)
		below(c.Commands, path, f)
	}
}

// commandsWith are the commands that have a flag.
func commandsWith(name string) (paths [][]string) {
	each(func(path []string, c *cli.Command) {
		if flagOf(c, name) != nil {
			paths = append(paths, path)
		}
	})
	return paths
}

// commandsReading are the commands of which a flag is read from a variable.
func commandsReading(name string) (paths [][]string) {
	each(func(path []string, c *cli.Command) {
		if slices.ContainsFunc(c.Flags, func(f cli.Flag) bool {
			return slices.Contains(f.(cli.DocGenerationFlag).GetEnvVars(), name)
		}) {
			paths = append(paths, path)
		}
	})
	return paths
}

func flagOf(c *cli.Command, name string) cli.Flag {
	i := slices.IndexFunc(c.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
	if i < 0 {
		return nil
	}
	return c.Flags[i]
}

// environment are the variables that any command reads.
func environment(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	each(func(_ []string, c *cli.Command) {
		for _, f := range c.Flags {
			for _, name := range f.(cli.DocGenerationFlag).GetEnvVars() {
				names[name] = true
			}
		}
	})
	_, err := engineconfig.NewPlan(engineconfig.File{}, nil, func(name string) string {
		names[name] = true
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// placeholder is a word that stands for another.
var placeholder = regexp.MustCompile(`^[A-Z]+$|…|^<.*>$|^\[.*\]$`)

// filledIn has values that a flag takes in the place of placeholders, which are words
// of capitals, in angles, or dots.
func filledIn(t *testing.T, tree []*cli.Command, args []string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "file.json")
	if err := os.WriteFile(file, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	all := &cli.Command{}
	below(tree, nil, func(_ []string, c *cli.Command) { all.Flags = append(all.Flags, c.Flags...) })
	args = slices.Clone(args)
	for i, word := range args {
		if i == 0 || !placeholder.MatchString(word) {
			continue
		}
		args[i] = "x"
		switch flagOf(all, strings.TrimPrefix(args[i-1], "--")).(type) {
		case *cli.IntFlag:
			args[i] = "1"
		case *cli.DurationFlag:
			args[i] = "1m"
		default:
			if args[i-1] == "--config" {
				args[i] = file
			}
		}
	}
	return args
}
