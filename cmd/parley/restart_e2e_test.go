//go:build !race

// Agents give each other and their users some seconds of real time here: processes as
// users have them, with nothing beside them. What runs in them is watched by the race
// detector in the tests of app, room and room/worker.

package main

import (
	"context"
	"flag"
	"fmt"
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
	"parley/web"
)

var restarts = flag.Int("restarts", 1, "how often TestLiveKitRestarts kills LiveKit, with three calls each time")

// awayFor are the times for which LiveKit is away, in turn.
var awayFor = []time.Duration{300 * time.Millisecond, 2 * time.Second, time.Second, 5 * time.Second}

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
		return until(ctx, func() (ok bool) { was[i], ok = all[i].ready(); return ok })
	})
	if r.t.Failed() {
		return
	}
	late := r.agents
	if n%2 == 1 {
		late = r.callers
	}
	late.Redirect("")
	r.livekit.Kill()
	<-time.After(awayFor[n%len(awayFor)])
	r.livekit.Restart(r.t)
	back := time.Now()
	<-time.After(time.Second)
	late.Redirect(r.livekit.Address)
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
	server := apptest.StartLiveKit(t)
	callers := embeddedtest.StartProxy(t, server.Address)
	f := &fleet{t, app.LiveKitConfig{URL: "ws://" + server.Address, Key: server.Key, Secret: server.Secret}, listenNATS(t)}
	p, _ := f.agent()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	who := web.NewCaller(parley.Dispatch{Scenario: apptest.Scene})
	token, err := web.CallToken(server.Key, server.Secret, app.DefaultAgent, who)
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
	callers.Redirect("")
	server.Kill()
	server.Restart(t)
	if err := until(ctx, func() bool { return strings.Contains(p.Said.String(), "outcome=left") }); err != nil {
		t.Fatal("the agent does not give up")
	}
	rooms := lksdk.NewRoomServiceClient(f.livekit.URL, server.Key, server.Secret)
	if err := until(ctx, func() bool { // LiveKit leaves who joins as it closes a room in it, alone
		all, err := rooms.ListRooms(ctx, &livekit.ListRoomsRequest{Names: []string{who.Room}})
		return err == nil && len(all.Rooms) == 0
	}); err != nil {
		t.Fatal("the agent leaves a room behind")
	}
	back, err := f.joinWith(ctx, f.livekit.URL, token)
	if err != nil {
		t.Fatal(err)
	}
	if err := until(ctx, func() bool { return len(back.voices()) > 0 }); err != nil {
		t.Error("who came back later is alone")
	}
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
	if err := until(ctx, func() bool { _, ok := w.ready(); return ok }); err != nil {
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

// TestHolderThatStaysAway: an agent that does not come back to its call in 10 s is told
// over NATS to give it up, and another begins anew; when the first is back it is not
// heard.
func TestHolderThatStaysAway(t *testing.T) {
	t.Parallel()
	livekit := apptest.StartLiveKit(t)
	agents := embeddedtest.StartProxy(t, livekit.Address)
	f := &fleet{t, app.LiveKitConfig{URL: "ws://" + agents.Address, Key: livekit.Key, Secret: livekit.Secret}, listenNATS(t)}
	p, _ := f.agent()
	f.livekit.URL = "ws://" + livekit.Address
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	w, err := f.join(ctx, f.livekit.URL)
	if err == nil {
		err = until(ctx, func() bool { return len(w.voices()) == 1 })
	}
	if err != nil {
		t.Fatal(err)
	}
	was := w.voices()[0]
	f.agent()
	agents.Redirect("")
	livekit.Kill()
	livekit.Restart(t)
	if err := until(ctx, func() bool { return len(w.voices()) == 2 }); err != nil {
		t.Fatal("nobody took the call over")
	}
	if err := until(ctx, func() bool { return strings.Contains(p.Said.String(), "outcome=error") }); err != nil {
		t.Error("the first agent still holds the call")
	}
	agents.Redirect(livekit.Address)
	if err := until(ctx, func() bool { by, ok := w.ready(); return ok && by != was }); err != nil {
		t.Fatal(err)
	}
	by, _, err := w.ask(ctx, "The biggest risk is that our supplier is late this year.")
	if err != nil || len(by) != 1 || by[0] == was {
		t.Errorf("answered by %v, %v; want one other than %s", by, err, was)
	}
}
