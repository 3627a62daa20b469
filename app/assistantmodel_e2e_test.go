package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/app/engineconfig"
	"parley/engine/openaihttp/openaitest"
	"parley/web"
)

// prompt is what a model was asked.
type prompt struct {
	Messages []struct {
		Role, Content string
		ToolCallID    string `json:"tool_call_id"`
	}
	Tools []struct{ Function struct{ Name string } }
}

func promptOf(r openaitest.Request) (p prompt) {
	_ = json.Unmarshal(r.Body, &p) // the service takes nothing but JSON
	return p
}

// load is whether it was asked for nothing but to be loaded.
func (p prompt) load() bool { return len(p.Messages) == 1 && p.Messages[0].Content == "ok" }

// talks are the requests to a model, but for those that have it loaded.
func talks(model *openaitest.Server) []openaitest.Request {
	return slices.DeleteFunc(model.Requests(), func(r openaitest.Request) bool { return promptOf(r).load() })
}

// system is what the model is told beside the conversation.
func (p prompt) system() string {
	var all []string
	for _, m := range p.Messages {
		if m.Role == "system" {
			all = append(all, m.Content)
		}
	}
	return strings.Join(all, "\n")
}

// talk is the conversation, each line "role: words".
func (p prompt) talk() (lines []string) {
	for _, m := range p.Messages {
		if m.Role == "user" || m.Role == "assistant" {
			lines = append(lines, m.Role+": "+m.Content)
		}
	}
	return lines
}

// said is the user's newest message, and what tools have answered since.
func (p prompt) said() (text string, told []string) {
	for _, m := range p.Messages {
		switch m.Role {
		case "user":
			text, told = m.Content, nil
		case "tool":
			told = append(told, m.Content)
		}
	}
	return text, told
}

// thinker is a language model that answers by what it is asked, however often.
func thinker(t *testing.T, answer func(p prompt) openaitest.Reply) *openaitest.Server {
	t.Helper()
	model := openaitest.New(t)
	model.Always(func(w http.ResponseWriter, r *http.Request) {
		var p prompt
		if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
			openaitest.Status(http.StatusBadRequest, "not_json")(w, r)
			return
		}
		answer(p)(w, r)
	})
	return model
}

// thinking serves assistants with a language model.
func thinking(t *testing.T, model *openaitest.Server) *apptest.Server {
	t.Helper()
	c := apptest.Config(t)
	c.Plan = apptest.Plan(t, map[engineconfig.Role]engineconfig.Told{
		engineconfig.STT: {Engines: "sphinx"}, engineconfig.TTS: {Engines: "flite"}, engineconfig.Checker: {Engines: "understudy"},
		engineconfig.LLM: {Engines: "openai", URL: model.URL, Model: "test-model"},
	})
	return apptest.StartWith(t, c)
}

// stream sends a message and returns the events of its answer.
func (b beside) stream(text string) (names, pieces []string, reply web.ChatReply) {
	b.t.Helper()
	r := b.request(http.MethodPost, "/api/chat/stream", web.ChatRequest{Message: text})
	defer r.Body.Close()
	for _, e := range events(b.t, r.Body) {
		name, data, _ := strings.Cut(e, ": ")
		names = append(names, name)
		var token web.ChatToken
		var err error
		switch name {
		case "token":
			err = json.Unmarshal([]byte(data), &token)
			if token.Reset {
				pieces = nil
			} else {
				pieces = append(pieces, token.Text)
			}
		case "done":
			err = json.Unmarshal([]byte(data), &reply)
		}
		if err != nil {
			b.t.Errorf("%s: %v", e, err)
		}
	}
	return names, pieces, reply
}

// within is the next value of a channel that is to have one soon.
func within[E any](t *testing.T, what string, from <-chan E) (e E) {
	t.Helper()
	select {
	case e = <-from:
	case <-time.After(apptest.Patience):
		t.Fatalf("waited %v for %s", apptest.Patience, what)
	}
	return e
}

// TestAssistantInteractionOfTheSeedWithAModel is all of "Complete interaction", with
// the model behind it, by its numbers.
func TestAssistantInteractionOfTheSeedWithAModel(t *testing.T) {
	t.Parallel()
	const command = "Add task: Buy milk"
	asked, think := make(chan prompt, 8), make(chan struct{})
	model := thinker(t, func(p prompt) openaitest.Reply {
		if said, _ := p.said(); said != command {
			return openaitest.Text("Hello. ", "What is there ", "to do?")
		}
		return func(w http.ResponseWriter, r *http.Request) {
			asked <- p
			select {
			case <-think:
				openaitest.Text("Would you ", "like to set ", "a due date?")(w, r)
			case <-r.Context().Done():
			}
		}
	})
	b := beside{t, thinking(t, model).URL, newUser()}
	if said := b.chat("Good morning to you"); said != "Hello. What is there to do?" {
		t.Errorf("the model's words came back as %q", said)
	}
	b.wantList("") // 5: { tasks: [] }
	if s := promptOf(talks(model)[0]).system(); !strings.Contains(s, "## Current tasks\n(none)") {
		t.Errorf("with no task the model is told %q", s)
	}
	// 1-4: the browser posts what was typed to the agent of its session.
	var reply web.ChatReply
	var sent sync.WaitGroup
	sent.Go(func() {
		b.into(&reply, http.MethodPost, "/api/chat", web.ChatRequest{Message: command, SessionID: b.user})
	})
	p := within(t, "the model to be asked", asked)
	// 6, 7: the task is made, and stored with the message before the model has answered.
	b.wantList("Buy milk")
	if kept := b.state().Messages; len(kept) != 3 || kept[2].Content != command {
		t.Errorf("while the model thinks the conversation is kept as %+v", kept)
	}
	// 8: the context has the current tasks. 9: and the history before the message.
	if s := p.system(); !strings.Contains(s, "## Current tasks\n1. [pending] Buy milk") || !strings.Contains(s, "You are Tasks") {
		t.Errorf("the model is told %q", s)
	}
	if want := []string{"user: Good morning to you", "assistant: Hello. What is there to do?", "user: " + command}; !slices.Equal(p.talk(), want) {
		t.Errorf("the model is given the conversation %q, want %q", p.talk(), want)
	}
	close(think) // 10
	sent.Wait()
	// 11, 14-17: its words come back as content, with the tasks.
	want := "Added “Buy milk”. Would you like to set a due date?"
	if reply.Content != want || listed(reply.Tasks) != "Buy milk" || reply.Tasks[0].Status != parley.Pending {
		t.Errorf("answered %+v, want %q and the task", reply, want)
	}
	// 12, 13: both sides of the conversation are kept.
	if kept := b.state(); len(kept.Messages) != 4 || kept.Messages[3].Content != want || kept.Rev != reply.Rev {
		t.Errorf("kept is %s, want revision %d", encoded(t, kept), reply.Rev)
	}
	wantStreamed(t, b, model)
}

// wantStreamed has the next answer come piece by piece: the tasks, the model's words as
// it writes them, the whole.
func wantStreamed(t *testing.T, b beside, model *openaitest.Server) {
	t.Helper()
	names, pieces, reply := b.stream("add urgent task call the bank tomorrow")
	want := "Added “Call the bank”, due tomorrow, high priority. Hello. What is there to do?"
	if reply.Content != want || strings.Join(pieces, "") != want || len(pieces) < 3 {
		t.Errorf("the answer is %q in the pieces %q, want %q", reply.Content, pieces, want)
	}
	if got := slices.Compact(names); !slices.Equal(got, []string{"tasks", "token", "done"}) || listed(reply.Tasks) != "Buy milk, Call the bank" {
		t.Errorf("events %q, tasks %q", got, listed(reply.Tasks))
	}
	requests := talks(model)
	if p := promptOf(requests[len(requests)-1]); len(p.talk()) != 5 || !strings.Contains(p.system(), "2. [pending] Call the bank") {
		t.Errorf("the model is given %q and told %q", p.talk(), p.system())
	}
}

// TestAssistantDefectsOfTheModel are those of the reference in which the model fails or
// lies, by their numbers in the design.
func TestAssistantDefectsOfTheModel(t *testing.T) {
	t.Parallel()
	t.Run("2: a model that fails loses nothing", func(t *testing.T) {
		t.Parallel()
		model := openaitest.New(t) // HTTP 500, for ever
		b := beside{t, thinking(t, model).URL, newUser()}
		if said := b.chat("add task buy milk"); said != "Added “Buy milk”." {
			t.Errorf("of what was done is said %q", said)
		}
		names, _, reply := b.stream("what do you make of my week?")
		if want := "I could not answer that just now. Your message is saved, and nothing else was changed."; reply.Content != want {
			t.Errorf("said %q, want %q", reply.Content, want)
		}
		if got := slices.Compact(names); !slices.Equal(got, []string{"tasks", "token", "done"}) {
			t.Errorf("events %q", got)
		}
		kept := b.state().Messages
		if len(kept) != 4 || kept[2].Content != "what do you make of my week?" || !kept[3].Failed || kept[1].Failed {
			t.Errorf("the conversation is kept as %+v", kept)
		}
		b.wantList("Buy milk")
		if len(model.Requests()) == 0 {
			t.Error("the model was never asked")
		}
	})
	t.Run("2: nor does one that fails once its tool has run", func(t *testing.T) {
		t.Parallel()
		b := beside{t, thinking(t, thinker(t, func(p prompt) openaitest.Reply {
			if _, told := p.said(); len(told) > 0 {
				return openaitest.Status(http.StatusInternalServerError, "server_error")
			}
			return openaitest.Call("call_1", "tasks_add", `{"title":"Buy milk"}`)
		})).URL, newUser()}
		if said := b.chat("we are out of milk"); said != "Added “Buy milk”. I could not finish the rest of my answer." {
			t.Errorf("said %q", said)
		}
		b.wantList("Buy milk")
	})
	t.Run("5: nothing is claimed that no tool did", func(t *testing.T) {
		t.Parallel()
		claims := map[string]struct{ claim, lie, truth string }{
			"so about that milk":      {"Sure, I've added buy milk to your list. Anything else?", "added", "I have not changed anything just now."},
			"the trip to Paris then":  {"Great, your flight has been booked. Have fun!", "has been booked", "I cannot book, pay or send anything myself"},
			"and what about the rent": {"I have paid it for you.", "paid it", "I cannot book, pay or send anything myself"},
		}
		b := beside{t, thinking(t, thinker(t, func(p prompt) openaitest.Reply {
			said, _ := p.said()
			return openaitest.Text(strings.SplitAfter(claims[said].claim, " ")...)
		})).URL, newUser()}
		for text, tt := range claims {
			_, pieces, reply := b.stream(text)
			shown := strings.Join(pieces, "")
			if strings.Contains(shown, tt.lie) || !strings.Contains(shown, tt.truth) || reply.Content != shown {
				t.Errorf("of %q is shown %q and kept %q, want %q", tt.claim, shown, reply.Content, tt.truth)
			}
		}
		b.wantList("")
	})
}

// TestAssistantModelCallsTools: what a model wants done goes by JSON tool calls, and
// what happens is told to every page in the order of the design.
func TestAssistantModelCallsTools(t *testing.T) {
	t.Parallel()
	model := thinker(t, func(p prompt) openaitest.Reply {
		if _, told := p.said(); len(told) > 0 {
			return openaitest.Text("I've added it, ", "due Friday.")
		}
		return func(w http.ResponseWriter, r *http.Request) {
			openaitest.EndAfter("Let me ", "see. ")(w, r)
			openaitest.Call("call_1", "tasks_add", `{"title":"Buy mi`, `lk","due_text":"Friday"}`)(w, r)
		}
	})
	b := beside{t, thinking(t, model).URL, newUser()}
	passing := b.watch()
	apptest.Eventually(t, func() bool { return len(passing()) > 0 })
	names, pieces, reply := b.stream("we are out of milk, can you see to that before the weekend?")
	if want := "Let me see. I've added it, due Friday."; reply.Content != want || strings.Join(pieces, "") != want {
		t.Errorf("answered %q in the pieces %q, want %q", reply.Content, pieces, want)
	}
	if listed(reply.Tasks) != "Buy milk" {
		t.Fatalf("the tasks are %q", listed(reply.Tasks))
	}
	if due, err := time.Parse(time.DateOnly, string(reply.Tasks[0].DueDate)); err != nil || due.Weekday() != time.Friday {
		t.Errorf("the task is due %q", reply.Tasks[0].DueDate)
	}
	// The list comes before it is claimed.
	if got := slices.Compact(names); !slices.Equal(got, []string{"tasks", "token", "tasks", "token", "done"}) {
		t.Errorf("events %q", got)
	}
	first, last := promptOf(talks(model)[0]), promptOf(talks(model)[1])
	if !slices.ContainsFunc(first.Tools, func(f struct{ Function struct{ Name string } }) bool { return f.Function.Name == "tasks_add" }) {
		t.Errorf("the model is offered %+v", first.Tools)
	}
	m := last.Messages[len(last.Messages)-1]
	if m.Role != "tool" || m.ToolCallID != "call_1" || !strings.Contains(m.Content, "Added “Buy milk”") {
		t.Errorf("the model is told %+v of its call", m)
	}
	wantPassing(t, passing, reply.Content, []string{
		"state", "patch: user", "message.created", "llm.token", "tool.call: tasks.add", "patch: Buy milk", "tool.result: tasks.add",
		"llm.token", "patch: assistant", "message.completed: " + reply.Content,
	})
}

// wantPassing wants a stream to have told just that, and the tokens to make up the
// answer.
func wantPassing(t *testing.T, passing func() []web.AssistantEvent, answer string, want []string) {
	t.Helper()
	apptest.Eventually(t, func() bool {
		return slices.ContainsFunc(passing(), func(e web.AssistantEvent) bool { return e.Type == "message.completed" })
	})
	var got, tokens []string
	message := ""
	for _, e := range passing() {
		if e.Type == "message.created" {
			message = e.MessageID
		}
		if e.State == nil && e.Patch == nil && (e.MessageID != message || message == "") {
			t.Errorf("%s is of message %q, want %q", e.Type, e.MessageID, message)
		}
		if e.Type == "llm.token" {
			if e.Index != len(tokens) {
				t.Errorf("token %d is numbered %d", len(tokens), e.Index)
			}
			tokens = append(tokens, e.Text)
			e.Text = ""
		}
		got = append(got, tells(e))
	}
	if got = slices.Compact(got); !slices.Equal(got, want) || strings.Join(tokens, "") != answer {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		t.Errorf("the tokens of %q are %q", answer, tokens)
	}
}

// tells is what an event of the stream tells, in a word or two.
func tells(e web.AssistantEvent) string {
	text := e.Text
	if p := e.Patch; p != nil {
		for _, m := range p.Messages {
			text += m.Role
		}
		for _, r := range p.Reminders {
			text += fmt.Sprint(r.Text, " ", r.Status)
		}
		text += listed(p.Tasks)
	}
	if text != "" {
		text = ": " + text
	}
	return e.Type + text
}

// TestAssistantStreamTellsOfAReminder when it is set, due and seen.
func TestAssistantStreamTellsOfAReminder(t *testing.T) {
	t.Parallel()
	b := beside{t, apptest.Start(t).URL, newUser()}
	passing := b.watch()
	apptest.Eventually(t, func() bool { return len(passing()) > 0 })
	b.remind("Stretch", time.Second)
	apptest.Eventually(t, func() bool { return b.reminder().Status == parley.Fired })
	b.command(web.AssistantCommand{Type: "reminder.seen", ID: b.reminder().ID})
	var got []string
	apptest.Eventually(t, func() bool {
		got = nil
		for _, e := range passing() {
			if e.Type == "reminder.fired" && e.Reminder != nil {
				e.Text = e.Reminder.Text
			}
			if e.Patch == nil || len(e.Patch.Reminders) > 0 {
				got = append(got, tells(e))
			}
		}
		return len(got) >= 5
	})
	want := []string{"state", "patch: Stretch scheduled", "patch: Stretch fired", "reminder.fired: Stretch", "patch: Stretch told"}
	if !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
}
