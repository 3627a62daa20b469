package web

import (
	"crypto/rand"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	// codeLetters are those that are not mistaken for another or for a digit.
	codeLetters = "ABCDEFGHJKMNPQRSTUVWXYZ"
	codeLength  = 8
	// codeLife is how long a code can be used, once.
	codeLife = 10 * time.Minute
	// maxCodes bounds the memory; of more the oldest goes.
	maxCodes = 4096
	// An address may try joinTries codes at once, and one more every joinShare times
	// limitEvery, half a minute: to find one of 4,096 among 7.8e10 would take it a century.
	joinTries = 5
	joinShare = 10
)

// LinkReply is the answer to POST /api/me/link.
type LinkReply struct {
	// Code carries the person to another device, once.
	Code string `json:"code"`
	// Path is the page's address there, with the code where no log has it.
	Path string `json:"path"`
	// Seconds is how long it can be used.
	Seconds int `json:"seconds"`
}

// JoinRequest is the body of POST /api/me/join.
type JoinRequest struct {
	// Code may be written in small letters, with spaces or dashes.
	Code string `json:"code"`
}

// JoinReply is the answer to POST /api/me/join.
type JoinReply struct {
	Person bool `json:"person"`
	// Replaced is set where the browser was another person before. What was kept of
	// that one stays theirs: nothing is merged.
	Replaced bool `json:"replaced,omitempty"`
}

// codes are the codes given out, in this process's memory. The zero value has none.
type codes struct {
	mu   sync.Mutex
	open map[string]code
}

type code struct {
	user  string
	until time.Time
}

// give is a new code for a user, whose earlier one ends.
func (c *codes) give(user string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	oldest := ""
	for text, o := range c.open {
		if o.user == user || now.After(o.until) {
			delete(c.open, text)
		} else if oldest == "" || o.until.Before(c.open[oldest].until) {
			oldest = text
		}
	}
	if len(c.open) >= maxCodes {
		delete(c.open, oldest)
	}
	if c.open == nil {
		c.open = map[string]code{}
	}
	text := newCode()
	c.open[text] = code{user, now.Add(codeLife)}
	return text
}

// take is whose a code is, which ends with that; empty for one that is none.
func (c *codes) take(text string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	o := c.open[text]
	delete(c.open, text)
	if time.Now().After(o.until) {
		return ""
	}
	return o.user
}

// newCode is codeLength letters, each as likely as the others.
func newCode() string {
	text := make([]byte, 0, codeLength)
	for len(text) < codeLength {
		var b [1]byte
		_, _ = rand.Read(b[:]) // never fails
		if i := int(b[0]); i < 256/len(codeLetters)*len(codeLetters) {
			text = append(text, codeLetters[i%len(codeLetters)])
		}
	}
	return string(text)
}

// typed is a code as it was given out.
func typed(text string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(text))
}

// link gives the person a code for another device.
func (s *Server) link(w http.ResponseWriter, r *http.Request) {
	user, ok := s.userOf(w, r, "")
	if !ok {
		return
	}
	text := s.codes.give(user)
	answer(w, http.StatusOK, LinkReply{text, "/me/join#" + text, int(codeLife / time.Second)})
}

// join makes the browser the person who was given the code.
func (s *Server) join(w http.ResponseWriter, r *http.Request) {
	var request JoinRequest
	if !read(w, r, &request) || !ownPage(w, r) {
		return
	}
	user := s.codes.take(typed(request.Code))
	if user == "" {
		refuse(w, http.StatusNotFound, "code", "that is no code, or it was used, or is older than ten minutes")
		return
	}
	before := s.cookiePerson(r)
	s.setPerson(w, r, user)
	answer(w, http.StatusOK, JoinReply{true, before != "" && before != user})
}
