package agent_test

import (
	"context"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
	"parley/tts"
)

// spoke is one request to a voice.
var spoke = parley.Usage{Role: "tts", Engine: "flite", Requests: 1, Characters: 20, Audio: time.Second, Cost: new(0.0)}

func TestUsageIsToldInTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Session.Used(spoke)
		c.Session.Used(parley.Usage{Role: "llm", Engine: "openai:m", Requests: 1, Prompt: 50, Completion: 9})
		c.Session.Used(spoke)
		c.Session.Used(parley.Usage{
			Role: "llm", Engine: "openai:m", Requests: 1, Retries: 1, Prompt: 60, Cached: 50, Estimated: true, Cost: new(0.5),
		})
		c.Session.Used(parley.Usage{Role: "llm", Engine: "understudy", Requests: 1})
		c.Wait(2 * time.Second)
		if shown := agenttest.ShownOf[[]parley.Usage](c); len(shown) != 0 {
			t.Errorf("after two seconds %+v was shown, want nothing yet", shown)
		}
		c.Ending()
		want := []parley.Usage{
			{Role: "tts", Engine: "flite", Requests: 2, Characters: 40, Audio: 2 * time.Second, Cost: new(0.0)},
			{
				Role: "llm", Engine: "openai:m", Requests: 2, Retries: 1, Prompt: 110, Cached: 50, Completion: 9,
				Estimated: true, Cost: new(0.5),
			},
			{Role: "llm", Engine: "understudy", Requests: 1},
		}
		if got := agenttest.Events[parley.Usage](c); !reflect.DeepEqual(got, want) {
			t.Errorf("journal:\n got %+v\nwant %+v", got, want)
		}
		shown := c.Shown()
		if got := shown[len(shown)-2].What; !reflect.DeepEqual(got, want) {
			t.Errorf("shown last before the end:\n got %+v\nwant %+v", got, want)
		}
		if all := agenttest.Events[parley.Body](c); all[len(all)-1].Kind() != parley.KindEnded {
			t.Errorf("the last event is %T, want the ending", all[len(all)-1])
		}
		c.Session.Used(spoke)
		if got := agenttest.Events[parley.Usage](c); len(got) != len(want) {
			t.Errorf("use after the end brought the journal to %+v", got)
		}
	})
}

func TestUsageIsToldEveryMinuteOfNews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(_ *agenttest.Call, c *agent.Config) { c.Timing.Silent = time.Hour }) // nobody speaks
		listened := parley.Usage{Role: "stt", Engine: "sphinx", Audio: time.Second}
		c.Session.Used(listened)
		c.Session.Used(spoke)
		c.Wait(61 * time.Second)
		if got := agenttest.Events[parley.Usage](c); len(got) != 2 {
			t.Errorf("after a minute the journal has %+v, want both engines", got)
		}
		c.Session.Used(spoke)
		c.Wait(60 * time.Second)
		got := agenttest.Events[parley.Usage](c)
		if len(got) != 3 || got[2].Requests != 2 {
			t.Errorf("after two minutes the journal has %+v, want the voice once more with 2 requests", got)
		}
		c.Wait(60 * time.Second) // nothing new
		shown := agenttest.ShownOf[[]parley.Usage](c)
		if len(shown) != 2 || len(shown[1]) != 2 {
			t.Errorf("shown in three minutes: %+v, want both engines twice", shown)
		}
		c.Ending()
	})
}

// unending is a voice that never comes, and tells of it when it is stopped.
type unending struct{ call *agenttest.Call }

var _ tts.Engine = unending{}

func (unending) Name() string { return "unending" }

func (u unending) Speak(ctx context.Context, _ string, _ tts.Voice, _ func(tts.Chunk) error) error {
	<-ctx.Done()
	u.call.Session.Used(spoke)
	return context.Cause(ctx)
}

// What the engines do until they are stopped is in the account.
func TestUsageOfWhatIsUnderWayAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, cfg *agent.Config) { cfg.TTS = unending{c} })
		c.Wait(200 * ms) // the opening is on its way
		c.Ending()
		if got := agenttest.Events[parley.Usage](c); len(got) != 1 || got[0].Requests != 1 {
			t.Errorf("journal has %+v, want the line that was cut", got)
		}
	})
}

func TestVerdictsCostIsCountedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		c.Wait(2 * time.Second)
		for range 2 {
			c.Say("we have a plan")
			c.Wait(3 * time.Second)
		}
		judged := func(exchange int) parley.Verdict {
			return parley.Verdict{Call: "call_test", Exchange: exchange, Judge: "openai:j", Usage: []parley.Usage{
				{Engine: "openai:j", Requests: 1, Prompt: 100 * exchange, Cost: new(0.25)}, {Role: "llm", Retries: 1},
			}}
		}
		other := judged(1)
		other.Call = "call_other"
		// The first is late, the third was never asked for.
		for _, v := range []parley.Verdict{judged(2), judged(2), judged(1), judged(1), judged(3), other} {
			c.Session.Rule(v)
		}
		c.Ending()
		want := []parley.Usage{{Role: "checker", Engine: "openai:j", Requests: 2, Retries: 2, Prompt: 300, Cost: new(0.5)}}
		if got := agenttest.Events[parley.Usage](c); !reflect.DeepEqual(got, want) {
			t.Errorf("journal = %+v, want %+v", got, want)
		}
	})
}

func TestFloodOfUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, nil)
		var flood sync.WaitGroup
		for range 16 {
			flood.Go(func() {
				for range 1000 {
					c.Session.Used(spoke)
				}
			})
		}
		c.Wait(time.Second)
		flood.Wait()
		c.Ending()
		got := agenttest.Events[parley.Usage](c)
		if len(got) != 1 || got[0].Requests != 16000 || got[0].Audio != 16000*time.Second {
			t.Errorf("journal has %+v, want 16000 requests", got)
		}
	})
}
