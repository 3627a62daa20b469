package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"parley/weights"
)

// verifyModels checks the models named, or all that are here, and fails if one
// is bad.
func verifyModels(ctx context.Context, c *cli.Command) error {
	models, err := namedModels(c)
	if err != nil {
		return err
	}
	dir := modelsFolder(c)
	if len(models) == 0 {
		for _, m := range weights.Catalogue() {
			if s := weights.Look(dir, m).State; s == weights.Here || s == weights.Broken {
				models = append(models, m)
			}
		}
	}
	show := newPullShow(c.Root().Writer)
	var bad int
	for _, m := range models {
		held, err := weights.Verify(ctx, dir, m, show.progress)
		show.line.clear()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			bad++
			show.line.above(m.Name + ": " + oneLine(err) + "\n")
		case held:
			show.line.above(m.Name + ": good\n")
		default:
			show.line.above(m.Name + ": its files are there; it was put there by hand, so there is nothing to hold them to\n")
		}
	}
	if len(models) == 0 {
		show.line.above("no model is in " + dir + "\n")
	}
	if bad > 0 {
		return errors.Join(fmt.Errorf("%d of %d models are bad", bad, len(models)), show.line.fault)
	}
	return show.line.fault
}
