package checker_test

import (
	"testing"

	"go.uber.org/goleak"

	"parley"
	"parley/scenarios"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func scene() scenarios.Scenario {
	return scenarios.Scenario{
		ID: "scene", Language: "en", Goal: "Get his approval.", Botname: "Sterling", Opening: "So, this project... Bold...",
		BadEndings: []scenarios.BadEnding{{ID: "left", When: "Sterling leaves the room."}},
	}
}

func exchange(number int, turns ...parley.Turn) parley.Exchange {
	if len(turns) == 0 {
		turns = []parley.Turn{
			{Number: 1, Role: parley.Character, Text: "So, this project... Bold..."},
			{Number: 2, Role: parley.User, Text: "It returns twelve percent."},
			{Number: 3, Role: parley.Character, Text: "Hmm, and the risk?"},
		}
	}
	return parley.Exchange{
		Call: "call_a", Number: number, Turns: turns, Previous: 2,
		Dispatch: parley.Dispatch{Scenario: "scene", Username: "Ana"},
	}
}
