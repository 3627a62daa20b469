package checker

import (
	"fmt"
	"strings"

	"parley/scenarios"
)

// Instructions is what a model that judges a call in s is told besides the ledger
// and the conversation, to be read by people: in a prompt the fence is not constant.
func Instructions(s scenarios.Scenario) string {
	const mark = fence("data-...")
	var b strings.Builder
	fmt.Fprintf(&b, instructions, mark)
	b.WriteString("\n")
	mark.put(&b, "facts", factsOf(s))
	return b.String()
}
