package app

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"parley/app/engineconfig"
	"parley/llm/embedding/embeddingtest"
	"parley/llm/understudy"
	"parley/scenarios"
)

// TestUseMeaning: the scripts of the process read by the model of the last
// configuration that was opened; a model that cannot be opened changes nothing.
func TestUseMeaning(t *testing.T) {
	defer func() {
		if err := UseMeaning(""); err != nil {
			t.Error(err)
		}
	}()
	scene := scenarios.Scenario{Language: "en", Understudy: &scenarios.Understudy{
		Concepts: map[string]scenarios.Concept{"nothing": {Any: []string{"xylophone quartet"}}},
		Beats: []scenarios.Beat{{
			ID: "money", All: []string{"nothing"}, Examples: []string{"Lend cash.", "A loan, please.", "I need a loan.", "Cash?"},
		}},
		Chatter: []string{"Nice sofa.", "Good morning."},
	}}
	means := func() bool { return slices.Contains(understudy.Read(scene, "Advance me funds!").Beats, "money") }
	folder := embeddingtest.Synonyms(t, []string{"lend", "loan", "advance", "cash", "funds"}, []string{"nice", "sofa", "morning"})
	told := map[engineconfig.Role]engineconfig.Told{engineconfig.Checker: {Engines: engineconfig.Understudy}}
	plan, err := engineconfig.NewPlan(engineconfig.File{}, told, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	open := func(folder string) error {
		j, err := OpenJudges(t.Context(), Config{MeaningModel: folder, Plan: plan})
		if err == nil {
			err = j.Close()
		}
		return err
	}
	if means() {
		t.Fatal("words alone know the meaning")
	}
	if err := open(folder); err != nil || !means() {
		t.Errorf("with the model: %v, means %v", err, means())
	}
	err = open(t.TempDir())
	setup := SetupError{}
	if !errors.As(err, &setup) || !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "--meaning-model") {
		t.Errorf("an empty folder: %v, want a SetupError that says what to do", err)
	}
	if !means() {
		t.Error("a model that cannot be opened has taken the other's place")
	}
	if err := open(""); err != nil || means() {
		t.Errorf("without: %v, means %v", err, means())
	}
}
