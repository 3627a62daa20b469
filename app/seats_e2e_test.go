package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/livekit/protocol/auth"
	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/bench"
	"parley/bench/stub"
	"parley/caller"
	"parley/engine/enginetest"
	"parley/media"
	"parley/room/lk"
	"parley/rpc"
	"parley/streams"
	"parley/web"
)

// house is a LiveKit and agents with engines of set latencies, so that many
// calls can be held on a small machine.
type house struct {
	t       *testing.T
	livekit *embedded.LiveKit
	js      jetstream.JetStream
	agents  []*app.Agent
	// automatic agents serve the rooms that ask for none.
	automatic bool
	// tracks has callers publish a track, on which they send nothing.
	tracks bool
}

func newHouse(t *testing.T, seats ...int) *house {
	t.Helper()
	livekit, err := embedded.StartLiveKit(embedded.LiveKitConfig{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := livekit.Close(); err != nil {
			t.Error(err)
		}
	})
	nats := embeddedtest.StartNATS(t, t.TempDir())
	h := &house{t: t, livekit: livekit}
	if h.js, err = app.SetupStreams(t.Context(), embeddedtest.Connect(t, nats).Conn(), streams.Config{}); err != nil {
		t.Fatal(err)
	}
	for _, n := range seats {
		h.open(n)
	}
	return h
}

// open adds an agent and returns when it takes calls.
func (h *house) open(seats int) {
	h.t.Helper()
	library, err := bench.Library()
	if err != nil {
		h.t.Fatal(err)
	}
	e, err := app.OpenGiven(apptest.Models(h.t), app.GivenEngines(bench.EnginesOf(stub.Kit{})))
	if err != nil {
		h.t.Fatal(err)
	}
	a, err := app.NewAgent(h.t.Context(), e, app.Config{
		Data: h.t.TempDir(), MaxCalls: seats,
		LiveKit: app.LiveKitConfig{URL: h.livekit.URL, Key: h.livekit.Key, Secret: h.livekit.Secret, Automatic: h.automatic},
	}, h.js, library)
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(h.t.Context()))
	served := make(chan error, 1)
	go func() { served <- a.Run(ctx) }()
	h.t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			h.t.Error(err)
		}
		if err := a.Close(); err != nil {
			h.t.Error(err)
		}
	})
	apptest.Eventually(h.t, func() bool { return a.Ready() == nil })
	h.agents = append(h.agents, a)
}

// free is how many seats of an agent are.
func (h *house) free(agent int) int {
	free, _ := h.agents[agent].Seats()
	return free
}

// taken is how many seats of each agent are.
func (h *house) taken() []int {
	var taken []int
	for _, a := range h.agents {
		free, all := a.Seats()
		taken = append(taken, all-free)
	}
	return taken
}

// listener is a caller who only listens, which costs less than one who talks.
type listener struct {
	*lk.Room
	name  string             // of its room
	heard chan struct{}      // one for the first sound
	ended chan rpc.CallEnded // how the call ended
}

// call joins a room of its own as the page does. It may be called from any
// goroutine.
func (h *house) call() (*listener, error) {
	who := web.NewCaller(parley.Dispatch{Scenario: bench.Scene})
	agent := app.DefaultAgent
	if h.automatic {
		agent = ""
	}
	token, err := web.CallToken(h.livekit.Key, h.livekit.Secret, agent, who)
	if err != nil {
		return nil, err
	}
	return h.join(who.Room, token)
}

// join joins a room with a token.
func (h *house) join(name, token string) (l *listener, err error) {
	l = &listener{name: name, heard: make(chan struct{}, 1), ended: make(chan rpc.CallEnded, 1)}
	l.Room, err = lk.Join(h.t.Context(), lk.Config{
		URL: h.livekit.URL, Token: token, Silent: !h.tracks, Log: slog.New(slog.DiscardHandler),
		Methods: map[string]lk.Method{rpc.MethodCallEnded: l.told},
		Events: lk.Events{Audio: func(_ string, pcm []int16) {
			if media.Level(pcm) <= caller.Audible {
				select {
				case l.heard <- struct{}{}:
				default:
				}
			}
		}},
	})
	return l, err
}

func (l *listener) told(_, payload string) (string, error) {
	var e rpc.CallEnded
	if err := json.Unmarshal([]byte(payload), &e); err != nil {
		return "", err
	}
	l.ended <- e
	return rpc.OK, nil
}

// fill has n callers come, a few at a time, and wants each to hear the opening.
func (h *house) fill(n int) []*listener {
	h.t.Helper()
	callers := make([]*listener, n)
	var g errgroup.Group
	g.SetLimit(3)
	for i := range callers {
		g.Go(func() (err error) {
			if callers[i], err = h.call(); err != nil {
				return fmt.Errorf("caller %d: %w", i+1, err)
			}
			select {
			case <-callers[i].heard:
				return nil
			case e := <-callers[i].ended:
				return fmt.Errorf("caller %d was told %+v, want to hear the opening", i+1, e)
			case <-time.After(apptest.Patience):
				return fmt.Errorf("caller %d hears nothing", i+1)
			}
		})
	}
	err := g.Wait()
	h.t.Cleanup(func() {
		for _, c := range callers {
			if c != nil && c.Room != nil {
				c.Leave()
			}
		}
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return callers
}

// turnAway wants one more caller to be told that there is no seat.
func (h *house) turnAway() {
	h.t.Helper()
	c, err := h.call()
	if err != nil {
		h.t.Fatal(err)
	}
	defer c.Leave()
	begun := time.Now()
	select {
	case e := <-c.ended:
		if e.Outcome != parley.Failed || !strings.Contains(e.Reason, "seats are taken") {
			h.t.Errorf("the caller without a seat was told %+v", e)
		}
		h.t.Logf("told after %v", time.Since(begun).Round(time.Millisecond))
	case <-c.heard:
		h.t.Error("the caller without a seat hears somebody")
	case <-time.After(apptest.Patience):
		h.t.Error("the caller without a seat hears nothing and is told nothing")
	}
}

// TestEverySeatIsUsed fills an agent over WebRTC to the last seat: every caller
// hears the opening, the next are told that there is no seat, and when one hangs
// up there is one again.
func TestEverySeatIsUsed(t *testing.T) {
	for _, seats := range []int{4, 16, 32} {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			h := newHouse(t, seats)
			callers := h.fill(seats)
			if free, all := h.agents[0].Seats(); free != 0 || all != seats {
				t.Errorf("%d of %d seats are free, want none of %d", free, all, seats)
			}
			h.turnAway()
			h.turnAway()
			callers[0].Leave()
			apptest.Eventually(t, func() bool { return h.free(0) == 1 })
			h.fill(1)
		})
	}
}

// TestFullAgentLeavesCallersToOthers has two agents of one LiveKit: nobody is
// turned away while either has a seat, and neither is filled before the other
// has any callers.
func TestFullAgentLeavesCallersToOthers(t *testing.T) {
	h := newHouse(t, 2, 6)
	h.fill(4)
	if taken := h.taken(); slices.Contains(taken, 0) {
		t.Logf("seats taken are %v after half the callers", taken) // chance: 1 in 50
	}
	h.fill(4)
	if taken := h.taken(); !slices.Equal(taken, []int{2, 6}) {
		t.Errorf("seats taken are %v, want all", taken)
	}
	h.turnAway()
}

// plainToken is the token of a front end that knows nothing of Parley; dispatch,
// if set, asks for an agent.
func (h *house) plainToken(name string, dispatch *livekit.RoomAgentDispatch) string {
	h.t.Helper()
	token := auth.NewAccessToken(h.livekit.Key, h.livekit.Secret).SetIdentity("user").
		SetVideoGrant(&auth.VideoGrant{RoomJoin: true, Room: name})
	if dispatch != nil {
		token.SetRoomConfig(&livekit.RoomConfiguration{Agents: []*livekit.RoomAgentDispatch{dispatch}})
	}
	jwt, err := token.ToJWT()
	if err != nil {
		h.t.Fatal(err)
	}
	return jwt
}

// greeted wants a caller to hear the opening of a apptest.Scene, from one agent.
func (h *house) greeted(l *listener, err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(l.Leave)
	select {
	case <-l.heard:
	case e := <-l.ended:
		h.t.Fatalf("told %+v, want to hear the opening", e)
	case <-time.After(apptest.Patience):
		h.t.Fatal("the caller hears nothing")
	}
	list, err := h.rooms().ListParticipants(h.t.Context(), &livekit.ListParticipantsRequest{Room: l.name})
	if err != nil {
		h.t.Fatal(err)
	}
	var scenes []string
	for _, p := range list.GetParticipants() {
		if p.GetKind() == livekit.ParticipantInfo_AGENT {
			scenes = append(scenes, p.GetAttributes()[rpc.AttrScenario])
		}
	}
	if !slices.Equal(scenes, []string{bench.Scene}) {
		h.t.Errorf("agents hold %v in the room, want one with %s", scenes, bench.Scene)
	}
}

func (h *house) rooms() *lksdk.RoomServiceClient {
	return lksdk.NewRoomServiceClient(h.livekit.URL, h.livekit.Key, h.livekit.Secret)
}

// TestDispatchWithoutSceneGetsTheDefault asks for the agent as front ends do that
// know of no scenes.
func TestDispatchWithoutSceneGetsTheDefault(t *testing.T) {
	h := newHouse(t, 2)
	for name, metadata := range map[string]string{"empty": "", "of-others": `{"user_tier":"gold","locale":["en"]}`} {
		h.greeted(h.join(name, h.plainToken(name, &livekit.RoomAgentDispatch{AgentName: app.DefaultAgent, Metadata: metadata})))
	}
}

// TestAutomaticDispatch has an agent without a name serve rooms that ask for
// none and callers of the page, once each.
func TestAutomaticDispatch(t *testing.T) {
	h := newHouse(t)
	h.automatic = true
	h.open(3)
	h.greeted(h.join("plain", h.plainToken("plain", nil)))
	h.greeted(h.call())
	if taken := h.taken(); !slices.Equal(taken, []int{2}) {
		t.Errorf("seats taken are %v, want 2", taken)
	}
}

// TestHangUpIsLeft has callers hang up in every order in which LiveKit tells of
// it: the room deleted right after they left, right before, at once, and not at
// all. Each has left, and the seat is free within a second.
func TestHangUpIsLeft(t *testing.T) {
	const rounds = 13
	h := newHouse(t, 4)
	// LiveKit takes 2 s to notice the leave of one who publishes nothing.
	h.tracks = true
	deleteRoom := func(c *listener) {
		// The user's leaving may already have closed it.
		_, _ = h.rooms().DeleteRoom(t.Context(), &livekit.DeleteRoomRequest{Room: c.name})
	}
	ways := []func(*listener){
		func(c *listener) { c.Leave(); deleteRoom(c) },
		func(c *listener) { deleteRoom(c); c.Leave() },
		func(c *listener) {
			var wg sync.WaitGroup
			wg.Go(c.Leave)
			deleteRoom(c)
			wg.Wait()
		},
		func(c *listener) { c.Leave() },
	}
	slowest := make([]time.Duration, len(ways))
	for range rounds {
		for i, c := range h.fill(len(ways)) {
			ways[i](c)
			gone := enginetest.Start()
			apptest.Eventually(t, func() bool { return h.free(0) == i+1 })
			l := gone.Lapse()
			slowest[i] = max(slowest[i], l.Took.Round(time.Millisecond))
			if l.Own > time.Second {
				t.Errorf("a seat is free %v after its caller left", l.Took)
			}
		}
	}
	t.Logf("%d calls hung up, seats free after at most %v, by the way", rounds*len(ways), slowest)
	told := apptest.Scrape(t, apptest.ServeMetrics(t, h.agents[0].Metrics()))
	for _, want := range []string{
		fmt.Sprintf("parley_calls_total{outcome=%q} %d", parley.Left, rounds*len(ways)), "parley_seats 4", "parley_seats_taken 0",
	} {
		if !told[want] {
			t.Errorf("the metrics have no %s; they have %v", want, slices.DeleteFunc(slices.Sorted(maps.Keys(told)),
				func(line string) bool { return !strings.HasPrefix(line, "parley_calls_total") }))
		}
	}
}

// TestUnvisitedRoomIsNoFault closes a room to which nobody came.
func TestUnvisitedRoomIsNoFault(t *testing.T) {
	var log apptest.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	h := newHouse(t, 1)
	_, err := lksdk.NewAgentDispatchServiceClient(h.livekit.URL, h.livekit.Key, h.livekit.Secret).
		CreateDispatch(t.Context(), &livekit.CreateAgentDispatchRequest{AgentName: app.DefaultAgent, Room: "unvisited"})
	if err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, func() bool {
		list, err := h.rooms().ListParticipants(t.Context(), &livekit.ListParticipantsRequest{Room: "unvisited"})
		return err == nil && len(list.GetParticipants()) == 1
	})
	if _, err := h.rooms().DeleteRoom(t.Context(), &livekit.DeleteRoomRequest{Room: "unvisited"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the log:\n%s", log.String())
		}
	})
	apptest.Eventually(t, func() bool { return h.free(0) == 1 && strings.Contains(log.String(), "without a call") })
	if strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("the log has an error:\n%s", log.String())
	}
}
