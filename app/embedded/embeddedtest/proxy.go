package embeddedtest

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"

	"parley/app/embedded"
)

// Proxy stands on the TCP way to a server and can break it. All methods are safe
// for concurrent use.
type Proxy struct {
	// Address is where clients connect, host:port.
	Address string

	mu    sync.Mutex
	to    string // empty while connections are refused
	deaf  bool
	conns map[net.Conn]bool
	wg    sync.WaitGroup
}

// StartProxy is a proxy to a server's address until the test ends.
func StartProxy(t testing.TB, to string) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", net.JoinHostPort(embedded.Loopback, "0"))
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{Address: l.Addr().String(), to: to, conns: map[net.Conn]bool{}}
	ctx := context.WithoutCancel(t.Context()) // connections end by To alone
	p.wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			p.wg.Go(func() { p.carry(ctx, c) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close() // nothing to do about it
		p.Redirect("")
		p.wg.Wait()
	})
	return p
}

// Redirect ends all connections; new ones go to a server's address or, if that is
// empty, nowhere.
func (p *Proxy) Redirect(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.to, p.deaf = address, false
	for c := range p.conns {
		_ = c.Close()
	}
}

// Swallow keeps the connections there are and loses all that is sent, as a
// network does that is gone without a word.
func (p *Proxy) Swallow() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deaf = true
}

// carry holds one connection.
func (p *Proxy) carry(ctx context.Context, client net.Conn) {
	defer p.drop(client)
	if !p.keep(client) {
		return
	}
	p.mu.Lock()
	to := p.to
	p.mu.Unlock()
	server, err := (&net.Dialer{}).DialContext(ctx, "tcp", to)
	if err != nil {
		return
	}
	defer p.drop(server)
	if !p.keep(server) {
		return
	}
	var wg sync.WaitGroup
	wg.Go(func() { p.pass(client, server) })
	wg.Go(func() { p.pass(server, client) })
	wg.Wait()
}

// keep notes a connection, unless there is nowhere to go.
func (p *Proxy) keep(c net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns[c] = true
	return p.to != ""
}

func (p *Proxy) drop(c net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, c)
	_ = c.Close()
}

// pass carries one way until either side closes.
func (p *Proxy) pass(from, to net.Conn) {
	_, _ = io.Copy(leaky{to, p}, from)
	_, _ = from.Close(), to.Close()
}

// leaky writes while its proxy is not deaf.
type leaky struct {
	to    io.Writer
	proxy *Proxy
}

func (l leaky) Write(b []byte) (int, error) {
	l.proxy.mu.Lock()
	deaf := l.proxy.deaf
	l.proxy.mu.Unlock()
	if deaf {
		return len(b), nil
	}
	return l.to.Write(b)
}
