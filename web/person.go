package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"time"

	"parley"
)

// A person is whoever holds the page's cookie: an id that nobody can guess, as API
// callers show it as a bearer, signed so that a browser has only ids that were made
// here or that it had before. Scripts of the page cannot read it.
const (
	// hostCookie is the name where the cookie is Secure: browsers take one of that name
	// from this very host over TLS alone (RFC 6265bis section 4.1.3.2), or from
	// localhost.
	hostCookie = "__Host-parley"
	// plainCookie is the name over plain HTTP from another machine, where browsers drop
	// a cookie that is Secure.
	plainCookie = "parley"
	// cookieLife is as long as browsers keep one (RFC 6265bis section 5.5). Each look
	// at GET /api/me renews it.
	cookieLife = 400 * 24 * time.Hour
)

// MeRequest is the body of POST /api/me.
type MeRequest struct {
	// User is the id that the browser has kept so far; empty makes a new person.
	User string `json:"user,omitempty"`
}

// Me says whether a request comes from a person. Their id is not told.
type Me struct {
	Person bool `json:"person"`
}

// secure reports whether r has come over TLS, or from this machine: so a cookie for
// it can be Secure. A proxy in front is believed if it is one of Config.Proxies.
func (s *Server) secure(r *http.Request) bool {
	if r.TLS != nil || onThisMachine(hostOf(r)) {
		return true
	}
	proto := r.Header.Get("X-Forwarded-Proto")
	return strings.EqualFold(proto, "https") && proxies(s.config.Proxies).has(parseAddr(r.RemoteAddr))
}

// onThisMachine reports whether a host name is one that a browser trusts without TLS
// (https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy).
func onThisMachine(host string) bool {
	return strings.EqualFold(host, "localhost") || parseAddr(host).IsLoopback()
}

// cookieName is that of the person's cookie where r has come from.
func (s *Server) cookieName(r *http.Request) string {
	if s.secure(r) {
		return hostCookie
	}
	return plainCookie
}

// cookiePerson is the person of r's cookie, empty for none and for one that was not
// signed here.
func (s *Server) cookiePerson(r *http.Request) string {
	c, err := r.Cookie(s.cookieName(r))
	if err != nil {
		return ""
	}
	id, signature, _ := strings.Cut(c.Value, ".")
	told, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil || !parley.IsUser(id) || !hmac.Equal(told, s.sign(id)) {
		return ""
	}
	return id
}

func (s *Server) sign(id string) []byte {
	m := hmac.New(sha256.New, s.config.PersonKey)
	m.Write([]byte(id))
	return m.Sum(nil)
}

// setPerson gives the browser the cookie of a person; of none it takes it away.
func (s *Server) setPerson(w http.ResponseWriter, r *http.Request, id string) {
	c := &http.Cookie{
		Name: s.cookieName(r), Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.secure(r),
	}
	if id != "" {
		c.Value, c.MaxAge = id+"."+base64.RawURLEncoding.EncodeToString(s.sign(id)), int(cookieLife/time.Second)
	}
	http.SetCookie(w, c)
}

// fromOwnPage reports whether a browser says that r was made by a page of this server,
// which no page of another site can have it say.
func fromOwnPage(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		return site == "same-origin"
	}
	u, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && u.Host != "" && u.Host == r.Host
}

// ownPage is fromOwnPage, or it answers 403.
func ownPage(w http.ResponseWriter, r *http.Request) bool {
	ok := fromOwnPage(r)
	if !ok {
		refuse(w, http.StatusForbidden, "", "a cookie counts for requests of this server's own pages alone; show a bearer instead")
	}
	return ok
}

// byCookie is the person of r's cookie, empty if there is none. A request that changes
// something must come from a page of this server: else it answers 403, and ok is false.
func (s *Server) byCookie(w http.ResponseWriter, r *http.Request) (user string, ok bool) {
	user = s.cookiePerson(r)
	if user == "" || r.Method == http.MethodGet || r.Method == http.MethodHead {
		return user, true
	}
	return user, ownPage(w, r)
}

// me tells whether r comes from a person, whose cookie it renews.
func (s *Server) me(w http.ResponseWriter, r *http.Request) {
	id := s.cookiePerson(r)
	if id != "" {
		s.setPerson(w, r, id)
	}
	answer(w, http.StatusOK, Me{id != ""})
}

// makeMe makes the browser a person: a new one or, where it has kept an id so far,
// that one. Whoever is a person already stays who they are; another id is refused.
func (s *Server) makeMe(w http.ResponseWriter, r *http.Request) {
	var request MeRequest
	if !read(w, r, &request) || !ownPage(w, r) {
		return
	}
	id := s.cookiePerson(r)
	switch {
	case request.User != "" && !parley.IsUser(request.User):
		refuse(w, http.StatusBadRequest, "user", parley.ErrUser.Error())
		return
	case id != "" && request.User != "" && request.User != id:
		refuse(w, http.StatusConflict, "user", "this browser is another person already")
		return
	case id == "" && request.User != "":
		id = request.User
	case id == "":
		id = strings.ToLower(rand.Text())
	}
	s.setPerson(w, r, id)
	answer(w, http.StatusOK, Me{true})
}
