// Package models is `parley models`: the model files of local engines, listed,
// pulled and checked.
package models

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"parley/app"
	"parley/cmd/cmdline"
	"parley/cmd/terminal"
	"parley/engine/models"
)

// Command is `parley models`.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "models",
		Usage: "list, pull and check the model files of local engines",
		Commands: []*cli.Command{
			{
				Name: "list", Usage: "show the models there are and which are here",
				Flags:  append(flags(), &cli.BoolFlag{Name: "json", Usage: "print JSON"}),
				Action: list,
			},
			{
				Name: "pull", Usage: "bring models here", ArgsUsage: "NAME...",
				Flags: append(flags(),
					&cli.StringFlag{Name: "from", Usage: "take archives or unpacked models from this folder, not from the network"},
					&cli.BoolFlag{Name: "trust", Usage: "take files for which no checksum is known; theirs is kept and holds from then on"},
				),
				Action: pullNamed,
			},
			{
				Name: "verify", Usage: "read models again and compare them with their checksums", ArgsUsage: "[NAME...]",
				Flags:  flags(),
				Action: verify,
			},
			{
				Name: "path", Usage: "print where a model is", ArgsUsage: "NAME",
				Flags:  flags(),
				Action: printPath,
			},
		},
		Action: cmdline.ShowCommands,
	}
}

func flags() []cli.Flag {
	return []cli.Flag{&cli.StringFlag{
		Name: "models", Usage: "folder of the models (default: models beside the binary's folder, or here)",
		Sources: cmdline.Env("PARLEY_MODELS"),
	}}
}

func folder(c *cli.Command) string {
	if dir := c.String("models"); dir != "" {
		return dir
	}
	return app.FindModels()
}

// named are the models named as arguments.
func named(c *cli.Command) ([]models.Model, error) {
	var listed []models.Model
	for _, name := range c.Args().Slice() {
		m, err := models.Lookup(name)
		if err != nil {
			return nil, app.SetupError{Err: err}
		}
		listed = append(listed, m)
	}
	return listed, nil
}

func printPath(_ context.Context, c *cli.Command) error {
	if c.Args().Len() != 1 {
		return app.SetupError{Err: errors.New("which model? name one; `parley models list` shows them")}
	}
	path, err := models.Find(folder(c), c.Args().First())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.Root().Writer, path)
	return err
}

// verify checks the models named, or all that are here, and fails if one
// is bad.
func verify(ctx context.Context, c *cli.Command) error {
	listed, err := named(c)
	if err != nil {
		return err
	}
	dir := folder(c)
	if len(listed) == 0 {
		for _, m := range models.Catalogue() {
			if s := models.Look(dir, m).State; s == models.Here || s == models.Broken {
				listed = append(listed, m)
			}
		}
	}
	show := newProgress(c.Root().Writer)
	var bad int
	for _, m := range listed {
		held, err := models.Verify(ctx, dir, m, show.tell)
		show.Clear()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			bad++
			show.PrintAbove(m.Name + ": " + terminal.OneLine(err) + "\n")
		case held:
			show.PrintAbove(m.Name + ": good\n")
		default:
			show.PrintAbove(m.Name + ": its files are there; it was put there by hand, so there is nothing to hold them to\n")
		}
	}
	if len(listed) == 0 {
		show.PrintAbove("no model is in " + dir + "\n")
	}
	if bad > 0 {
		return errors.Join(fmt.Errorf("%d of %d models are bad", bad, len(listed)), show.Err())
	}
	return show.Err()
}
