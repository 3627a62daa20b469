// Package flights is the command that serves the bundled flights, which are made up,
// over MCP.
package flights

import (
	"context"
	"os"

	"github.com/urfave/cli/v3"

	"parley/assistant/trip/fixture"
)

// Command is `parley flights`.
func Command() *cli.Command {
	return &cli.Command{
		Name: "flights", Usage: "flights that are made up, for assistants without another source",
		Commands: []*cli.Command{{
			Name: "serve", Usage: "speak MCP over standard input and output",
			Description: "The tool search_flights makes up plausible flights for a route and a day, the same ones every time.\n" +
				"Assistants start this by themselves unless --flights names another MCP server.",
			Action: func(ctx context.Context, _ *cli.Command) error { return fixture.Serve(ctx, os.Stdin, os.Stdout) },
		}},
	}
}
