package embeddedtest

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// clusterReady bounds the start of a cluster; two seconds on a quiet machine.
const clusterReady = 60 * time.Second

// Cluster is a cluster of NATS servers in this process, each with a folder and ports of
// its own.
type Cluster struct {
	t       testing.TB
	options []*server.Options
	servers []*server.Server
}

// StartCluster starts a cluster of n servers and waits until it keeps streams. It ends
// with the test.
func StartCluster(t testing.TB, n int) *Cluster {
	t.Helper()
	c := &Cluster{t: t, servers: make([]*server.Server, n)}
	var routes []*url.URL
	for i := range n {
		at := SteadyAddress(t)
		routes = append(routes, &url.URL{Scheme: "nats", Host: at})
		c.options = append(c.options, node(fmt.Sprintf("n%d", i), t.TempDir(), portOf(t, SteadyAddress(t)), portOf(t, at)))
	}
	for i := range c.options {
		c.options[i].Routes = routes
		c.Start(i)
	}
	t.Cleanup(func() {
		for i := range c.servers {
			c.Stop(i)
		}
	})
	c.Ready()
	return c
}

// node is a server of a cluster.
func node(name, dir string, port, clusterPort int) *server.Options {
	return &server.Options{
		ServerName: name, Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: dir, SyncAlways: true, JetStreamMaxStore: 1 << 30, JetStreamMaxMemory: 64 << 20,
		Cluster: server.ClusterOpts{Name: "C", Host: "127.0.0.1", Port: clusterPort},
	}
}

// RunNode starts a server of a cluster for a process of its own: its name, folder and
// two ports, and the addresses of all servers' second ports.
func RunNode(name, dir string, port, clusterPort int, others []string) error {
	o := node(name, dir, port, clusterPort)
	for _, at := range others {
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: at})
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.Start()
	s.WaitForShutdown()
	return nil
}

func portOf(t testing.TB, address string) int {
	t.Helper()
	var port int
	if _, err := fmt.Sscanf(address[strings.LastIndexByte(address, ':')+1:], "%d", &port); err != nil {
		t.Fatal(err)
	}
	return port
}

// Start starts a server that is stopped.
func (c *Cluster) Start(i int) {
	c.t.Helper()
	s, err := server.NewServer(c.options[i].Clone())
	if err != nil {
		c.t.Fatal(err)
	}
	s.Start()
	c.servers[i] = s
}

// Stop ends a server and waits for its end.
func (c *Cluster) Stop(i int) {
	if s := c.servers[i]; s != nil {
		s.Shutdown()
		s.WaitForShutdown()
		c.servers[i] = nil
	}
}

// Ready waits until the servers that run keep streams as one.
func (c *Cluster) Ready() {
	c.t.Helper()
	tick := time.NewTicker(50 * time.Millisecond) // the servers tell nobody
	defer tick.Stop()
	for begun := time.Now(); time.Since(begun) < clusterReady; <-tick.C {
		current, leader := true, false
		for _, s := range c.servers {
			if s != nil {
				current = current && s.JetStreamIsCurrent()
				leader = leader || s.JetStreamIsLeader()
			}
		}
		if current && leader {
			return
		}
	}
	c.t.Fatal("the cluster keeps no streams")
}

// URL names all servers, those too that are stopped.
func (c *Cluster) URL() string {
	var all []string
	for _, o := range c.options {
		all = append(all, fmt.Sprintf("nats://%s:%d", o.Host, o.Port))
	}
	return strings.Join(all, ",")
}

// Connect connects to all servers until the test ends.
func (c *Cluster) Connect() jetstream.JetStream {
	c.t.Helper()
	nc, err := nats.Connect(c.URL(), nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond))
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		c.t.Fatal(err)
	}
	return js
}
