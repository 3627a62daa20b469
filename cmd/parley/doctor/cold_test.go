package doctor

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/app/engineconfig"
	"parley/engine/failover"
	"parley/engine/servicetest"
	"parley/llm"
	"parley/stt"
	"parley/tts"
)

// loader is an engine of a service that may load its model.
type loader bool

func (loader) Name() string      { return "it" }
func (loader) Dialect() []string { return []string{"tools: not offered"} }
func (l loader) Loads() bool     { return bool(l) }

// TestColdStart tells what is done about a first answer that takes long, and nothing of
// one that does not; what was learnt is told once.
func TestColdStart(t *testing.T) {
	for _, tt := range []struct {
		loads loader
		takes time.Duration
		want  string
	}{
		{true, 3 * time.Second, "took 3.0 s longer than its second, as if it loaded its model. Parley has it loaded"},
		{false, 3 * time.Second, `took 3.0 s longer than its second, as if it loaded its model. Say "warm": true`},
		{true, slowStart / 2, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			asked, takes := 0, tt.takes
			d := newDepth("llm", tt.loads, &asked)
			ask := func(context.Context) (Finding, error) {
				time.Sleep(takes + 200*time.Millisecond)
				takes = 0
				return Finding{Says: "answered"}, nil
			}
			results := Examine(t.Context(), []Check{d.first("first word", ask), d.check("tools", ask)}, nil)
			says := strings.Join(results[0].Does, " ")
			told := strings.HasSuffix(says, "Tools: not offered.")
			if !told || !strings.Contains(says, tt.want) || tt.want == "" && strings.Contains(says, "longer") {
				t.Errorf("of %v: %q, want %q", tt.takes, says, tt.want)
			}
			if asked != 2 || len(results[1].Does) > 0 || results[1].Err != nil {
				t.Errorf("%d requests counted and then %+v", asked, results[1])
			}
		})
	}
}

// TestColdInACall has callers ask the lists that a call asks, with another engine behind
// a service that loads its model for longer than they wait, and ends the load if its
// caller hangs up: they are answered at once, no load is given up, and once it is over the
// service answers.
func TestColdInACall(t *testing.T) {
	played := 0
	for _, s := range servicetest.Services() {
		if s.Loads != servicetest.Waits {
			continue
		}
		played++
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			p := servicetest.Play(t, s, Sentence)
			plan, err := planFor(p)
			if err != nil {
				t.Fatal(err)
			}
			for _, role := range []engineconfig.Role{engineconfig.STT, engineconfig.LLM, engineconfig.TTS} {
				if model := modelOf(s, role); model != "" {
					ref := map[engineconfig.Role][]engineconfig.Ref{role: {{Name: "it", Model: model}}}
					e, err := plan.Open(ref, engineconfig.Resources{})
					if err != nil {
						t.Fatal(err)
					}
					p.Cool(time.Second)
					coldList(t, role, e)
					if err := e.Close(); err != nil {
						t.Error(err)
					}
				}
			}
			if n := p.Aborted(); n > 0 {
				t.Errorf("%d loads were given up", n)
			}
		})
	}
	if played < 5 {
		t.Errorf("%d services load their models, want 5", played)
	}
}

// coldList has two callers ask a list in a role: while the model is loaded, and after.
func coldList(t *testing.T, role engineconfig.Role, e *engineconfig.Engines) {
	t.Helper()
	o := failover.Options{Budgets: failover.Budgets{First: 100 * time.Millisecond, Total: time.Minute}}
	var list interface {
		Warm(ctx context.Context) error
		Settle(ctx context.Context)
		Close()
	}
	var asks func() (own bool, err error)
	switch role {
	case engineconfig.STT:
		l := failover.NewHearing(o, e.STT[0], ears{stt.Event{Final: true, Text: "the other"}})
		list, asks = l, func() (bool, error) { return askEars(t, l) }
	case engineconfig.TTS:
		l := failover.NewSpeaking(o, e.TTS[0], voice{pcm: loud()})
		list, asks = l, func() (bool, error) {
			n := 0
			err := l.Speak(t.Context(), Sentence, tts.Voice{}, func(c tts.Chunk) error { n += len(c.PCM); return nil })
			return n != len(loud()), err
		}
	case engineconfig.LLM, engineconfig.Checker:
		l := failover.NewThinking(o, e.LLM[0], model{"the other", io.EOF})
		list, asks = l, func() (bool, error) {
			a, err := listen(t.Context(), l, llm.Request{Messages: plainRequest(Sentence).Messages})
			return a.text == servicetest.Words, err
		}
	}
	defer list.Close()
	if err := list.Warm(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := asks(); err != nil {
		t.Errorf("%s, while the model is loaded: %v", role, err)
	}
	list.Settle(t.Context())
	if own, err := asks(); err != nil || !own {
		t.Errorf("%s, when it is loaded: by the service = %v, %v", role, own, err)
	}
}

// askEars has a list hear a tone.
func askEars(t *testing.T, l stt.Engine) (own bool, err error) {
	s, err := l.Open(t.Context(), stt.Options{})
	if err != nil {
		return false, err
	}
	defer s.Close()
	e, _, err := hear(t.Context(), s, tone())
	return e.Text == Sentence, err
}
