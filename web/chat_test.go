package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"parley"
	"parley/scenarios"
)

func TestChat(t *testing.T) {
	var asked []any
	s := assisted(t, &fakeAssistant{
		ChatFn: func(_ context.Context, user string, r ChatRequest, update func(ChatUpdate)) (parley.Message, kept, error) {
			asked = append(asked, user, r)
			update(ChatUpdate{State: &milk})
			update(ChatUpdate{Token: "Added."})
			return parley.Message{Content: "Added."}, milk, nil
		},
	})
	w := ask(s, "POST", "/api/chat", `{"message":"Add task: Buy milk","sessionId":"tab","actionId":"a-1","rev":18446744073709551615,"scene":"taskAgent"}`)
	if want := `{"content":"Added.","tasks":` + milkJSON + `,"rev":7}` + "\n"; w.Code != http.StatusOK || w.Body.String() != want {
		t.Errorf("answered %d %s, want %s", w.Code, w.Body, want)
	}
	// A revision from the future is the assistant's to understand.
	want := ChatRequest{Message: "Add task: Buy milk", SessionID: "tab", ActionID: "a-1", Rev: 1<<64 - 1, Scene: "taskAgent"}
	if !reflect.DeepEqual(asked, []any{testUser, want}) {
		t.Errorf("the assistant was asked %+v", asked)
	}
	if got := w.Header().Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
}

// What is odd and yet plain is answered.
func TestOddMessages(t *testing.T) {
	var got ChatRequest
	s := assisted(t, &fakeAssistant{
		ChatFn: func(_ context.Context, _ string, r ChatRequest, _ func(ChatUpdate)) (parley.Message, kept, error) {
			got = r
			return parley.Message{}, kept{}, nil
		},
	})
	longest := strings.Repeat("😀", 10_000)
	escaped := strings.Repeat(`\ud83d\ude00`, 10_000)
	for name, tt := range map[string]struct{ body, want string }{
		"the longest":                  {`{"message":"` + longest + `"}`, longest},
		"the longest, escaped":         {`{"message":"` + escaped + `"}`, longest},
		"bytes that are no UTF-8":      {"{\"message\":\"a\xff\xfeb\"}", "a\uFFFD\uFFFDb"},
		"half a character":             {`{"message":"\ud83d!"}`, "\uFFFD!"},
		"a NUL and an escape sequence": {`{"message":"\u0000\u001b[31m"}`, "\x00\x1b[31m"},
		"a key twice: the last counts": {`{"message":"one","message":"two"}`, "two"},
		"a message of markup":          {`{"message":"<img src=x onerror=alert(1)>"}`, "<img src=x onerror=alert(1)>"},
		"100,000 characters":           {`{"message":"` + strings.Repeat("a", 100_000) + `"}`, strings.Repeat("a", 100_000)},
	} {
		if w := ask(s, "POST", "/api/chat", tt.body); w.Code != http.StatusOK || got.Message != tt.want {
			t.Errorf("%s: %d %.100s, message %.60q", name, w.Code, w.Body, got.Message)
		}
	}
}

func TestWhoAsks(t *testing.T) {
	var asked string
	s := assisted(t, &fakeAssistant{
		ChatFn: func(_ context.Context, user string, _ ChatRequest, _ func(ChatUpdate)) (m parley.Message, st kept, err error) {
			asked = user
			return
		},
		StateFn: func(_ context.Context, user string) (st kept, err error) {
			asked = user
			return
		},
		CommandFn: func(_ context.Context, user string, _ AssistantCommand) (uint64, error) {
			asked = user
			return 1, nil
		},
		ImportFn: func(_ context.Context, user string, _ io.Reader) (r CalendarReply, err error) {
			asked = user
			return
		},
		WatchFn: func(_ context.Context, user string, _ func(AssistantEvent) error) error {
			asked = user
			return nil
		},
	})
	for name, tt := range map[string]struct{ header, session, want string }{
		"a bearer":                       {"Bearer ana-0123456789ab", "", "ana-0123456789ab"},
		"a bearer in small letters":      {"bearer ana-0123456789ab", "", "ana-0123456789ab"},
		"a bearer with a session":        {"Bearer ana-0123456789ab", testSession, "ana-0123456789ab"},
		"a bearer with a tab's name":     {"Bearer ana-0123456789ab", "tab1", "ana-0123456789ab"},
		"the longest bearer":             {"Bearer " + strings.Repeat("a", 64), "", strings.Repeat("a", 64)},
		"a session that is a secret":     {"", testSession, testSession},
		"a session behind a proxy's own": {"Basic dTpw", testSession, testSession},
		"nobody":                         {"", "", ""},
		"a session that can be guessed":  {"", testSession[1:], ""},
		"a session that is too long":     {"", strings.Repeat("a", 65), ""},
		"a session that is no id":        {"", "0123456789abcde.", ""},
		"a session of other letters":     {"", "0123456789abcdeé", ""},
		"a bearer of nothing":            {"Bearer ", "", ""},
		"no bearer, and a session":       {"Bearer", testSession, ""},
		"a bearer that is too long":      {"Bearer " + strings.Repeat("a", 65), testSession, ""},
		"a bearer that is no id":         {"Bearer a b", testSession, ""},
		"a bearer that is an alias":      {"Bearer u-" + strings.Repeat("a", 64), "", ""},
		"another scheme alone":           {"Basic dTpw", "", ""},
		"an id without its scheme":       {"ana-0123456789ab", "", ""},
		"a bearer that can be guessed":   {"Bearer ana-1", "", ""},
	} {
		for path, body := range map[string]string{
			"/api/chat":                `{"message":"hi","sessionId":%q}`,
			"/api/chat/stream":         `{"message":"hi","sessionId":%q}`,
			"/api/assistant/commands":  `{"type":"task.add","sessionId":%q}`,
			"/api/assistant/calendar?": "", "/api/tasks?": "", "/api/assistant?": "", "/api/assistant/stream?": "",
		} {
			method, kind := "POST", "application/json"
			if body == "" {
				method, path = "GET", path+"sessionId="+strings.ReplaceAll(tt.session, "é", "%C3%A9")
			} else {
				body = fmt.Sprintf(body, tt.session)
			}
			if strings.HasPrefix(path, "/api/assistant/calendar") {
				method, kind = "POST", "text/calendar"
			}
			want := tt.want
			if strings.Contains(path, "?") && want == tt.session { // addresses stand in logs
				want = ""
			}
			asked = ""
			w := ask(s, method, path, body, "Authorization", tt.header, "Content-Type", kind)
			if asked != want {
				t.Errorf("%s: %s was asked as %q, want %q", name, path, asked, want)
			}
			if want == "" {
				wantError(t, name+": "+path, w, http.StatusUnauthorized, "")
				if w.Header().Get("WWW-Authenticate") != "Bearer" {
					t.Errorf("%s: %s says not how to be known", name, path)
				}
			}
		}
	}
}

// Whatever is wrong with a request, the assistant is not asked.
func TestBadRequests(t *testing.T) {
	s := assisted(t, &fakeAssistant{})
	big := `{"message":"` + strings.Repeat("é", 100_000) + `"}`
	for name, tt := range map[string]struct {
		method, path, body, kind string
		status                   int
		field                    string
	}{
		"no JSON":                 {"POST", "/api/chat", `message=hi`, "", 400, ""},
		"half of it":              {"POST", "/api/chat", `{"message":"hi`, "", 400, ""},
		"two of it":               {"POST", "/api/chat", `{"message":"hi"}{"message":"hi"}`, "", 400, ""},
		"a brace too many":        {"POST", "/api/chat", `{"message":"hi"}}`, "", 400, ""},
		"nothing":                 {"POST", "/api/chat", ``, "", 400, ""},
		"a list":                  {"POST", "/api/chat", `["hi"]`, "", 400, ""},
		"an unknown field":        {"POST", "/api/chat", `{"message":"hi","admin":true}`, "", 400, ""},
		"a number for a message":  {"POST", "/api/chat", `{"message":7}`, "", 400, "message"},
		"a revision below none":   {"POST", "/api/chat", `{"message":"hi","rev":-1}`, "", 400, "rev"},
		"a revision in parts":     {"POST", "/api/chat", `{"message":"hi","rev":1.5}`, "", 400, "rev"},
		"an action that is no id": {"POST", "/api/chat", `{"message":"hi","actionId":"a/b"}`, "", 400, "actionId"},
		"an action too long":      {"POST", "/api/chat/stream", `{"message":"hi","actionId":"` + strings.Repeat("a", 65) + `"}`, "", 400, "actionId"},
		"a form":                  {"POST", "/api/chat", `{"message":"hi"}`, "text/plain", 415, ""},
		"too big":                 {"POST", "/api/chat", big, "", 413, ""},
		"too big a stream's":      {"POST", "/api/chat/stream", big, "", 413, ""},
		"too deep":                {"POST", "/api/chat", strings.Repeat("[", 50_000), "", 400, ""},
		"a command too big":       {"POST", "/api/assistant/commands", `{"type":"` + strings.Repeat("a", 5000) + `"}`, "", 413, ""},
		"a command's bad action":  {"POST", "/api/assistant/commands", `{"type":"task.add","actionId":"é"}`, "", 400, "actionId"},
		"a command's bad time":    {"POST", "/api/assistant/commands", `{"type":"reminder.set","at":"soon"}`, "", 400, ""},
		"a command's unknown":     {"POST", "/api/assistant/commands", `{"type":"task.add","createdAt":"2026-01-01T00:00:00Z"}`, "", 400, ""},
		"a calendar of JSON":      {"POST", "/api/assistant/calendar", `{}`, "", 415, ""},
		"a calendar of no kind":   {"POST", "/api/assistant/calendar", `BEGIN:VCALENDAR`, "text/", 415, ""},
		"reading by POST":         {"POST", "/api/tasks", ``, "", 405, ""},
		"writing by GET":          {"GET", "/api/chat", ``, "", 405, ""},
		"asking of a POST":        {"HEAD", "/api/chat/stream", ``, "", 405, ""},
		"watching by PUT":         {"PUT", "/api/assistant/stream", ``, "", 405, ""},
		"a path beside":           {"GET", "/api/assistant/nothing", ``, "", 404, ""},
		"a path below":            {"GET", "/api/tasks/t1", ``, "", 404, ""},
	} {
		if tt.kind == "" {
			tt.kind = "application/json"
		}
		wantError(t, name, ask(s, tt.method, tt.path, tt.body, "Content-Type", tt.kind), tt.status, tt.field)
	}
}

// Without an assistant its routes say so.
func TestNoAssistant(t *testing.T) {
	s, _ := newTestServer(t)
	for _, path := range []string{"/api/chat", "/api/chat/stream", "/api/tasks", "/api/assistant", "/api/assistant/stream"} {
		wantError(t, path, ask(s, "GET", path, ""), http.StatusNotImplemented, "")
	}
}

// What an assistant refuses is told in its words; what it fails at is not.
func TestRefusals(t *testing.T) {
	for _, tt := range []struct {
		err    error
		status int
		again  string
	}{
		{&Refused{400, "the message is empty", 0}, 400, ""},
		{&Refused{404, "there is nothing with that id", 0}, 404, ""},
		{&Refused{409, "it is there already: t3", 0}, 409, ""},
		{&Refused{413, "a message has at most 10000 characters", 0}, 413, ""},
		{&Refused{422, "there is no room for more", 0}, 422, ""},
		{&Refused{429, "that is all for now", time.Minute}, 429, "60"},
		{fmt.Errorf("chat: %w", &Refused{503, "not saved", 1500 * time.Millisecond}), 503, "2"},
		{errors.New("SECRET words"), 500, ""},
	} {
		var log bytes.Buffer
		s := assisted(t, &fakeAssistant{
			ChatFn: func(context.Context, string, ChatRequest, func(ChatUpdate)) (m parley.Message, st kept, err error) {
				return m, st, tt.err
			},
			StateFn:   func(context.Context, string) (st kept, err error) { return st, tt.err },
			WatchFn:   func(context.Context, string, func(AssistantEvent) error) error { return tt.err },
			CommandFn: func(context.Context, string, AssistantCommand) (uint64, error) { return 0, tt.err },
			ImportFn:  func(context.Context, string, io.Reader) (r CalendarReply, err error) { return r, tt.err },
		})
		s.log = slog.New(slog.NewTextHandler(&log, nil))
		for _, ask := range []*httptest.ResponseRecorder{
			ask(s, "POST", "/api/chat", `{"message":"hi"}`), ask(s, "POST", "/api/chat/stream", `{"message":"hi"}`),
			ask(s, "GET", "/api/tasks", ""), ask(s, "GET", "/api/assistant", ""), ask(s, "GET", "/api/assistant/stream", ""),
			ask(s, "POST", "/api/assistant/commands", `{"type":"task.add"}`),
			ask(s, "POST", "/api/assistant/calendar", "BEGIN:VCALENDAR", "Content-Type", "text/calendar; charset=utf-8"),
		} {
			wantError(t, tt.err.Error(), ask, tt.status, "")
			if got := ask.Header().Get("Retry-After"); got != tt.again || strings.Contains(ask.Body.String(), "SECRET") {
				t.Errorf("%v: Retry-After %q, want %q: %s", tt.err, got, tt.again, ask.Body)
			}
		}
		if logged := log.Len() > 0; logged != (tt.status == 500) {
			t.Errorf("%v: the log has %q", tt.err, &log)
		}
	}
}

func TestCommand(t *testing.T) {
	var got AssistantCommand
	s := assisted(t, &fakeAssistant{CommandFn: func(_ context.Context, _ string, c AssistantCommand) (uint64, error) {
		got = c
		return 9, nil
	}})
	body := `{"actionId":"a-2","type":"task.update","id":"t1","title":"Buy oat milk","dueDate":"","status":"completed"}`
	if w := ask(s, "POST", "/api/assistant/commands", body); w.Code != http.StatusOK || w.Body.String() != "{\"rev\":9}\n" {
		t.Errorf("answered %d %s", w.Code, w.Body)
	}
	title, due, status := "Buy oat milk", parley.Due(""), parley.Completed
	want := AssistantCommand{ActionID: "a-2", Type: "task.update", ID: "t1", Title: &title, DueDate: &due, Status: &status}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the assistant was asked %+v, want %+v", got, want)
	}
}

func TestCalendar(t *testing.T) {
	s := assisted(t, &fakeAssistant{ImportFn: func(_ context.Context, _ string, file io.Reader) (CalendarReply, error) {
		b, err := io.ReadAll(file)
		if err != nil {
			return CalendarReply{}, errors.New("an error of its own")
		}
		return CalendarReply{Entries: len(b), Problems: []string{}}, nil
	}})
	send := func(body io.Reader) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/api/assistant/calendar", body)
		r.Header.Set("Content-Type", "text/calendar")
		r.Header.Set("Authorization", "Bearer "+testUser)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	full := strings.Repeat("a", maxCalendar)
	if w := send(strings.NewReader(full)); w.Code != http.StatusOK || w.Body.String() != "{\"entries\":1048576,\"problems\":[]}\n" {
		t.Errorf("answered %d %s", w.Code, w.Body)
	}
	wantError(t, "one byte too many", send(strings.NewReader(full+"a")), http.StatusRequestEntityTooLarge, "")
	wantError(t, "cut off", send(iotest.ErrReader(io.ErrUnexpectedEOF)), http.StatusBadRequest, "")
}

// A calendar file is kept whole, so few are taken from one address.
func TestFloodOfCalendars(t *testing.T) {
	asked := 0
	s := assisted(t, &fakeAssistant{ImportFn: func(context.Context, string, io.Reader) (r CalendarReply, err error) {
		asked++
		return
	}})
	for range chatBurst/calendarShare + 1 {
		ask(s, "POST", "/api/assistant/calendar", "BEGIN:VCALENDAR", "Content-Type", "text/calendar")
	}
	if want := chatBurst / calendarShare; asked != want {
		t.Errorf("%d let through, want %d", asked, want)
	}
}

// A flood from one address is stopped before it is looked at, whatever user ids it
// makes up; others, and those who read, are not.
func TestFloodOfNewUsers(t *testing.T) {
	if _, err := scenarios.Embedded(); err != nil { // once for all, so not in the bubble
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		s := assisted(t, &fakeAssistant{
			StateFn: func(context.Context, string) (kept, error) { return milk, nil },
			CommandFn: func(context.Context, string, AssistantCommand) (uint64, error) {
				asked++
				return 1, nil
			},
		})
		flood := func(n int) (last *httptest.ResponseRecorder) {
			for i := range n {
				last = ask(s, "POST", "/api/assistant/commands", `{"type":"task.add"}`, "Authorization", fmt.Sprintf("Bearer u%015d", i))
			}
			return last
		}
		last := flood(2 * chatBurst)
		wantError(t, "flood", last, http.StatusTooManyRequests, "")
		if asked != chatBurst || last.Header().Get("Retry-After") != "3" {
			t.Errorf("%d let through, Retry-After %q", asked, last.Header().Get("Retry-After"))
		}
		if w := ask(s, "GET", "/api/assistant", ""); w.Code != http.StatusOK {
			t.Errorf("reading: status %d", w.Code)
		}
		time.Sleep(limitEvery)
		flood(2)
		if asked != chatBurst+1 {
			t.Errorf("%d let through after %v, want 1", asked-chatBurst, limitEvery)
		}
		r := httptest.NewRequest("POST", "/api/assistant/commands", strings.NewReader(`{"type":"task.add"}`))
		r.RemoteAddr = "198.51.100.7:1"
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+testUser)
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != http.StatusOK {
			t.Errorf("from another address: status %d", w.Code)
		}
	})
}

func TestPagesElsewhereMaySendAuthorization(t *testing.T) {
	s := assisted(t, &fakeAssistant{StateFn: func(context.Context, string) (kept, error) { return milk, nil }})
	for _, tt := range []struct {
		method, path, origin string
		status               int
		allowed              string
	}{
		{"OPTIONS", "/api/chat/stream", "https://a.example", 204, "https://a.example"},
		{"OPTIONS", "/api/assistant", "https://a.example", 204, "https://a.example"},
		{"GET", "/api/assistant", "https://a.example", 200, "https://a.example"},
		{"OPTIONS", "/api/assistant", "https://evil.example", 405, ""},
		{"POST", "/api/assistant/commands", "https://evil.example", 403, ""},
	} {
		w := ask(s, tt.method, tt.path, `{"type":"task.add"}`, "Origin", tt.origin, "Sec-Fetch-Site", "cross-site",
			"Access-Control-Request-Method", "GET", "Access-Control-Request-Headers", "authorization,content-type")
		h := w.Header()
		if w.Code != tt.status || h.Get("Access-Control-Allow-Origin") != tt.allowed {
			t.Errorf("%s %s from %s: %d %v, want %d", tt.method, tt.path, tt.origin, w.Code, h, tt.status)
		}
		if w.Code == http.StatusNoContent && h.Get("Access-Control-Allow-Headers") != "authorization,content-type" {
			t.Errorf("%s: allowed headers %q", tt.path, h.Get("Access-Control-Allow-Headers"))
		}
	}
}

// FuzzChat: any body is answered, with an ErrorReply where it is refused, and the
// assistant is only asked on behalf of who can be a user.
func FuzzChat(f *testing.F) {
	for _, seed := range []string{
		`{"message":"hi","sessionId":"0123456789abcdef"}`, `{"message":"hi","sessionId":"0123456789abcdef"}}`, `{"sessionId":"0123456789abcdef","sessionid":"x"}`,
		`{"message":"\ud83d","rev":1e99}`, `{"actionId":"a/b","sessionId":"0123456789abcdef"}`, "null", "[", "\xff", "",
	} {
		f.Add(seed)
	}
	library, err := scenarios.Embedded()
	if err != nil {
		f.Fatal(err)
	}
	asked := ""
	s, err := New(Config{
		Library: library, LiveKitURL: "ws://127.0.0.1:7880", Key: testKey, Secret: testSecret, Ready: func() error { return nil },
		Hosts: []string{"example.com"},
		Assistant: &fakeAssistant{
			ChatFn: func(_ context.Context, user string, _ ChatRequest, _ func(ChatUpdate)) (m parley.Message, st kept, err error) {
				asked = user
				return
			},
		},
	})
	if err != nil {
		f.Fatal(err)
	}
	n := 0
	f.Fuzz(func(t *testing.T, body string) {
		asked, n = "", n+1
		r := httptest.NewRequest("POST", "/api/chat", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.RemoteAddr = addr(n/chatBurst).String() + ":1"
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if ok := w.Code == http.StatusOK; ok != (asked != "") || ok && !parley.IsUser(asked) {
			t.Errorf("%q: status %d, asked as %q", body, w.Code, asked)
		}
		if w.Code != http.StatusOK {
			wantError(t, body, w, w.Code, fieldOf(w))
		}
	})
}

// fieldOf is the field that an ErrorReply names.
func fieldOf(w *httptest.ResponseRecorder) string {
	var said ErrorReply
	_ = json.Unmarshal(w.Body.Bytes(), &said) // wantError looks
	return said.Field
}
