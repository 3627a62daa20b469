package eval_test

import (
	"testing"

	"go.uber.org/goleak"

	"parley/checker"
	"parley/checker/eval"
	"parley/checker/eval/scripted"
	"parley/checker/labelled"
	"parley/scenarios"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// builtIn is a run of the whole labelled set, without a judge.
func builtIn(t *testing.T) eval.Run {
	t.Helper()
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	set, err := labelled.Load(checker.LabelledSet())
	if err != nil {
		t.Fatal(err)
	}
	return eval.Run{Set: set, Library: library}
}

func offline(s scenarios.Scenario) checker.Judge { return checker.OfflineJudge{Scenario: s} }

// seat has the simulated model judge the run as a real one would.
func seat(t *testing.T, run eval.Run, model *scripted.Engine) eval.Run {
	t.Helper()
	if err := run.Teach(model); err != nil {
		t.Fatal(err)
	}
	run.Judge = func(s scenarios.Scenario) checker.Judge { return checker.ModelJudge{Engine: model, Scenario: s} }
	return run
}

func assess(t *testing.T, run eval.Run) eval.Report {
	t.Helper()
	results, err := run.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return eval.Assess(results)
}

// holds checks figures against limits.
func holds(t *testing.T, of string, figures []eval.Figure, limits map[string]eval.Gate) {
	t.Helper()
	for id, g := range limits {
		f, ok := eval.Find(figures, id)
		if !ok || !f.Defined {
			t.Errorf("%s: %s was not measured", of, id)
			continue
		}
		if f.Gate = &g; f.Missed() {
			t.Errorf("%s: %s is %s (%s), want %s", of, f.Name, f, f.Of, f.Limit())
		}
	}
}

func least(v float64) eval.Gate { return eval.Gate{Limit: v, Least: true} }
func most(v float64) eval.Gate  { return eval.Gate{Limit: v} }
