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
	if err := CheckHosts(hosts); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if err := CheckOrigins(origins); err != nil {
		return nil, fmt.Errorf("web: %w", err)
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
			refuse(w, http.StatusMisdirectedRequest, "", "This server does not answer under the name you asked for; "+
				"whoever runs it can add that with --hosts or PARLEY_HOSTS")
			return
		}
		next.ServeHTTP(w, r)
	}), nil
}

// CheckHosts says which of names no browser can ask under, as Config.Hosts has them.
func CheckHosts(names []string) error {
	for _, name := range names {
		if strings.ContainsAny(name, "/:*@?#[]%\\ ") || strings.Trim(name, ".") == "" {
			return fmt.Errorf("%q is no host name: give it alone, such as practice.example, without https://, port or wildcard", name)
		}
	}
	return nil
}

// hostAllowed reports whether r asks under a name that no other site can have: one
// of names, localhost or an address, which is no name. Any other may be a site's
// own name that was bound to this machine while its page is open. Clients that name
// no host are no browsers.
func hostAllowed(r *http.Request, names []string) bool {
	host := hostOf(r)
	_, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return host == "" || err == nil || strings.EqualFold(host, "localhost") ||
		slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(strings.TrimSuffix(n, "."), host) })
}

// hostOf is the name that r asks under, without port and the dot of its root.
func hostOf(r *http.Request) string {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.TrimSuffix(host, ".")
}

// preflightAge is for how many seconds a browser may remember what it may ask.
const preflightAge = "600"

// CheckOrigins refuses what no browser sends as an Origin header, and "*": any
// page a user has open could then hold calls here.
func CheckOrigins(origins []string) error {
	for _, origin := range origins {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Contains(u.Host, "*") ||
			origin != strings.ToLower(u.Scheme+"://"+u.Host) {
			return fmt.Errorf("origin %q is not https://host or https://host:port; name each, there is no wildcard", origin)
		}
	}
	return nil
}

// shared lets pages of the origins named ask /api/. Browsers send no cookies
// along, and a cookie counts for pages of this server alone, see byCookie.
func shared(origins []string, next http.Handler) http.Handler {
	if len(origins) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Add("Vary", "Origin")
		origin := r.Header.Get("Origin")
		if !strings.HasPrefix(r.URL.Path, "/api/") || !slices.Contains(origins, origin) {
			next.ServeHTTP(w, r)
			return
		}
		h.Set("Access-Control-Allow-Origin", origin)
		h.Set("Access-Control-Expose-Headers", "Retry-After")
		if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
			next.ServeHTTP(w, r)
			return
		}
		h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
		if asked := r.Header.Get("Access-Control-Request-Headers"); asked != "" {
			h.Set("Access-Control-Allow-Headers", asked) // none means anything here
		}
		h.Set("Access-Control-Max-Age", preflightAge)
		w.WriteHeader(http.StatusNoContent)
	})
}
