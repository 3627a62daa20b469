package openai

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Dialect is what the engine has learnt of how the service wants to be asked, and what
// its audio is, in plain words. It never blocks and is safe for concurrent use.
func (e *Engine) Dialect() (says []string) {
	if n := e.formats.Load(); n > 0 {
		says = append(says, fmt.Sprintf("%s is asked for: it refuses what is heard sooner", strings.ToUpper(string(formats[n]))))
	}
	if kind, _ := e.kind.Load().(string); kind != "" {
		says = append(says, "what it sends is "+kind+", by its bytes")
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.refused) > 0 {
		names := slices.Sorted(maps.Keys(e.refused))
		says = append(says, fmt.Sprintf("it has no voice called %s: the next that fits is taken", strings.Join(names, ", ")))
	}
	return says
}
