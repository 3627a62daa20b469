package openaitest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"time"
)

// Fault is a way for the service to fail; its text is for tables.
type Fault string

// The faults. Refused is a service that is not there at all: see RefusedURL.
const (
	None       Fault = ""
	WrongKey   Fault = "401"
	Busy       Fault = "429 with Retry-After"
	Failing    Fault = "500"
	HangBefore Fault = "hang before the first byte"
	HangMid    Fault = "hang mid-stream"
	CutMid     Fault = "cut mid-stream"
	Junk       Fault = "junk"
	HTML       Fault = "HTML"
	NoText     Fault = "no text"
)

// Faults are all of them but None, in the order of the constants.
func Faults() []Fault {
	return []Fault{WrongKey, Busy, Failing, HangBefore, HangMid, CutMid, Junk, HTML, NoText}
}

// RetryAfter is what Busy asks for.
const RetryAfter = 7 * time.Second

// answer gives the faults that need no transcript and reports whether f was one.
func (f Fault) answer(w http.ResponseWriter, r *http.Request) bool {
	switch f {
	case WrongKey:
		refuse(w, r, http.StatusUnauthorized, "invalid_api_key", "")
	case Busy:
		w.Header().Set("Retry-After", "7")
		refuse(w, r, http.StatusTooManyRequests, "rate_limit_exceeded", "")
	case Failing:
		refuse(w, r, http.StatusInternalServerError, "server_error", "")
	case HangBefore:
		<-r.Context().Done()
	case Junk:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"text": oops`)) // the client may have gone
	case HTML:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<!doctype html>\n<html><body>Sign in</body></html>\n"))
	case NoText:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusOK)
	default:
		return false
	}
	return true
}

// refuse answers in the API's error form. The message repeats the client's key,
// as careless services do.
func refuse(w http.ResponseWriter, r *http.Request, status int, code, param string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{
		"message": "refused for " + r.Header.Get("Authorization"), "type": "invalid_request_error", "code": code, "param": param,
	}})
}

// RefusedURL is a base URL on which nothing listens.
func RefusedURL() string {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	return s.URL + "/v1"
}
