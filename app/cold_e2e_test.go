package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"parley"
	"parley/app/apptest"
	"parley/app/engineconfig"
	"parley/caller"
	"parley/engine/openaihttp/openaitest"
	"parley/web"
)

// coldServer loads its model at the first request, which takes until loaded is closed.
// A request that is given up before ends the load.
type coldServer struct {
	loaded chan struct{}
	reply  openaitest.Reply

	mu      sync.Mutex
	waiting int
	givenUp int
}

func (c *coldServer) answer(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	c.waiting++
	c.mu.Unlock()
	select {
	case <-c.loaded:
		c.reply(w, r)
	case <-r.Context().Done():
		c.mu.Lock()
		defer c.mu.Unlock()
		c.givenUp++
	}
}

func (c *coldServer) counts() (waiting, givenUp int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waiting, c.givenUp
}

// coldModel is a model's server, and the product with its model before the understudy.
func coldModel(t *testing.T, engines string) (*coldServer, *apptest.Server) {
	t.Helper()
	c := &coldServer{loaded: make(chan struct{}), reply: openaitest.Text("Then tell me ", "about the cost.")}
	s := openaitest.New(t)
	s.Always(c.answer)
	config := apptest.Config(t)
	config.Plan = apptest.Plan(t, map[engineconfig.Role]engineconfig.Told{
		engineconfig.STT: {Engines: "openai", URL: earsService(t).url, Model: "test-ears"}, engineconfig.TTS: {Engines: "flite"},
		engineconfig.LLM: {Engines: engines, URL: s.URL, Model: "cold"}, engineconfig.Checker: {Engines: "understudy"},
	})
	return c, apptest.StartWith(t, config)
}

// TestColdModelInACall: a server that loads its model when first asked, and ends the load
// with the request, has it loaded by the time it takes, whatever callers say meanwhile:
// the understudy answers them and the page says why. When the model is there the page is
// told so, and it answers the next line.
func TestColdModelInACall(t *testing.T) {
	t.Parallel()
	cold, s := coldModel(t, "openai,understudy")
	release := sync.OnceFunc(func() { close(cold.loaded) })
	defer release()
	var mu sync.Mutex
	var told []string
	r, err := s.CallObserved(t, parley.Dispatch{Scenario: apptest.Scene}, func(e caller.Event) {
		switch b := e.Body.(type) {
		case caller.LineBegun:
			if b.Number == 2 { // the first line has been answered
				release()
			}
		case caller.Trouble:
			mu.Lock()
			defer mu.Unlock()
			told = append(told, fmt.Sprintf("%s Over: %v.", b.Reason, b.Over))
		}
	}, faultLine, faultLine, faultLine)
	if err != nil {
		t.Fatal(err)
	}
	if _, givenUp := cold.counts(); givenUp > 0 {
		t.Errorf("%d requests to a server that loads its model were given up", givenUp)
	}
	want := []string{
		"The character's language model is being loaded; understudy answers now. Over: false.",
		"The character's language model is loaded: openai:cold. Over: true.",
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.Equal(told, want) {
		t.Errorf("the page is told %q, want %q", told, want)
	}
	if said := apptest.Said(r, parley.Character); !strings.Contains(said, "Then tell me about the cost.") {
		t.Errorf("the character said %q, and never what the model answers", said)
	}
	if r.Exchanges != 3 {
		t.Errorf("%d exchanges, want 3", r.Exchanges)
	}
}

// TestColdModelOfAnAssistant: who writes to an assistant whose only model is being loaded
// waits for it, and sees that.
func TestColdModelOfAnAssistant(t *testing.T) {
	t.Parallel()
	cold, s := coldModel(t, "openai")
	release := sync.OnceFunc(func() { close(cold.loaded) })
	defer release()
	b := beside{t, s.URL, newUser()}
	passing := b.watch()
	told := func(what string) func() bool {
		return func() bool {
			return slices.ContainsFunc(passing(), func(e web.AssistantEvent) bool { return e.Type == what && e.Text == "model.load" })
		}
	}
	answer := make(chan string, 1)
	go func() { answer <- b.chat("what do you make of my week?") }()
	apptest.Eventually(t, told("tool.call"))
	release()
	if said := within(t, "the answer", answer); said != "Then tell me about the cost." {
		t.Errorf("answered %q", said)
	}
	apptest.Eventually(t, told("tool.result"))
	if _, givenUp := cold.counts(); givenUp > 0 {
		t.Errorf("%d requests were given up", givenUp)
	}
}
