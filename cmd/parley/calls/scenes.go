package calls

import (
	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/scenarios"
)

// scenes are those that calls were of.
type scenes struct{ library *scenarios.Library }

// openScenes are those built in and those that c names.
func openScenes(c *cli.Command) (scenes, error) {
	library, err := app.OpenScenarios(c.String("scenarios"))
	return scenes{library}, err
}

// of is the scene of a call that began so.
func (s scenes) of(started parley.Started) (scenarios.Scenario, bool) {
	return s.library.Get(started.Scenario)
}
