package skill

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/llm"
)

// good is a right answer to extracting.
const good = `{"tasks":[{"task":"Call HR","priority":"high","confidence":0.9}],"unclear":[]}`

var callHR = ExtractInput{Known: Known{Now: now}, Text: "Call HR, it is urgent"}

// isGood checks the result of good.
func isGood(t *testing.T, got Extraction) {
	t.Helper()
	if got.By != Model || len(got.Tasks) != 1 || got.Tasks[0].Title != "Call HR" || got.Tasks[0].Priority != parley.High {
		t.Errorf("%+v, want the model's task", got)
	}
}

// What surrounds the object costs no second question.
func TestWhatSurroundsAnAnswerIsStripped(t *testing.T) {
	for name, reply := range map[string]string{
		"fence": "```json\n" + good + "\n```", "prose": "Here it is: " + good + " Anything else?",
		"thoughts": "<think>\nMaybe {\"tasks\":[]} or so\n</think>\n" + good, "unopened thoughts": "They want {HR}. </THINK>" + good,
		"long thoughts":          "<think>" + strings.Repeat("so ", 9000) + "</think>" + good,
		"nulls":                  strings.Replace(good, `"priority"`, `"due":null,"priority"`, 1),
		"bytes that are no text": strings.Replace(good, "Call HR", "Call \xffHR", 1),
		"lists that are null":    strings.Replace(good, "[]", "null", 1),
	} {
		t.Run(name, func(t *testing.T) {
			s, m := with(reply)
			isGood(t, must(s.Extract(t.Context(), callHR)))
			expectAsked(t, m, 1)
		})
	}
}

func TestAWrongAnswerIsRepairedOnce(t *testing.T) {
	for name, bad := range map[string]string{
		"nothing": "", "prose": "I have noted it.", "cut": good[:30], "a list": "[]", "two objects": good + good,
		"an unknown key": strings.Replace(good, `"unclear"`, `"note":"x","unclear"`, 1), "a missing key": `{"tasks":[]}`,
		"a key in capitals":   strings.Replace(good, `"unclear"`, `"Unclear"`, 1),
		"a wrong type":        strings.Replace(good, "0.9", `"high"`, 1),
		"an unknown priority": strings.Replace(good, `"high"`, `"urgent"`, 1),
		"too long":            good + strings.Repeat(" ", maxReplyBytes) + ".", "a tool call": `<tool_call>{"name":"pay","arguments":{}}</tool_call>`,
	} {
		t.Run(name, func(t *testing.T) {
			s, m := with(bad, good)
			isGood(t, must(s.Extract(t.Context(), callHR)))
			expectAsked(t, m, 2)
			again := m.asked[1].Messages
			if len(again) != 4 || again[2].Speaker != llm.Assistant || again[2].Text == "" ||
				!strings.Contains(again[3].Text, "Answer again") {
				t.Errorf("the second question is %+v, want the first, the answer and what is wrong with it", again)
			}

			s, m = with(bad, bad, good)
			if got := must(s.Extract(t.Context(), callHR)); got.By != Rules {
				t.Errorf("%+v after two wrong answers, want the rules'", got)
			}
			expectAsked(t, m, 2)
		})
	}
}

func TestTheRequestIsStrictAndBounded(t *testing.T) {
	s, m := with(good)
	must(s.Extract(t.Context(), callHR))
	r := m.asked[0]
	if r.Temperature != 0 || r.MaxTokens != maxExtractTokens || r.Schema == nil || r.Schema.Name != "tasks" || len(r.Tools) != 0 {
		t.Errorf("request %+v, want temperature 0, a bound, the schema and no tools", r)
	}
	for _, want := range []string{
		`"required":["task","due","due_at","priority",`, `"additionalProperties":false`, `"enum":["low","normal","high"]`,
		`"duplicate_of":{"type":["string","null"]}`,
	} {
		if !strings.Contains(string(r.Schema.JSON), want) {
			t.Errorf("the schema lacks %s: %s", want, r.Schema.JSON)
		}
	}
}

// every asks each function for something that a model is asked for.
var every = map[string]func(ctx context.Context, s Skills) (Maker, error){
	"extract": func(ctx context.Context, s Skills) (Maker, error) {
		r, err := s.Extract(ctx, callHR)
		return r.By, err
	},
	"summarise": func(ctx context.Context, s Skills) (Maker, error) {
		_, err := s.Summarise(ctx, SummaryInput{Known: Known{Now: now}, Kind: Day})
		return Rules, err
	},
	"prioritise": func(ctx context.Context, s Skills) (Maker, error) {
		r, err := s.Prioritise(ctx, PlanInput{Known: Known{Now: now, Tasks: []parley.Task{todo("t1", "A"), todo("t2", "B")}}})
		return Maker(r.By), err
	},
	"remind": func(ctx context.Context, s Skills) (Maker, error) {
		r, err := s.Remind(ctx, RemindInput{Known: Known{Now: now}, About: "Call HR after lunch"})
		return r.By, err
	},
	"recall": func(ctx context.Context, s Skills) (Maker, error) {
		r, err := s.Recall(ctx, RecallInput{Known: Known{Now: now}, Text: "the report"})
		return r.By, err
	},
	"rank": func(ctx context.Context, s Skills) (Maker, error) {
		r, err := s.Rank(ctx, parisTrip())
		return r.By, err
	},
}

func TestAFailedModelIsNoError(t *testing.T) {
	for name, ask := range every {
		s, log := Skills{Engine: &model{}}.logged()
		if by, err := ask(t.Context(), s); by != Rules || err != nil {
			t.Errorf("%s: %q, %v, want the rules' result", name, by, err)
		}
		if !strings.Contains(log.String(), "engine=fake") {
			t.Errorf("%s: the log does not tell of the failure: %s", name, log)
		}
	}
}

func TestAnEndedContextIsAnErrorAtOnce(t *testing.T) {
	for name, ask := range every {
		for way, engine := range map[string]llm.Engine{"a model": &model{answers: []string{""}, hang: true}, "the rules": nil} {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				if time.AfterFunc(time.Second, cancel); engine == nil {
					cancel()
				}
				start := time.Now()
				if _, err := ask(ctx, Skills{Engine: engine}); !errors.Is(err, context.Canceled) {
					t.Errorf("%s by %s: %v, want %v", name, way, err, context.Canceled)
				}
				if took := time.Since(start); took > time.Second {
					t.Errorf("%s by %s took %v after its context ended", name, way, took-time.Second)
				}
			})
		}
	}
}

func TestASlowModelIsGivenUp(t *testing.T) {
	for budget, want := range map[time.Duration]time.Duration{0: DefaultBudget, time.Second: time.Second} {
		synctest.Test(t, func(t *testing.T) {
			s := Skills{Engine: &model{answers: []string{good}, hang: true}, Budget: budget}
			start := time.Now()
			got, err := s.Extract(t.Context(), callHR)
			if got.By != Rules || err != nil || time.Since(start) != want {
				t.Errorf("%+v, %v after %v, want the rules' after %v", got, err, time.Since(start), want)
			}
		})
	}
}

func TestUsageOfEveryAnswerIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		usage *llm.Usage
		want  func(r llm.Request, reply string) llm.Usage
	}{
		"told": {&llm.Usage{Prompt: 100, Cached: 20, Completion: 7}, func(llm.Request, string) llm.Usage {
			return llm.Usage{Prompt: 100, Cached: 20, Completion: 7}
		}},
		"not told": {nil, func(r llm.Request, reply string) llm.Usage {
			prompt := 0
			for _, m := range r.Messages {
				prompt += len(m.Text)
			}
			return llm.Usage{Prompt: prompt / 4, Completion: len(reply) / 4}
		}},
	} {
		var got []llm.Usage
		replies := []string{"I cannot.", good}
		m := &model{answers: replies, usage: c.usage}
		s := Skills{Engine: m, Used: func(u llm.Usage) { got = append(got, u) }}
		isGood(t, must(s.Extract(t.Context(), callHR)))
		if len(got) != 2 {
			t.Fatalf("%s: told %v, want both answers", name, got)
		}
		for i, u := range got {
			if want := c.want(m.asked[i], replies[i]); u != want {
				t.Errorf("%s: told %+v, want %+v", name, u, want)
			}
		}
	}
}

func TestProgressTellsCharacters(t *testing.T) {
	var got []int
	s, _ := with(strings.Replace(good, "Call HR", "Call HR ÄÖÜ", 1))
	s.Progress = func(chars int) { got = append(got, chars) }
	must(s.Extract(t.Context(), ExtractInput{Known: Known{Now: now}, Text: "Call HR ÄÖÜ"}))
	if chars := len([]rune(good)) + 4; len(got) < 3 || !slices.IsSorted(got) || got[len(got)-1] < chars {
		t.Errorf("told %v, want rising numbers up to %d", got, chars)
	}
}

// TestNothingSaidIsLogged has words of the user and of the model that no log line
// may hold.
func TestNothingSaidIsLogged(t *testing.T) {
	secret := ExtractInput{Known: Known{Now: now}, Text: "Zanzibar is what I said"}
	s, log := Skills{Engine: &model{answers: []string{`{"tasks":"Quetzal"}`, strings.Replace(good, "Call HR", "Quetzal", 1)}}}.logged()
	must(s.Extract(t.Context(), secret))
	if text := log.String(); text == "" || strings.Contains(text, "Zanzibar") || strings.Contains(text, "Quetzal") {
		t.Errorf("the log is %q, want the faults alone", text)
	}
}

func TestAnInputWithoutTimeIsRefused(t *testing.T) {
	for name, err := range map[string]error{
		"extract":    errOf(Skills{}.Extract(t.Context(), ExtractInput{Text: "Call HR"})),
		"summarise":  errOf(Skills{}.Summarise(t.Context(), SummaryInput{Kind: Day})),
		"a kind":     errOf(Skills{}.Summarise(t.Context(), SummaryInput{Known: Known{Now: now}, Kind: "poem"})),
		"prioritise": errOf(Skills{}.Prioritise(t.Context(), PlanInput{})),
		"remind":     errOf(Skills{}.Remind(t.Context(), RemindInput{About: "Call HR"})),
		"no text":    errOf(Skills{}.Remind(t.Context(), RemindInput{Known: Known{Now: now}, Said: "remind me", About: " \n"})),
		"recall":     errOf(Skills{}.Recall(t.Context(), RecallInput{Text: "the report"})),
		"rank":       errOf(Skills{}.Rank(t.Context(), RankInput{})),
	} {
		if !errors.Is(err, ErrInput) {
			t.Errorf("%s: %v, want ErrInput", name, err)
		}
	}
}

func errOf[T any](_ T, err error) error { return err }

// FuzzAnswer reads answers of every form; what is accepted is what was asked for.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		good, "```json\n" + good + "```", `{"tasks":[],"unclear":[],"tasks":[{}]}`, `{"summary":"x","action_items":[],"decisions":[]}`,
		`{"order":[{"task_id":"t2","rank":1,"reason":"r"},{"task_id":"t1","rank":2,"reason":"r"}],"blocked":[]}`,
		`{"text":"Reminder: Call HR","when":{"type":"rule","rule":"FREQ=DAILY","at":"2026-03-12T09:00:00+01:00"},"channel":"both"}`,
		`{"refs":[{"mention":"call","kind":"task","id":"t1","confidence":2}],"ambiguous":[]}`,
		`{"ranked":[{"flight_id":"f1","rank":1,"score":9,"reasoning":"x"}]}`, "<think>{", "{}", "\xff{\"tasks\":1e999}",
	} {
		f.Add(seed)
	}
	tasks := []parley.Task{todo("t1", "Call HR"), todo("t2", "Send report", after("t1"))}
	known := Known{Now: now, Tasks: tasks}
	f.Fuzz(func(t *testing.T, reply string) {
		s := Skills{Engine: &model{answers: []string{reply, reply}}}
		e, err := s.Extract(t.Context(), ExtractInput{Known: known, Text: "call HR"})
		if err != nil || len(e.Tasks) > MaxExtracted || !ordered(e.Tasks) {
			t.Errorf("Extract = %+v, %v", e, err)
		}
		for _, task := range e.Tasks {
			if task.Title == "" || task.Title != parley.OneLine(task.Title) || task.Confidence < 0 || task.Confidence > 1 {
				t.Errorf("Extract has the task %+v", task)
			}
		}
		s.Engine = &model{answers: []string{reply}}
		if p, err := s.Prioritise(t.Context(), PlanInput{Known: known}); err != nil || order(p) != "t1 t2" {
			t.Errorf("Prioritise = %+v, %v, want t1 before t2, which depends on it", p, err)
		}
		s.Engine = &model{answers: []string{reply}}
		m, err := s.Remind(t.Context(), RemindInput{Known: known, About: "Call HR after lunch"})
		if err != nil || m.At.After(now) == (m.Question != "") || len([]rune(m.Text)) > parley.MaxReminder {
			t.Errorf("Remind = %+v, %v", m, err)
		}
		s.Engine = &model{answers: []string{reply}}
		r, err := s.Recall(t.Context(), RecallInput{Known: known, Text: "call HR"})
		for _, ref := range r.Refs {
			if _, ok := known.task(ref.ID); !ok || ref.Confidence > 1 {
				t.Errorf("Recall refers to %+v", ref)
			}
		}
		s.Engine = &model{answers: []string{reply}}
		k, rankErr := s.Rank(t.Context(), parisTrip())
		if err = errors.Join(err, rankErr); err != nil || len(k.Ranked) == 0 || len(k.Ranked) > 3 {
			t.Errorf("Rank = %+v, %v", k, err)
		}
		s.Engine = &model{answers: []string{reply}}
		d, err := s.Summarise(t.Context(), SummaryInput{Known: known, Kind: Day})
		if err != nil || d.Text == "" || d.Counts != (parley.Counts{}) {
			t.Errorf("Summarise = %+v, %v", d, err)
		}
	})
}

// FuzzRules gives texts of every form to the rules.
func FuzzRules(f *testing.F) {
	for _, seed := range []string{
		"Call HR and send report by Friday", "remind me every Monday before the team meeting to call\nAnna", "ist der Bericht fertig? \xff",
		"remind me ", "tomorrow", "İİİ the İ report", "my sister is Ana; I prefer \u202e tea", "before before after team meeting",
		"an hour before the team meeting at 10 to rest", "after  a day before , after team meeting",
		"提醒我 明天 报告",
	} {
		f.Add(seed)
	}
	known := sample()
	known.Tasks = append(known.Tasks, todo("t8", "İ report 报告"))
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Skills{}.Extract(t.Context(), ExtractInput{Known: known, Text: text})
		if err != nil || len(e.Tasks) > MaxExtracted {
			t.Errorf("Extract = %+v, %v", e, err)
		}
		r, err := Skills{}.Remind(t.Context(), RemindInput{Known: known, Said: text, About: text})
		if err != nil && !errors.Is(err, ErrInput) || len([]rune(r.Text)) > parley.MaxReminder || r.Text != parley.OneLine(r.Text) {
			t.Errorf("Remind = %+v, %v", r, err)
		}
		if err == nil && (r.Text == "" || r.At.After(now) == (r.Question != "")) {
			t.Errorf("Remind = %+v, want a time to come or a question", r)
		}
		c, err := Skills{}.Recall(t.Context(), RecallInput{Known: known, Text: text})
		for _, ref := range c.Refs {
			if !strings.Contains(passage(text, maxTextRunes), strings.Fields(ref.Mention)[0]) {
				t.Errorf("Recall refers to %+v in %q", ref, text)
			}
		}
		s, sErr := Skills{}.Summarise(t.Context(), SummaryInput{Known: known, Kind: Notes, Text: text})
		if err = errors.Join(err, sErr); err != nil || s.Text == "" {
			t.Errorf("Summarise = %+v, %v", s, err)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	var tasks []string
	for i := range MaxExtracted {
		tasks = append(tasks, fmt.Sprintf(`{"task":"Call number %d","due":"Friday","priority":"normal","confidence":0.9}`, i))
	}
	reply := `{"tasks":[` + strings.Join(tasks, ",") + `],"unclear":[]}`
	b.ReportAllocs()
	for b.Loop() {
		if _, err := parse[extractAnswer](extractForm, reply); err != nil {
			b.Fatal(err)
		}
	}
}
