package app_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/journal"
	"parley/web"
)

// tab is an open page: it knows what the stream has told it.
type tab struct {
	beside
	name string

	mu     sync.Mutex
	kept   parley.AssistantState
	states int      // whole ones that were told
	faults []string // patches that did not follow, and events that cannot be read
}

// openTab opens a page until the test ends, and returns when it has the state. It
// connects again when it is cut off.
func openTab(b beside, name string) *tab {
	b.t.Helper()
	p := &tab{beside: b, name: name}
	ctx, leave := context.WithCancel(b.t.Context())
	var watching sync.WaitGroup
	watching.Go(func() {
		for ctx.Err() == nil {
			p.watch(ctx)
		}
	})
	b.t.Cleanup(func() {
		leave()
		watching.Wait()
	})
	p.until("the state", func(parley.AssistantState) bool { return p.states > 0 })
	return p
}

// watch takes what one connection tells.
func (p *tab) watch(ctx context.Context) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.page+"/api/assistant/stream", nil)
	if err != nil {
		return
	}
	request.Header.Set("Authorization", "Bearer "+p.user)
	r, err := http.DefaultClient.Do(request)
	if err != nil {
		return
	}
	defer r.Body.Close()
	if r.StatusCode == http.StatusOK {
		p.read(r.Body)
		return
	}
	select {
	case <-time.After(50 * time.Millisecond):
	case <-ctx.Done():
	}
}

func (p *tab) read(body io.Reader) {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var e web.AssistantEvent
		err := json.Unmarshal([]byte(data), &e)
		p.mu.Lock()
		switch {
		case err != nil:
			p.faults = append(p.faults, err.Error())
		case e.State != nil:
			p.kept = *e.State
			p.states++
		case e.Patch != nil && e.Patch.Prev != p.kept.Rev:
			p.faults = append(p.faults, fmt.Sprintf("a patch from %d at %d", e.Patch.Prev, p.kept.Rev))
		case e.Patch != nil:
			patched(&p.kept, e.Patch)
		}
		p.mu.Unlock()
	}
}

// patched is what a page does with a patch.
func patched(s *parley.AssistantState, p *parley.AssistantPatch) {
	s.Rev = p.Rev
	if p.Zone != "" {
		s.Zone = p.Zone
	}
	if p.Listed != nil {
		s.Listed = p.Listed
	}
	s.Tasks = merged(s.Tasks, p.Tasks, p.Gone, func(t parley.Task) string { return t.ID })
	s.Reminders = merged(s.Reminders, p.Reminders, p.Gone, func(r parley.Reminder) string { return r.ID })
	s.Memories = merged(s.Memories, p.Memories, p.Gone, func(m parley.Memory) string { return m.ID })
	s.Messages = merged(s.Messages, p.Messages, p.Gone, func(m parley.Message) string { return m.ID })
	s.Confirms = merged(s.Confirms, p.Confirms, p.Gone, func(c parley.Confirm) string { return c.ID })
	s.Cards = merged(s.Cards, p.Cards, p.Gone, func(c parley.AssistantCard) string { return c.ID })
}

func merged[E any](all, changed []E, gone []string, id func(E) string) []E {
	all = slices.DeleteFunc(all, func(e E) bool { return slices.Contains(gone, id(e)) })
	for _, c := range changed {
		if i := slices.IndexFunc(all, func(e E) bool { return id(e) == id(c) }); i >= 0 {
			all[i] = c
		} else {
			all = append(all, c)
		}
	}
	return all
}

// until waits until a page knows something.
func (p *tab) until(what string, ok func(parley.AssistantState) bool) {
	p.t.Helper()
	deadline := time.Now().Add(apptest.Patience)
	for {
		p.mu.Lock()
		done, now := ok(p.kept), p.kept
		p.mu.Unlock()
		if done {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%s does not know %s: %s, %q", p.name, what, encoded(p.t, now), p.faults)
		}
		<-time.After(5 * time.Millisecond)
	}
}

// TestAssistantTabsConverge: two pages and what is said beside them change the same
// state at once; every page comes to show it, patch by patch, without asking again.
func TestAssistantTabsConverge(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	b := beside{t, s.URL, newUser()}
	tabs := []*tab{openTab(b, "the first page"), openTab(b, "the second page")}
	const each = 10
	var work sync.WaitGroup
	for n, p := range tabs {
		work.Go(func() {
			for i := range each {
				title := fmt.Sprintf("Errand %d of page %d", i, n)
				p.command(web.AssistantCommand{Type: "task.add", Title: &title})
			}
		})
	}
	work.Go(func() {
		for i := range each {
			b.chat(fmt.Sprintf("add task said thing %d", i))
		}
	})
	work.Wait()
	tasks := b.state().Tasks
	if len(tasks) != 3*each {
		t.Fatalf("%d tasks, want %d: %s", len(tasks), 3*each, listed(tasks))
	}
	for n, p := range tabs { // each page ticks off and deletes what the other made, too
		work.Go(func() {
			for i := n; i < len(tasks); i += 4 {
				p.command(web.AssistantCommand{Type: "task.complete", ID: tasks[i].ID})
				if i+2 < len(tasks) {
					p.command(web.AssistantCommand{Type: "task.delete", ID: tasks[i+2].ID})
				}
			}
		})
	}
	work.Wait()
	tabs = append(tabs, openTab(b, "a page opened later"))
	want := b.state()
	for _, p := range tabs {
		p.until("the newest", func(s parley.AssistantState) bool { return s.Rev >= want.Rev })
		if got := encoded(t, p.kept); got != encoded(t, want) || p.states != 1 || len(p.faults) > 0 {
			t.Errorf("%s was told %d states, %q, and shows\n%s\nwant\n%s", p.name, p.states, p.faults, got, encoded(t, want))
		}
	}
}

// TestAssistantForgets: once a user is deleted nothing of them is left, in what is
// answered, in the pages that are open, in the data folder or in the log.
func TestAssistantForgets(t *testing.T) { // not beside others: it has the log
	log, before := &capture{}, slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	t.Cleanup(func() { slog.SetDefault(before) })
	c := apptest.Config(t)
	user, stays := newUser(), newUser()
	words := []string{"axolotl", "quetzal"}
	var alias, staying string
	t.Run("in use", func(t *testing.T) {
		s := apptest.StartWith(t, c)
		key, err := journal.LoadUserKey(filepath.Join(s.Data, "user.key"))
		if err != nil {
			t.Fatal(err)
		}
		alias, staying = key.Alias(user), key.Alias(stays)
		b, other := beside{t, s.URL, user}, beside{t, s.URL, stays}
		for _, text := range []string{
			"add task feed the axolotl", "remember that my axolotl is called quetzal", "remind me in 2 hours to feed the axolotl",
		} {
			b.ask(text)
		}
		b.calendar("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260102T100000Z\r\n" +
			"SUMMARY:quetzal to the vet\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
		other.ask("add task feed the cat")
		page := openTab(b, "an open page")
		// What they said is kept enciphered, and the id not at all.
		apptest.Eventually(t, func() bool { return len(found(t, s.Data, alias)) > 0 })
		wantNowhere(t, s.Data, append(words, user)...)
		if got := forget(t, s, user); got != http.StatusNoContent {
			t.Fatalf("DELETE: status %d", got)
		}
		page.until("that nothing is left", func(s parley.AssistantState) bool { return s.Rev == 0 })
		for _, got := range []parley.AssistantState{b.state(), page.kept} {
			if got.Rev != 0 || len(got.Tasks)+len(got.Reminders)+len(got.Memories)+len(got.Messages)+len(got.Listed) != 0 {
				t.Errorf("left is %s", encoded(t, got))
			}
		}
		wantNowhere(t, s.Data, append(words, alias, user)...)
		other.wantList("Feed the cat")
		// They may begin anew, as a stranger.
		b.ask("add task feed the dog")
		b.wantList("Feed the dog")
		if got := forget(t, s, user); got != http.StatusNoContent {
			t.Fatalf("DELETE: status %d", got)
		}
	})
	wantNowhere(t, c.Data, append(words, "the dog", alias, user)...)
	if len(found(t, c.Data, staying)) == 0 {
		t.Error("another user went, too, or files cannot be read")
	}
	for _, text := range append(words, "the cat", alias, user, stays) {
		if log.holds(text) {
			t.Errorf("the log tells of %q", text)
		}
	}
}

// wantNowhere fails the test if a text is in a file under dir.
func wantNowhere(t *testing.T, dir string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if names := found(t, dir, text); len(names) > 0 {
			t.Errorf("%q is in %v", text, names)
		}
	}
}

// calendar puts a file in the place of the user's calendar.
func (b beside) calendar(file string) (status int, _ web.CalendarReply) {
	b.t.Helper()
	var reply struct {
		web.CalendarReply
		web.ErrorReply
	}
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.page+"/api/assistant/calendar", strings.NewReader(file))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+b.user)
	r.Header.Set("Content-Type", "text/calendar")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&reply); err != nil {
		b.t.Errorf("calendar: %d, %v", answer.StatusCode, err)
	}
	return answer.StatusCode, reply.CalendarReply
}

// calendarOf is a calendar file of events on the days from today on.
func calendarOf(events int, title string) string {
	var f strings.Builder
	f.WriteString("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
	for i := range events {
		at := time.Now().UTC().AddDate(0, 0, i%300).Format("20060102")
		fmt.Fprintf(&f, "BEGIN:VEVENT\r\nUID:%0100d\r\nDTSTART;VALUE=DATE:%s\r\nSUMMARY:%s %d\r\nEND:VEVENT\r\n", i, at, title, i)
	}
	return f.String() + "END:VCALENDAR\r\n"
}

// TestAssistantCalendar: a calendar takes the place of another, and one that is too
// much leaves it.
func TestAssistantCalendar(t *testing.T) {
	t.Parallel()
	b := beside{t, apptest.Start(t).URL, newUser()}
	for _, tt := range []struct {
		file           string
		status, events int
	}{
		{calendarOf(3, "Lunch"), http.StatusOK, 3},
		{calendarOf(1000, "Standup"), http.StatusOK, 1000},
		{calendarOf(1900, strings.Repeat("é", 150)), http.StatusRequestEntityTooLarge, 0}, // more than one commit holds
		{calendarOf(2500, "Often"), http.StatusRequestEntityTooLarge, 0},
		{strings.Repeat("a", 2<<20), http.StatusRequestEntityTooLarge, 0},
		{"what is on today?", http.StatusBadRequest, 0},
	} {
		if status, reply := b.calendar(tt.file); status != tt.status || reply.Entries != tt.events {
			t.Errorf("a file of %d bytes: %d, %d events; want %d, %d", len(tt.file), status, reply.Entries, tt.status, tt.events)
		}
	}
	if said := b.ask("what is on my calendar tomorrow"); !strings.Contains(said, "Standup") {
		t.Errorf("the day is said as %q", said)
	}
}

// TestAssistantWithoutNATS: while nothing can be stored the user is told so, nothing
// is shown as done, and what was sent counts once it is sent again.
func TestAssistantWithoutNATS(t *testing.T) {
	t.Parallel()
	dir, address := t.TempDir(), embeddedtest.SteadyAddress(t)
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
	c := apptest.Config(t)
	c.NATSURL = nats.URL()
	b := beside{t, apptest.StartWith(t, c).URL, newUser()}
	page := openTab(b, "an open page")
	b.chat("add task buy milk")
	if err := nats.Close(); err != nil {
		t.Fatal(err)
	}
	title := "Call Anna"
	add := web.AssistantCommand{ActionID: "a-1", Type: "task.add", Title: &title}
	done := web.ChatRequest{Message: "done 1", ActionID: "a-2"}
	for path, body := range map[string]any{"/api/chat": done, "/api/chat/stream": done, "/api/assistant/commands": add} {
		if said := b.refusedWith(http.StatusServiceUnavailable, path, body); !notKept(said) {
			t.Errorf("%s: said %q", path, said)
		}
	}
	page.mu.Lock()
	shown := listed(page.kept.Tasks)
	page.mu.Unlock()
	if shown != "Buy milk" {
		t.Errorf("the page shows %q", shown)
	}
	nats = open()
	apptest.Eventually(t, func() bool {
		r := b.request(http.MethodPost, "/api/assistant/commands", add)
		_ = r.Body.Close()
		return r.StatusCode == http.StatusOK
	})
	var reply web.ChatReply
	b.into(&reply, http.MethodPost, "/api/chat", done)
	if listed(reply.Tasks) != "Buy milk (completed), Call Anna" {
		t.Errorf("the tasks are %q", listed(reply.Tasks))
	}
	page.until("what was done since", func(s parley.AssistantState) bool { return listed(s.Tasks) == "Buy milk (completed), Call Anna" })
}

// notKept reports whether an answer says that nothing was saved, or that nobody knows.
func notKept(said string) bool {
	return strings.Contains(said, "not saved") || strings.Contains(said, "not sure")
}
