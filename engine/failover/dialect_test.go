package failover_test

import (
	"slices"
	"testing"

	"parley/engine/failover"
	"parley/llm"
	"parley/llm/understudy"
)

type adapting struct{ llm.Engine }

func (adapting) Name() string      { return "openai:m" }
func (adapting) Dialect() []string { return []string{"tools: not offered"} }

// TestDialectNamesTheProvider holds what a list tells of its providers.
func TestDialectNamesTheProvider(t *testing.T) {
	l := failover.NewThinking(failover.Options{}, adapting{understudy.Cued{}}, understudy.Cued{})
	defer l.Close()
	if got := l.Dialect(); !slices.Equal(got, []string{"openai:m: tools: not offered"}) {
		t.Errorf("Dialect = %q", got)
	}
}
