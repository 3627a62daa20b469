package app_test

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/app/embedded/embeddedtest"
	"parley/caller"
	"parley/streams"
	"parley/web"
)

var nodeKills = flag.Int("nodekills", 1, "how often TestClusterLosesANode kills the server that leads the users' stream")

// copies are the streams of a cluster by how many copies they have.
func copies(t *testing.T, js jetstream.JetStream) map[int][]string {
	t.Helper()
	all := map[int][]string{}
	list := js.ListStreams(t.Context())
	for s := range list.Info() {
		all[s.Config.Replicas] = append(all[s.Config.Replicas], s.Config.Name)
	}
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// leaderOf is the server that leads a stream.
func leaderOf(t *testing.T, js jetstream.JetStream, stream string) (name string) {
	t.Helper()
	apptest.Eventually(t, func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		s, err := js.Stream(ctx, stream)
		if err != nil || s.CachedInfo().Cluster == nil {
			return false
		}
		name = s.CachedInfo().Cluster.Leader
		return name != ""
	})
	return name
}

// TestClusterKeepsCopies: all streams have as many copies as asked for, and keep them
// when roles start again that ask for fewer, and while timers are looked after; so does
// what else an operator sets.
func TestClusterKeepsCopies(t *testing.T) {
	t.Parallel()
	cluster := embeddedtest.StartCluster(t, 3)
	js := cluster.Connect()
	start := func(replicas int) *app.App {
		t.Helper()
		c := apptest.Config(t)
		c.NATSURL, c.NATS.Replicas = cluster.URL(), replicas
		a, err := app.Start(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	end := func(a *app.App) {
		t.Helper()
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
	end(start(1))
	if all := copies(t, js); len(all[1]) != 9 {
		t.Fatalf("copies without a wish: %v", all)
	}
	end(start(3))
	if all := copies(t, js); len(all) != 1 || len(all[3]) != 9 {
		t.Fatalf("copies when three are asked for: %v", all)
	}
	s, err := js.Stream(t.Context(), "PARLEY_CHECKS")
	if err != nil {
		t.Fatal(err)
	}
	his := s.CachedInfo().Config
	his.MaxBytes, his.MaxAge = 96<<20, 7*time.Hour
	apptest.Eventually(t, func() bool { // a cluster that is busy may be late
		_, err := js.UpdateStream(t.Context(), his)
		return err == nil
	})
	for range 2 {
		end(start(0))
	}
	for range 20 { // ten minutes of a process that keeps timers
		apptest.Eventually(t, func() bool { return streams.Touch(t.Context(), js, "PARLEY_TIMERS") == nil })
	}
	if all := copies(t, js); len(all) != 1 || len(all[3]) != 9 {
		t.Errorf("copies after all have started again: %v", all)
	}
	if s, err = js.Stream(t.Context(), "PARLEY_CHECKS"); err != nil {
		t.Fatal(err)
	}
	if c := s.CachedInfo().Config; c.MaxBytes != 96<<20 || c.MaxAge != 7*time.Hour {
		t.Errorf("what the operator set has become %d bytes, %v", c.MaxBytes, c.MaxAge)
	}
}

// TestClusterLosesANode: commands go on while the server is killed that leads the users'
// stream; what was acknowledged is there once, also in a process that begins then.
func TestClusterLosesANode(t *testing.T) {
	t.Parallel()
	cluster := apptest.StartNodes(t, 3)
	c := apptest.Config(t)
	c.NATSURL, c.NATS.Replicas, c.Assistant.Quota.PerMinute = cluster.URL, 3, -1
	s := apptest.StartWith(t, c) // waits for the cluster
	b := beside{t, s.URL, newUser()}
	var said []string
	longest := time.Duration(0)
	add := func() {
		t.Helper()
		title := fmt.Sprintf("Errand %d", len(said))
		command := web.AssistantCommand{ActionID: fmt.Sprintf("a-%d", len(said)), Type: "task.add", Title: &title}
		begun := time.Now()
		apptest.Eventually(t, func() bool { // the same action is done once
			r := b.request(http.MethodPost, "/api/assistant/commands", command)
			_ = r.Body.Close()
			return r.StatusCode == http.StatusOK
		})
		longest = max(longest, time.Since(begun))
		said = append(said, title)
	}
	for range *nodeKills {
		for range 20 {
			add()
		}
		leads := leaderOf(t, s.JS, "PARLEY_USERS")
		cluster.Kill(leads)
		for range 60 {
			add()
		}
		cluster.Restart(t, leads)
	}
	t.Logf("%d acknowledged; the longest wait for one was %v", len(said), longest)
	want := strings.Join(said, ", ")
	var now parley.AssistantState
	if b.into(&now, http.MethodGet, "/api/assistant", nil); listed(now.Tasks) != want {
		t.Errorf("the tasks are %q", listed(now.Tasks))
	}
	another := apptest.Config(t)
	another.NATSURL, another.NATS, another.Data = c.NATSURL, c.NATS, s.Data
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := apptest.StartWith(t, another)
	b.page = again.URL
	if b.into(&now, http.MethodGet, "/api/assistant", nil); listed(now.Tasks) != want {
		t.Errorf("in another process the tasks are %q", listed(now.Tasks))
	}
}

// TestClusterLosesANodeInCalls: two calls go on while the server is killed that leads the
// queue of what is to be judged, and each of their exchanges has its verdict. Nobody is
// told of trouble but with the checker.
func TestClusterLosesANodeInCalls(t *testing.T) {
	t.Parallel()
	cluster := apptest.StartNodes(t, 3)
	c := apptest.Config(t)
	c.NATSURL, c.NATS.Replicas = cluster.URL, 3
	s := apptest.StartWith(t, c)
	leads := leaderOf(t, s.JS, "PARLEY_CHECKS")
	var once sync.Once
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			r, err := s.CallObserved(t, parley.Dispatch{Scenario: apptest.Scene}, func(e caller.Event) {
				if _, ok := e.Body.(caller.Verdict); ok {
					once.Do(func() { all.Go(func() { cluster.Kill(leads) }) })
				}
			},
				"The biggest risk is that our supplier is late this year.",
				"We have a second supplier who can take over in a week.",
				"The whole plan costs less than we spent last year.")
			if err != nil {
				t.Errorf("call: %v", err)
				return
			}
			if r.Exchanges != 3 || len(r.Verdicts) != 3 || r.Outcome != parley.Left {
				t.Errorf("%d exchanges, %d verdicts, outcome %q", r.Exchanges, len(r.Verdicts), r.Outcome)
			}
			for _, told := range apptest.Troubles(r) { // a verdict that waits for the election is one
				if told.Role != "checker" {
					t.Errorf("the caller was told of %+v", told)
				}
			}
		})
	}
	all.Wait()
}
