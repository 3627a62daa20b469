package scenarios

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"parley"
)

// The kinds of scene.
const (
	// KindRoleplay is a character with a reason to say no, played by a language model.
	KindRoleplay = "roleplay"
	// KindAssistant is a character that gets things done and keeps state for each
	// user; nothing is practised with it and nothing judged.
	KindAssistant = "assistant"
)

// How a character's model acts.
const (
	// ActsByTools is by calls of tools, one after another.
	ActsByTools = "tools"
	// ActsByCode is by code that calls them, which runs in a sandbox.
	ActsByCode = "code"
)

// ToolGroups are what an assistant may be given in Tools: the tools whose names begin
// with the group and a dot.
var ToolGroups = []string{"tasks", "reminders", "memory", "calendar", "digest", "trips"}

var (
	slotForm     = regexp.MustCompile(`\{[^}]*\}?`)
	idForm       = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	languageForm = regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`)
)

// check reports every value that is missing or out of range.
func check(r *report, s *Scenario) {
	if !idForm.MatchString(s.ID) {
		r.add("id", "must be 1 to 64 letters, digits, - and _, not %q", s.ID)
	}
	checkKind(r, s)
	checkDesk(r, s)
	checkCode(r, s)
	r.text("opening", s.Opening)
	r.text("botname", s.Botname)
	r.lines("character", s.Character, 1)
	if !languageForm.MatchString(s.Language) {
		r.add("language", "must be a language tag such as en or pt-BR, not %q", s.Language)
	}
	r.within("schema_version", s.SchemaVersion, 0, 1)
	r.within("difficulty", s.Difficulty, 1, 5)
	r.within("minutes", s.Minutes, 0, 60)
	r.within("bot.age", s.Bot.Age, 0, 120)
	r.within("bot.patience_s", s.Bot.PatienceS, 3, 15)
	r.within("time_limit_s", s.TimeLimitS, 0, 3600)
	r.within("min_turns", s.MinTurns, 0, 50)
	r.within("max_turns", s.MaxTurns, 0, 200)
	if s.MaxTurns > 0 && s.MaxTurns < s.MinTurns {
		r.add("max_turns", "must not be below min_turns (%d)", s.MinTurns)
	}
	if g := s.Bot.Gender; g != "" && g != "male" && g != "female" {
		r.add("bot.gender", `must be "male" or "female", not %q`, g)
	}
	for _, list := range []struct {
		field string
		lines []string
	}{
		{"skills", s.Skills}, {"nudges", s.Nudges}, {"excuses", s.Excuses}, {"content_notes", s.ContentNotes},
		{"briefing.you_know", s.Briefing.YouKnow}, {"briefing.scored_on", s.Briefing.ScoredOn},
	} {
		r.lines(list.field, list.lines, 0)
	}
	checkTurns(r, s)
	checkPronunciations(r, s.Pronunciations)
	checkHints(r, s)
	checkEndings(r, s.BadEndings)
	checkStages(r, s.Stages)
	r.within("min_age", s.MinAge, 0, 120)
	for i, e := range s.ExampleLines {
		r.text(fmt.Sprintf("example_lines[%d].user", i), e.User)
		r.text(fmt.Sprintf("example_lines[%d].character", i), e.Character)
	}
	checkRubric(r, s.Rubric)
	checkScript(r, s)
}

// checkKind reports what a scene of its kind must have and may not.
func checkKind(r *report, s *Scenario) {
	switch s.Kind {
	case KindRoleplay:
		r.text("goal", s.Goal)
		r.lines("negprompt", s.Negprompt, 1)
		if len(s.Tools) > 0 {
			r.add("tools", "is for scenes of kind %q alone", KindAssistant)
		}
		if s.ActsBy != "" && s.ActsBy != ActsByCode {
			r.add("acts_by", "must be %q in a scene of kind %q, not %q", ActsByCode, KindRoleplay, s.ActsBy)
		}
	case KindAssistant:
		if len(s.Tools) == 0 {
			r.add("tools", "must name at least one of %s", strings.Join(ToolGroups, ", "))
		}
		for i, t := range s.Tools {
			if !slices.Contains(ToolGroups, t) {
				r.add(fmt.Sprintf("tools[%d]", i), "must be one of %s, not %q", strings.Join(ToolGroups, ", "), t)
			}
		}
		if s.ActsBy != ActsByTools && s.ActsBy != ActsByCode {
			r.add("acts_by", "must be %q or %q, not %q", ActsByTools, ActsByCode, s.ActsBy)
		}
		if s.Understudy != nil {
			r.add("understudy", "is for scenes of kind %q alone", KindRoleplay)
		}
	default:
		r.add("kind", "must be %q or %q, not %q", KindRoleplay, KindAssistant, s.Kind)
	}
}

func checkHints(r *report, s *Scenario) {
	level, known := 1, map[string]bool{AgreeID: true}
	for _, c := range s.Rubric {
		known[c.ID] = true
	}
	for i, h := range s.Hints {
		field := fmt.Sprintf("hints[%d].level", i)
		r.within(field, h.Level, 1, 3)
		if h.Level < level {
			r.add(field, "must not be below the level before it (%d)", level)
		}
		level = max(level, h.Level)
		r.text(fmt.Sprintf("hints[%d].text", i), h.Text)
		for j, id := range h.Checks {
			if !known[id] {
				r.add(fmt.Sprintf("hints[%d].checks[%d]", i, j), "must be %q or the id of a check of the rubric, not %q%s",
					AgreeID, id, meant(id, maps.Keys(known)))
			}
		}
	}
}

func checkEndings(r *report, endings []BadEnding) {
	seen := map[string]bool{}
	for i, e := range endings {
		field := fmt.Sprintf("bad_endings[%d]", i)
		r.unique(seen, field+".id", e.ID)
		r.text(field+".when", e.When)
	}
}

func checkRubric(r *report, rubric []Check) {
	r.within("rubric", len(rubric), 0, MaxRubric)
	seen := map[string]bool{}
	for i, c := range rubric {
		field := fmt.Sprintf("rubric[%d]", i)
		if !idForm.MatchString(c.ID) {
			r.add(field+".id", "must be 1 to 64 letters, digits, - and _, not %q", c.ID)
		}
		if seen[c.ID] {
			r.add(field+".id", "%q is there twice", c.ID)
		}
		seen[c.ID] = true
		r.text(field+".check", c.Check)
		r.within(field+".weight", c.Weight, 0, 10)
		if c.Reveal != "" && c.Reveal != "after" {
			r.add(field+".reveal", `must be "after" or left out, not %q`, c.Reveal)
		}
	}
}

// checkStages reports stages that do not rise.
func checkStages(r *report, stages []Stage) {
	seen := map[string]bool{}
	least := 0
	for i, st := range stages {
		field := fmt.Sprintf("stages[%d]", i)
		r.unique(seen, field+".id", st.ID)
		r.text(field+".label", st.Label)
		r.within(field+".max", st.Max, least, parley.MaxProgress)
		least = st.Max + 1
	}
}

// text reports a text that is missing.
func (r *report) text(field, s string) {
	if strings.TrimSpace(s) == "" {
		r.add(field, "must not be empty")
	}
}

// lines reports too short a list and every empty line in it.
func (r *report) lines(field string, lines []string, least int) {
	if len(lines) < least {
		r.add(field, "must have at least %s", map[int]string{1: "one line", 2: "two lines"}[least])
	}
	for i, l := range lines {
		r.text(fmt.Sprintf("%s[%d]", field, i), l)
	}
}

func (r *report) within(field string, n, low, high int) {
	if n < low || n > high {
		r.add(field, "must be %d to %d, not %d", low, high, n)
	}
}

// unique reports an id that is ill-formed or was seen before.
func (r *report) unique(seen map[string]bool, field, id string) {
	switch {
	case !idForm.MatchString(id):
		r.add(field, "must be 1 to 64 letters, digits, - and _, not %q", id)
	case seen[id]:
		r.add(field, "%q is taken by another one", id)
	}
	seen[id] = true
}
