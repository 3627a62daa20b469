// Command fit makes what package endpoint knows: the table of where sentences
// end, counted in text of ours, and the weights of the cues, fitted to the half
// of the sentences of bench/endpointing that is for it. Run it in the module's
// root:
//
//	go run ./bench/endpointing/fit table
//	go run ./bench/endpointing/fit weights
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"parley/bench"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch command(os.Args) {
	case "table":
		err = writeTable("agent/endpoint/ends.txt")
	case "weights":
		err = writeWeights(ctx, &bench.Env{Models: "models", Progress: progress}, "agent/endpoint/weights.go")
	default:
		err = fmt.Errorf("usage: fit table | weights")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

func command(args []string) string {
	if len(args) != 2 {
		return ""
	}
	return args[1]
}

func progress(what string, n, of int) {
	if n%20 == 0 || n == of {
		fmt.Fprintf(os.Stderr, "%s: %d of %d\n", what, n, of)
	}
}
