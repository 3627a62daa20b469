package checker_test

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/checker"
	"parley/fault"
	"parley/llm/openai"
	"parley/llm/openai/openaitest"
)

// answer is a judge's answer as a model streams it.
func answer(progress, rest string) string {
	return `{"is_goal_complete":false,"progress_towards_goal":` + progress + `,"is_bad_ending_triggered":false,"CTA":"` + rest + `"}`
}

var right = answer("5", "Keep going!")

// modelJudge asks a real HTTP service that gives the replies.
func modelJudge(t *testing.T, replies ...openaitest.Reply) (checker.ModelJudge, *openaitest.Server) {
	t.Helper()
	s := openaitest.New(t, replies...)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	e, err := openai.New(openai.Config{BaseURL: s.URL, Key: openaitest.Key, Model: "judge", HTTP: &http.Client{Transport: transport}})
	if err != nil {
		t.Fatal(err)
	}
	return checker.ModelJudge{Engine: e, Scenario: scene()}, s
}

func TestModelVerdict(t *testing.T) {
	j, s := modelJudge(t, openaitest.Text(right[:30], right[30:]))
	got, err := j.Judge(t.Context(), exchange(4))
	if got.Took <= 0 {
		t.Errorf("Took = %v", got.Took)
	}
	got.Took = 0
	want := parley.Verdict{Call: "call_a", Exchange: 4, Progress: 5, Previous: 2, CTA: "Keep going!", Judge: "openai:judge"}
	if !reflect.DeepEqual(got, want) || err != nil {
		t.Errorf("Judge = %+v, %v, want %+v", got, err, want)
	}
	if sent := string(s.Requests()[0].Body); !strings.Contains(sent, `"strict":true`) || !strings.Contains(sent, `"temperature":1e-45`) {
		t.Errorf("request lacks the strict schema or temperature 0: %s", sent)
	}
}

func TestBadAnswersAreRepairedOnce(t *testing.T) {
	for name, bad := range map[string]string{
		"prose around": "Here you are: " + right, "wrong types": answer(`"5"`, ""), "empty": "", "truncated": right[:40],
		"fenced": "```json\n" + right + "\n```", "endless": strings.Repeat("I think ", 4000),
	} {
		t.Run(name, func(t *testing.T) {
			j, s := modelJudge(t, openaitest.Text(bad), openaitest.Text(right))
			got, err := j.Judge(t.Context(), exchange(1))
			if err != nil || got.Progress != 5 || got.CTA != "Keep going!" {
				t.Errorf("Judge = %+v, %v, want the repaired answer", got, err)
			}
			if asked := s.Requests(); len(asked) != 2 || !strings.Contains(string(asked[1].Body), "Answer again") {
				t.Errorf("asked %d times, want twice with the repair", len(asked))
			}
			j, s = modelJudge(t, openaitest.Text(bad), openaitest.Text(bad), openaitest.Text(right))
			if _, err := j.Judge(t.Context(), exchange(1)); !errors.Is(err, checker.ErrUnjudged) {
				t.Errorf("Judge = %v after two bad answers, want ErrUnjudged", err)
			}
			if got := len(s.Requests()); got != 2 {
				t.Errorf("asked %d times, want 2", got)
			}
		})
	}
}

func TestRulesAreKept(t *testing.T) {
	for name, c := range map[string]struct {
		reply, cta string
		progress   int
	}{
		"progress 11":  {answer("11", "Great!"), "Great!", 9},
		"nine words":   {answer("6", "Now show him all of the good data please!"), "", 6},
		"no mark":      {answer("6", "Keep going"), "Keep going!", 6},
		"small change": {answer("3", "Keep going!"), "", 3},
		"uses a name":  {answer("6", "Great, ana!"), "", 6},
		"name in word": {answer("6", "Nice analysis!"), "Nice analysis!", 6},
	} {
		t.Run(name, func(t *testing.T) {
			j, _ := modelJudge(t, openaitest.Text(c.reply))
			got, err := j.Judge(t.Context(), exchange(1))
			if err != nil || got.Progress != c.progress || got.CTA != c.cta {
				t.Errorf("Judge = %+v, %v, want progress %d and %q", got, err, c.progress, c.cta)
			}
		})
	}
}

func TestModelFailures(t *testing.T) {
	for name, c := range map[string]struct {
		reply openaitest.Reply
		want  error
	}{
		"401": {openaitest.Status(401, ""), fault.ErrKey}, "429": {openaitest.Status(429, ""), fault.ErrBusy},
		"500": {openaitest.Status(500, ""), fault.ErrService}, "cut": {openaitest.CutAfter(right[:20]), fault.ErrCut},
		"html": {openaitest.HTML(), fault.ErrJunk}, "hang": {openaitest.HangBefore(), fault.ErrSlow},
		"hang in answer": {openaitest.HangAfter(right[:20]), fault.ErrSlow},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j, s := modelJudge(t, c.reply)
			j.Budget = 300 * time.Millisecond
			start := time.Now()
			_, err := j.Judge(t.Context(), exchange(1))
			if !errors.Is(err, c.want) || errors.Is(err, checker.ErrUnjudged) {
				t.Errorf("Judge = %v, want %v", err, c.want)
			}
			if took := time.Since(start); took > j.Budget+200*time.Millisecond {
				t.Errorf("Judge took %v with a budget of %v", took, j.Budget)
			}
			if got := len(s.Requests()); got > 1 {
				t.Errorf("a failing service was asked %d times", got)
			}
		})
	}
}

func TestModelCancelled(t *testing.T) {
	j, _ := modelJudge(t, openaitest.HangBefore())
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := j.Judge(ctx, exchange(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("Judge = %v, want context.Canceled", err)
	}
}
