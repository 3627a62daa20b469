// Package web is the HTTP side of Parley: the list of scenarios, tokens for
// calls, the state of the service and the browser app, which is embedded. The
// call itself never passes through here; the browser holds it with LiveKit.
package web

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"parley"
	"parley/calls"
	"parley/debrief"
	"parley/scenarios"
)

// Config is what a Server needs. All fields but Agent, Scene, Readiness, Seats, Hosts,
// Origins, Proxies, Forget, Burn, Calls, Held, Ledger, Coach, PersonKey, Places, Assistant, TurnedAway and
// Log must be set.
type Config struct {
	Library *scenarios.Library
	// LiveKitURL is where browsers reach LiveKit: ws:// or wss://.
	LiveKitURL string
	// Key and Secret sign the callers' tokens.
	Key, Secret string
	// Agent is the agent name the tokens ask LiveKit for; empty for an agent of
	// LiveKit's automatic dispatch, which gets their metadata too.
	Agent string
	// Scene is the id of the scenario of those who ask /api/token for none;
	// empty refuses them.
	Scene string
	// Engines says which engine serves each role, such as "stt": "sphinx".
	Engines map[string]string
	// Ready is nil while calls can be taken, else why not, in plain words that go
	// to users and operators alike. No token is given out meanwhile. It is called
	// for each request, from any goroutine, and must not block.
	Ready func() error
	// Readiness is what /readyz answers; without it only what Ready says. It is
	// called as Ready is.
	Readiness func() Readiness
	// Seats are those of the agents that take the calls; nil if they are not
	// known here: then any caller gets a token, and an agent that is full tells
	// them in the room.
	Seats *Seats
	// Plays is nil for a scene that can be held here in a mode, else why not. Without
	// it every scene of the library can. It is called for each request, from any
	// goroutine, and must not block.
	Plays func(scenarios.Scenario, parley.Mode) *Refusal
	// Hosts are the names under which the page is reached, without port, beside
	// localhost and addresses; see Server.
	Hosts []string
	// Origins are those of other sites, such as https://practice.example, whose
	// pages may ask /api/.
	Origins []string
	// Proxies are the networks of reverse proxies whose X-Forwarded-For is taken;
	// without them every address is the connection's.
	Proxies []netip.Prefix
	// Forget removes all that is kept of a user, from any goroutine, and tells what is
	// gone of their calls; its error for a bad id is parley.ErrUser, any other means that
	// something may be left. Without it nothing is kept here.
	Forget func(user string) (calls.Receipt, error)
	// Burn removes what is kept of a user of one kind of the ledger, which is listed with
	// BurnPath, and tells what is gone; calls.ErrNotFound means that there is nothing of it,
	// calls.ErrUnderWay that it is still written. It is set where Ledger is, is called from
	// any goroutine and may block.
	Burn func(ctx context.Context, user, kind string) (calls.Receipt, error)
	// Calls is what is kept of users' calls; nil if none are kept here.
	Calls Calls
	// Held reports whether a call is held in a room, as its agent says there. It is called
	// from any goroutine and may block. Without it no call can be resumed.
	Held func(ctx context.Context, room string, call parley.CallID) (bool, error)
	// Ledger lists what is kept of a user, by kind; nil if nothing is. It is called from
	// any goroutine and may block.
	Ledger func(ctx context.Context, user string) ([]Stored, error)
	// Coach has a model write the sentences of a user's debrief, as debrief.Coach does, and
	// keeps them with the call; nil leaves those by rules. It is called from any goroutine
	// and blocks.
	Coach func(ctx context.Context, user string, d debrief.Debrief) (debrief.Coaching, error)
	// PersonKey signs the cookies by which browsers are known: at least 32 bytes, the
	// same for all servers of one page. Nil is one of this process alone.
	PersonKey []byte
	// Places say where the engines run that hear what is said, KeepDays for how many
	// days calls are kept; 0 is for ever.
	Places   []EnginePlace
	KeepDays int
	// Assistant serves the users of assistants; nil if there are none here.
	Assistant Assistant
	// TurnedAway, if set, is told of each caller who gets no token although the
	// request was in order, from any goroutine; it must not block.
	TurnedAway func(Reason)
	// Log takes faults of the HTTP server; nil means slog.Default().
	Log *slog.Logger
}

// Refusal is an error: why a scene cannot be held.
type Refusal struct {
	scenarios.Unplayable
	// Why is for operators, and for those who asked for a call by the API: it names
	// engines and flags.
	Why string
}

func (r *Refusal) Error() string { return r.Why }

// Reason is why a caller is turned away.
type Reason string

// The reasons.
const (
	// NoSeat: all seats are taken.
	NoSeat Reason = "seats"
	// AddressLimit: the caller's address has all seats that one may have, or asks
	// for calls too fast.
	AddressLimit Reason = "address"
	// NotReady: no calls can be taken, as Config.Ready says.
	NotReady Reason = "not_ready"
	// Unplayable: the scene cannot be held here, as Config.Plays says: no engine
	// knows its language, or it needs a model.
	Unplayable Reason = "scene"
)

// Reasons are all of them.
func Reasons() []Reason { return []Reason{NoSeat, AddressLimit, NotReady, Unplayable} }

// Server answers all HTTP requests. It is safe for concurrent use.
//
// The Host header must be localhost, an address or one of Config.Hosts: else a
// foreign page could rebind its own name to this machine and hold calls here.
type Server struct {
	config  Config
	log     *slog.Logger
	handler http.Handler
	// unnamed guards the one line about a proxy that is not in Config.Proxies.
	unnamed sync.Once
	streams openStreams
	codes   codes
}

// New checks c and builds the server.
func New(c Config) (*Server, error) {
	if c.Library == nil || c.Ready == nil || c.Key == "" || c.Secret == "" {
		return nil, errors.New("web: library, key, secret and ready must be set")
	}
	policy, err := contentPolicy(c.LiveKitURL)
	if err != nil {
		return nil, err
	}
	s := &Server{config: c, log: c.Log}
	if c.PersonKey == nil {
		s.config.PersonKey = []byte(rand.Text() + rand.Text())
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	if s.config.TurnedAway == nil {
		s.config.TurnedAway = func(Reason) {}
	}
	s.handler, err = guard(policy, c.Hosts, c.Origins, s.routes())
	return s, err
}

func (s *Server) routes() http.Handler {
	burst := limitBurst
	if s.config.Seats != nil {
		burst = max(burst, 2*s.config.Seats.all) // every seat, and once more for a second try
	}
	mux := http.NewServeMux()
	mux.Handle("/api/scenarios", only(http.MethodGet, s.listScenarios))
	callers := newLimiter(burst)
	callers.over = func() { s.config.TurnedAway(AddressLimit) }
	s.historyRoutes(mux, s.limit(callers, s.createCall))
	s.personRoutes(mux)
	if s.config.Held != nil {
		mux.Handle("/api/calls/{id}/resume", only(http.MethodPost, s.limit(newLimiter(burst), s.resumeCall)))
	}
	mux.Handle("/api/token", only(http.MethodPost, s.limit(callers, s.createToken)))
	mux.Handle("/api/status", only(http.MethodGet, s.status))
	if s.config.Forget != nil {
		mux.Handle("/api/users/{id}", only(http.MethodDelete, s.limit(newLimiter(limitBurst), s.forgetUser)))
	}
	s.assistantRoutes(mux)
	mux.Handle("/api/", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusNotFound, "", "there is nothing here")
	}))
	health(mux, s.readiness)
	mux.Handle("/", app())
	return mux
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// closeGrace is how long requests may take to finish once Serve's context has
// ended. All answers are made from memory, so this is for slow readers only.
const closeGrace = time.Second

// Serve answers requests on l until ctx ends, then finishes those under way for
// at most a second and returns nil. It closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	return serve(ctx, l, s, 30*time.Second, s.log)
}

func serve(ctx context.Context, l net.Listener, h http.Handler, write time.Duration, log *slog.Logger) error {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      write,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeGrace)
		defer cancel()
		if err := server.Shutdown(grace); err != nil {
			stopped <- server.Close()
			return
		}
		stopped <- nil
	})
	err := server.Serve(l)
	if stop() { // it failed by itself
		return errors.Join(err, server.Close())
	}
	return <-stopped
}
