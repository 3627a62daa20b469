package app_test

import (
	"context"
	"log/slog"
	"net/http"
	"path/filepath"
	"testing"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/app/engineconfig"
	"parley/engine/openaihttp/openaitest"
	"parley/journal"
)

// apartConfig is that of roles that run apart, with a LiveKit and a NATS server that
// others reach, whose files are in the folder nats.
func apartConfig(t *testing.T) (c app.Config, nats string) {
	t.Helper()
	nats = t.TempDir()
	server, err := embedded.ListenNATS(nats, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	livekit := startLiveKit(t)
	c = apptest.Config(t)
	c.Ops = app.OpsConfig{}
	c.NATSURL = server.URL()
	c.LiveKit = app.LiveKitConfig{URL: livekit.URL, Key: livekit.Key, Secret: livekit.Secret}
	return c, nats
}

// TestAssistantApart has the page and the agent in roles of their own, which share
// the servers and the data folder: a user of the one is that of the other, and who is
// deleted at the page is gone from both, and from the disk.
func TestAssistantApart(t *testing.T) { // not beside others: it has the log
	log, before := &capture{}, slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(log, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	c, nats := apartConfig(t)
	alongside(t, func(ctx context.Context) error { return app.RunAgent(ctx, c) })
	s := &apptest.Server{App: &app.App{URL: startWeb(t, c), LiveKit: c.LiveKit}, Data: c.Data}
	apptest.Eventually(t, func() bool { return log.holds("agent registered") })

	b, other := beside{t, s.URL, newUser()}, beside{t, s.URL, newUser()}
	b.ask("add task feed the axolotl")
	b.ask("remind me in 2 hours to feed the axolotl")
	other.ask("add task feed the cat")
	g := visit(t, s, "taskAgent", b.user)
	g.until("the task in the call", shows("Feed the axolotl"))
	page := openTab(b, "the page")
	g.captioned("Added", g.write("add task call the quetzal"))
	page.until("what was said in the call", func(s parley.AssistantState) bool {
		return listed(s.Tasks) == "Feed the axolotl, Call the quetzal"
	})
	b.chat("delete task 1")
	g.until("what was done beside the call", shows("Call the quetzal"))
	g.room.Leave()
	apptest.Eventually(t, func() bool { return log.holds("call ended") })

	key, err := journal.LoadUserKey(filepath.Join(c.Data, "user.key"))
	if err != nil {
		t.Fatal(err)
	}
	alias := key.Alias(b.user)
	apptest.Eventually(t, func() bool { return len(found(t, nats, alias)) > 0 && len(found(t, c.Data, alias)) > 0 })
	if got := forget(t, s, b.user); got != http.StatusNoContent {
		t.Fatalf("DELETE: status %d, want 204", got)
	}
	for _, dir := range []string{nats, c.Data} {
		wantNowhere(t, dir, "axolotl", "quetzal", alias, b.user)
	}
	page.until("that nothing is left", func(s parley.AssistantState) bool { return s.Rev == 0 })
	if left := b.state(); left.Rev != 0 || len(left.Tasks)+len(left.Reminders)+len(left.Messages) != 0 {
		t.Errorf("left is %s", encoded(t, left))
	}
	other.wantList("Feed the cat")
	again := visit(t, s, "taskAgent", b.user) // at the agent, who had them in memory
	again.until("the empty list", shows())
	for _, text := range []string{"axolotl", "quetzal", "the cat", alias, b.user} {
		if log.holds(text) {
			t.Errorf("the log tells of %q", text)
		}
	}
}

// TestWebAloneAsksTheModel: what no plain command says is answered by the language
// model that the page's role was told of.
func TestWebAloneAsksTheModel(t *testing.T) {
	t.Parallel()
	model := openaitest.New(t)
	model.Always(openaitest.Text("Axolotls ", "never grow up."))
	c, _ := apartConfig(t)
	c.Plan = apptest.Plan(t, map[engineconfig.Role]engineconfig.Told{
		engineconfig.LLM: {Engines: "openai", URL: model.URL, Model: "model"},
	})
	b := beside{t, startWeb(t, c), newUser()}
	if said := b.chat("What is it about axolotls?"); said != "Axolotls never grow up." {
		t.Errorf("said %q", said)
	}
}

// TestWebAloneWithoutNATS: the page waits for NATS to start, if one is named (see
// TestWaitForNATS). When it goes later, roleplay goes on; what cannot be stored or deleted is refused until it is
// back.
func TestWebAloneWithoutNATS(t *testing.T) {
	t.Parallel()
	dir, address := t.TempDir(), embeddedtest.SteadyAddress(t)
	livekit := startLiveKit(t)
	c := apptest.Config(t)
	c.Ops = app.OpsConfig{}
	c.NATSURL = "nats://" + address
	c.LiveKit = app.LiveKitConfig{URL: livekit.URL, Key: livekit.Key, Secret: livekit.Secret}
	open := func() *embedded.NATS {
		n, err := embedded.ListenNATS(dir, address)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	nats := open()
	t.Cleanup(func() {
		if err := nats.Close(); err != nil {
			t.Error(err)
		}
	})
	s := &apptest.Server{App: &app.App{URL: startWeb(t, c)}}
	b := beside{t, s.URL, newUser()}
	b.chat("add task buy milk")
	apptest.Eventually(t, func() bool { return apptest.Status(s.URL+"/readyz") == http.StatusOK })
	if err := nats.Close(); err != nil {
		t.Fatal(err)
	}
	message := map[string]string{"message": "add task call Anna"}
	if said := b.refusedWith(http.StatusServiceUnavailable, "/api/chat", message); !notKept(said) {
		t.Errorf("without NATS a message is answered %q", said)
	}
	if got := forget(t, s, b.user); got != http.StatusInternalServerError {
		t.Errorf("without NATS DELETE gives %d, want 500", got)
	}
	if _, err := s.Ask(t.Context()); err != nil {
		t.Errorf("without NATS a call is refused: %v", err)
	}
	nats = open()
	apptest.Eventually(t, func() bool {
		r := b.request(http.MethodPost, "/api/chat", message)
		_ = r.Body.Close()
		return r.StatusCode == http.StatusOK
	})
	b.wantList("Buy milk, Call Anna")
	if got := forget(t, s, b.user); got != http.StatusNoContent {
		t.Errorf("DELETE gives %d, want 204", got)
	}
	b.wantList("")
}
