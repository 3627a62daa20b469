package main

import (
	"context"
	"io"
	"testing"

	"parley/app/apptest"
	"parley/cmd/cmdline"
)

func TestMain(m *testing.M) { apptest.Main(m, main) }

// run is main without the process around it; it returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return cmdline.Parley.Run(ctx, args, stdout, stderr, commands()...)
}
