package checker_test

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/checker"
	"parley/engine"
	"parley/engine/openaihttp"
	"parley/engine/openaihttp/openaitest"
	"parley/llm"
	"parley/llm/openai"
)

// answer is a judge's answer as a model streams it.
func answer(progress, cta string) string {
	return `{"is_goal_complete":false,"progress_towards_goal":` + progress + `,"is_bad_ending_triggered":false,"CTA":"` + cta +
		`","evidence_quote":"Hmm, and the risk","check_quotes":[],"checks_passed":[],"flags":[]}`
}

var right = answer("5", "Keep going!")

// modelJudge asks a real HTTP service that gives the replies.
func modelJudge(t *testing.T, replies ...openaitest.Reply) (checker.ModelJudge, *openaitest.Server) {
	t.Helper()
	s := openaitest.New(t, replies...)
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	service := openaihttp.Config{BaseURL: s.URL, Key: openaitest.Key, HTTP: &http.Client{Transport: transport}}
	e, err := openai.New(openai.Config{Service: service, Model: "judge", FirstToken: time.Minute, NextToken: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	return checker.ModelJudge{Engine: e, Scenario: scene(), Budget: time.Minute}, s
}

// first is the case of an exchange of a call nothing was judged of.
func first(number int) checker.Case { return checker.Case{Exchange: exchange(number)} }

func TestModelOpinion(t *testing.T) {
	j, s := modelJudge(t, openaitest.Text(right[:30], right[30:]))
	got, err := j.Judge(t.Context(), first(4))
	want := checker.Finding{
		Progress: 5, CTA: "Keep going!", Evidence: "Hmm, and the risk", Quotes: []string{}, Checks: []string{}, Flags: []string{},
	}
	if !reflect.DeepEqual(got.Finding, want) || got.Judge != "openai:judge" || got.Repaired || err != nil {
		t.Errorf("Judge = %+v, %v, want %+v", got, err, want)
	}
	if sent := string(s.Requests()[0].Body); !strings.Contains(sent, `"strict":true`) || !strings.Contains(sent, `"temperature":0`) {
		t.Errorf("request lacks the strict schema or temperature 0: %s", sent)
	}
}

func TestModelIsToldTheLedger(t *testing.T) {
	j, s := modelJudge(t, openaitest.Text(right))
	c := first(4)
	c.Known = checker.Ledger{Exchange: 3, Progress: 7, Evidence: []checker.Quote{{Exchange: 1, Turn: 1, Text: "I built that one myself"}}}
	if _, err := j.Judge(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	sent := string(s.Requests()[0].Body)
	for _, want := range []string{"I built that one myself", `\"previous_progress\":7`} {
		if !strings.Contains(sent, want) {
			t.Errorf("request lacks %s", want)
		}
	}
}

// TestThoughtsAreNoPartOfTheFinding takes answers of models that think aloud.
func TestThoughtsAreNoPartOfTheFinding(t *testing.T) {
	wrong := strings.ReplaceAll(right, `"Keep going!"`, `"Win now!"`)
	for name, reply := range map[string]string{
		"between tags": "<think>\nPerhaps " + wrong + " or not.\n</think>\n\n" + right,
		"long":         "<THINK>" + strings.Repeat("so ", 4000) + "</THINK>" + right,
		"unopened":     "Perhaps " + wrong + " </think>" + right,
	} {
		j, s := modelJudge(t, openaitest.Text(reply))
		got, err := j.Judge(t.Context(), first(4))
		if err != nil || got.CTA != "Keep going!" || got.Repaired || len(s.Requests()) != 1 {
			t.Errorf("%s: Judge = %+v, %v after %d requests", name, got, err, len(s.Requests()))
		}
	}
}

// TestMendedAnswersAreNotAskedAgain costs no second question where the object
// asked for stands in prose or is nearly JSON.
func TestMendedAnswersAreNotAskedAgain(t *testing.T) {
	for name, reply := range map[string]string{
		"prose around": "Here you are: " + right, "fenced": "```json\n" + right + "\n```",
		"text number": answer(`"5/10"`, "Keep going!"), "single quotes": strings.ReplaceAll(right, `"`, `'`),
		"trailing comma": strings.Replace(right, "}", ",}", 1),
	} {
		j, s := modelJudge(t, openaitest.Text(reply))
		got, err := j.Judge(t.Context(), first(1))
		if err != nil || got.Progress != 5 || got.CTA != "Keep going!" || !got.Repaired {
			t.Errorf("%s: Judge = %+v, %v, want the answer", name, got, err)
		}
		if n := len(s.Requests()); n != 1 {
			t.Errorf("%s: asked %d times, want once", name, n)
		}
	}
}

func TestBadAnswersAreRepairedOnce(t *testing.T) {
	for name, bad := range map[string]string{
		"two objects": right + right, "wrong types": answer("true", ""), "empty": "", "truncated": right[:40], "missing keys": `{"CTA":""}`,
		"1 MB": strings.Repeat("I think ", 1<<17), "other language": `{"ziel_erreicht": false}`, "prose alone": "It went well, five out of ten.",
	} {
		t.Run(name, func(t *testing.T) {
			j, s := modelJudge(t, openaitest.Text(bad), openaitest.Text(right))
			got, err := j.Judge(t.Context(), first(1))
			if err != nil || got.Progress != 5 || got.CTA != "Keep going!" || !got.Repaired {
				t.Errorf("Judge = %+v, %v, want the repaired answer", got, err)
			}
			if asked := s.Requests(); len(asked) != 2 || !strings.Contains(string(asked[1].Body), "Answer again") {
				t.Errorf("asked %d times, want twice with the repair", len(asked))
			}
			j, s = modelJudge(t, openaitest.Text(bad), openaitest.Text(bad), openaitest.Text(right))
			if _, err := j.Judge(t.Context(), first(1)); !errors.Is(err, checker.ErrUnjudged) {
				t.Errorf("Judge = %v after two bad answers, want ErrUnjudged", err)
			}
			if got := len(s.Requests()); got != 2 {
				t.Errorf("asked %d times, want 2", got)
			}
		})
	}
}

func TestModelFailures(t *testing.T) {
	for name, c := range map[string]struct {
		reply openaitest.Reply
		want  error
	}{
		"401": {openaitest.Status(401, ""), engine.ErrKey}, "429": {openaitest.Status(429, ""), engine.ErrBusy},
		"500": {openaitest.Status(500, ""), engine.ErrService}, "cut": {openaitest.CutAfter(right[:20]), engine.ErrCut},
		"html": {openaitest.HTML(), engine.ErrJunk}, "hang": {openaitest.HangBefore(), engine.ErrSlow},
		"hang in answer": {openaitest.HangAfter(right[:20]), engine.ErrSlow},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j, s := modelJudge(t, c.reply)
			if j.Budget = time.Minute; errors.Is(c.want, engine.ErrSlow) {
				j.Budget = 300 * time.Millisecond
			}
			_, err := j.Judge(t.Context(), first(1))
			if !errors.Is(err, c.want) || errors.Is(err, checker.ErrUnjudged) {
				t.Errorf("Judge = %v, want %v", err, c.want)
			}
			if got := len(s.Requests()); got > 1 {
				t.Errorf("a failing service was asked %d times", got)
			}
		})
	}
}

// slowModel is a model that takes its time before the beginning and every piece of an
// answer that has no end.
type slowModel struct{ beginning, piece time.Duration }

func (slowModel) Name() string { return "slow" }

func (m slowModel) Chat(ctx context.Context, _ llm.Request) (llm.Stream, error) {
	return slowAnswer{ctx, m.piece}, m.wait(ctx, m.beginning)
}

func (slowModel) wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

type slowAnswer struct {
	ctx   context.Context
	piece time.Duration
}

func (a slowAnswer) Next() (llm.Delta, error) {
	return llm.Delta{Text: "so "}, slowModel{}.wait(a.ctx, a.piece)
}

func (slowAnswer) Close() error { return nil }

// TestBudgetIsOfTheWholeJudgment: however a model spends it.
func TestBudgetIsOfTheWholeJudgment(t *testing.T) {
	for name, m := range map[string]slowModel{
		"hangs": {time.Hour, 0}, "hangs in its answer": {200 * time.Millisecond, time.Hour},
		"goes on and on": {200 * time.Millisecond, 200 * time.Millisecond},
	} {
		for given, want := range map[time.Duration]time.Duration{0: checker.DefaultBudget, 300 * time.Millisecond: 300 * time.Millisecond} {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				j := checker.ModelJudge{Engine: m, Scenario: scene(), Budget: given}
				if _, err := j.Judge(t.Context(), first(1)); !errors.Is(err, engine.ErrSlow) || time.Since(start) != want {
					t.Errorf("a model that %s: Judge = %v after %v, want %v after %v", name, err, time.Since(start), engine.ErrSlow, want)
				}
			})
		}
	}
}

func TestModelCancelled(t *testing.T) {
	j, _ := modelJudge(t, openaitest.HangBefore())
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := j.Judge(ctx, first(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("Judge = %v, want context.Canceled", err)
	}
}
