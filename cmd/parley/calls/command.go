// Package calls is `parley calls`: the calls that a data folder keeps, listed, shown,
// moved, deleted, and gone on from.
package calls

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/calls"
	"parley/cmd/cmdline"
	"parley/cmd/terminal"
	"parley/journal"
)

// Command is `parley calls`.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "calls",
		Usage: "list, show, move, delete and go on from the calls that are kept",
		Description: "Works on the data folder, also while `parley serve` runs on it, as whoever runs this machine: all calls are\n" +
			"there. --user shows what that one user has. A call is named by its id or the beginning of it.",
		Commands: []*cli.Command{listCommand(), showCommand(), debriefCommand(), exportCommand(), importCommand(), deleteCommand(),
			forkCommand()},
		Action: cmdline.ShowCommands,
	}
}

// flags are those of every command here: where calls are kept and whose are meant.
func flags(more ...cli.Flag) []cli.Flag {
	all := append(cmdline.FolderFlags(), cmdline.LogFlag("error"), &cli.StringFlag{
		Name: "user", Usage: "the user with this id, and no other's calls; better set in the environment (default: all users)",
		Sources: cmdline.Env("PARLEY_USER"), HideDefault: true,
	})
	return append(all, more...)
}

func jsonFlag() cli.Flag { return &cli.BoolFlag{Name: "json", Usage: "print JSON"} }

// kept are the calls of a data folder, as their owner has them.
type kept struct {
	dir   *journal.Dir
	store *calls.Files
	// owner is an alias or calls.Operator.
	owner string
}

// eraser deletes what is kept of calls elsewhere.
type eraser func(context.Context, ...parley.CallID) error

// open opens the data folder that c names, which has to be there; erased may be nil.
// The caller closes its dir.
func open(c *cli.Command, erased eraser) (*kept, error) {
	if err := cmdline.SetLog(c.Root().ErrWriter, c.String("log")); err != nil {
		return nil, err
	}
	folder := filepath.Join(c.String("data"), "calls")
	if _, err := os.Stat(folder); err != nil {
		return nil, app.SetupError{Err: fmt.Errorf("no calls are kept in %q: name the data folder with --data (%w)", c.String("data"), err)}
	}
	return openFolder(c, folder, erased)
}

func openFolder(c *cli.Command, folder string, erased eraser) (*kept, error) {
	owner, err := ownerOf(c)
	if err != nil {
		return nil, err
	}
	dir, err := journal.OpenDir(folder)
	if err != nil {
		return nil, app.SetupError{Err: err}
	}
	return &kept{dir, calls.NewFiles(dir, erased), owner}, nil
}

// ownerOf is the alias of --user by the data folder's key, or the operator.
func ownerOf(c *cli.Command) (string, error) {
	user := c.String("user")
	if user == "" {
		return calls.Operator, nil
	}
	if !parley.IsUser(user) {
		return "", app.SetupError{Err: fmt.Errorf("--user: %w", parley.ErrUser)}
	}
	var key journal.UserKey
	var err error
	if own := c.String("user-key"); own != "" {
		key, err = journal.NewUserKey(own)
	} else {
		key, err = journal.LoadUserKey(filepath.Join(c.String("data"), "user.key"))
	}
	if err != nil {
		return "", app.SetupError{Err: err}
	}
	return key.Alias(user), nil
}

// own are the summaries of the owner's calls, newest first.
func (k *kept) own(ctx context.Context) ([]calls.Summary, error) {
	return calls.ListAll(ctx, k.store, calls.Query{Owner: k.owner})
}

// maxNamed is how many calls an error names that a prefix could mean.
const maxNamed = 4

// named is the call of all that name is the id of, or the beginning of the id of, with
// or without "call_".
func named(all []calls.Summary, name string) (calls.Summary, error) {
	var fit []calls.Summary
	for _, s := range all {
		switch {
		case string(s.Call) == name:
			return s, nil
		case name != "" && (strings.HasPrefix(string(s.Call), name) || strings.HasPrefix(string(s.Call), "call_"+name)):
			fit = append(fit, s)
		}
	}
	switch len(fit) {
	case 0:
		return calls.Summary{}, app.SetupError{Err: fmt.Errorf("there is no call %q here; `parley calls list` shows which there are", name)}
	case 1:
		return fit[0], nil
	}
	ids := make([]string, 0, maxNamed)
	for _, s := range fit[:min(maxNamed, len(fit))] {
		ids = append(ids, string(s.Call))
	}
	return calls.Summary{}, app.SetupError{
		Err: fmt.Errorf("%q may be any of %d calls (%s, …): give more of the id", name, len(fit), strings.Join(ids, ", ")),
	}
}

// theCall opens the data folder and finds the one call that c names. The caller closes
// k.dir.
func theCall(ctx context.Context, c *cli.Command) (k *kept, s calls.Summary, err error) {
	if c.Args().Len() != 1 {
		return nil, s, app.SetupError{Err: errors.New("which call? name one; `parley calls list` shows which there are")}
	}
	if k, err = open(c, nil); err != nil {
		return nil, s, err
	}
	all, err := k.own(ctx)
	if err == nil {
		s, err = named(all, c.Args().First())
	}
	if err != nil {
		return nil, s, errors.Join(err, k.dir.Close())
	}
	return k, s, nil
}

// load is a call that was found. What cannot be read of it is left out, which is said.
func (k *kept) load(ctx context.Context, c *cli.Command, call parley.CallID) ([]parley.Event, error) {
	events, err := k.store.Events(ctx, k.owner, call)
	if err != nil {
		return nil, err
	}
	if _, damaged, err := k.dir.Load(call); err == nil && damaged > 0 {
		fmt.Fprintf(terminal.Plain(c.Root().ErrWriter),
			"parley: %s of the journal of %s cannot be read, and left out here; put the file back from a backup if there is one\n",
			count(damaged, "line", "lines"), call)
	}
	return events, nil
}

// printJSON prints a value for programs.
func printJSON(out io.Writer, v any) error {
	e := json.NewEncoder(terminal.PlainJSON(out))
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// outcome is how a call ended, in words.
func outcome(o parley.Outcome) string {
	if o == calls.CutOff {
		return "cut off"
	}
	return string(cmp.Or(o, "under way"))
}
