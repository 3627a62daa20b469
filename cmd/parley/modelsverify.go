package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"parley/engine/models"
)

// verifyModels checks the models named, or all that are here, and fails if one
// is bad.
func verifyModels(ctx context.Context, c *cli.Command) error {
	listed, err := namedModels(c)
	if err != nil {
		return err
	}
	dir := modelsFolder(c)
	if len(listed) == 0 {
		for _, m := range models.Catalogue() {
			if s := models.Look(dir, m).State; s == models.Here || s == models.Broken {
				listed = append(listed, m)
			}
		}
	}
	show := newPullShow(c.Root().Writer)
	var bad int
	for _, m := range listed {
		held, err := models.Verify(ctx, dir, m, show.progress)
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
	if len(listed) == 0 {
		show.line.above("no model is in " + dir + "\n")
	}
	if bad > 0 {
		return errors.Join(fmt.Errorf("%d of %d models are bad", bad, len(listed)), show.line.fault)
	}
	return show.line.fault
}
