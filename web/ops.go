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
