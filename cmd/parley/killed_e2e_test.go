package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/web"
)

var (
	kills    = flag.Int("kills", 8, "how often TestKilledHostsLoseNothing kills a host")
	killSeed = flag.Uint64("killseed", 0, "its seed, to see the same instants again; 0 is a new one")
)

const (
	// users are those for whom the clients write.
	users = 10
	// maxLife bounds how long both hosts live between two kills.
	maxLife = 2 * time.Second
	// oneCommand is about what a command takes.
	oneCommand = 5 * time.Millisecond
	// tooLong is how long a host takes to come back that is worth a look.
	tooLong = 5 * time.Second
)

// host is one of the two hosts of all users, a process that is killed and started
// again.
type host struct {
	page  string
	start func() *apptest.Part
	part  *apptest.Part
	// flying are the commands that wait for its answer; sent is told of each.
	flying atomic.Int64
	sent   chan struct{}
}

// startHost starts `parley serve` with a data folder and ports of its own on a NATS
// server.
func startHost(t *testing.T, nats, key string) *host {
	t.Helper()
	address := embeddedtest.SteadyAddress(t)
	_, media, _ := strings.Cut(embeddedtest.SteadyAddress(t), ":")
	env := []string{"NATS_URL=" + nats, "PARLEY_USER_KEY=" + key}
	args := []string{
		"serve", "--data", t.TempDir(), "--http", address, "--ops", "", "--livekit-port", media, "--livekit-udp-port", media,
		"--models", apptest.Models(t), "--decoders", "1", "--user-messages", "-1",
		"--stt", "sphinx", "--llm", "understudy", "--tts", "flite", "--checker", "understudy",
	}
	h := &host{page: "http://" + address, sent: make(chan struct{}, 1)}
	h.start = func() *apptest.Part { return apptest.StartPart(t, "parley", false, env, args...) }
	h.part = h.start()
	t.Cleanup(func() {
		if lines := strings.Split(h.part.Said.String(), "\n"); t.Failed() {
			t.Logf("%s said last:\n%s", h.page, strings.Join(lines[max(0, len(lines)-20):], "\n"))
		}
	})
	return h
}

func (h *host) ready() bool { return apptest.Status(h.page+"/readyz") == http.StatusOK }

// get is what a host answers to a user's GET.
func (h *host) get(ctx context.Context, user, path string, reply any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, h.page+path, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+user)
	r, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: %s", path, r.Status)
	}
	return json.NewDecoder(r.Body).Decode(reply)
}

// TestKilledHostsLoseNothing kills one of two hosts, again and again, while four
// clients write for ten users by voice text, chat and commands over HTTP, and ten
// users' pages are open on both. After each kill, once what it cut off was
// acknowledged, all show the same revision and tasks; in the end every command that
// was acknowledged is there once.
func TestKilledHostsLoseNothing(t *testing.T) {
	seed := *killSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-killseed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 0))
	nats, err := embedded.ListenNATS(t.TempDir(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := nats.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	t.Cleanup(sender.CloseIdleConnections)
	key := fmt.Sprintf("%032x", seed)
	hosts := []*host{startHost(t, nats.URL(), key), startHost(t, nats.URL(), key)}
	for _, h := range hosts {
		apptest.Eventually(t, h.ready)
	}
	l := newLedger(seed)
	open := openPages(t, hosts, l.users)
	converge(t, hosts, open, l.users)
	first := newClient(seed, "first", hosts[:1], l)
	for _, user := range l.users { // of whom nothing was kept when their pages were opened
		first.add(t.Context(), user)
	}
	converge(t, hosts, open, l.users)
	stop := startClients(t, seed, hosts, l)
	var d deaths
	for range *kills {
		d.kill(t, chance, hosts)
		l.quietly(func() {
			begun := time.Now()
			converge(t, hosts, open, l.users)
			d.behind = append(d.behind, time.Since(begun))
		})
	}
	stop()
	ends := converge(t, hosts, open, l.users)
	l.check(t, ends)
	t.Logf("%s\n%s\n%s", l, &d, open)
	for _, h := range hosts { // what is in memory is what is kept
		h.part.Kill()
		h.part = h.start()
	}
	for _, h := range hosts {
		apptest.Eventually(t, h.ready)
	}
	for user, again := range converge(t, hosts, open, l.users) {
		if was := ends[user]; again.Rev < was.Rev || !sameTasks(again.Tasks, was.Tasks) {
			t.Errorf("%s has revision %d and %d tasks once both hosts were killed, before it was %d and %d",
				user, again.Rev, len(again.Tasks), was.Rev, len(was.Tasks))
		}
	}
}

// deaths is what became of the hosts.
type deaths struct {
	// cut counts the commands that waited for the answer of a host as it was killed.
	kills, cut int
	// away are the times from a kill to the next life, behind those from then, and
	// the acknowledgement of what was cut off, until all showed the same.
	away, behind []time.Duration
}

func (d *deaths) String() string {
	return fmt.Sprintf("kills: %d, which cut %d commands off; a host was away for %s; all showed the same after %s",
		d.kills, d.cut, spread(d.away), spread(d.behind))
}

// kill kills a host at a random instant, every second time within milliseconds of a
// command, and starts it again.
func (d *deaths) kill(t *testing.T, chance *rand.Rand, hosts []*host) {
	t.Helper()
	h := hosts[chance.IntN(len(hosts))]
	<-time.After(time.Duration(chance.Int64N(int64(maxLife))))
	if chance.IntN(2) == 0 {
		select {
		case <-h.sent: // one of before
		default:
		}
		select {
		case <-h.sent:
		case <-time.After(maxLife):
		}
		<-time.After(time.Duration(chance.Int64N(int64(oneCommand))))
	}
	begun := time.Now()
	d.cut += int(h.flying.Load())
	h.part.Kill()
	h.part = h.start()
	apptest.Eventually(t, h.ready)
	d.kills++
	away := time.Since(begun)
	d.away = append(d.away, away)
	if away > tooLong {
		t.Logf("a host was away for %v; it said:\n%s", away, h.part.Said.String())
	}
}

// spread is the middle and the most of some times.
func spread(all []time.Duration) string {
	if len(all) == 0 {
		return "no time"
	}
	slices.Sort(all)
	round := func(d time.Duration) time.Duration { return d.Round(time.Millisecond) }
	return fmt.Sprintf("%v (median), %v (most)", round(all[len(all)/2]), round(all[len(all)-1]))
}

// converge waits until both hosts and every open page show the same revision and
// tasks of each user, and returns those.
func converge(t *testing.T, hosts []*host, open pages, all []string) map[string]parley.AssistantState {
	t.Helper()
	ends := map[string]parley.AssistantState{}
	var behind string
	settled := func() bool {
		for _, user := range all {
			var end parley.AssistantState
			for i, h := range hosts {
				var s parley.AssistantState
				if err := h.get(t.Context(), user, "/api/assistant", &s); err != nil {
					behind = fmt.Sprintf("host %d does not show %s: %v", i, user, err)
					return false
				}
				if i > 0 && (s.Rev != end.Rev || !sameTasks(s.Tasks, end.Tasks)) {
					behind = fmt.Sprintf("of %s %s has revision %d, the other %d", user, h.page, s.Rev, end.Rev)
					return false
				}
				end = s
			}
			ends[user] = end
		}
		behind = open.behind(ends)
		return behind == ""
	}
	deadline := time.Now().Add(apptest.Patience)
	for !settled() {
		if time.Now().After(deadline) {
			t.Fatalf("not the same within %v: %s", apptest.Patience, behind)
		}
		<-time.After(20 * time.Millisecond)
	}
	return ends
}

// sameTasks reports whether two lists hold the same tasks in the same order.
func sameTasks(a, b []parley.Task) bool {
	one, err1 := json.Marshal(a)
	other, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && (string(one) == string(other) || len(a)+len(b) == 0)
}

// page is a user's page that is open on a host. It folds in what the host tells it.
type page struct {
	host *host
	user string

	mu    sync.Mutex
	state parley.AssistantState // only the revision and the tasks
	live  bool
	// opened counts streams, gaps patches that were of another revision.
	opened, gaps int
}

// pages are all users' pages on all hosts.
type pages []*page

// openPages opens a page for each user on each host until the test ends.
func openPages(t *testing.T, hosts []*host, all []string) pages {
	var open pages
	var followed sync.WaitGroup
	ctx := t.Context()
	for _, user := range all {
		for _, h := range hosts {
			p := &page{host: h, user: user}
			open = append(open, p)
			followed.Go(func() {
				for ctx.Err() == nil {
					p.follow(ctx)
					select {
					case <-time.After(50 * time.Millisecond):
					case <-ctx.Done():
					}
				}
			})
		}
	}
	t.Cleanup(followed.Wait)
	return open
}

// follow reads the stream of a page until it ends or misses something.
func (p *page) follow(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.host.page+"/api/assistant/stream", nil)
	if err != nil {
		return
	}
	request.Header.Set("Authorization", "Bearer "+p.user)
	r, err := http.DefaultClient.Do(request)
	if err != nil {
		return
	}
	defer r.Body.Close()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.live = false
	}()
	lines := bufio.NewReader(r.Body)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		var e web.AssistantEvent
		if data, ok := strings.CutPrefix(line, "data: "); ok && (json.Unmarshal([]byte(data), &e) != nil || !p.take(e)) {
			return
		}
	}
}

// take folds in an event; false means that one was missed before it.
func (p *page) take(e web.AssistantEvent) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case e.State != nil:
		p.state, p.live = *e.State, true
		p.opened++
	case e.Patch == nil:
	case e.Patch.Prev != p.state.Rev:
		p.gaps++
		return false
	default:
		p.state.Rev = e.Patch.Rev
		for _, t := range e.Patch.Tasks {
			i := slices.IndexFunc(p.state.Tasks, func(o parley.Task) bool { return o.ID == t.ID })
			if i < 0 {
				p.state.Tasks = append(p.state.Tasks, t)
				continue
			}
			p.state.Tasks[i] = t
		}
	}
	return true
}

// behind says which page does not show the ends, or nothing.
func (all pages) behind(ends map[string]parley.AssistantState) string {
	for _, p := range all {
		p.mu.Lock()
		s, live := p.state, p.live
		same := live && s.Rev == ends[p.user].Rev && sameTasks(s.Tasks, ends[p.user].Tasks)
		p.mu.Unlock()
		if !same {
			return fmt.Sprintf("the page of %s on %s (live: %t) shows revision %d and %d tasks, want %d and %d",
				p.user, p.host.page, live, s.Rev, len(s.Tasks), ends[p.user].Rev, len(ends[p.user].Tasks))
		}
	}
	return ""
}

func (all pages) String() string {
	opened, gaps := 0, 0
	for _, p := range all {
		p.mu.Lock()
		opened, gaps = opened+p.opened, gaps+p.gaps
		p.mu.Unlock()
	}
	return fmt.Sprintf("pages: %d, told a whole state %d times, %d times after a gap", len(all), opened, gaps)
}
