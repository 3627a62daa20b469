package calls

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parley"
	"parley/calls"
	"parley/cmd/cmdline"
	"parley/debrief"
	"parley/journal"
)

const recorded = "call_iq7ic42d2v67km4s"

// withRecorded is a folder with a call of eleven exchanges, of ada's.
func withRecorded(t *testing.T) folder {
	t.Helper()
	f := newFolder(t)
	events, err := journal.Read("../../../calls/testdata", recorded)
	if err == nil {
		err = calls.NewFiles(f.dir, nil).Import(t.Context(), f.key.Alias(ada), events)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestDebrief(t *testing.T) {
	f, scenes := withRecorded(t), t.TempDir() // the scene as it was
	text, err := os.ReadFile("../../../debrief/testdata/riskyProjectApproval.json")
	if err == nil {
		err = os.WriteFile(filepath.Join(scenes, "riskyProjectApproval.json"), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	out := f.ok(t, []string{"debrief", "--scenarios", scenes, "iq7"},
		`"All right. You have my approval. Launch now, and, um, take the extra people."`,
		"won · 10/10 · 1:42 · 11 exchanges · 0 hints · attempt 1 · judged by understudy · heard by sphinx",
		"0 ▁▁▁▁▂▂▄▂▄▅▇█ 10", "1:05  3 ▼2  Resists", "You: if you do not sign i will go to the board",
		"1:22 The user speaks with respect of a risk that Sterling once took, the northern plant (hidden until now)",
		"worst, 0:58, ▼2", "Checks: 9 of 9 by weight", "executive brevity: 1 of 1", "Keep, start, stop (written by rules)",
		"talk share", "41 % (n = 11, 34.1 of ", "words a minute                220 (n = 11", "not shown: n = 4, needs 10",
		"parley calls fork "+recorded+" 14", "parley calls fork --drill "+recorded+" 14")
	last := -1
	for _, part := range []string{
		"won · ", "How it went", "What was waited for", "Moments", "Checks:", "Keep, start", "How you spoke", "Next",
	} {
		if at := strings.Index(out, part); at <= last {
			t.Errorf("%q stands at %d, before what it follows (%d)", part, at, last)
		} else {
			last = at
		}
	}
}

// The debrief of a call that was moved is the same, byte for byte, but for the day to
// be reminded on, which is of the asking.
func TestDebriefOfAMovedCall(t *testing.T) {
	here, there := withRecorded(t), newFolder(t)
	file := filepath.Join(t.TempDir(), "call.json")
	here.ok(t, []string{"export", "--out", file, recorded})
	there.ok(t, []string{"import", "--user", bob, file})
	if was, is := here.asJSON(t, recorded), there.asJSON(t, recorded); was != is {
		t.Errorf("it is\n%s\nwas\n%s", is, was)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var a calls.Archive
	var told debrief.Debrief
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(a.Debrief, &told); err != nil || told.Progress != 10 || len(told.Curve) != 11 {
		t.Errorf("the archive tells %+v, %v", told.Result, err)
	}
}

// asJSON is a call's debrief as it is printed, without the day to be reminded on.
func (f folder) asJSON(t *testing.T, call string) string {
	t.Helper()
	out := f.ok(t, []string{"debrief", "--json", call}, `"call": "`+call+`"`)
	before, rest, ok := strings.Cut(out, `"remind": "`)
	if !ok {
		t.Fatalf("no day in %s", out)
	}
	return before + rest[len("2006-01-02"):]
}

// A fork is told with its parent's curve, and the parent with the fork's, of the same
// user alone.
func TestDebriefOfForks(t *testing.T) {
	f := withRecorded(t)
	f.fork(t, "call_fork5", recorded, 14)
	f.keep(t, "call_bobs6", bob, time.Hour, lost("call_bobs6"))
	f.ok(t, []string{"debrief", recorded}, "call_fork5 parts at turn 14 with 5 and goes on without a verdict to 5, left")
	f.ok(t, []string{"debrief", "call_fork5"}, "Too short for numbers")
	out := f.ok(t, []string{"debrief", "call_bobs6"}, "attempt 1", "Too short for numbers: hold a call of 3 exchanges or more",
		"3 ▲3  Resists  risk, slip: threat (1 of 2)", "0:09 The user names")
	if strings.Contains(out, recorded) || strings.Contains(out, "\x1b") {
		t.Errorf("it tells of another user's call, or steers the terminal:\n%q", out)
	}
}

func TestDebriefOfASceneThatIsGone(t *testing.T) {
	f := newFolder(t)
	f.keep(t, "call_gone1", ada, time.Hour, lost("call_gone1"))
	started := parley.Event{Call: "call_gone2", Seq: 1, At: time.Now().Add(-time.Hour), Body: parley.Started{
		Dispatch: parley.Dispatch{Scenario: "noSuchScene"}, Botname: "Nobody",
	}}
	if err := f.dir.Append(started); err != nil {
		t.Fatal(err)
	}
	f.ok(t, []string{"debrief", "call_gone2"}, "cut off · 0/10", "noSuchScene", "The scene is not here as it was", "Too short")
}

func TestDebriefRefuses(t *testing.T) {
	f := two(t)
	f.refused(t, cmdline.ExitFailed, "the call is not over; what the character waits for is told when it is", "debrief", "call_now4")
	f.refused(t, cmdline.ExitSetup, "there is no call", "debrief", "nope")
	f.refused(t, cmdline.ExitSetup, "there is no call", "debrief", "--user", bob, "call_aaa1")
	f.refused(t, cmdline.ExitSetup, "scen", "debrief", "--scenarios", "/no/such/folder", "call_aaa1")
}

// A model that is named writes keep, start and stop, once; without one they stay by rules.
func TestDebriefByAModel(t *testing.T) {
	f := withRecorded(t)
	var asked, well atomic.Int32
	says := `{"keep":{"quote":"the biggest risk is","turn":12,"text":"You named the risk before he had to ask."}}`
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
			http.NotFound(w, r)
			return
		}
		asked.Add(1)
		if well.Load() == 0 {
			http.Error(w, `{"error":{"message":"no"}}`, http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		chunk, _ := json.Marshal(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": map[string]any{"content": says}}}})
		fmt.Fprintf(w, "data: %s\n\ndata: [DONE]\n\n", chunk)
	}))
	defer service.Close()
	t.Setenv("PARLEY_LLM_KEY", "k")
	coach := []string{"debrief", "--coach", "--llm", "openai", "--llm-url", service.URL, "--llm-model", "m", recorded}
	out, errs, status := f.run(t, coach...)
	if status != cmdline.ExitFailed || !strings.Contains(errs, "keep, start and stop are by rules") ||
		!strings.Contains(out, "Keep, start, stop (written by rules)") {
		t.Errorf("a model that fails: status %d, %s\n%s", status, errs, out)
	}
	well.Store(1)
	f.ok(t, coach, "Keep, start, stop (written by openai:m)", "You named the risk before he had to ask.", "(by rules)")
	n := asked.Load()
	f.ok(t, coach, "(written by openai:m)")
	f.ok(t, []string{"debrief", recorded}, "(written by openai:m)")
	if asked.Load() != n {
		t.Errorf("asked %d times, want %d", asked.Load(), n)
	}
}

func TestDebriefWithoutAModel(t *testing.T) {
	f := withRecorded(t)
	f.ok(t, []string{"debrief", "--coach", "--llm", "understudy", recorded}, "Keep, start, stop (written by rules)")
}
