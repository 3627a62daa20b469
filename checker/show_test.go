package checker

import (
	"strings"
	"testing"

	"parley"
	"parley/llm"
	"parley/scenarios"
)

// TestInstructionsAreThePrompts holds what is shown to what is sent.
func TestInstructionsAreThePrompts(t *testing.T) {
	s := scenarios.Scenario{Botname: "Ada", Goal: "Ada says yes", Rubric: []scenarios.Check{{ID: "plan", Check: "The user has a plan"}}}
	shown := Instructions(s)
	messages := Prompt(parley.Exchange{}, s).Messages
	if messages[0].Speaker != llm.System || messages[1].Speaker != llm.User {
		t.Fatalf("messages %+v", messages)
	}
	_, rest, _ := strings.Cut(messages[0].Text, "<data-")
	mark, _, _ := strings.Cut(rest, " ")
	facts, _, _ := strings.Cut(messages[1].Text, "<data-"+mark+" ledger>")
	if sent := strings.ReplaceAll(messages[0].Text+"\n"+facts, mark, "..."); shown != sent {
		t.Errorf("shown\n%s\nsent\n%s", shown, sent)
	}
}
