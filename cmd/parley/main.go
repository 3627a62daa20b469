// Command parley is the whole product in one binary: `parley serve` runs
// everything, `parley agent`, `parley checker` and `parley web` run one role
// each, `parley call` is a caller without a browser.
package main

import (
	"github.com/urfave/cli/v3"

	"parley/cmd/cmdline"
	"parley/cmd/parley/call"
	"parley/cmd/parley/calls"
	"parley/cmd/parley/checker"
	"parley/cmd/parley/codefirst"
	"parley/cmd/parley/doctor"
	"parley/cmd/parley/flights"
	"parley/cmd/parley/health"
	"parley/cmd/parley/models"
	"parley/cmd/parley/scenarios"
	"parley/cmd/parley/serve"
)

func main() { cmdline.Parley.Main(commands()...) }

func commands() []*cli.Command {
	return []*cli.Command{
		serve.Command(), serve.AgentCommand(), checker.Command(), serve.WebCommand(),
		call.Command(), calls.Command(), scenarios.Command(), doctor.Command(), models.Command(),
		flights.Command(), codefirst.Command(), health.Command(),
	}
}
