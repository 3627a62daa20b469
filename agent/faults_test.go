package agent_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
	"parley/engine"
	"parley/llm"
	"parley/stt"
)

func TestModelFaultBringsOneLineInRoleAndTheReason(t *testing.T) {
	faults := map[string]error{
		"refused the key":       fmt.Errorf("chat: %w", engine.ErrKey),
		"is over its limit":     engine.ErrBusy,
		"failed on its side":    engine.ErrService,
		"refused the request":   engine.ErrRequest,
		"does not know the sce": engine.ErrLanguage,
		"has no place free":     engine.ErrCapacity,
		"did not answer in tim": engine.ErrSlow,
		"something unreadable":  engine.ErrJunk,
		"cannot be reached":     errors.New("dial tcp 127.0.0.1:1: refused, secret-key"),
	}
	for says, fault := range faults {
		t.Run(says, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := agenttest.Start(t, func(c *agenttest.Call, _ *agent.Config) {
					c.LLM.Answer = func(llm.Request) (string, *llm.ToolCall, error) { return "", nil, fault }
				})
				c.Wait(2 * time.Second)
				c.Say("hello there")
				c.Wait(4 * time.Second)
				turns(t, c, "character: Good morning.", "user: hello there", "character: Sorry, I lost my thread.")
				shown := agenttest.ShownOf[parley.Trouble](c)
				if len(shown) != 1 || shown[0].Role != "llm" || !strings.Contains(shown[0].Reason, says) {
					t.Errorf("trouble = %+v, want one that says %q", shown, says)
				}
				if strings.Contains(shown[0].Reason, "secret") {
					t.Error("the reason carries the engine's own words")
				}
				if err := c.Session.Type("still there"); err != nil { // the call goes on
					t.Error(err)
				}
				c.Wait(3 * time.Second)
				if got := c.Turns(); len(got) != 5 {
					t.Errorf("turns after the fault = %q", got)
				}
				c.Ending()
			})
		})
	}
}

// unheard is a recogniser that opens for nobody.
type unheard struct {
	err   error
	opens atomic.Int32
	// then opens streams past so many refusals, if set.
	then stt.Engine
	past int32
}

func (*unheard) Name() string { return "unheard" }

func (e *unheard) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	if n := e.opens.Add(1); e.then != nil && n > e.past {
		return e.then.Open(ctx, o)
	}
	return nil, e.err
}

// crowded is a recogniser whose first stream loses its place.
type crowded struct {
	unheard
	first stt.Engine
}

func (e *crowded) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	if e.opens.Add(1) > 1 {
		return e.then.Open(ctx, o)
	}
	s, err := e.first.Open(ctx, o)
	return placeless{s}, err
}

type placeless struct{ stt.Stream }

func (placeless) Next(context.Context) (stt.Event, error) { return stt.Event{}, engine.ErrCapacity }

// Who finds no place free, or loses theirs, is told once, and once more when there is
// one; what is said then is heard.
func TestPlaceThatIsBackIsTold(t *testing.T) {
	for _, tt := range []struct {
		name   string
		engine func(heard stt.Engine) stt.Engine
		back   time.Duration
	}{
		{"none free", func(heard stt.Engine) stt.Engine {
			return &unheard{err: fmt.Errorf("open: %w", engine.ErrCapacity), then: heard, past: 10}
		}, 8 * time.Second},
		{"lost", func(heard stt.Engine) stt.Engine {
			return &crowded{unheard: unheard{then: heard}, first: heard}
		}, 3 * time.Second},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := agenttest.Start(t, func(call *agenttest.Call, c *agent.Config) { c.STT = tt.engine(call.STT) })
				c.Wait(tt.back)
				shown := agenttest.ShownOf[parley.Trouble](c)
				if len(shown) != 2 || !strings.Contains(shown[0].Reason, "no place free") || shown[0].Over || !shown[1].Over {
					t.Errorf("troubles = %+v, want that there is no place, and that there is", shown)
				}
				c.Say("hello there")
				c.Wait(4 * time.Second)
				if said := c.Turns(); !slices.Contains(said, "user: hello there") {
					t.Errorf("turns = %q", said)
				}
				c.Ending()
			})
		})
	}
}

// A language that the engine will never know is not asked for again; a place that
// may be free in a moment is, twice a second.
func TestOpeningIsNotHammered(t *testing.T) {
	for err, want := range map[error][2]int32{
		engine.ErrLanguage: {1, 1}, engine.ErrCapacity: {55, 65}, engine.ErrAway: {6, 9},
	} {
		synctest.Test(t, func(t *testing.T) {
			engine := &unheard{err: err}
			c := agenttest.Start(t, func(_ *agenttest.Call, c *agent.Config) { c.STT = engine })
			c.Wait(30 * time.Second)
			if n := engine.opens.Load(); n < want[0] || n > want[1] {
				t.Errorf("%v: opened %d times in 30 s, want %d to %d", err, n, want[0], want[1])
			}
			if err := c.Session.Type("hello there"); err != nil {
				t.Error(err)
			}
			c.Wait(5 * time.Second)
			if said := c.Turns(); len(said) < 3 {
				t.Errorf("%v: turns = %q, want typed text answered", err, said)
			}
			c.Ending()
		})
	}
}

func TestAnswerCutMidStreamKeepsItsWholeSentences(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, _ *agent.Config) {
			c.LLM.Cut = true
			c.LLM.Answer = func(llm.Request) (string, *llm.ToolCall, error) {
				return "Well, that is bold. And I would", nil, nil
			}
		})
		c.Wait(2 * time.Second)
		c.Say("hello there")
		c.Wait(6 * time.Second)
		turns(t, c, "character: Good morning.", "user: hello there",
			"character: Well, that is bold. Sorry, I lost my thread.")
		c.Ending()
	})
}

func TestSilentModelIsAFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, _ *agent.Config) {
			c.LLM.Answer = func(llm.Request) (string, *llm.ToolCall, error) { return "*shrugs*", nil, nil }
		})
		c.Wait(2 * time.Second)
		c.Say("hello there")
		c.Wait(4 * time.Second)
		if got := c.Turns(); len(got) != 3 || got[2] != "character: Sorry, I lost my thread." {
			t.Errorf("turns = %q", got)
		}
		c.Ending()
	})
}

func TestVoiceFaultLeavesTheTextOnTheScreen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, _ *agent.Config) { c.TTS.Err = errors.New("no voice") })
		c.Wait(time.Second)
		turns(t, c, "character: Good morning.")
		captions := agenttest.ShownOf[parley.Caption](c)
		if len(captions) != 1 || captions[0].Text != "Good morning." || !captions[0].Final {
			t.Errorf("captions = %+v", captions)
		}
		if shown := agenttest.ShownOf[parley.Trouble](c); len(shown) != 1 || shown[0].Role != "tts" {
			t.Errorf("trouble = %+v", shown)
		}
		c.Ending()
	})
}

func TestBrokenRecogniserIsOpenedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, _ *agent.Config) { c.STT.Broken = true })
		c.Wait(2 * time.Second)
		c.Say("lost line")
		c.Wait(5 * time.Second)
		if shown := agenttest.ShownOf[parley.Trouble](c); len(shown) != 1 || shown[0].Role != "stt" {
			t.Errorf("trouble = %+v", shown)
		}
		if err := c.Session.Type("typed instead"); err != nil {
			t.Fatal(err)
		}
		c.Wait(3 * time.Second)
		got := strings.Join(c.Turns(), "\n")
		if !strings.Contains(got, "typed instead") {
			t.Errorf("turns = %q, want the typed one", got)
		}
		c.Ending()
	})
}

func TestRecogniserThatNeverAnswersIsNotWaitedForForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, _ *agent.Config) { c.STT.Final = 10 * time.Second })
		c.Wait(2 * time.Second)
		c.Say("we have one plan for you")
		c.Wait(5 * time.Second) // 500 ms, then 1.5 s for the final, then the interim counts
		got := c.Turns()
		if len(got) != 3 || !strings.HasPrefix(got[1], "user: we have one") {
			t.Errorf("turns = %q, want an answer to the interim", got)
		}
		c.Wait(10 * time.Second) // the late final must not start another turn
		for _, number := range c.Turns()[3:] {
			if strings.HasPrefix(number, "user") {
				t.Errorf("the late final became a turn of its own: %q", c.Turns())
			}
		}
		c.Ending()
	})
}

func TestPanicEndsOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, _ *agent.Config) {
			c.LLM.Answer = func(llm.Request) (string, *llm.ToolCall, error) { panic("boom") }
		})
		c.Wait(2 * time.Second)
		c.Say("hello there")
		c.Wait(2 * time.Second)
		e := agenttest.Events[parley.Ending](c)
		if len(e) != 1 || e[0].Outcome != parley.Failed {
			t.Errorf("endings = %+v, want one error", e)
		}
		if h := agenttest.Events[parley.Heard](c); len(h) != 1 {
			t.Errorf("heard = %+v, want the user's turn kept", h)
		}
		c.Ending()
	})
}

// Who only types takes no recogniser, which costs memory; once their microphone
// sends, it is opened, and what they say meanwhile is heard.
func TestTypingTakesNoRecogniser(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var e *unheard
		c := agenttest.Start(t, func(call *agenttest.Call, c *agent.Config) {
			e = &unheard{then: call.STT}
			c.STT = e
		})
		c.Do("user drops out", 10*time.Second) // no frame, from the beginning
		c.Wait(3 * time.Second)
		c.Do("user types: is it morning", 0)
		c.Wait(6 * time.Second)
		if n := e.opens.Load(); n != 0 {
			t.Errorf("the recogniser was opened %d times for who only types", n)
		}
		c.Wait(2 * time.Second)
		c.Say("hello there")
		c.Wait(4 * time.Second)
		if said := c.Turns(); e.opens.Load() != 1 || !slices.Contains(said, "user: hello there") {
			t.Errorf("opened %d times, turns %q; want the words of the voice", e.opens.Load(), said)
		}
		c.Ending()
	})
}
