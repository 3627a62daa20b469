//go:build !race

// The figures here are of time, as callers have it: without the race detector.

package app_test

import (
	"cmp"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/app/engineconfig"
	"parley/caller"
	"parley/media"
	"parley/report"
	"parley/scenarios"
)

// longestSilence is what a fault may make the caller bear, a third above the worst
// that was seen. Where no engine is left it is more: the excuse waits for their budgets;
// a single voice has 2.5 s (docs/engines.md).
func (r *faultRow) longestSilence() time.Duration {
	switch {
	case r.alone && r.role == engineconfig.TTS:
		return 4 * time.Second
	case r.all && r.role != engineconfig.STT:
		return 2900 * time.Millisecond
	}
	return 2500 * time.Millisecond
}

// faultRow is one line of the table.
type faultRow struct {
	role  engineconfig.Role
	fault string
	// all is set when every engine of the role has the fault, alone when there is
	// only one.
	all, alone bool

	// silence is the longest, spoken what was heard of the character after the
	// line, heard what its captions made of it.
	silence, spoken time.Duration
	heard           string
	told            string
}

// TestFaultTable holds a call for every fault of every role. The engine asked
// first is well until the caller begins to speak, and fails then; the next one
// is well, but for the last rows, where it fails too. The table is printed.
func TestFaultTable(t *testing.T) {
	t.Parallel()
	var rows []*faultRow
	for _, role := range []engineconfig.Role{engineconfig.STT, engineconfig.LLM, engineconfig.TTS} {
		for _, fault := range testFaults {
			rows = append(rows, &faultRow{role: role, fault: fault})
		}
	}
	for _, role := range []engineconfig.Role{engineconfig.STT, engineconfig.LLM, engineconfig.TTS} {
		rows = append(rows,
			&faultRow{role: role, fault: "refused", all: true},
			&faultRow{role: role, fault: "hang before the first byte", all: true},
			&faultRow{role: role, fault: "hang before the first byte", all: true, alone: true})
	}
	t.Run("calls", func(t *testing.T) {
		quiet(t)
		for _, row := range rows {
			t.Run(row.String(), func(t *testing.T) {
				t.Parallel()
				row.hold(t)
			})
		}
	})
	showFaults(t, rows)
}

func (r *faultRow) String() string {
	return fmt.Sprintf("%s: %s, %s", r.role, r.fault, r.engines())
}

func (r *faultRow) engines() string {
	switch {
	case r.alone:
		return "the only one"
	case r.all:
		return "all"
	}
	return "the first"
}

// quiet keeps the log of the calls out of the table.
func quiet(t *testing.T) {
	t.Helper()
	before := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	t.Cleanup(func() { slog.SetDefault(before) })
}

// hold holds the call and notes what the caller heard.
func (r *faultRow) hold(t *testing.T) {
	start := map[engineconfig.Role]func(*testing.T) testService{
		engineconfig.STT: earsService, engineconfig.LLM: chatService, engineconfig.TTS: voiceService,
	}[r.role]
	first, second := start(t), start(t)
	c := apptest.Config(t)
	urls := []string{first.url, second.url}
	if r.alone {
		urls = urls[:1]
	}
	c.Plan = servicesPlan(t, r.role, urls...)
	s := apptest.StartWith(t, c)
	var once sync.Once
	report, err := s.CallObserved(t, parley.Dispatch{Scenario: apptest.Scene}, func(e caller.Event) {
		if _, ok := e.Body.(caller.LineBegun); ok {
			once.Do(func() {
				first.fail(r.fault)
				if r.all {
					second.fail(r.fault)
				}
			})
		}
	}, faultLine)
	if err != nil {
		t.Fatal(err)
	}
	r.judge(t, report)
}

func (r *faultRow) judge(t *testing.T, report caller.Report) {
	user, character := voicedRuns(report.Audio[0]), voicedRuns(report.Audio[1])
	if len(user) == 0 {
		t.Fatal("the caller said nothing")
	}
	end := lineEnd(user)
	r.silence = silenceFrom(end, character, r.all)
	for _, run := range character {
		r.spoken += media.Duration(max(0, run[1]-max(run[0], end)))
	}
	r.heard = heardAs(report.Conversation)
	for _, trouble := range report.Troubles {
		r.told = cmp.Or(r.told, trouble.Reason)
	}
	if longest := r.longestSilence(); r.silence > longest {
		t.Errorf("silent for %v, want at most %v", r.silence, longest)
	}
	if r.heard == "" {
		t.Errorf("the caller was not answered: %+v", report.Conversation)
	}
	if r.all && r.told == "" {
		t.Error("the page was told nothing")
	}
}

// lineEnd is where the caller's first line ends: a line that was not answered is
// said again, seconds later.
func lineEnd(user [][2]int) int {
	end := user[0][1]
	for _, run := range user {
		if run[0]-end < media.SampleRate {
			end = run[1]
		}
	}
	return end
}

// silenceFrom is the longest silence from sample end to the character's last
// sound, or to its first alone; a minute if there was none after end. A line in
// role hands the floor back, and the silence after it is the caller's.
func silenceFrom(end int, character [][2]int, first bool) time.Duration {
	longest, from, spoke := 0, end, false
	for _, run := range character {
		if run[1] <= end || spoke && first {
			continue
		}
		longest = max(longest, run[0]-from)
		from, spoke = run[1], true
	}
	if !spoke {
		return time.Minute
	}
	return media.Duration(longest)
}

// heardAs says in a word what came after the caller's line.
func heardAs(conversation []caller.Said) string {
	said := ""
	opened := false
	for _, s := range conversation {
		if s.Role == parley.Character {
			if opened {
				said = strings.TrimSpace(said + " " + s.Text)
			}
			opened = true
		}
	}
	s := sceneLines()
	excuses := ""
	for _, line := range slices.Concat(s.Excuses, s.Fillers, s.Nudges) {
		if strings.Contains(said, line) {
			said = strings.TrimSpace(strings.ReplaceAll(said, line, ""))
			if slices.Contains(s.Excuses, line) {
				excuses = "a line in role"
			}
		}
	}
	switch {
	case said == faultReply:
		return "the whole answer"
	case said != "" && excuses != "":
		return "the answer's beginning, then a line in role"
	case said != "":
		return "of the answer: " + said
	}
	return excuses
}

func sceneLines() scenarios.Scenario {
	library, err := scenarios.Embedded()
	if err != nil {
		return scenarios.Scenario{}
	}
	s, _ := library.Get(apptest.Scene)
	return s
}

func showFaults(t *testing.T, rows []*faultRow) {
	t.Helper()
	cells := [][]string{{"role", "fault", "engines", "longest silence", "spoken", "captions", "the page says"}}
	for _, r := range rows {
		cells = append(cells, []string{
			string(r.role), r.fault, r.engines(), fmt.Sprintf("%d ms", r.silence.Milliseconds()),
			fmt.Sprintf("%.1f s", r.spoken.Seconds()), r.heard, r.told,
		})
	}
	if err := report.List(os.Stdout, cells...); err != nil {
		t.Error(err)
	}
}
