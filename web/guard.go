package web

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// contentPolicy lets the page load from its own origin alone and speak to that
// and to LiveKit. LiveKit's client asks over HTTP why a WebSocket failed, so
// both schemes are let through.
func contentPolicy(livekitURL string) (string, error) {
	u, err := url.Parse(livekitURL)
	if err != nil || u.Host == "" || u.Scheme != "ws" && u.Scheme != "wss" || strings.ContainsAny(u.Host, " ;,'\"") {
		return "", fmt.Errorf("web: LiveKit URL %q is not ws://host or wss://host", livekitURL)
	}
	http := strings.Replace(u.Scheme, "ws", "http", 1)
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "media-src 'self' blob:",
		fmt.Sprintf("connect-src 'self' %s://%s %s://%s", u.Scheme, u.Host, http, u.Host),
		"base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
	}, "; "), nil
}

// guard sets the security headers and turns away requests of foreign pages, those
// of origins aside.
func guard(policy string, hosts, origins []string, next http.Handler) (http.Handler, error) {
	if err := checkOrigins(origins); err != nil {
		return nil, err
	}
	crossOrigin := http.NewCrossOriginProtection()
	for _, origin := range origins {
		if err := crossOrigin.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("web: %w", err)
		}
	}
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusForbidden, "", "the request comes from another site")
	}))
	next = shared(origins, crossOrigin.Handler(next))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "microphone=(self), camera=(), geolocation=()")
		if !hostAllowed(r, hosts) {
			refuse(w, http.StatusMisdirectedRequest, "", "this server does not answer under that name")
			return
		}
		next.ServeHTTP(w, r)
	}), nil
}

// hostAllowed holds connections to loopback to loopback's names, see Server.
func hostAllowed(r *http.Request, hosts []string) bool {
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if local == nil || !isLoopback(local.String()) {
		return true
	}
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.EqualFold(host, "localhost") || isLoopback(host) ||
		slices.ContainsFunc(hosts, func(h string) bool { return strings.EqualFold(h, host) })
}

// isLoopback takes an address with or without port.
func isLoopback(address string) bool {
	if host, _, err := net.SplitHostPort(address); err == nil {
		address = host
	}
	a, err := netip.ParseAddr(strings.Trim(address, "[]"))
	return err == nil && a.IsLoopback()
}
