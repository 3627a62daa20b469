package calls

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/calls"
	"parley/cmd/terminal"
)

func exportCommand() *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "write a call to a file that `parley calls import` reads", ArgsUsage: "CALL",
		Description: "An archive is JSON: the events, captions (WebVTT), the debrief, and what is public of the scene. It does not\n" +
			"say who called, but it has all that was said.",
		Flags:  flags(&cli.StringFlag{Name: "out", Usage: "write to this file, which only you can read (default: print it)"}),
		Action: export,
	}
}

func export(ctx context.Context, c *cli.Command) error {
	k, s, err := theCall(ctx, c)
	if err != nil {
		return err
	}
	a, err := k.archive(ctx, c, s)
	if err = errors.Join(err, k.dir.Close()); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := a.Write(&text); err != nil {
		return err
	}
	text.WriteByte('\n')
	out := c.String("out")
	if out == "" {
		_, err := terminal.PlainJSON(c.Root().Writer).Write(text.Bytes())
		return err
	}
	if err := os.WriteFile(out, text.Bytes(), 0o600); err != nil {
		return app.SetupError{Err: fmt.Errorf("--out: %w", err)}
	}
	_, err = fmt.Fprintf(terminal.Plain(c.Root().Writer), "%s: %s, %d bytes\n", out, count(len(a.Events), "event", "events"), text.Len())
	return err
}

// archive is the archive of a call that is over.
func (k *kept) archive(ctx context.Context, c *cli.Command, s calls.Summary) (calls.Archive, error) {
	if s.Outcome == "" {
		return calls.Archive{}, fmt.Errorf("%s: %w; export it when it is", s.Call, calls.ErrUnderWay)
	}
	events, err := k.load(ctx, c, s.Call)
	if err != nil {
		return calls.Archive{}, err
	}
	a := calls.NewArchive(events)
	scenes, err := openScenes(c)
	if err != nil {
		return a, err
	}
	told, err := k.told(ctx, scenes, events)
	if err != nil {
		return a, err
	}
	if a.Debrief, err = json.Marshal(told); err != nil {
		return a, err
	}
	if scene, known := scenes.of(calls.Fold(events).Started); known {
		a.Scene, err = json.Marshal(scene.Public())
	}
	return a, err
}

func importCommand() *cli.Command {
	return &cli.Command{
		Name: "import", Usage: "keep a call that `parley calls export` wrote, here or elsewhere", ArgsUsage: "FILE",
		Description: "FILE may be - for what is piped in. With --user the call is that user's from then on, and their page shows it;\n" +
			"else it is nobody's, and only commands show it. A folder of data that is missing is made.",
		Flags: flags(jsonFlag()), Action: keep,
	}
}

func keep(ctx context.Context, c *cli.Command) error {
	a, err := readArchive(c)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(c.String("data"), "calls"), 0o700); err != nil {
		return app.SetupError{Err: fmt.Errorf("--data: %w", err)}
	}
	k, err := open(c, nil)
	if err != nil {
		return err
	}
	err = k.store.Import(ctx, k.owner, a.Events)
	if errors.Is(err, calls.ErrExists) {
		err = fmt.Errorf("%s: %w; `parley calls show %[1]s` shows it", a.Call, err)
	}
	if err = errors.Join(err, k.dir.Close()); err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.Root().Writer, struct {
			Call parley.CallID `json:"call"`
		}{a.Call})
	}
	_, err = fmt.Fprintf(terminal.Plain(c.Root().Writer), "Kept %s: %s.\n", a.Call, count(len(a.Events), "event", "events"))
	return err
}

// readArchive reads the file that c names, or what is piped in.
func readArchive(c *cli.Command) (calls.Archive, error) {
	if c.Args().Len() != 1 {
		return calls.Archive{}, app.SetupError{Err: errors.New("which file? name one that `parley calls export` wrote")}
	}
	name := c.Args().First()
	in := c.Root().Reader
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return calls.Archive{}, app.SetupError{Err: fmt.Errorf("read archive: %w", err)}
		}
		defer func() { _ = f.Close() }() // only read
		in = f
	}
	a, err := calls.ReadArchive(in)
	if err != nil {
		return a, app.SetupError{Err: fmt.Errorf("%s: %w", name, err)}
	}
	return a, nil
}
