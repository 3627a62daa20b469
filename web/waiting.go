package web

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// ServeWaiting answers on l for a process that waits for what it needs: /healthz that
// it is alive, everything else 503 and why. It returns when ctx ends and leaves l open
// for the process itself.
func ServeWaiting(ctx context.Context, l net.Listener, why error) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, struct{}{}) })
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		retryAfter(w, readyAgain)
		refuse(w, http.StatusServiceUnavailable, "", why.Error())
	})
	lent := &lentListener{Listener: l}
	defer lent.giveBack()
	return serve(ctx, lent, mux, readyAgain, slog.Default())
}

// lentListener is one that a server ends without closing it.
type lentListener struct{ net.Listener }

// deadliner is what a TCP listener can do besides.
type deadliner interface{ SetDeadline(t time.Time) error }

// Close has Accept return and leaves the listener open.
func (l *lentListener) Close() error {
	if d, ok := l.Listener.(deadliner); ok {
		return d.SetDeadline(time.Unix(1, 0))
	}
	return l.Listener.Close()
}

// giveBack has the listener accept again.
func (l *lentListener) giveBack() {
	if d, ok := l.Listener.(deadliner); ok {
		_ = d.SetDeadline(time.Time{}) // fails only where it is closed
	}
}
