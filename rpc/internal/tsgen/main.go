// Command tsgen writes the browser's types from the Go source, so that the two
// sides of the contract cannot drift apart. It runs in package rpc's folder by
// go generate; its own test fails when the committed files are out of date.
package main

import (
	"fmt"
	"os"
)

// outputs are the generated files and the packages each is made from. Paths run
// from the folder of package rpc.
var outputs = []output{
	{
		path: "../web/app/src/lib/rpc/types.gen.ts",
		sources: []source{
			{dir: "..", only: []string{"Role", "State", "Outcome", "Phrase", "MaxProgress"}},
			{dir: "."},
		},
	},
	{
		path: "../web/app/src/lib/api/types.gen.ts",
		sources: []source{
			{dir: "../scenarios", only: []string{"Public", "PublicBot", "Briefing", "Ends", "Unplayable", "UnplayableCode", "Skill"}},
			{dir: "..", only: []string{
				"Mode", "AssistantState", "AssistantPatch", "Message", "Confirm", "AssistantCard", "Summary", "Counts", "ActionItem",
				"Plan", "Planned", "TaskGroup", "Blocked", "FlightsCard",
				"Task", "TaskStatus", "Priority", "Due", "MaxTitle", "MaxNotes",
				"Reminder", "ReminderStatus", "MaxReminder", "Memory", "MemoryKind", "MemorySource", "MaxMemory",
				"Trip", "Flight", "Leg", "Money", "RankedFlight", "Origin", "Consent",
			}},
			{dir: "../web", only: []string{
				"ScenarioList", "CallRequest", "CallReply", "ResumeRequest", "Status", "ErrorReply",
				"MeRequest", "Me", "LinkReply", "JoinRequest", "JoinReply", "ConsentVersion", "Privacy", "EnginePlace", "Ledger", "Stored",
				"ChatRequest", "ChatReply", "TasksReply", "ChatToken",
				"AssistantEvent", "AssistantCommand", "CommandReply", "CalendarReply",
			}},
		},
	},
	{
		path: "../web/app/src/lib/api/calls.gen.ts",
		uses: "Phrase from ../rpc/types.gen",
		sources: []source{
			{dir: "..", only: []string{"Role", "Outcome", "Origin", "Rated"}},
			{dir: "../calls", only: []string{"Summary", "Point", "Page", "Receipt"}},
			{dir: "../debrief", only: []string{
				"Debrief", "Scene", "Result", "Quote", "Ending", "Step", "Strike", "Stage", "Branch", "Key", "Found", "Earlier",
				"Moment", "Sentence", "Better", "Check", "Score", "Coaching", "Advice", "Speech", "Number", "Usual", "Share",
				"CallView", "Line", "NextSteps", "Drill", "Train", "Practice", "EarlierCalls",
			}},
			{dir: "../web", only: []string{
				"ImportReply", "DebriefPart", "DebriefDone", "ProgressList", "SceneProgress", "Progress", "Attempt", "CheckProgress",
			}},
		},
	},
}

func main() {
	for _, o := range outputs {
		if err := o.write(); err != nil {
			fmt.Fprintf(os.Stderr, "tsgen: %v\n", err)
			os.Exit(1)
		}
	}
}

func (o output) write() error {
	text, err := o.generate()
	if err != nil {
		return fmt.Errorf("generate %s: %w", o.path, err)
	}
	return os.WriteFile(o.path, text, 0o644)
}
