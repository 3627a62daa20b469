// Command parley is the whole product in one binary: `parley serve` runs
// everything, `parley agent`, `parley checker` and `parley web` run one role
// each, `parley call` is a caller without a browser, `parley bench` measures.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
