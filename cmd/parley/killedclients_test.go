package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/caller"
	"parley/web"
)

// ledger is what the clients were told is done. It is safe for concurrent use.
type ledger struct {
	users []string
	// rest is held by each command over HTTP.
	rest sync.RWMutex

	mu sync.Mutex
	// done are the titles of each user's tasks, and whether they were completed.
	done map[string]map[string]bool
	// waits are the times from a command to its acknowledgement by the way it came,
	// outages those from the first failure of one that failed; retries counts what
	// was sent again.
	waits, outages map[string][]time.Duration
	retries        int
	faults         []string
}

func newLedger(seed uint64) *ledger {
	l := &ledger{done: map[string]map[string]bool{}, waits: map[string][]time.Duration{}, outages: map[string][]time.Duration{}}
	for i := range users {
		user := fmt.Sprintf("killed-%016x-%d", seed, i)
		l.users, l.done[user] = append(l.users, user), map[string]bool{}
	}
	return l
}

// attempt is one command until it is acknowledged.
type attempt struct {
	begun, failed time.Time
	retries       int
}

// fail notes that the command has to be sent again.
func (a *attempt) fail() {
	if a.failed.IsZero() {
		a.failed = time.Now()
	}
	a.retries++
}

// acknowledge notes that a user's task is there, or complete.
func (l *ledger) acknowledge(way, user, title string, complete bool, a attempt) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done[user][title] = complete
	l.retries += a.retries
	l.waits[way] = append(l.waits[way], time.Since(a.begun))
	if !a.failed.IsZero() {
		l.outages[way] = append(l.outages[way], time.Since(a.failed))
	}
}

// quietly runs f once all that was sent over HTTP is acknowledged and before more is.
func (l *ledger) quietly(f func()) {
	l.rest.Lock()
	defer l.rest.Unlock()
	f()
}

// fault notes what should not have happened.
func (l *ledger) fault(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.faults = append(l.faults, fmt.Sprintf(format, args...))
}

// check compares what is kept with what the clients were told.
func (l *ledger) check(t *testing.T, kept map[string]parley.AssistantState) {
	t.Helper()
	for _, f := range l.faults {
		t.Error(f)
	}
	for user, s := range kept {
		times := map[string]int{}
		for _, task := range s.Tasks {
			title := strings.ToLower(task.Title)
			times[title]++
			complete, told := l.done[user][title]
			if !told {
				t.Errorf("%s has %q, which nobody was told of", user, title)
			}
			if got := task.Status == parley.Completed; got != complete {
				t.Errorf("%s has %q %s, completed was %t", user, title, task.Status, complete)
			}
		}
		for title := range l.done[user] {
			if n := times[title]; n != 1 {
				t.Errorf("%s has %q %d times", user, title, n)
			}
		}
		said := map[string]int{}
		for _, m := range s.Messages {
			if m.Action != "" {
				said[m.Action]++
			}
		}
		for action, n := range said {
			if n != 1 {
				t.Errorf("%s has the message of action %s %d times", user, action, n)
			}
		}
	}
}

func (l *ledger) String() string {
	all, said := 0, ""
	for _, way := range slices.Sorted(maps.Keys(l.waits)) {
		all += len(l.waits[way])
		said += fmt.Sprintf("\n%d by %s: acknowledged after %s; %d failed first, for %s",
			len(l.waits[way]), way, spread(l.waits[way]), len(l.outages[way]), spread(l.outages[way]))
	}
	return fmt.Sprintf("commands: %d, sent again %d times%s", all, l.retries, said)
}

// client writes for all users, one command at a time, and goes on with each until it
// is acknowledged.
type client struct {
	hosts  []*host
	ledger *ledger
	chance *rand.Rand
	name   string
	sent   int
	// call and its user are of one who types in a call.
	call *caller.Caller
	user string
}

// sender is what the clients send with.
var sender = http.Client{Transport: &http.Transport{}, Timeout: 10 * time.Second}

func newClient(seed uint64, name string, hosts []*host, l *ledger) *client {
	var own [32]byte
	copy(own[:], fmt.Sprint(name, seed))
	return &client{hosts: hosts, ledger: l, name: name, chance: rand.New(rand.NewChaCha8(own))}
}

// startClients starts the four clients; stop has them finish the command at hand and
// waits for them.
func startClients(t *testing.T, seed uint64, hosts []*host, l *ledger) (stop func()) {
	ctx, over := t.Context(), make(chan struct{})
	var all sync.WaitGroup
	for i, write := range []func(*client, context.Context){(*client).chat, (*client).chat, (*client).command, (*client).talk} {
		c := newClient(seed, fmt.Sprint("client", i), hosts, l)
		all.Go(func() {
			defer c.hangUp()
			for ctx.Err() == nil {
				select {
				case <-over:
					return
				default:
					write(c, ctx)
					c.pause(ctx, 50*time.Millisecond)
				}
			}
		})
	}
	t.Cleanup(all.Wait)
	return func() {
		close(over)
		all.Wait()
	}
}

// pause waits for a random time up to most.
func (c *client) pause(ctx context.Context, most time.Duration) {
	select {
	case <-time.After(time.Duration(c.chance.Int64N(int64(most)))):
	case <-ctx.Done():
	}
}

func (c *client) someone() string { return c.ledger.users[c.chance.IntN(users)] }
func (c *client) somehost() *host { return c.hosts[c.chance.IntN(len(c.hosts))] }

// title is one of its own that holds nothing but the name of a thing.
func (c *client) title() string {
	word := make([]byte, 0, 10)
	for range cap(word) / 2 {
		word = append(word, "bdfgklmnprtvz"[c.chance.IntN(13)], "aeiou"[c.chance.IntN(5)])
	}
	return "water plant " + string(word)
}

// chat adds a task of anybody's by a message.
func (c *client) chat(ctx context.Context) { c.add(ctx, c.someone()) }

// add adds a task of a user's by a message to POST /api/chat.
func (c *client) add(ctx context.Context, user string) {
	c.sent++
	title, reply := c.title(), web.ChatReply{}
	action := fmt.Sprint(c.name, "-", c.sent)
	a, err := c.send(ctx, user, "/api/chat", web.ChatRequest{Message: "add task " + title, ActionID: action}, &reply)
	switch {
	case err != nil:
		c.ledger.fault("chat: %v", err)
	case ctx.Err() == nil:
		c.ledger.acknowledge("chat", user, title, false, a)
		if said := strings.ToLower(reply.Content); !strings.HasPrefix(said, "added") || !strings.Contains(said, title) {
			c.ledger.fault("adding %q after %d failures was answered with %q", title, a.retries, reply.Content)
		}
	}
}

// command adds a task by POST /api/assistant/commands and completes every second one.
func (c *client) command(ctx context.Context) {
	const path = "/api/assistant/commands"
	c.sent++
	user, title := c.someone(), c.title()
	action, reply := fmt.Sprint(c.name, "-", c.sent), web.CommandReply{}
	a, err := c.send(ctx, user, path, web.AssistantCommand{ActionID: action, Type: "task.add", Title: &title}, &reply)
	if err != nil || ctx.Err() != nil {
		c.ledger.fault("task.add: %v", errors.Join(err, ctx.Err()))
		return
	}
	c.ledger.acknowledge("task.add", user, title, false, a)
	if c.sent%2 == 0 {
		return
	}
	id := c.find(ctx, user, title, reply.Rev)
	if id == "" {
		return
	}
	a, err = c.send(ctx, user, path, web.AssistantCommand{ActionID: action + "-done", Type: "task.complete", ID: id}, &reply)
	if err != nil || ctx.Err() != nil {
		c.ledger.fault("task.complete: %v", errors.Join(err, ctx.Err()))
		return
	}
	c.ledger.acknowledge("task.complete", user, title, true, a)
}

// find is the id of a user's task, which was acknowledged at a revision.
func (c *client) find(ctx context.Context, user, title string, rev uint64) string {
	for ctx.Err() == nil {
		var s parley.AssistantState
		if err := c.somehost().get(ctx, user, "/api/assistant", &s); err == nil && s.Rev >= rev {
			for _, t := range s.Tasks {
				if strings.EqualFold(t.Title, title) {
					return t.ID
				}
			}
			c.ledger.fault("%s has no %q at revision %d, it was acknowledged at %d", user, title, s.Rev, rev)
			return ""
		}
		c.pause(ctx, 20*time.Millisecond)
	}
	return ""
}

// send sends a command, the same again after each failure, to the same host or to
// any, until one acknowledges it. A host that refuses it is an error.
func (c *client) send(ctx context.Context, user, path string, command, reply any) (a attempt, err error) {
	body, err := json.Marshal(command)
	a.begun = time.Now()
	c.ledger.rest.RLock()
	defer c.ledger.rest.RUnlock()
	h, faithful := c.somehost(), c.chance.IntN(2) == 0
	for err == nil && ctx.Err() == nil {
		var acknowledged bool
		if acknowledged, err = c.post(ctx, h, user, path, body, reply); acknowledged || err != nil {
			return a, err
		}
		a.fail()
		c.pause(ctx, 50*time.Millisecond)
		if !faithful {
			h = c.somehost()
		}
	}
	return a, err
}

// post sends a command once.
func (c *client) post(ctx context.Context, h *host, user, path string, body []byte, reply any) (acknowledged bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, h.page+path, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	request.Header.Set("Authorization", "Bearer "+user)
	request.Header.Set("Content-Type", "application/json")
	h.flying.Add(1)
	defer h.flying.Add(-1)
	select {
	case h.sent <- struct{}{}:
	default:
	}
	r, err := sender.Do(request)
	if err != nil {
		return false, nil
	}
	defer r.Body.Close()
	answer, err := io.ReadAll(r.Body)
	switch {
	case err != nil || r.StatusCode >= http.StatusInternalServerError:
		return false, nil
	case r.StatusCode != http.StatusOK:
		return false, fmt.Errorf("%s: %s", r.Status, answer)
	}
	return true, json.Unmarshal(answer, reply)
}

// How long a client who types in a call waits for somebody to come, and for an
// answer.
const (
	joinPatience   = 10 * time.Second
	answerPatience = 15 * time.Second
)

// talk adds a task by typing in a call, and by the same words in a call to any host
// after each failure.
func (c *client) talk(ctx context.Context) {
	c.sent++
	if c.sent%4 == 0 {
		c.hangUp()
	}
	if c.call == nil {
		c.user = c.someone()
	}
	title, a := c.title(), attempt{begun: time.Now()}
	for ctx.Err() == nil {
		if err := c.say(ctx, title); err == nil {
			c.ledger.acknowledge("voice text", c.user, title, false, a)
			return
		}
		a.fail()
		c.hangUp()
		c.pause(ctx, 100*time.Millisecond)
	}
}

// say types in the call, or in a new one, and returns once the answer shows the task.
func (c *client) say(ctx context.Context, title string) error {
	if c.call == nil {
		if err := c.dial(ctx); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, answerPatience)
	defer cancel()
	if err := c.call.Type(ctx, "add task "+title); err != nil {
		return err
	}
	return c.until(ctx, func(v caller.View) bool {
		return slices.ContainsFunc(v.Captions, func(s caller.Captioned) bool {
			return s.Role == parley.Character && strings.Contains(strings.ToLower(s.Text), title)
		})
	})
}

var errLost = errors.New("the connection is lost")

// until waits until ok is true in the call, whose connection holds.
func (c *client) until(ctx context.Context, ok func(caller.View) bool) error {
	lost := false
	err := c.call.Until(ctx, func(v caller.View) bool {
		lost = !v.Lost.IsZero()
		return lost || ok(v)
	})
	if lost {
		return errLost
	}
	return err
}

// dial calls the task agent at some host and returns when it listens.
func (c *client) dial(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, joinPatience)
	defer cancel()
	body, err := json.Marshal(web.CallRequest(parley.Dispatch{Scenario: "taskAgent", User: c.user}))
	if err != nil {
		return err
	}
	var reply web.CallReply
	if ok, err := c.post(ctx, c.somehost(), c.user, "/api/calls", body, &reply); !ok {
		return errors.Join(err, errLost)
	}
	call, err := caller.Join(ctx, caller.Config{URL: reply.URL, Token: reply.Token})
	if err != nil {
		return err
	}
	c.call = call
	return c.until(ctx, func(v caller.View) bool { return len(v.States) > 0 })
}

func (c *client) hangUp() {
	if c.call != nil {
		c.call.Leave()
		c.call = nil
	}
}
