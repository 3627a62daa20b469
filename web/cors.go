package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

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
