package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

const (
	// streamBeat is how often a stream without news says that it lives.
	streamBeat = 15 * time.Second
	// streamWrite is how long a reader may keep a stream from being written to.
	streamWrite = 10 * time.Second
)

// stream is an answer of server-sent events
// (https://html.spec.whatwg.org/multipage/server-sent-events.html). It begins with
// the first event; until then the request can be refused. It is safe for concurrent
// use.
type stream struct {
	mu      sync.Mutex
	w       http.ResponseWriter
	control *http.ResponseController
	wrote   bool
}

func newStream(w http.ResponseWriter) *stream {
	return &stream{w: w, control: http.NewResponseController(w)}
}

// beat writes while there is no news, until ctx ends or end is called, which must be
// before the handler returns. A write that fails ends the request's context.
func (s *stream) beat(ctx context.Context) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	var beating sync.WaitGroup
	beating.Go(func() {
		tick := time.NewTicker(streamBeat)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if s.begun() && s.write(": still here\n\n") != nil {
					return
				}
			}
		}
	})
	return func() {
		cancel()
		beating.Wait()
		s.allow() // what ends the answer is still to be written
	}
}

// begun reports whether anything was sent.
func (s *stream) begun() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wrote
}

// send sends one event; it fails if the reader has gone, or reads too slowly.
func (s *stream) send(event string, v any) error {
	data, err := json.Marshal(v) // of one line
	if err != nil {
		return err
	}
	return s.write(fmt.Sprintf("event: %s\ndata: %s\n\n", event, data))
}

func (s *stream) write(text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.wrote {
		streamHeader(s.w)
		s.wrote = true
	}
	s.allow()
	if _, err := io.WriteString(s.w, text); err != nil {
		return err
	}
	return s.control.Flush()
}

// allow gives the reader time for what is written next.
func (s *stream) allow() {
	_ = s.control.SetWriteDeadline(time.Now().Add(streamWrite)) // tests' writers have none
}

// streamHeader begins an answer that is a stream.
func streamHeader(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // reverse proxies of nginx's kind hold streams back
	w.WriteHeader(http.StatusOK)
}

const (
	// maxStreams is how many open pages one user may have.
	maxStreams = 16
	// maxStreamsFrom is how many may be open from one address, for as many users:
	// user ids are free. Loopback may have all, see Seats.
	maxStreamsFrom = 512
	// streamAgain is when a page may try again that found too many open: about what
	// it takes to notice that others have gone.
	streamAgain = 15 * time.Second
)

// openStreams are the open pages. The zero value has none.
type openStreams struct {
	mu sync.Mutex
	// open counts them by user and by network.
	open map[any]int
	// ends end them once server shuts down, which would wait for them else.
	ends   map[*http.Request]context.CancelFunc
	server *http.Server
}

// enter notes the stream that answers r, and that end ends it, or reports that there
// are too many. The caller calls leave once it has ended.
func (o *openStreams) enter(r *http.Request, user string, from netip.Addr, end context.CancelFunc) (leave func(), ok bool) {
	by := network(from, personBits)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.open[user] >= maxStreams || o.open[by] >= maxStreamsFrom && !from.IsLoopback() {
		return nil, false
	}
	if o.open == nil {
		o.open, o.ends = map[any]int{}, map[*http.Request]context.CancelFunc{}
	}
	o.open[user]++
	o.open[by]++
	o.ends[r] = end
	if server, _ := r.Context().Value(http.ServerContextKey).(*http.Server); server != nil && server != o.server {
		o.server = server
		server.RegisterOnShutdown(o.end)
	}
	return func() { o.leave(r, user, by) }, true
}

func (o *openStreams) leave(r *http.Request, keys ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.ends, r)
	for _, key := range keys {
		if o.open[key]--; o.open[key] == 0 {
			delete(o.open, key)
		}
	}
}

// end ends all streams.
func (o *openStreams) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, end := range o.ends {
		end()
	}
}
