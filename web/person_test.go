package web

import (
	"crypto/tls"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/calls"
)

// browser asks as a page of the server does; it keeps cookies.
type browser struct {
	s      *Server
	origin string
	jar    map[string]string
	// change is the last word on a request.
	change func(r *http.Request)
}

func newBrowser(s *Server) *browser {
	return &browser{s: s, origin: "http://localhost", jar: map[string]string{}}
}

func (b *browser) do(t *testing.T, method, path, body string, v any) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, b.origin+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for name, value := range b.jar {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	if b.change != nil {
		b.change(r)
	}
	w := httptest.NewRecorder()
	b.s.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		if b.jar[c.Name] = c.Value; c.MaxAge < 0 {
			delete(b.jar, c.Name)
		}
	}
	if v != nil {
		if err := json.Unmarshal(w.Body.Bytes(), v); err != nil {
			t.Fatalf("%s %s: %v in %s", method, path, err, w.Body)
		}
	}
	return w.Result()
}

func (b *browser) isPerson(t *testing.T) bool {
	t.Helper()
	var me Me
	b.do(t, "GET", "/api/me", "", &me)
	return me.Person
}

func TestPersonByCookie(t *testing.T) {
	s, files := withCalls(t)
	aCall(t, files, testUser, "call_a", 1, over("call_a"))
	b := newBrowser(s)
	if b.isPerson(t) || b.do(t, "GET", "/api/calls", "", nil).StatusCode != http.StatusUnauthorized {
		t.Error("a stranger is a person")
	}
	r := b.do(t, "POST", "/api/me", `{"user":"`+testUser+`"}`, nil)
	c := r.Cookies()[0]
	if r.StatusCode != http.StatusOK || c.Name != "__Host-parley" || !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode ||
		c.Path != "/" || c.Domain != "" || c.MaxAge != 400*24*3600 {
		t.Fatalf("%d, cookie %v", r.StatusCode, c)
	}
	if !b.isPerson(t) {
		t.Error("a person is a stranger")
	}
	if r := b.do(t, "GET", "/api/calls/call_a", "", nil); r.StatusCode != http.StatusOK {
		t.Errorf("the call of the id that was moved in: %d", r.StatusCode)
	}
	if r := b.do(t, "POST", "/api/me", `{}`, nil); r.StatusCode != http.StatusOK || b.jar[c.Name] != c.Value {
		t.Error("a person becomes another")
	}
	if r := b.do(t, "POST", "/api/me", `{"user":"`+otherUser+`"}`, nil); r.StatusCode != http.StatusConflict {
		t.Errorf("another id over it: %d, want 409", r.StatusCode)
	}
	if r := b.do(t, "POST", "/api/me", `{"user":"bob"}`, nil); r.StatusCode != http.StatusBadRequest {
		t.Errorf("an id that can be guessed: %d, want 400", r.StatusCode)
	}
	var reply CallReply
	b.do(t, "POST", "/api/calls", `{"scenario":"riskyProjectApproval"}`, &reply)
	if d := dispatchOf(t, reply); d.User != testUser {
		t.Error("a call is of somebody else")
	}
	if r := b.do(t, "DELETE", "/api/me", "", nil); r.StatusCode != http.StatusOK || len(b.jar) != 0 {
		t.Errorf("forgotten: %d, cookies %v", r.StatusCode, b.jar)
	}
	one, two := newBrowser(s), newBrowser(s)
	one.do(t, "POST", "/api/me", `{}`, nil)
	two.do(t, "POST", "/api/me", `{}`, nil)
	if one.jar[hostCookie] == "" || one.jar[hostCookie] == two.jar[hostCookie] {
		t.Error("two new persons are one")
	}
}

func TestCookiesThatWereNotMadeHere(t *testing.T) {
	s, _ := withCalls(t)
	good := newBrowser(s)
	good.do(t, "POST", "/api/me", `{"user":"`+testUser+`"}`, nil)
	value := good.jar[hostCookie]
	id, signature, _ := strings.Cut(value, ".")
	foreign := serverWith(t, func(c *Config) { c.Calls, c.PersonKey = s.config.Calls, []byte(strings.Repeat("x", 32)) })
	other := newBrowser(foreign)
	other.do(t, "POST", "/api/me", `{"user":"`+testUser+`"}`, nil)
	for name, jar := range map[string]map[string]string{
		"of another server":     {hostCookie: other.jar[hostCookie]},
		"of another person":     {hostCookie: otherUser + "." + signature},
		"without a signature":   {hostCookie: id},
		"of an empty signature": {hostCookie: id + "."},
		"a signature that ends": {hostCookie: value[:len(value)-1]},
		"the plain name":        {plainCookie: value},
		"nothing":               {hostCookie: ""},
		"huge":                  {hostCookie: strings.Repeat("a", 8000)},
	} {
		b := newBrowser(s)
		b.jar = jar
		if b.isPerson(t) {
			t.Errorf("%s: it counts", name)
		}
	}
}

// TestCookieByTheWayOfARequest: a cookie is Secure and has the name of such where
// browsers take it.
func TestCookieByTheWayOfARequest(t *testing.T) {
	s := serverWith(t, func(c *Config) { c.Proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")} })
	from := func(remote, proto string) func(r *http.Request) {
		return func(r *http.Request) {
			r.RemoteAddr = remote
			r.Header.Set("X-Forwarded-Proto", proto)
		}
	}
	for name, tt := range map[string]struct {
		origin string
		change func(r *http.Request)
		want   string
	}{
		"localhost":               {"http://localhost:8080", nil, hostCookie},
		"127.0.0.1":               {"http://127.0.0.1:8080", nil, hostCookie},
		"[::1]":                   {"http://[::1]:8080", nil, hostCookie},
		"TLS":                     {"http://practice.example", func(r *http.Request) { r.TLS = &tls.ConnectionState{} }, hostCookie},
		"a proxy with TLS":        {"http://practice.example", from("10.1.2.3:4", "https"), hostCookie},
		"a proxy without":         {"http://practice.example", from("10.1.2.3:4", "http"), plainCookie},
		"a proxy that is unknown": {"http://practice.example", from("11.1.2.3:4", "https"), plainCookie},
		"plain HTTP":              {"http://practice.example", nil, plainCookie},
		"plain HTTP by address":   {"http://192.168.1.7:8080", nil, plainCookie},
	} {
		b := newBrowser(s)
		b.origin, b.change = tt.origin, tt.change
		r := b.do(t, "POST", "/api/me", `{}`, nil)
		if len(r.Cookies()) != 1 {
			t.Errorf("%s: %d", name, r.StatusCode)
			continue
		}
		if c := r.Cookies()[0]; c.Name != tt.want || c.Secure != (tt.want == hostCookie) || !c.HttpOnly || !b.isPerson(t) {
			t.Errorf("%s: cookie %v, want %s", name, c, tt.want)
		}
	}
}

// TestForeignPagesUseNoCookie: what changes something is refused by every route unless
// it comes from a page of this server; a bearer's need not.
func TestForeignPagesUseNoCookie(t *testing.T) {
	s, files := withCalls(t)
	aCall(t, files, testUser, "call_a", 3, over("call_a"))
	b := newBrowser(s)
	b.do(t, "POST", "/api/me", `{"user":"`+testUser+`"}`, nil)
	routes := []struct{ method, path, body string }{
		{"POST", "/api/me", `{}`}, {"DELETE", "/api/me", ""}, {"POST", "/api/me/link", ""}, {"POST", "/api/me/join", `{"code":"A"}`},
		{"POST", "/api/calls", `{"scenario":"riskyProjectApproval"}`}, {"POST", "/api/token",
			`{"room_config":{"agents":[{"metadata":"riskyProjectApproval"}]}}`},
		{"POST", "/api/calls/import", archived(t, "call_b")}, {"DELETE", "/api/users/me", ""},
	}
	for _, r := range callRoutes {
		if r.method != "GET" {
			method, path, body := onCall(r.method, r.path, r.body, "call_a")
			routes = append(routes, struct{ method, path, body string }{method, path, body})
		}
	}
	for name, change := range map[string]func(r *http.Request){
		"cross-site":       func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"same-site":        func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") },
		"typed":            func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "none") },
		"nothing told":     func(r *http.Request) { r.Header.Del("Sec-Fetch-Site") },
		"another origin":   func(r *http.Request) { r.Header.Del("Sec-Fetch-Site"); r.Header.Set("Origin", "https://evil.example") },
		"an opaque origin": func(r *http.Request) { r.Header.Del("Sec-Fetch-Site"); r.Header.Set("Origin", "null") },
		"another port":     func(r *http.Request) { r.Header.Del("Sec-Fetch-Site"); r.Header.Set("Origin", "http://localhost:1") },
	} {
		for _, route := range routes {
			b.change = change
			if r := b.do(t, route.method, route.path, route.body, nil); r.StatusCode != http.StatusForbidden {
				t.Errorf("%s: %s %s: %d, want 403", name, route.method, route.path, r.StatusCode)
			}
		}
		b.change = change
		if r := b.do(t, "GET", "/api/calls/call_a", "", nil); r.StatusCode != http.StatusOK {
			t.Errorf("%s: to read: %d", name, r.StatusCode)
		}
	}
	b.change = func(r *http.Request) { r.Header.Del("Sec-Fetch-Site"); r.Header.Set("Origin", "http://localhost") }
	if r := b.do(t, "POST", "/api/calls/call_a/rating", `{"stars":3}`, nil); r.StatusCode != http.StatusNoContent {
		t.Errorf("an old browser: %d, want 204", r.StatusCode)
	}
	if w := ask(s, "POST", "/api/calls/call_a/rating", `{"stars":3}`); w.Code != http.StatusNoContent {
		t.Errorf("a bearer: %d, want 204", w.Code)
	}
}

func TestAnotherDeviceByCode(t *testing.T) {
	s, files := withCalls(t)
	aCall(t, files, testUser, "call_a", 1, over("call_a"))
	one, two, three := newBrowser(s), newBrowser(s), newBrowser(s)
	one.do(t, "POST", "/api/me", `{"user":"`+testUser+`"}`, nil)
	three.do(t, "POST", "/api/me", `{}`, nil)
	var link LinkReply
	one.do(t, "POST", "/api/me/link", "", &link)
	if len(link.Code) != 8 || link.Path != "/me/join#"+link.Code || link.Seconds != 600 || strings.ContainsAny(link.Code, "ILO01") {
		t.Errorf("link %+v", link)
	}
	var joined JoinReply
	two.do(t, "POST", "/api/me/join", `{"code":" `+strings.ToLower(link.Code[:4])+`-`+link.Code[4:]+`"}`, &joined)
	if !joined.Person || joined.Replaced || two.do(t, "GET", "/api/calls/call_a", "", nil).StatusCode != http.StatusOK {
		t.Errorf("the other device: %+v", joined)
	}
	if r := three.do(t, "POST", "/api/me/join", `{"code":"`+link.Code+`"}`, nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("a second time: %d, want 404", r.StatusCode)
	}
	var newer LinkReply
	one.do(t, "POST", "/api/me/link", "", &link)
	one.do(t, "POST", "/api/me/link", "", &newer)
	if r := three.do(t, "POST", "/api/me/join", `{"code":"`+link.Code+`"}`, nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("a code before the newest: %d, want 404", r.StatusCode)
	}
	three.do(t, "POST", "/api/me/join", `{"code":"`+newer.Code+`"}`, &joined)
	if !joined.Replaced {
		t.Error("whoever was a person is not told")
	}
	nobody := newBrowser(s)
	if r := nobody.do(t, "POST", "/api/me/link", "", nil); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("nobody's code: %d, want 401", r.StatusCode)
	}
}

func TestCodesEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c codes
		early, late := c.give("one"), c.give("two")
		time.Sleep(codeLife)
		if got := c.take(late); got != "two" {
			t.Errorf("after ten minutes it is of %q", got)
		}
		time.Sleep(time.Nanosecond)
		if got := c.take(early); got != "" {
			t.Errorf("later it is of %q", got)
		}
		for range maxCodes + 10 {
			c.give(newCode())
		}
		if len(c.open) != maxCodes {
			t.Errorf("%d codes are open", len(c.open))
		}
	})
}

// TestCodesGuessed: an address has five tries, and then one every half minute.
func TestCodesGuessed(t *testing.T) {
	s, _ := withCalls(t)
	statuses := func(remote string, n int) (got []int) {
		b := newBrowser(s)
		b.change = func(r *http.Request) { r.RemoteAddr = remote }
		for range n {
			got = append(got, b.do(t, "POST", "/api/me/join", `{"code":"`+newCode()+`"}`, nil).StatusCode)
		}
		return got
	}
	synctest.Test(t, func(t *testing.T) {
		for i, got := range statuses("192.0.2.1:1", 7) {
			if want := map[bool]int{true: 404, false: 429}[i < joinTries]; got != want {
				t.Errorf("try %d: %d, want %d", i+1, got, want)
			}
		}
		if got := statuses("192.0.2.2:1", 1); got[0] != 404 {
			t.Errorf("another address: %d", got[0])
		}
		time.Sleep(joinShare * limitEvery)
		if got := statuses("192.0.2.1:1", 2); got[0] != 404 || got[1] != 429 {
			t.Errorf("half a minute later: %v, want 404 and 429", got)
		}
	})
}

func TestWhatIsKeptAndWhoHears(t *testing.T) {
	s, _ := withCalls(t)
	var l Ledger
	w := ask(s, "GET", "/api/me/ledger", "")
	if err := json.Unmarshal(w.Body.Bytes(), &l); err != nil || len(l.Stored) != 1 || l.Stored[0].Delete != testUser {
		t.Errorf("ledger %s", w.Body)
	}
	wantError(t, "nobody's", asks(s, "GET", "/api/me/ledger", ""), http.StatusUnauthorized, "")
	wantError(t, "nobody", asks(s, "DELETE", "/api/me", ""), http.StatusUnauthorized, "")
	wantError(t, "nobody's kind", asks(s, "DELETE", "/api/me/ledger/profile", ""), http.StatusUnauthorized, "")
	wantError(t, "nothing there", ask(s, "DELETE", "/api/me/ledger/checks", ""), http.StatusNotFound, "kind")
	wantError(t, "under way", ask(s, "DELETE", "/api/me/ledger/calls", ""), http.StatusConflict, "")
	var r calls.Receipt
	w = ask(s, "DELETE", "/api/me/ledger/profile", "")
	if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil || r.Kind != "profile" {
		t.Errorf("receipt %s", w.Body)
	}
	var p Privacy
	w = asks(s, "GET", "/api/privacy", "")
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Version != ConsentVersion || p.KeepDays != 90 || p.Recording ||
		len(p.Engines) != 2 || p.Engines[1].Host != "api.openai.com" {
		t.Errorf("privacy %s", w.Body)
	}
}
