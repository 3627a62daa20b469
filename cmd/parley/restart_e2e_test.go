package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/app/embedded/embeddedtest"
	"parley/media"
	"parley/room/lk"
	"parley/rpc"
	"parley/web"
)

var restarts = flag.Int("restarts", 1, "how often TestLiveKitRestarts kills LiveKit, with three calls each time")

// awayFor are the times for which LiveKit is away, in turn.
var awayFor = []time.Duration{300 * time.Millisecond, 2 * time.Second, time.Second, 5 * time.Second}

// witness is a caller who types, and notes what every agent in its room does.
type witness struct {
	room *lk.Room

	mu     sync.Mutex
	states map[string]string // of the agents that are there
	// lines are what agents have said so far, by who said it.
	lines []spoken
	// heard are the agents whose voice came, with the last time.
	heard map[string]time.Time
	ended bool
	down  bool
}

type spoken struct{ who, text string }

// join brings a witness into a room of its own, by way of url.
func (f *fleet) join(ctx context.Context, url string) (*witness, error) {
	who := web.NewCaller(parley.Dispatch{Scenario: apptest.Scene})
	token, err := web.CallToken(f.livekit.Key, f.livekit.Secret, app.DefaultAgent, who)
	if err != nil {
		return nil, err
	}
	return f.joinWith(ctx, url, token)
}

// joinWith is join with a token.
func (f *fleet) joinWith(ctx context.Context, url, token string) (*witness, error) {
	var err error
	w := &witness{states: map[string]string{}, heard: map[string]time.Time{}}
	note := func(f func()) {
		w.mu.Lock()
		defer w.mu.Unlock()
		f()
	}
	came := func(p lk.Participant) {
		if p.Agent {
			note(func() { w.states[p.Identity] = p.Attributes[rpc.AttrState] })
		}
	}
	w.room, err = lk.Join(ctx, lk.Config{
		URL: url, Token: token, Topics: []string{rpc.TopicTranscription},
		Methods: map[string]lk.Method{rpc.MethodCallEnded: func(string, string) (string, error) {
			note(func() { w.ended = true })
			return rpc.OK, nil
		}},
		Events: lk.Events{
			Joined: came, Rejoined: came,
			Left: func(who string) { note(func() { delete(w.states, who) }) },
			Attributes: func(who string, changed map[string]string) {
				if s := changed[rpc.AttrState]; s != "" {
					note(func() { w.states[who] = s })
				}
			},
			Text: func(x lk.Text) {
				if x.Closed && x.Attributes[rpc.AttrFinal] == "true" {
					note(func() { w.say(x.From, x.Text) })
				}
			},
			Reconnecting: func() { note(func() { w.down = true }) },
			Reconnected:  func() { note(func() { w.down = false }) },
			Audio: func(who string, pcm []int16) {
				if media.Level(pcm) < media.VoicedLevel {
					note(func() { w.heard[who] = time.Now() })
				}
			},
		},
	})
	if err == nil {
		f.t.Cleanup(w.room.Leave)
	}
	return w, err
}

// say notes a line that is not a repetition of what an agent said before.
func (w *witness) say(who, text string) {
	if line := (spoken{who, text}); !slices.Contains(w.lines, line) {
		w.lines = append(w.lines, line)
	}
}

// said is how many lines agents have said.
func (w *witness) said() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.lines)
}

// ready reports whether the only agent that is shown at work listens.
func (w *witness) ready() (who string, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for agent, state := range w.states {
		if state == string(parley.Listening) {
			return agent, !w.down
		}
	}
	return "", false
}

// ask types a line and waits until one answer has come and the character listens
// again; it returns who has answered, and when that was heard first.
func (w *witness) ask(ctx context.Context, text string) (by []string, audible time.Time, err error) {
	w.mu.Lock()
	begun, sent := len(w.lines), time.Now()
	w.mu.Unlock()
	if err := w.room.SendText(ctx, rpc.TopicChat, text); err != nil {
		return nil, audible, err
	}
	answered := func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, at := range w.heard {
			if at.After(sent) && audible.IsZero() {
				audible = at
			}
		}
		return len(w.lines) > begun
	}
	if err := until(ctx, answered); err != nil {
		return nil, audible, fmt.Errorf("no answer to %q: %w", text, err)
	}
	if err := until(ctx, func() bool { _, ok := w.ready(); return ok }); err != nil {
		return nil, audible, err
	}
	// A second character would have answered by now, or within a second.
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, line := range w.lines[begun:] {
		by = append(by, line.who)
	}
	return by, audible, nil
}

func until(ctx context.Context, ok func() bool) error {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// TestLiveKitRestarts kills LiveKit in calls and starts it again, roles apart, with
// whoever comes back first: each call goes on with the character it had, each line is
// answered once, and nobody else is heard.
func TestLiveKitRestarts(t *testing.T) {
	t.Parallel()
	livekit := apptest.StartLiveKit(t)
	// All that the agent with the calls, and one of the callers, have of LiveKit goes
	// through these.
	agents, callers := embeddedtest.StartProxy(t, livekit.Address), embeddedtest.StartProxy(t, livekit.Address)
	direct := "ws://" + livekit.Address
	f := &fleet{t, app.LiveKitConfig{URL: "ws://" + agents.Address, Key: livekit.Key, Secret: livekit.Secret}, listenNATS(t)}
	_, data := f.agent()
	f.livekit.URL = direct
	_, spare := f.agent() // that is through no proxy
	r := &restarting{fleet: f, livekit: livekit, agents: agents, callers: callers}
	for n := range *restarts {
		if r.again(n); t.Failed() {
			return
		}
	}
	if got := journals(t, data) + journals(t, spare); got != 3**restarts {
		t.Errorf("%d journals of %d calls", got, 3**restarts)
	}
	t.Logf("%d calls went on; audible again after LiveKit's return: %s", len(r.took), spread(r.took))
}

// restarting is a LiveKit that is killed in calls again and again.
type restarting struct {
	*fleet
	livekit         *apptest.LiveKitPart
	agents, callers *embeddedtest.Proxy

	mu   sync.Mutex
	took []time.Duration
}

// again kills LiveKit in three calls and starts it again. Of what goes through the two
// proxies one comes a second late.
func (r *restarting) again(n int) {
	all, was := make([]*witness, 3), make([]string, 3)
	r.three(n, func(ctx context.Context, i int) (err error) {
		url := r.fleet.livekit.URL
		if i == 2 {
			url = "ws://" + r.callers.Address
		}
		if all[i], err = r.join(ctx, url); err != nil {
			return err
		}
		return until(ctx, func() (ok bool) { was[i], ok = all[i].ready(); return ok && all[i].said() > 0 })
	})
	if r.t.Failed() {
		return
	}
	late := r.agents
	if n%2 == 1 {
		late = r.callers
	}
	late.To("")
	r.livekit.Kill()
	<-time.After(awayFor[n%len(awayFor)])
	r.livekit.Again(r.t)
	back := time.Now()
	<-time.After(time.Second)
	late.To(r.livekit.Address)
	r.three(n, func(ctx context.Context, i int) error {
		audible, err := all[i].goesOn(ctx, was[i])
		r.mu.Lock()
		defer r.mu.Unlock()
		r.took = append(r.took, audible.Sub(back))
		return err
	})
	for _, w := range all {
		w.room.Leave()
	}
}

// three does something for each of three callers at once.
func (r *restarting) three(n int, do func(ctx context.Context, i int) error) {
	ctx, cancel := context.WithTimeout(r.t.Context(), apptest.Patience)
	defer cancel()
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			if err := do(ctx, i); err != nil {
				r.t.Errorf("restart %d, away %v, caller %d: %v", n, awayFor[n%len(awayFor)], i, err)
			}
		})
	}
	wg.Wait()
}

// goesOn is an error unless the character of before is back, answers one line once and
// was all that was heard; audible is when the answer was.
func (w *witness) goesOn(ctx context.Context, was string) (audible time.Time, err error) {
	if err := until(ctx, func() bool { _, ok := w.ready(); return ok }); err != nil {
		return audible, fmt.Errorf("no character is back: %w", err)
	}
	by, audible, err := w.ask(ctx, "The biggest risk is that our supplier is late this year.")
	if err != nil {
		return audible, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Equal(by, []string{was}) || w.ended {
		return audible, fmt.Errorf("answered by %v, want %s once; told that the call is over: %t", by, was, w.ended)
	}
	for who := range w.heard {
		if who != was {
			return audible, fmt.Errorf("%s was heard, too", who)
		}
	}
	return audible, nil
}

// TestRoomsWithoutAnAgentGetOne: LiveKit asks for an agent once, when a room is made.
// Who came while no agent was there gets one when one is.
func TestRoomsWithoutAnAgentGetOne(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Patience)
	defer cancel()
	w, err := f.join(ctx, f.livekit.URL)
	if err != nil {
		t.Fatal(err)
	}
	_, data := f.agent()
	if err := until(ctx, func() bool { return w.said() > 0 }); err != nil {
		t.Fatalf("nobody came: %v", err)
	}
	if n := journals(t, data); n != 1 {
		t.Errorf("%d calls began, want one", n)
	}
}

// TestWhoComesBackLaterIsMet: after a restart the agent comes back and its user does
// not, for as long as the agent waits. Who calls again with the same token later does
// not sit in the room alone.
func TestWhoComesBackLaterIsMet(t *testing.T) {
	t.Parallel()
	livekit := apptest.StartLiveKit(t)
	callers := embeddedtest.StartProxy(t, livekit.Address)
	f := &fleet{t, app.LiveKitConfig{URL: "ws://" + livekit.Address, Key: livekit.Key, Secret: livekit.Secret}, listenNATS(t)}
	p, _ := f.agent()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	who := web.NewCaller(parley.Dispatch{Scenario: apptest.Scene})
	token, err := web.CallToken(livekit.Key, livekit.Secret, app.DefaultAgent, who)
	if err != nil {
		t.Fatal(err)
	}
	gone, err := f.joinWith(ctx, "ws://"+callers.Address, token)
	if err == nil {
		err = until(ctx, func() bool { return len(gone.voices()) > 0 })
	}
	if err != nil {
		t.Fatal(err)
	}
	callers.To("")
	livekit.Kill()
	livekit.Again(t)
	if err := until(ctx, func() bool { return strings.Contains(p.Said.String(), "outcome=left") }); err != nil {
		t.Fatal("the agent does not give up")
	}
	back, err := f.joinWith(ctx, f.livekit.URL, token)
	if err != nil {
		t.Fatal(err)
	}
	if err := until(ctx, func() bool { return len(back.voices()) > 0 }); err != nil {
		t.Error("who came back later is alone")
	}
}

// voices are the agents that were heard.
func (w *witness) voices() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Collect(maps.Keys(w.heard))
}

// TestSeveralDispatchesOneCharacter has an operator ask for two more agents: as the
// call begins, and in its midst.
func TestSeveralDispatchesOneCharacter(t *testing.T) {
	t.Parallel()
	f := newFleet(t)
	p, data := f.agent()
	q, more := f.agent()
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Patience)
	defer cancel()
	who := web.NewCaller(parley.Dispatch{Scenario: apptest.Scene})
	token, err := web.CallToken(f.livekit.Key, f.livekit.Secret, app.DefaultAgent, who)
	if err != nil {
		t.Fatal(err)
	}
	api := lksdk.NewAgentDispatchServiceClient(f.livekit.URL, f.livekit.Key, f.livekit.Secret)
	dispatch := func() {
		_, err := api.CreateDispatch(ctx, &livekit.CreateAgentDispatchRequest{
			Room: who.Room, AgentName: app.DefaultAgent, Metadata: apptest.Scene,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	w, err := f.joinWith(ctx, f.livekit.URL, token)
	if err != nil {
		t.Fatal(err)
	}
	dispatch()
	if err := until(ctx, func() bool { _, ok := w.ready(); return ok && w.said() > 0 }); err != nil {
		t.Fatal(err)
	}
	was, _ := w.ready()
	dispatch()
	left := func() int { return strings.Count(p.Said.String()+q.Said.String(), "call left to another agent") }
	if err := until(ctx, func() bool { return left() == 2 && w.company() == 1 }); err != nil {
		t.Fatalf("%d agents left the call to another, want 2; %d are there, want 1", left(), w.company())
	}
	if _, err := w.goesOn(ctx, was); err != nil {
		t.Error(err)
	}
	if n := journals(t, data) + journals(t, more); n != 1 {
		t.Errorf("%d calls began, want one", n)
	}
}

// company is how many agents are in the room.
func (w *witness) company() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.states)
}
