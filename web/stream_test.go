package web

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parley"
)

func TestChatStream(t *testing.T) {
	var updates []ChatUpdate
	var failed error
	s := assisted(t, &fakeAssistant{
		ChatFn: func(_ context.Context, _ string, _ ChatRequest, update func(ChatUpdate)) (parley.Message, kept, error) {
			for _, u := range updates {
				update(u)
			}
			return parley.Message{Content: "Added.\nMore?"}, milk, failed
		},
	})
	list := "event: tasks\ndata: {\"tasks\":" + milkJSON + ",\"rev\":7}\n\n"
	done := "event: done\ndata: {\"content\":\"Added.\\nMore?\",\"tasks\":" + milkJSON + ",\"rev\":7}\n\n"
	state := ChatUpdate{State: &milk}
	for name, tt := range map[string]struct {
		updates []ChatUpdate
		failed  error
		want    string
	}{
		"in order": {
			[]ChatUpdate{state, {Token: "Added."}, {Token: "\nMore?"}}, nil,
			list + "event: token\ndata: {\"text\":\"Added.\"}\n\nevent: token\ndata: {\"text\":\"\\nMore?\"}\n\n" + done,
		},
		"taken back": {
			[]ChatUpdate{state, {Token: "no"}, {Unsay: true}, {Token: "yes"}}, nil,
			list + "event: token\ndata: {\"text\":\"no\"}\n\nevent: token\ndata: {\"text\":\"\",\"reset\":true}\n\n" +
				"event: token\ndata: {\"text\":\"yes\"}\n\n" + done,
		},
		// Nothing that a token says can be taken for another event.
		"line ends in a token": {
			[]ChatUpdate{state, {Token: "a\r\n\r\nevent: done\rdata: {}\n\n\u2028<b>"}}, nil,
			list + `event: token` + "\n" + `data: {"text":"a\r\n\r\nevent: done\rdata: {}\n\n\u2028\u003cb\u003e"}` + "\n\n" + done,
		},
		"failed with plain words": {
			[]ChatUpdate{state}, &Refused{503, "not saved", time.Second}, list + "event: error\ndata: {\"error\":\"not saved\"}\n\n",
		},
		"failed": {
			[]ChatUpdate{state}, errors.New("SECRET"), list + "event: error\ndata: {\"error\":\"that could not be done\"}\n\n",
		},
	} {
		updates, failed = tt.updates, tt.failed
		w := ask(s, "POST", "/api/chat/stream", `{"message":"hi"}`)
		if w.Code != http.StatusOK || w.Body.String() != tt.want {
			t.Errorf("%s: %d\n%s\nwant\n%s", name, w.Code, w.Body, tt.want)
		}
		h := w.Header()
		if h.Get("Content-Type") != "text/event-stream" || h.Get("Cache-Control") != "no-store" || h.Get("X-Accel-Buffering") != "no" {
			t.Errorf("%s: headers %v", name, h)
		}
	}
}

func TestAssistantStream(t *testing.T) {
	s := assisted(t, &fakeAssistant{WatchFn: func(_ context.Context, _ string, see func(AssistantEvent) error) error {
		return errors.Join(
			see(AssistantEvent{Type: "state", State: &kept{Rev: 1}}),
			see(AssistantEvent{Type: "patch", Patch: &parley.AssistantPatch{Prev: 1, Rev: 2, Gone: []string{"t1"}}}),
			see(AssistantEvent{Type: "llm.token", MessageID: "c1", Index: 3, Text: "a\n\nb"}),
			errors.New("the store is gone"),
		)
	}})
	want := `event: state
data: {"type":"state","state":{"rev":1,"zone":"","tasks":null,"listed":null,"reminders":null,"memories":null,"messages":null,"confirms":null,"cards":null}}

event: patch
data: {"type":"patch","patch":{"prev":1,"rev":2,"gone":["t1"]}}

event: event
data: {"type":"llm.token","message_id":"c1","index":3,"text":"a\n\nb"}

`
	if w := ask(s, "GET", "/api/assistant/stream", ""); w.Code != http.StatusOK || w.Body.String() != want {
		t.Errorf("%d\n%s\nwant\n%s", w.Code, w.Body, want)
	}
	w := ask(s, "HEAD", "/api/assistant/stream", "") // which nobody watches
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/event-stream" || w.Body.Len() > 0 {
		t.Errorf("HEAD: %d %v %q", w.Code, w.Header(), w.Body)
	}
}

// watchTicks is an assistant of which an event comes every minute, until its watcher's
// context ends or a write fails; gone is then given the error. Channels are of the
// bubble they are made in, so it is made there.
func watchTicks(gone *chan error) *fakeAssistant {
	return &fakeAssistant{WatchFn: func(ctx context.Context, _ string, see func(AssistantEvent) error) error {
		err := see(AssistantEvent{Type: "state", State: &milk})
		for err == nil {
			select {
			case <-time.After(time.Minute):
				err = see(AssistantEvent{Type: "tick"})
			case <-ctx.Done():
				err = ctx.Err()
			}
		}
		*gone <- err
		return err
	}}
}

// A stream outlives the limits of time of other answers, says that it lives, and
// ends with the page.
func TestStreamLives(t *testing.T) {
	var gone chan error
	inBubble(t, assisted(t, watchTicks(&gone)), func(t *testing.T, c *http.Client, _ func() time.Duration) {
		gone = make(chan error, 2*maxStreams)
		r := request(t, c, "/api/assistant/stream", "")
		lines := bufio.NewReader(r.Body)
		until(t, lines, "\n\n")
		begun := time.Now()
		beat := ": still here\n\n"
		if got := until(t, lines, "\n\n"); got != beat || time.Since(begun) != streamBeat {
			t.Errorf("after %v %q, want a beat after %v", time.Since(begun), got, streamBeat)
		}
		want := beat + beat + "event: event\ndata: {\"type\":\"tick\"}\n\n"
		if got := until(t, lines, "tick\"}\n\n"); !strings.HasPrefix(got, beat+beat) || !strings.HasSuffix(got, want[len(beat+beat):]) {
			t.Errorf("in a minute came %q, want %q", got, want)
		}
		for range 60 { // an hour
			until(t, lines, "tick\"}\n\n")
		}
		_ = r.Body.Close()
		synctest.Wait()
		select {
		case err := <-gone:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("the watch ended with %v", err)
			}
		default:
			t.Error("the page has gone, and its watch goes on")
		}
	})
}

// A page that stops reading, without a word, is let go.
func TestReaderThatStops(t *testing.T) {
	var gone chan error
	a := &fakeAssistant{WatchFn: func(ctx context.Context, _ string, see func(AssistantEvent) error) (err error) {
		for err == nil {
			err = see(AssistantEvent{Type: "llm.token", Text: strings.Repeat("a", 1000)})
		}
		<-ctx.Done() // the request ends with it
		gone <- err
		return err
	}}
	inBubble(t, assisted(t, a), func(t *testing.T, c *http.Client, _ func() time.Duration) {
		gone = make(chan error, 2*maxStreams)
		begun := time.Now()
		r := request(t, c, "/api/assistant/stream", "")
		until(t, bufio.NewReader(r.Body), "\n\n")
		if err := <-gone; err == nil || time.Since(begun) != streamWrite {
			t.Errorf("let go after %v with %v, want after %v", time.Since(begun), err, streamWrite)
		}
		_ = r.Body.Close()
	})
}

// slowly answers after a while, with a list of tasks far larger than any buffer.
func slowly(after time.Duration) *fakeAssistant {
	state := milk
	for range 5000 {
		state.Tasks = append(state.Tasks, milk.Tasks[0])
	}
	return &fakeAssistant{
		ChatFn: func(ctx context.Context, _ string, _ ChatRequest, _ func(ChatUpdate)) (parley.Message, kept, error) {
			select {
			case <-time.After(after):
				return parley.Message{Content: "at last"}, state, nil
			case <-ctx.Done():
				return parley.Message{}, kept{}, ctx.Err()
			}
		},
	}
}

// A turn may take longer than the server gives to other answers.
func TestLongTurn(t *testing.T) {
	inBubble(t, assisted(t, slowly(2*time.Minute)), func(t *testing.T, c *http.Client, _ func() time.Duration) {
		for path, end := range map[string]string{"/api/chat": "}\n", "/api/chat/stream": "}\n\n"} {
			r := request(t, c, path, `{"message":"hi"}`)
			body, err := io.ReadAll(r.Body)
			_ = r.Body.Close()
			if err != nil || !strings.Contains(string(body), "at last") || !strings.HasSuffix(string(body), end) {
				t.Errorf("%s: %d bytes, %v", path, len(body), err)
			}
		}
	})
}

// Who does not read the answer is let go all the same.
func TestAnswerNobodyReads(t *testing.T) {
	inBubble(t, assisted(t, slowly(time.Minute)), func(t *testing.T, c *http.Client, _ func() time.Duration) {
		for path, limit := range map[string]time.Duration{"/api/chat": answerWrite, "/api/chat/stream": streamWrite} {
			r := request(t, c, path, `{"message":"hi"}`)
			time.Sleep(limit + time.Second)
			if _, err := io.ReadAll(r.Body); err == nil {
				t.Errorf("%s: the answer was still there after %v", path, limit)
			}
			_ = r.Body.Close()
		}
	})
}

// A turn that fails late is answered as one that fails at once.
func TestTurnThatFailsLate(t *testing.T) {
	a := &fakeAssistant{
		ChatFn: func(context.Context, string, ChatRequest, func(ChatUpdate)) (m parley.Message, s kept, err error) {
			time.Sleep(time.Minute)
			return m, s, &Refused{503, "not saved", time.Second}
		},
	}
	inBubble(t, assisted(t, a), func(t *testing.T, c *http.Client, _ func() time.Duration) {
		for _, path := range []string{"/api/chat", "/api/chat/stream"} {
			r := request(t, c, path, `{"message":"hi"}`)
			var said ErrorReply
			decode(t, r.Body, &said)
			_ = r.Body.Close()
			if r.StatusCode != http.StatusServiceUnavailable || said.Error != "not saved" {
				t.Errorf("%s: %d %+v", path, r.StatusCode, said)
			}
		}
	})
}

// A client that goes ends its request, and that is nothing for the log.
func TestClientThatGoes(t *testing.T) {
	var gone chan error
	s := assisted(t, &fakeAssistant{
		ChatFn: func(ctx context.Context, _ string, _ ChatRequest, _ func(ChatUpdate)) (m parley.Message, s kept, err error) {
			<-ctx.Done()
			gone <- ctx.Err()
			return m, s, errors.New("the store was given up")
		},
	})
	var log bytes.Buffer
	s.log = slog.New(slog.NewTextHandler(&log, nil))
	inBubble(t, s, func(t *testing.T, c *http.Client, _ func() time.Duration) {
		gone = make(chan error, 2*maxStreams)
		c.Timeout = time.Minute
		for _, path := range []string{"/api/chat", "/api/chat/stream"} {
			begun := time.Now()
			r, err := c.Post("http://127.0.0.1"+path, "application/json", strings.NewReader(`{"message":"hi","sessionId":"`+testSession+`"}`))
			if err == nil {
				_ = r.Body.Close()
				t.Errorf("%s: answered %d", path, r.StatusCode)
			}
			if <-gone; time.Since(begun) != c.Timeout {
				t.Errorf("%s: ended after %v", path, time.Since(begun))
			}
		}
		if synctest.Wait(); log.Len() > 0 {
			t.Errorf("the log has %s", &log)
		}
	})
}

// Open pages do not hold the server up when it ends, and nothing of them is left.
func TestStreamsEndWithTheServer(t *testing.T) {
	var gone chan error
	inBubble(t, assisted(t, watchTicks(&gone)), func(t *testing.T, c *http.Client, stop func() time.Duration) {
		gone = make(chan error, 2*maxStreams)
		var pages []*http.Response
		for range maxStreams {
			r := request(t, c, "/api/assistant/stream", "")
			until(t, bufio.NewReader(r.Body), "\n\n")
			pages = append(pages, r)
		}
		var readers sync.WaitGroup
		for _, r := range pages {
			readers.Go(func() {
				if _, err := io.ReadAll(r.Body); err != nil {
					t.Errorf("a page was cut off: %v", err)
				}
				_ = r.Body.Close()
			})
		}
		time.Sleep(streamWrite + time.Second) // as idle as pages are
		if took := stop(); took >= closeGrace {
			t.Errorf("ending took %v", took)
		}
		readers.Wait()
		synctest.Wait()
		if len(gone) != maxStreams {
			t.Errorf("%d of %d watches have ended", len(gone), maxStreams)
		}
	})
}

// A message that is being answered when the server ends has a second for that; then
// its connection ends.
func TestTurnsEndWithTheServer(t *testing.T) {
	inBubble(t, assisted(t, slowly(time.Hour)), func(t *testing.T, c *http.Client, stop func() time.Duration) {
		answered := make(chan error, 1)
		go func() {
			_, err := c.Post("http://127.0.0.1/api/chat", "application/json", strings.NewReader(`{"message":"hi","sessionId":"`+testSession+`"}`))
			answered <- err
		}()
		synctest.Wait()
		if took := stop(); took != closeGrace {
			t.Errorf("ending took %v, want %v", took, closeGrace)
		}
		if err := <-answered; err == nil {
			t.Error("the turn was answered")
		}
	})
}

func TestOpenPagesAreLimited(t *testing.T) {
	var gone chan error
	inBubble(t, assisted(t, watchTicks(&gone)), func(t *testing.T, c *http.Client, _ func() time.Duration) {
		gone = make(chan error, 2*maxStreams)
		var pages []*http.Response
		open := func(user string) *http.Response {
			r := request(t, c, "/api/assistant/stream?sessionId="+user, "")
			if r.StatusCode == http.StatusOK {
				pages = append(pages, r)
			}
			return r
		}
		for range maxStreams {
			if r := open(""); r.StatusCode != http.StatusOK {
				t.Fatalf("page %d: status %d", len(pages)+1, r.StatusCode)
			}
		}
		r := open("")
		var said ErrorReply
		decode(t, r.Body, &said)
		_ = r.Body.Close()
		if r.StatusCode != http.StatusTooManyRequests || r.Header.Get("Retry-After") != "15" || said.Error == "" {
			t.Errorf("page %d: %d %+v", maxStreams+1, r.StatusCode, said)
		}
		_ = pages[0].Body.Close()
		<-gone
		synctest.Wait()
		if r := open(""); r.StatusCode != http.StatusOK {
			t.Errorf("after one was closed: status %d", r.StatusCode)
		}
		for _, r := range pages {
			_ = r.Body.Close()
		}
	})
}

// One address cannot open pages without end under ids that it makes up, and takes
// nothing from another.
func TestOpenPagesOfOneAddress(t *testing.T) {
	var o openStreams
	r, err := http.NewRequestWithContext(t.Context(), "GET", "/", nil)
	if err != nil {
		t.Fatal(err)
	}
	var leaves []func()
	enter := func(from string) bool {
		leave, ok := o.enter(r.Clone(t.Context()), fmt.Sprint("u", len(leaves)), netip.MustParseAddr(from), func() {})
		if ok {
			leaves = append(leaves, leave)
		}
		return ok
	}
	for i := range 2 * maxStreamsFrom {
		if ok := enter(fmt.Sprintf("2001:db8::%x", i)); ok != (i < maxStreamsFrom) {
			t.Fatalf("page %d of one /64: let in %t", i+1, ok)
		}
	}
	if !enter("2001:db8:0:1::1") || !enter("192.0.2.1") {
		t.Error("others were kept out")
	}
	for range maxStreamsFrom + 1 {
		if !enter("127.0.0.1") {
			t.Fatal("this machine's were kept out")
		}
	}
	for _, leave := range leaves {
		leave()
	}
	if len(o.open)+len(o.ends) != 0 {
		t.Errorf("all have left, and there are %v", o.open)
	}
}

func BenchmarkStreamToken(b *testing.B) {
	s := newStream(silent{http.Header{}})
	b.ReportAllocs()
	for b.Loop() {
		if err := s.send("token", ChatToken{Text: " word"}); err != nil {
			b.Fatal(err)
		}
	}
}

// silent is a writer that takes everything.
type silent struct{ header http.Header }

func (s silent) Header() http.Header            { return s.header }
func (silent) WriteHeader(int)                  {}
func (silent) Write(b []byte) (int, error)      { return len(b), nil }
func (silent) Flush()                           {}
func (silent) SetWriteDeadline(time.Time) error { return nil }
