package web

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"strings"
	"time"
)

// Readiness is the answer to GET /readyz: with status 200 if the process can do all
// its work, else 503.
type Readiness struct {
	Ready bool `json:"ready"`
	// Error is the State of the first part that is not ready.
	Error string `json:"error,omitempty"`
	Parts []Part `json:"parts"`
}

// Part is one thing that a process needs, by its name and, in plain words, how it is.
type Part struct {
	Name  string `json:"name"`
	Ready bool   `json:"ready"`
	State string `json:"state"`
}

// NewReadiness is that of a process that needs parts. Of none it knows nothing, and
// is not ready.
func NewReadiness(parts ...Part) Readiness {
	r := Readiness{Ready: len(parts) > 0, Parts: parts}
	for _, p := range parts {
		if !p.Ready && r.Ready {
			r.Ready, r.Error = false, p.State
		}
	}
	return r
}

// readyAgain is when a caller may ask again for a service that is not ready:
// about what a lost connection takes to come back.
const readyAgain = 2 * time.Second

// health answers /healthz as long as the process does, and /readyz with what ready
// returns.
func health(mux *http.ServeMux, ready func() Readiness) {
	mux.Handle("/healthz", only(http.MethodGet, func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, struct{}{})
	}))
	mux.Handle("/readyz", only(http.MethodGet, func(w http.ResponseWriter, _ *http.Request) {
		r, status := ready(), http.StatusOK
		if !r.Ready {
			retryAfter(w, readyAgain)
			status = http.StatusServiceUnavailable
		}
		answer(w, status, r)
	}))
}

// readiness is what the page's server says of itself.
func (s *Server) readiness() Readiness {
	if s.config.Readiness != nil {
		return s.config.Readiness()
	}
	if err := s.config.Ready(); err != nil {
		return NewReadiness(Part{Name: "calls", State: err.Error()})
	}
	return NewReadiness(Part{Name: "calls", Ready: true, State: "can be taken"})
}

// profileWait bounds a profile or a trace, which is answered when it is done.
const profileWait = 2 * time.Minute

// ServeOps answers what the operators of a process look at on l until ctx ends,
// and closes l: whether it is alive at /healthz and ready at /readyz, metrics at
// /metrics and Go's profiles at /debug/pprof/. There is
// no speech and no id in them, but whoever asks for a profile costs processor
// time: l belongs on an address that users do not reach. The command line, which
// may hold secrets, is not told. Other sites' pages are turned away, and so is
// every name that a site may have: localhost, addresses and names without a dot,
// such as a service's in a network of containers, are answered.
func ServeOps(ctx context.Context, l net.Listener, metrics http.Handler, ready func() Readiness) error {
	mux := http.NewServeMux()
	health(mux, ready)
	mux.Handle("GET /metrics", metrics)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	own := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site := r.Header.Get("Sec-Fetch-Site")
		if !hostAllowed(r, nil) && strings.Contains(hostOf(r), ".") || site == "cross-site" || site == "same-site" {
			refuse(w, http.StatusForbidden, "", "this address answers operators alone, under an address or a name without a dot")
			return
		}
		mux.ServeHTTP(w, r)
	})
	return serve(ctx, l, own, profileWait, slog.Default())
}
