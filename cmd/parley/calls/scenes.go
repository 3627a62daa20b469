package calls

import (
	"path/filepath"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app"
	"parley/calls"
	"parley/scenarios"
)

// scenes are those that calls were of.
type scenes struct {
	library *scenarios.Library
	kept    *calls.Scenes
}

// openScenes are those built in, those that c names, and those of the data folder as they
// were when calls began.
func openScenes(c *cli.Command) (scenes, error) {
	library, err := app.OpenScenarios(c.String("scenarios"))
	if err != nil {
		return scenes{}, err
	}
	kept, err := calls.OpenScenes(filepath.Join(c.String("data"), "scenes"))
	if err != nil {
		return scenes{}, app.SetupError{Err: err}
	}
	return scenes{library, kept}, nil
}

// of is the scene of a call that began so, as it was.
func (s scenes) of(started parley.Started) (scenarios.Scenario, bool) {
	return s.kept.SceneOf(started, s.library)
}
