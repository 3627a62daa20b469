package openai_test

import (
	"strings"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/openaihttp"
	"parley/engine/openaihttp/openaitest"
	"parley/llm"
	"parley/llm/llmtest"
	"parley/llm/openai"
)

// asking makes an engine, with connections of its own, whose service always
// gives reply and may take so long for its first word, and half as long for each
// other; 0 is as long as usual.
func asking(reply openaitest.Reply, first time.Duration) func(testing.TB) llm.Engine {
	return func(t testing.TB) llm.Engine {
		s := openaitest.New(t)
		s.Always(reply)
		e, err := openai.New(openai.Config{
			Service:    openaihttp.Config{BaseURL: s.URL, Key: openaitest.Key},
			Model:      "scripted",
			FirstToken: first,
			NextToken:  first / 2,
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(e.Close)
		return e
	}
}

func TestKit(t *testing.T) {
	faulty := func(reply openaitest.Reply) func(testing.TB) llm.Engine { return asking(reply, 0) }
	refused := func(t testing.TB) llm.Engine {
		return newEngine(t, openai.Config{Service: at(openaitest.Refused())})
	}
	stranger := func(t testing.TB) llm.Engine {
		return newEngine(t, openai.Config{Service: openaihttp.Config{BaseURL: openaitest.New(t).URL, Key: "sk-wrong-0123456789"}})
	}
	failing := func(f openaitest.Fault) func(testing.TB) llm.Engine {
		return func(t testing.TB) llm.Engine {
			s := openaitest.New(t)
			s.Always(openaitest.Echo())
			s.SetFault(f)
			c := openai.Config{Service: at(s.URL)}
			if f == openaitest.FaultHang { // only what hangs has a short budget
				c.FirstToken = 600 * time.Millisecond
			}
			if f == openaitest.FaultHangMid { // what comes before it takes its time
				c.FirstToken, c.NextToken = time.Minute, 3*time.Second
			}
			return newEngine(t, c)
		}
	}
	faults := []llmtest.Fault{
		{Name: "refused", Open: refused, Says: []string{"connection refused"}},
		{Name: "wrong key", Open: stranger, Want: engine.ErrKey, Hides: []string{"sk-wrong-0123456789"}},
		{Name: "unknown model", Open: faulty(openaitest.Status(404, "model_not_found")), Want: engine.ErrModel},
		{Name: "hang before first word", Open: asking(openaitest.HangAfter(), 600*time.Millisecond), Want: engine.ErrSlow},
		{Name: "cut", Open: faulty(openaitest.CutAfter("Well, ")), Want: engine.ErrCut, Midway: true},
		{Name: "fault in mid-answer", Open: faulty(openaitest.FailAfter("Well, ")), Want: engine.ErrService, Midway: true},
		{Name: "broken event", Open: faulty(openaitest.JunkJSON()), Want: engine.ErrJunk},
	}
	for _, f := range openaitest.Faults() {
		faults = append(faults, llmtest.Fault{
			Name: string(f), Open: failing(f), Want: f.Want(), RetryAfter: f.RetryAfter(), Midway: f.Midway(),
		})
	}
	for i := range faults {
		faults[i].Says = append(faults[i].Says, "http://127.0.0.1:", "check")
		faults[i].Hides = append(faults[i].Hides, openaitest.Key, "Bearer")
	}
	o := llmtest.Options{
		Want: func(r llm.Request) string {
			return strings.ToValidUTF8(r.Messages[len(r.Messages)-1].Text, "\uFFFD")
		},
		Finishes: true, Silent: faulty(openaitest.HangBefore()), Stalled: faulty(openaitest.HangAfter("Well, ")),
		Faults: faults,
	}
	llmtest.Run(t, asking(openaitest.Echo(), 0), o)
	llmtest.Hour(t, asking(openaitest.Echo(), 0), o)
}
