package app_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/caller"
	"parley/media"
	"parley/media/playout"
	"parley/room/lk"
	"parley/rpc"
	"parley/tts"
	"parley/tts/flite"
	"parley/web"
)

// guest is a user in a call with an assistant. Unlike caller it takes states,
// as a page does.
type guest struct {
	t          *testing.T
	user, page string
	room       *lk.Room
	mic        *playout.Playout
	lines      uint64 // said so far

	mu    sync.Mutex
	news  chan struct{} // closed, and made again, at everything new
	known guestView
}

// guestView is what a guest knows.
type guestView struct {
	caller.View
	// Lists are the titles of the tasks each time they were shown.
	Lists [][]string
	// Sent is how the newest line was sent, of which Line is the number.
	Sent caller.Sent
	Line uint64
}

// visit calls an assistant and returns when its opening is over. The guest leaves
// with the test.
func visit(t *testing.T, s *apptest.Server, scene, user string) *guest {
	t.Helper()
	token, err := s.Token(parley.Dispatch{Scenario: scene, User: user})
	if err != nil {
		t.Fatal(err)
	}
	g := &guest{t: t, user: user, page: s.URL, news: make(chan struct{})}
	take := func(string, string) (string, error) { return rpc.OK, nil }
	g.room, err = lk.Join(t.Context(), lk.Config{
		URL: s.LiveKit.URL, Token: token, Topics: []string{rpc.TopicTranscription},
		Methods: map[string]lk.Method{rpc.MethodState: g.state, rpc.MethodCard: take, rpc.MethodCallEnded: take},
		Events: lk.Events{
			Joined: func(p lk.Participant) {
				g.learn(func(v *guestView) { v.Agent = p.Identity })
				g.attributes(p.Identity, p.Attributes)
			},
			Attributes: g.attributes, Text: g.caption,
			Audio: func(_ string, pcm []int16) {
				f := caller.Frame{At: time.Now(), Level: media.Level(pcm)}
				g.learn(func(v *guestView) { v.Frames = append(v.Frames, f) })
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	g.mic = playout.New(playout.NewWheel(), g.room, g.sent)
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	var talking sync.WaitGroup
	talking.Go(func() { _ = g.mic.Run(ctx) }) // which ends with ctx, or the room
	t.Cleanup(func() {
		stop()
		talking.Wait()
		g.room.Leave()
	})
	g.quiet("the opening", time.Time{})
	return g
}

func (g *guest) learn(f func(*guestView)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(&g.known)
	close(g.news)
	g.news = make(chan struct{})
}

func (g *guest) attributes(who string, changed map[string]string) {
	if s := changed[rpc.AttrState]; s != "" {
		g.learn(func(v *guestView) {
			if who == v.Agent {
				v.States = append(v.States, caller.StateAt{At: time.Now(), State: parley.State(s)})
			}
		})
	}
}

func (g *guest) caption(text lk.Text) {
	if text.Text == "" {
		return
	}
	g.learn(func(v *guestView) {
		c := caller.Captioned{Segment: text.Attributes[rpc.AttrSegment], Role: parley.User, Text: text.Text, Shown: time.Now()}
		c.Final = text.Closed && text.Attributes[rpc.AttrFinal] == "true"
		if text.From == v.Agent {
			c.Role = parley.Character
		}
		at := slices.IndexFunc(v.Captions, func(o caller.Captioned) bool { return o.Segment == c.Segment })
		if at < 0 {
			v.Captions = append(v.Captions, c)
			return
		}
		c.Shown = v.Captions[at].Shown
		v.Captions[at] = c
	})
}

func (g *guest) state(_, payload string) (string, error) {
	s, err := rpc.Decode[rpc.StateValue](payload)
	if err != nil {
		return "", err
	}
	var list struct{ Tasks []struct{ Title string } }
	if err := json.Unmarshal(s.Value, &list); err != nil || s.Name != "tasks" {
		return "", err
	}
	titles := []string{}
	for _, task := range list.Tasks {
		titles = append(titles, task.Title)
	}
	g.learn(func(v *guestView) { v.Lists = append(v.Lists, titles) })
	return rpc.OK, nil
}

// sent takes what became of a frame of the microphone's.
func (g *guest) sent(p playout.Played) {
	g.learn(func(v *guestView) {
		if v.Line != p.Turn {
			v.Line, v.Sent = p.Turn, caller.Sent{}
		}
		if p.TurnStart {
			v.Sent.Onset = p.At
		}
		if p.Voiced {
			v.Sent.Voiced = p.At
		}
		if p.TurnEnd {
			v.Sent.End = p.At
		}
	})
}

// until waits until ok is true of what the guest knows and returns that.
func (g *guest) until(what string, ok func(guestView) bool) guestView {
	g.t.Helper()
	limit := time.NewTimer(apptest.Patience)
	defer limit.Stop()
	for {
		g.mu.Lock()
		v, news := g.known, g.news
		v.Now, v.Captions = time.Now(), slices.Clone(v.Captions)
		g.mu.Unlock()
		if ok(v) {
			return v
		}
		select {
		case <-news:
		case <-limit.C:
			g.t.Fatalf("%s: not within %v; captions %+v, lists %q, states %+v", what, apptest.Patience, v.Captions, v.Lists, v.States)
		}
	}
}

// quiet waits until the assistant has spoken after a moment and is done.
func (g *guest) quiet(what string, since time.Time) guestView {
	g.t.Helper()
	return g.until(what, func(v guestView) bool {
		_, spoke := v.Frames.Voiced(since)
		return spoke && v.Quiet(caller.DefaultSettle)
	})
}

// captioned waits for a caption of the assistant's, shown after a moment, that holds
// text.
func (g *guest) captioned(text string, since time.Time) caller.Captioned {
	g.t.Helper()
	var c caller.Captioned
	g.until("the caption "+text, func(v guestView) bool {
		at := slices.IndexFunc(v.Captions, func(o caller.Captioned) bool {
			return o.Role == parley.Character && o.Shown.After(since) && strings.Contains(o.Text, text)
		})
		if at >= 0 {
			c = v.Captions[at]
		}
		return at >= 0
	})
	return c
}

// begin begins to say text, of one line at a time.
func (g *guest) begin(text string) {
	g.t.Helper()
	speech, err := flite.Open()
	if err != nil {
		g.t.Fatal(err)
	}
	clip, err := caller.Record(g.t.Context(), speech, tts.Voice{Name: "rms"}, text)
	if err != nil {
		g.t.Fatal(err)
	}
	g.send(text, clip.PCM)
}

// pause keeps still for d: the microphone sends silence.
func (g *guest) pause(d time.Duration) {
	g.t.Helper()
	g.send("", make([]int16, media.Samples(d)))
	g.said()
}

// send begins a line of the microphone's.
func (g *guest) send(text string, pcm []int16) {
	g.t.Helper()
	g.lines++
	g.mic.Begin(playout.Segment{Turn: g.lines, Text: text})
	if err := g.mic.Write(g.t.Context(), g.lines, pcm, nil); err != nil {
		g.t.Fatal(err)
	}
	g.mic.Finish(g.lines)
}

// said waits until the line that was begun is said.
func (g *guest) said() caller.Sent {
	g.t.Helper()
	return g.until("the line's end", func(v guestView) bool { return v.Line == g.lines && !v.Sent.End.IsZero() }).Sent
}

// say says text to its end.
func (g *guest) say(text string) caller.Sent {
	g.t.Helper()
	g.begin(text)
	return g.said()
}

// write types text in the call; it returns when that was begun.
func (g *guest) write(text string) time.Time {
	g.t.Helper()
	begun := time.Now()
	if err := g.room.SendText(g.t.Context(), rpc.TopicChat, text); err != nil {
		g.t.Fatal(err)
	}
	return begun
}

// beside is the same user outside of the call.
type beside struct {
	t          *testing.T
	page, user string
}

func (b beside) request(method, path string, body any) *http.Response {
	b.t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		b.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.page+path, bytes.NewReader(data))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+b.user)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer
}

// into reads the JSON that the page answers with.
func (b beside) into(reply any, method, path string, body any) {
	b.t.Helper()
	r := b.request(method, path, body)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		b.t.Fatalf("%s %s: %d %s, %v", method, path, r.StatusCode, text, err)
	}
	if err := json.Unmarshal(text, reply); err != nil {
		b.t.Fatalf("%s %s: %s, %v", method, path, text, err)
	}
}

// chat sends a message and returns the answer.
func (b beside) chat(text string) string {
	b.t.Helper()
	var reply web.ChatReply
	b.into(&reply, http.MethodPost, "/api/chat", web.ChatRequest{Message: text})
	return reply.Content
}

// command has something done as the page's buttons do.
func (b beside) command(c web.AssistantCommand) {
	b.t.Helper()
	b.into(&web.CommandReply{}, http.MethodPost, "/api/assistant/commands", c)
}

// state is what is kept of the user.
func (b beside) state() (s parley.AssistantState) {
	b.t.Helper()
	b.into(&s, http.MethodGet, "/api/assistant", nil)
	return s
}

// titles are those of the tasks that GET /api/tasks shows.
func (b beside) titles() []string {
	b.t.Helper()
	var reply web.TasksReply
	b.into(&reply, http.MethodGet, "/api/tasks", nil)
	titles := []string{}
	for _, task := range reply.Tasks {
		titles = append(titles, task.Title)
	}
	return titles
}

// reminder is the only one of a user.
func (b beside) reminder() parley.Reminder {
	b.t.Helper()
	all := b.state().Reminders
	if len(all) != 1 {
		b.t.Fatalf("reminders %+v, want one", all)
	}
	return all[0]
}

// remind sets a reminder that is due in a while.
func (b beside) remind(text string, in time.Duration) {
	b.t.Helper()
	at := time.Now().Add(in)
	b.command(web.AssistantCommand{Type: "reminder.set", Text: text, At: &at})
}

// status is that of GET /api/tasks.
func (b beside) status() int {
	b.t.Helper()
	r := b.request(http.MethodGet, "/api/tasks", nil)
	_ = r.Body.Close()
	return r.StatusCode
}

// watch notes what passes on the user's stream until the test ends.
func (b beside) watch() func() []web.AssistantEvent {
	b.t.Helper()
	r := b.request(http.MethodGet, "/api/assistant/stream", nil)
	var mu sync.Mutex
	var all []web.AssistantEvent
	var reading sync.WaitGroup
	reading.Go(func() {
		for lines := bufio.NewScanner(r.Body); lines.Scan(); {
			line, ok := strings.CutPrefix(lines.Text(), "data: ")
			var e web.AssistantEvent
			if ok && json.Unmarshal([]byte(line), &e) == nil {
				mu.Lock()
				all = append(all, e)
				mu.Unlock()
			}
		}
	})
	b.t.Cleanup(func() {
		_ = r.Body.Close()
		reading.Wait()
	})
	return func() []web.AssistantEvent {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(all)
	}
}
