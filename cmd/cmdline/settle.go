package cmdline

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v3"
)

// settler is what has models that may have to be loaded first.
type settler interface {
	Settle(ctx context.Context, say func(engine string))
}

// Settle waits for the models of a command that has nothing else to do meanwhile, and says
// what it waits for.
func Settle(ctx context.Context, c *cli.Command, all ...settler) {
	for _, s := range all {
		s.Settle(ctx, func(engine string) {
			_, _ = fmt.Fprintf(c.Root().ErrWriter, "%s: waiting for %s, whose model is being loaded; 5 minutes at most\n",
				c.Root().Name, engine)
		})
	}
}
