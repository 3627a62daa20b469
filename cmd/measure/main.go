// Command measure is what only measures: `measure bench` how calls go, `measure eval`
// how well the checker judges. It is no part of the product.
package main

import (
	"parley/cmd/cmdline"
	"parley/cmd/measure/bench"
	"parley/cmd/measure/eval"
)

func main() { cmdline.Measure.Main(bench.Command(), eval.Command()) }
