package app_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley"
	"parley/app/apptest"
	"parley/assistant/trip/fixture"
	"parley/caller"
	"parley/engine/enginetest"
	"parley/web"
)

// newUser is the id of a user of whom nothing is known.
func newUser() string { return "u-" + rand.Text() }

// shows reports whether the newest list that a guest was shown is just that.
func shows(titles ...string) func(guestView) bool {
	return func(v guestView) bool { return len(v.Lists) > 0 && slices.Equal(v.Lists[len(v.Lists)-1], titles) }
}

// wantThread waits until the messages of the conversation are those lines, each of
// them "role, modality: words".
func wantThread(t *testing.T, b beside, want ...string) {
	t.Helper()
	var got []string
	apptest.Eventually(t, func() bool {
		got = nil
		for _, m := range b.state().Messages {
			got = append(got, fmt.Sprintf("%s, %s: %s", m.Role, m.Modality, m.Content))
		}
		return len(got) >= len(want)
	})
	if !slices.Equal(got, want) {
		t.Errorf("the conversation is kept as\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestAssistantVoiceAddsATask is the interaction of the seed by voice, then typed in
// the same call and sent from beside: one list and one conversation.
func TestAssistantVoiceAddsATask(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	g, heard := askedToBuyMilk(t, s)
	b := beside{t, s.URL, g.user}
	g.captioned("Added “Buy milk”.", time.Time{})
	g.until("the task in the call", shows("Buy milk"))
	g.quiet("the answer", g.said().End)
	if got := b.titles(); !slices.Equal(got, []string{"Buy milk"}) {
		t.Errorf("beside the call the tasks are %q", got)
	}
	thread := []string{"user, voice: " + heard, "assistant, voice: Added “Buy milk”."}
	wantThread(t, b, thread...)

	typed := g.write("add call Anna")
	g.quiet("the answer to what was typed", typed)
	g.until("both tasks", shows("Buy milk", "Call Anna"))
	thread = append(thread, "user, text: add call Anna", "assistant, voice: Added “Call Anna”.")
	wantThread(t, b, thread...)

	if said := b.chat("done 1"); said != "Done: “Buy milk”." {
		t.Errorf("beside the call the assistant said %q", said)
	}
	thread = append(thread, "user, text: done 1", "assistant, text: Done: “Buy milk”.")
	wantThread(t, b, thread...)
	typed = g.write("what is on my list")
	g.captioned("You have 1 open task: 1, “Call Anna”.", typed)
}

// askedToBuyMilk calls and says that there is milk to buy; it returns what was heard.
// On a machine busy with other tests the recogniser may take it for something else:
// then another user calls.
func askedToBuyMilk(t *testing.T, s *apptest.Server) (g *guest, heard string) {
	t.Helper()
	for range 6 {
		g = visit(t, s, "taskAgent", newUser())
		g.until("the empty list", shows())
		g.say("I have to buy milk.")
		v := g.until("what was heard", func(v guestView) bool {
			i := slices.IndexFunc(v.Captions, func(c caller.Captioned) bool { return c.Role == parley.User && c.Final })
			if i >= 0 {
				heard = v.Captions[i].Text
			}
			return i >= 0
		})
		if strings.HasSuffix(heard, " buy milk") {
			return g, heard
		}
		t.Logf("heard as %+v", v.Captions)
		g.room.Leave()
	}
	t.Fatal("misheard six times")
	return nil, ""
}

// TestAssistantVoiceIsCut: of a long answer that the user cuts only what they heard
// is kept, and that it was cut is told.
func TestAssistantVoiceIsCut(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	b := beside{t, s.URL, newUser()}
	whole := "You have 10 open tasks: "
	for i, title := range []string{
		"Water the plants", "Call the dentist", "Renew the passport", "Write to Anna", "Pay the rent",
		"Wash the car", "Clean the kitchen", "Book a table", "Buy flowers", "Return the books",
	} {
		b.command(web.AssistantCommand{Type: "task.add", Title: &title})
		whole += fmt.Sprintf("%d, “%s”; ", i+1, title)
	}
	passing := b.watch()
	g := visit(t, s, "taskAgent", b.user)
	asked := g.write("what is on my list")
	var began time.Time
	g.until("some of the answer", func(v guestView) bool {
		at, ok := v.Frames.Voiced(asked)
		began = at
		return ok && v.Now.Sub(at) > 3*time.Second && v.Frames.Speaking(v.Now)
	})
	clock := enginetest.Start()
	cut := g.say("No, that is enough for now.")
	v := g.until("silence", func(v guestView) bool { return v.Quiet(300 * time.Millisecond) })
	l := clock.Lapse()
	if took := v.Frames.LastVoiced().Sub(cut.Onset); took-(l.Took-l.Own) > 2*time.Second {
		t.Errorf("the assistant went on for %v", took)
	}
	var kept parley.Message
	apptest.Eventually(t, func() bool {
		messages := b.state().Messages
		i := slices.IndexFunc(messages, func(m parley.Message) bool { return m.Role == "assistant" })
		if i >= 0 {
			kept = messages[i]
		}
		return i >= 0
	})
	const quick = 25 // characters a second; Flite's calm voice says some 15
	most := int(quick * v.Frames.LastVoiced().Sub(began).Seconds())
	if n := len(kept.Content); !kept.Interrupted || !strings.HasPrefix(whole, kept.Content) || n == 0 || n > most {
		t.Errorf("kept %+v, want at most %d characters of %q, interrupted", kept, most, whole)
	}
	apptest.Eventually(t, func() bool {
		return slices.ContainsFunc(passing(), func(e web.AssistantEvent) bool {
			return e.Type == "llm.interrupted" && e.MessageID == kept.ReplyTo && e.Text == kept.Content
		})
	})
}

// TestAssistantVoiceTakesStopForNoTask: who wants to hear no more asks for nothing.
func TestAssistantVoiceTakesStopForNoTask(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	g := visit(t, s, "taskAgent", newUser())
	typed := g.write("stop please")
	g.captioned("All right.", typed)
	if got := (beside{t, s.URL, g.user}).titles(); len(got) != 0 {
		t.Errorf("after stop the tasks are %q", got)
	}
}

// TestAssistantVoiceRemindsInTheNextCall: a reminder that was due with nobody there
// is said once somebody is.
func TestAssistantVoiceRemindsInTheNextCall(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	b := beside{t, s.URL, newUser()}
	b.remind("Water the plants", time.Second)
	apptest.Eventually(t, func() bool { return b.reminder().Status == parley.Fired })
	g := visit(t, s, "chiefOfStaff", b.user)
	g.captioned("Reminder: Water the plants.", time.Time{})
	apptest.Eventually(t, func() bool { return b.reminder().Status == parley.Told })
}

// TestAssistantVoiceRemindsAtAPause: a reminder that comes due while the user talks
// is said once they are done and answered.
func TestAssistantVoiceRemindsAtAPause(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	g := visit(t, s, "chiefOfStaff", newUser())
	b := beside{t, s.URL, g.user}
	b.remind("Call the doctor", 2*time.Second)
	begun := time.Now()
	g.begin("Yesterday I went to the market with my sister and we bought apples and bread and cheese for the weekend.")
	apptest.Eventually(t, func() bool { return b.reminder().Status == parley.Fired })
	fired := time.Now()
	said := g.said()
	if !fired.Before(said.Voiced) {
		t.Fatalf("the reminder came %v after the user was done: the sentence is too short", fired.Sub(said.Voiced))
	}
	g.captioned("Reminder: Call the doctor.", said.Voiced)
	v := g.quiet("the reminder", said.End)
	apptest.Eventually(t, func() bool { return b.reminder().Status == parley.Told })
	voiced, ok := v.Frames.Voiced(begun)
	if !ok || !voiced.After(said.Voiced) {
		t.Errorf("the assistant spoke %v before the user was done", said.Voiced.Sub(voiced))
	}
	t.Logf("due %v before the user was done, the assistant's first sound %v after",
		said.Voiced.Sub(fired).Round(time.Millisecond), voiced.Sub(said.Voiced).Round(time.Millisecond))
}

// slowFlights is the command that serves flights which take a while, given behind it.
const slowFlights = "slow-flights"

// The process that was started by that command serves them, and tests nothing.
func init() {
	if len(os.Args) != 3 || os.Args[1] != slowFlights {
		return
	}
	takes, err := time.ParseDuration(os.Args[2])
	if err != nil {
		os.Exit(2)
	}
	server := fixture.NewServer()
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			if method == "tools/call" {
				select {
				case <-time.After(takes):
				case <-ctx.Done():
				}
			}
			return next(ctx, method, r)
		}
	})
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// TestAssistantVoiceBridgesASlowTool: while a flight source thinks for 3 s, the
// assistant says one of the scene's fillers first.
func TestAssistantVoiceBridgesASlowTool(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const takes = 3 * time.Second
	c := apptest.Config(t)
	c.Assistant.Flights = fmt.Sprint(self, " ", slowFlights, " ", takes)
	s := apptest.StartWith(t, c)
	g := visit(t, s, "chiefOfStaff", newUser())
	clock := enginetest.Start()
	asked := g.write("find flights from Berlin to Paris tomorrow")
	v := g.until("the filler", func(v guestView) bool { _, ok := v.Frames.Voiced(asked); return ok })
	began, _ := v.Frames.Voiced(asked)
	l, silent := clock.Lapse(), began.Sub(asked)
	if silent-(l.Took-l.Own) > 2500*time.Millisecond { // it takes a second; the result takes three
		t.Errorf("%v of silence before the first word", silent)
	}
	t.Logf("%v of silence before the filler", silent.Round(time.Millisecond))
	found := g.captioned("flights to Paris", asked)
	if !strings.HasPrefix(found.Text, "One moment. ") && !strings.HasPrefix(found.Text, "Let me look. ") {
		t.Errorf("the assistant said %q, want a filler first", found.Text)
	}
	g.until("the flights", func(v guestView) bool { _, ok := v.Frames.Voiced(found.Shown); return ok })
}

// TestAssistantVoiceWithoutItsStore takes NATS away in a call: what cannot be saved is
// said to be so and not shown as done, and it is done when NATS is back.
func TestAssistantVoiceWithoutItsStore(t *testing.T) {
	t.Parallel()
	store := apptest.StartNATS(t)
	c := apptest.Config(t)
	c.NATSURL = store.URL
	s := apptest.StartWith(t, c)
	g := visit(t, s, "taskAgent", newUser())
	b := beside{t, s.URL, g.user}
	typed := g.write("add buy milk")
	g.captioned("Added “Buy milk”.", typed)
	g.until("the task", shows("Buy milk"))
	g.quiet("the answer", typed)

	store.Kill()
	typed = g.write("add call Anna")
	if c := g.captioned("I could not save that", typed); strings.Contains(c.Text, "Added") {
		t.Errorf("without NATS the assistant said %q", c.Text)
	}
	if v := g.quiet("the excuse", typed); !shows("Buy milk")(v) {
		t.Errorf("without NATS the tasks are shown as %q", v.Lists)
	}
	if got := b.status(); got != http.StatusServiceUnavailable {
		t.Errorf("without NATS the page answers %d", got)
	}

	store.Restart(t)
	apptest.Eventually(t, func() bool { return b.status() == http.StatusOK })
	typed = g.write("add call Anna")
	g.captioned("Added “Call Anna”.", typed)
	g.until("both tasks", shows("Buy milk", "Call Anna"))
	g.room.Leave()
	if err := s.Close(); err != nil { // before NATS ends
		t.Error(err)
	}
}
