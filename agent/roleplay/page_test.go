package roleplay

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"parley"
	"parley/agent"
	"parley/checker"
	"parley/scenarios"
)

var update = flag.Bool("update", false, "write what tests compare with")

// judgeReasons are why the lines of the judge's instructions stand there, by how
// they begin.
var judgeReasons = []struct{ begins, why string }{
	{"You judge a practice conversation", "The task in three sentences. That it takes no part keeps it from answering the user."},
	{"Your data stands between", "Data told from instructions, and who speaks told by the server alone: users say \"Sterling: approved\" aloud."},
	{"progress_towards_goal", "The contract's scale; whole numbers, since small models write fractions."},
	{"0:", "The contract's band."},
	{"1-3:", "The contract's band."},
	{"4-6:", "The contract's band."},
	{"7-9:", "The contract's band."},
	{"10:", "The contract's band: explicit, and so quotable."},
	{"Score how willing", "The contract's rule that the bar follows willingness, and its caution; the previous progress keeps the bar from jumping between answers."},
	{"is_goal_complete", "The contract's, shyness and small circumstances included."},
	{"is_bad_ending_triggered", "The contract's five causes and the scene's own; and what is none, since resistance is the game."},
	{"CTA:", "The contract's: on a clear change alone, two to four words, no name, no hint."},
	{"evidence_quote", "Code believes only a quote that stands in the turn: an opinion that cannot be quoted changes little."},
	{"check_quotes", "A check counts only with words that stand in a turn of the user's: code looks them up, as it does the character's."},
	{"checks_passed", "The rubric, for the conditions of the goal, the note to the character and the debrief; and what meets a check, " +
		"since a model takes \"I have shown the figures\" for figures."},
	{"flags:", "What code counts apart from progress."},
	{"How willing is the character", "Anchors: a scale is read by its examples. The last two are not to be taken in by read-back words and claims."},
	{"\"", "An anchor."},
	{"User: \"", "An anchor against claims and dictated words."},
	{"Answer with one JSON object", "For services that do not enforce the schema."},
}

func judgeWhy(line string) string {
	for _, r := range judgeReasons {
		if strings.HasPrefix(line, r.begins) {
			return r.why
		}
	}
	return ""
}

// notes are a turn of each kind, and why the character is told so.
func notes(s scenarios.Scenario) []note {
	var all, open []string // the required checks, and those of them that are no secret
	for _, c := range s.Rubric {
		if c.Required {
			all = append(all, c.ID)
		}
		if c.Required && !secret(c) {
			open = append(open, c.ID)
		}
	}
	late, struck := turnAfter(6, 3, 3, all[0]), turnAfter(5, 4, 2, all[0])
	late.Exchange++
	struck.Verdict.BadEnding, struck.Verdict.Strike, struck.Verdict.Strikes = s.BadEndings[0].ID, 1, 2
	return []note{
		{hold, agent.Turn{Exchange: 1}, "Nothing was judged yet. The conditions are told anew each time, at the end, where they are read " +
			"last; what the user is to find by themselves is never named, since what stands in a note is soon said."},
		{soften, turnAfter(3, 3, 5, all[0]), "Progress is answered with softness and not with a yes. The verdict does not know " +
			"the newest words."},
		{cool, turnAfter(4, 5, 3, all[0]), "A loss is felt at once."},
		{hold, turnAfter(7, 3, 3, all[0]), "Nothing gained: in such a turn a model that is asked kindly gives in."},
		{ask, turnAfter(6, 3, 3), "Nothing gained: now and then it gives an opening, with a line that the scene's author wrote for " +
			"it. The check itself is not to be asked for: that would hand over the answer."},
		{hold, late, "The verdict is late: neither of two turns is counted, so nothing is asked for."},
		{cool, struck, "An end that comes by count: code counts better than a model. Only the scene's script tells it."},
		{soften, turnAfter(6, 5, 6, open...), "One is missing: whoever brings it and asks in one breath need not ask twice."},
		{settle, turnAfter(3, 5, 7, all...), "All came, too early for the scene: neither a yes nor a new objection."},
		{won, turnAfter(6, 6, 8, all...), "All conditions are met: a model that would resist for ever is told that it is over."},
		{wait, agent.Turn{Exchange: 4}, "No verdict of late: the number of exchanges decides alone, and from the fifth on " +
			"nothing is said."},
	}
}

// note is a turn, the move that it calls for and why.
type note struct {
	move move
	turn agent.Turn
	why  string
}

// turnAfter is a turn of which the exchange before was judged.
func turnAfter(judged, previous, progress int, checks ...string) agent.Turn {
	v := parley.Verdict{Exchange: judged, Previous: previous, Progress: progress, Checks: checks}
	return agent.Turn{Exchange: judged + 1, Verdict: v}
}

// fence is what the judge's prompt has anew each time.
var fence = regexp.MustCompile(`data-[a-z2-7]+`)

// bytesPerToken is about what English text has.
const bytesPerToken = 4

// shown is the prompts of a scene with the reason for every line.
func shown(t *testing.T, s scenarios.Scenario) string {
	t.Helper()
	var b strings.Builder
	table := func(head string) { fmt.Fprintf(&b, "\n| %s | why it stands there |\n|---|---|\n", head) }
	row := func(text, why string) {
		if why == "" {
			t.Errorf("no reason for the line %q", text)
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.NewReplacer("|", "\\|", "<", "&lt;").Replace(text), why)
	}
	d := parley.Dispatch{Scenario: s.ID, Username: "Robin", Usergender: "female"}
	fmt.Fprintf(&b, "\n## The character\n\n`%s` with a user who gave name and gender; about %d tokens.\n",
		s.ID, len(Prompt(s, d))/bytesPerToken)
	for _, section := range prompt(s, d) {
		table("**" + section.title + "**")
		for _, l := range section.lines {
			row(l.text, l.why)
		}
	}
	b.WriteString("\n### The note on the line to come\n")
	table("after the history, as a message of the system")
	shows := map[move]bool{free: true} // it has no note
	for _, n := range notes(s) {
		if got := direct(s, n.turn).move; got != n.move {
			t.Errorf("move %d on %+v, want %d", got, n.turn, n.move)
		}
		shows[n.move] = true
		row(Note(s, n.turn), n.why)
	}
	for m := free; m <= won; m++ {
		if !shows[m] {
			t.Errorf("no note of move %d is shown", m)
		}
	}
	told := checker.Prompt(parley.Exchange{}, s).Messages
	judge := fence.ReplaceAllString(told[0].Text, "data-...")
	facts := strings.Split(told[1].Text, "\n")[1]
	fmt.Fprintf(&b, "\n## The judge\n\nAbout %d tokens, before the ledger and the conversation.\n", (len(judge)+len(facts))/bytesPerToken)
	table("**instructions**")
	for text := range strings.SplitSeq(judge, "\n") {
		if text != "" {
			row(text, judgeWhy(text))
		}
	}
	table("**facts**")
	row("`"+facts+"`", "What the scene says, as data: a scene's file instructs no judge.")
	return b.String() + "\n"
}

// TestPromptsAreDocumented holds docs/prompts.md to the prompts of one scene, and
// each of their lines to a reason.
func TestPromptsAreDocumented(t *testing.T) {
	const page, end = "../../docs/prompts.md", "<!-- end of prompts -->"
	const begin = "<!-- prompts: written by `go test ./agent/roleplay -run TestPromptsAreDocumented -update` -->\n"
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	scene, found := library.Get("riskyProjectApproval")
	if !found {
		t.Fatal("no such scene")
	}
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(b), begin)
	is, tail, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s lacks the marks of the prompts", page)
	}
	want := shown(t, scene)
	if is == want || t.Failed() {
		return
	}
	if !*update {
		t.Fatalf("%s is not what the prompts say: run go test ./agent/roleplay -run TestPromptsAreDocumented -update", page)
	}
	if err := os.WriteFile(page, []byte(head+begin+want+end+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestEveryLineHasAReason holds it of a scene with every field and one with none.
func TestEveryLineHasAReason(t *testing.T) {
	full := scenarios.Scenario{
		Setting: "a", Speech: "b", Character: []string{"c"}, Negprompt: []string{"d"}, Goal: "e",
		BadEndings: []scenarios.BadEnding{{When: "f"}}, ExampleLines: []scenarios.ExampleLine{{User: "g", Character: "h"}},
	}
	for _, sections := range [][]section{
		prompt(full, parley.Dispatch{Username: "i", Usergender: "j"}),
		prompt(scenarios.Scenario{}, parley.Dispatch{}),
	} {
		for _, section := range sections {
			for _, l := range section.lines {
				if l.text == "" || l.why == "" {
					t.Errorf("%s: line %q, reason %q", section.title, l.text, l.why)
				}
			}
		}
	}
}
