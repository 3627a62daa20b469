package app_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/web"
)

// refusedWith fails the test unless the answer is an ErrorReply of a status, and
// returns its words.
func (b beside) refusedWith(status int, path string, body any) string {
	b.t.Helper()
	r := b.request(http.MethodPost, path, body)
	defer r.Body.Close()
	var said web.ErrorReply
	if err := json.NewDecoder(r.Body).Decode(&said); err != nil || r.StatusCode != status || said.Error == "" {
		b.t.Errorf("POST %s: %d %+v, %v, want %d", path, r.StatusCode, said, err, status)
	}
	if again := r.Header.Get("Retry-After"); (again != "") != (status == 429 || status == 503) {
		b.t.Errorf("POST %s: %d with Retry-After %q", path, r.StatusCode, again)
	}
	return said.Error
}

// ask is chat with the assistant that does most.
func (b beside) ask(text string) string {
	b.t.Helper()
	var reply web.ChatReply
	b.into(&reply, http.MethodPost, "/api/chat", web.ChatRequest{Message: text, Scene: "chiefOfStaff"})
	return reply.Content
}

// list are the user's tasks, those done with a mark.
func (b beside) list() string {
	b.t.Helper()
	var reply web.TasksReply
	b.into(&reply, http.MethodGet, "/api/tasks", nil)
	return listed(reply.Tasks)
}

func listed(tasks []parley.Task) string {
	var all []string
	for _, task := range tasks {
		title := task.Title
		if !task.Status.Open() {
			title += " (" + string(task.Status) + ")"
		}
		all = append(all, title)
	}
	return strings.Join(all, ", ")
}

func (b beside) wantList(want string) {
	b.t.Helper()
	if got := b.list(); got != want {
		b.t.Errorf("the tasks are %q, want %q", got, want)
	}
}

// events are those of a stream of server-sent events that ends, as "name: data".
func events(t *testing.T, r io.Reader) (all []string) {
	t.Helper()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	name := ""
	for lines.Scan() {
		if n, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			name = n
		} else if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			all = append(all, name+": "+data)
		}
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
	return all
}

// TestAssistantInteractionOfTheSeed is "Complete interaction" of the task agent's
// document, by its numbers, over HTTP.
func TestAssistantInteractionOfTheSeed(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	user := newUser() // a session id as the document's browser makes, and long enough to be a secret
	b := beside{t, s.URL, user}
	begun := time.Now().Add(-time.Second)
	// 1, 2: the browser sends what was typed. 3, 4: it reaches the agent of that session.
	r, err := http.Post(s.URL+"/api/chat", "application/json", strings.NewReader(`{"message":"Add task: Buy milk","sessionId":"`+user+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	// 14, 15: the answer is JSON of content and tasks.
	var reply struct {
		Content string `json:"content"`
		Tasks   []struct {
			ID        string    `json:"id"`
			Title     string    `json:"title"`
			Status    string    `json:"status"`
			CreatedAt time.Time `json:"createdAt"`
			DueDate   string    `json:"dueDate"`
			Priority  string    `json:"priority"`
		} `json:"tasks"`
	}
	if err := json.NewDecoder(r.Body).Decode(&reply); err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("status %d, %v", r.StatusCode, err)
	}
	// 11, 16: what is said is what was done. 5-7, 12, 17: the task is on the list.
	if !strings.Contains(reply.Content, "Buy milk") || len(reply.Tasks) != 1 {
		t.Fatalf("answered %+v", reply)
	}
	task := reply.Tasks[0]
	if task.ID == "" || task.Title != "Buy milk" || task.Status != "pending" || task.Priority != "normal" || task.DueDate != "" ||
		task.CreatedAt.Before(begun) || task.CreatedAt.After(time.Now().Add(time.Second)) {
		t.Errorf("the task is %+v", task)
	}
	// 12, 13: the conversation is kept with it.
	kept := b.state()
	if len(kept.Messages) != 2 || listed(kept.Tasks) != "Buy milk" || !slices.Equal(kept.Listed, []string{task.ID}) {
		t.Fatalf("kept is %+v", kept)
	}
	for i, want := range []parley.Message{{Role: "user", Content: "Add task: Buy milk"}, {Role: "assistant", Content: reply.Content}} {
		got := kept.Messages[i]
		if got.Role != want.Role || got.Content != want.Content || got.Timestamp.Before(begun) || got.Modality != "text" {
			t.Errorf("message %d is %+v, want %+v", i+1, got, want)
		}
	}
	if kept.Messages[1].ReplyTo != kept.Messages[0].ID {
		t.Errorf("the answer is to %q", kept.Messages[1].ReplyTo)
	}
	// The same again, piece by piece: the list comes before it is spoken of.
	stream := b.request(http.MethodPost, "/api/chat/stream", web.ChatRequest{Message: "add urgent task call the bank tomorrow"})
	defer stream.Body.Close()
	var order, said []string
	for _, e := range events(t, stream.Body) {
		name, data, _ := strings.Cut(e, ": ")
		if len(order) == 0 || order[len(order)-1] != name {
			order = append(order, name)
		}
		if name == "token" && !strings.Contains(e, "reset") {
			var token web.ChatToken
			if err := json.Unmarshal([]byte(data), &token); err != nil {
				t.Error(err)
			}
			said = append(said, token.Text)
		}
		if name == "done" {
			if err := json.Unmarshal([]byte(data), &reply); err != nil {
				t.Error(err)
			}
		}
	}
	if !slices.Equal(order, []string{"tasks", "token", "done"}) || strings.Join(said, "") != reply.Content {
		t.Errorf("the order was %q, the pieces %q, the answer %q", order, said, reply.Content)
	}
	if len(reply.Tasks) != 2 || reply.Tasks[1].Title != "Call the bank" || reply.Tasks[1].Priority != "high" ||
		reply.Tasks[1].DueDate == "" {
		t.Errorf("the tasks are %+v", reply.Tasks)
	}
	b.chat("done 1")
	b.wantList("Buy milk (completed), Call the bank")
}

// TestAssistantDefects are those of the reference that show over HTTP, by their
// numbers in the design.
func TestAssistantDefects(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	fresh := func(t *testing.T) beside { return beside{t, s.URL, newUser()} }
	t.Run("1: two quick messages both count", func(t *testing.T) {
		b := fresh(t)
		var sent sync.WaitGroup
		for i := range 8 {
			sent.Go(func() { b.chat(fmt.Sprintf("add task number %d of eight", i)) })
		}
		sent.Wait()
		titles := b.titles()
		slices.Sort(titles)
		if len(titles) != 8 || titles[0] != "Number 0 of eight" || titles[7] != "Number 7 of eight" || len(b.state().Messages) != 16 {
			t.Errorf("the tasks are %q, with %d messages", titles, len(b.state().Messages))
		}
	})
	t.Run("3: words inside words are no command", func(t *testing.T) {
		b := fresh(t)
		b.chat("add task one thing")
		for _, text := range []string{"abandoned 1 ideas", "I abandoned 1 idea today", "the work was done by 1 person"} {
			b.chat(text)
		}
		b.wantList("One thing")
	})
	t.Run("4: numbers are of the list that was seen", func(t *testing.T) {
		b := fresh(t)
		for _, title := range []string{"apples", "bread", "cheese"} {
			b.chat("add task " + title)
		}
		seen := b.state().Rev
		b.chat("delete task 1")
		b.into(&web.ChatReply{}, http.MethodPost, "/api/chat", web.ChatRequest{Message: "done 2", Rev: seen})
		b.wantList("Bread (completed), Cheese")
		// A revision that there is not yet is the newest.
		b.into(&web.ChatReply{}, http.MethodPost, "/api/chat", web.ChatRequest{Message: "done 2", Rev: 1 << 60})
		b.wantList("Bread (completed), Cheese (completed)")
	})
	t.Run("6: nobody else is the user", func(t *testing.T) {
		b, other := fresh(t), fresh(t)
		b.chat("add task a secret of mine")
		if got := other.state(); got.Rev != 0 || len(got.Tasks)+len(got.Messages) != 0 {
			t.Errorf("another user sees %+v", got)
		}
		id := b.state().Tasks[0].ID
		other.refusedWith(http.StatusNotFound, "/api/assistant/commands", web.AssistantCommand{Type: "task.delete", ID: id})
		b.wantList("A secret of mine")
		beside{t, s.URL, "."}.refusedWith(http.StatusUnauthorized, "/api/chat", web.ChatRequest{Message: "list", SessionID: "short"})
	})
	t.Run("7: a title is text", func(t *testing.T) {
		b := fresh(t)
		title := `<img src=x onerror="alert(1)">`
		b.command(web.AssistantCommand{Type: "task.add", Title: &title})
		r := b.request(http.MethodGet, "/api/tasks", nil)
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		if err != nil || strings.Contains(string(body), "<") || b.titles()[0] != title ||
			r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("answered %s, %v", body, err)
		}
	})
	t.Run("8: dates are in the user's zone", func(t *testing.T) {
		b := fresh(t)
		for _, zone := range []string{"Pacific/Kiritimati", "Pacific/Niue"} { // 25 hours apart
			there, err := time.LoadLocation(zone)
			if err != nil {
				t.Fatal(err)
			}
			b.command(web.AssistantCommand{Type: "profile", Zone: zone})
			before := time.Now().In(there).Format(time.DateOnly)
			b.chat("add task look at the sun over " + strings.TrimPrefix(zone, "Pacific/") + " today")
			tasks := b.state().Tasks
			if due := string(tasks[len(tasks)-1].DueDate); due != before && due != time.Now().In(there).Format(time.DateOnly) {
				t.Errorf("in %s today is %s, and the task is due %q", zone, before, due)
			}
		}
	})
}

// TestAssistantActionIsDoneOnce: a client that heard no answer sends its action again.
func TestAssistantActionIsDoneOnce(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	b := beside{t, s.URL, newUser()}
	var answers [3]web.ChatReply
	var sent sync.WaitGroup
	for i := range 2 { // at once
		sent.Go(func() {
			b.into(&answers[i], http.MethodPost, "/api/chat", web.ChatRequest{Message: "add task buy milk", ActionID: "a-1"})
		})
	}
	sent.Wait()
	b.into(&answers[2], http.MethodPost, "/api/chat", web.ChatRequest{Message: "add task buy milk", ActionID: "a-1"})
	title := "Call Anna"
	for range 2 {
		b.command(web.AssistantCommand{ActionID: "a-2", Type: "task.add", Title: &title})
	}
	if answers[0].Content != answers[1].Content || answers[1].Content != answers[2].Content || answers[2].Content != "Added “Buy milk”." {
		t.Errorf("answers %+v", answers)
	}
	b.wantList("Buy milk, Call Anna")
	if n := len(b.state().Messages); n != 2 {
		t.Errorf("%d messages are kept, want 2", n)
	}
	b.refusedWith(http.StatusConflict, "/api/assistant/commands", web.AssistantCommand{ActionID: "a-3", Type: "task.add", Title: &title})
	b.refusedWith(http.StatusBadRequest, "/api/assistant/commands", web.AssistantCommand{Type: "task.explode"})
	b.refusedWith(http.StatusBadRequest, "/api/chat", web.ChatRequest{Message: " \n "})
	b.refusedWith(http.StatusNotFound, "/api/chat", web.ChatRequest{Message: "list", Scene: apptest.Scene})
	b.refusedWith(http.StatusRequestEntityTooLarge, "/api/chat", web.ChatRequest{Message: strings.Repeat("a", 100_000)})
	b.wantList("Buy milk, Call Anna")
}

// TestAssistantGoesOnWithoutItsClient: what was sent before the page was closed is
// answered and done.
func TestAssistantGoesOnWithoutItsClient(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	b := beside{t, s.URL, newUser()}
	for i := range 5 {
		r := b.request(http.MethodPost, "/api/chat/stream", web.ChatRequest{Message: fmt.Sprintf("add task errand %d", i)})
		_ = r.Body.Close() // with the first event
	}
	apptest.Eventually(t, func() bool { return len(b.state().Messages) == 10 })
	b.wantList("Errand 0, Errand 1, Errand 2, Errand 3, Errand 4")
}

// TestAssistantOutlivesTheApp: all that is kept is there in the next life of the
// product.
func TestAssistantOutlivesTheApp(t *testing.T) {
	t.Parallel()
	c := apptest.Config(t)
	user := newUser()
	b := beside{t: t, user: user}
	var before parley.AssistantState
	t.Run("first life", func(t *testing.T) {
		b = beside{t, apptest.StartWith(t, c).URL, user}
		for _, text := range []string{
			"add task buy milk tomorrow", "add urgent task call Anna", "done 1", "remember that I prefer window seats",
			"remind me in 2 hours to water the plants",
		} {
			b.ask(text)
		}
		b.command(web.AssistantCommand{Type: "profile", Zone: "Asia/Tokyo"})
		before = b.state()
	})
	if len(before.Tasks) != 2 || len(before.Reminders) != 1 || len(before.Memories) != 1 || len(before.Messages) != 10 {
		t.Fatalf("kept is %+v", before)
	}
	b = beside{t, apptest.StartWith(t, c).URL, user}
	if after := b.state(); encoded(t, after) != encoded(t, before) {
		t.Errorf("kept is\n%s\nwas\n%s", encoded(t, after), encoded(t, before))
	}
	if said := b.chat("list my tasks"); !strings.Contains(said, "Call Anna") || strings.Contains(said, "Buy milk") {
		t.Errorf("the open tasks are said as %q", said)
	}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestAssistantFindsFlights asks the bundled source, in its own process, over MCP.
func TestAssistantFindsFlights(t *testing.T) {
	t.Parallel()
	c := apptest.Config(t)
	c.Assistant.Flights = os.Args[0] + " " + slowFlights + " 0s"
	s := apptest.StartWith(t, c)
	b := beside{t, s.URL, newUser()}
	said := b.ask("find flights from Berlin to Paris on " + time.Now().AddDate(0, 1, 0).Format("January 2"))
	cards := b.state().Cards
	if len(cards) != 1 || cards[0].Flights == nil || cards[0].Flights.Found != 10 || len(cards[0].Flights.Ranked) != 3 {
		t.Fatalf("said %q, cards %s", said, encoded(t, cards))
	}
	best := cards[0].Flights.Options[slices.IndexFunc(cards[0].Flights.Options, func(f parley.Flight) bool {
		return f.ID == cards[0].Flights.Ranked[0].FlightID
	})]
	if first, last := best.Legs[0], best.Legs[len(best.Legs)-1]; first.From != "BER" || !slices.Contains([]string{"CDG", "ORY"}, last.To) {
		t.Errorf("the best is %+v", best)
	}
	if !cards[0].Flights.Examples {
		t.Error("the bundled source, named by hand, is taken for a real one")
	}
	// It never books: the user says yes to a task, once.
	b.ask("book the first one")
	questions := b.state().Confirms
	if len(questions) != 1 {
		t.Fatalf("questions %+v", questions)
	}
	for range 2 {
		b.command(web.AssistantCommand{ActionID: "yes-1", Type: "confirm", ID: questions[0].ID, Yes: true})
	}
	got := b.state()
	if len(got.Tasks) != 1 || !strings.HasPrefix(got.Tasks[0].Title, "Look for a flight like ") || len(got.Confirms) != 0 {
		t.Errorf("after a yes there are %s", encoded(t, got.Tasks))
	}
}
