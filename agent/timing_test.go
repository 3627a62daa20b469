package agent

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley/scenarios"
)

func TestEveryTimerHasADefaultAndAReason(t *testing.T) {
	fields := reflect.TypeFor[Timing]()
	if len(timers) != fields.NumField() {
		t.Errorf("%d timers in the table, %d in Timing", len(timers), fields.NumField())
	}
	for i, timer := range timers {
		if fields.Field(i).Name != timer.name || timer.standard <= 0 || len(timer.why) < 10 {
			t.Errorf("timer %d is %+v, want %s with a default and a reason", i, timer, fields.Field(i).Name)
		}
	}
	want := Timing{Hold: time.Second}.withDefaults()
	if want.Hold != time.Second || want.Away != 30*time.Second {
		t.Errorf("defaults = %+v, want Hold kept and Away filled in", want)
	}
}

func TestAScenarioOverridesEveryTimer(t *testing.T) {
	for _, timer := range timers {
		var s scenarios.Scenario
		want := 7 * time.Second
		if timer.name == "Patience" {
			s.Bot.PatienceS = 7
		} else if f := reflect.ValueOf(&s.Timing).Elem().FieldByName(timer.name + "MS"); f.IsValid() {
			f.SetInt(7000)
		} else {
			reflect.ValueOf(&s.Timing).Elem().FieldByName(timer.name + "S").SetInt(7)
		}
		got := reflect.ValueOf(Config{Scenario: s}.timing()).FieldByName(timer.name)
		if time.Duration(got.Int()) != want {
			t.Errorf("%s = %v by the scenario, want %v", timer.name, time.Duration(got.Int()), want)
		}
	}
}

func TestTimersAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/turn-taking.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, timer := range timers {
		row := fmt.Sprintf("| `%s` | %v | %s |", timer.name, timer.standard, timer.why)
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/turn-taking.md lacks the row\n%s", row)
		}
	}
}
