package openaitest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
)

// Status refuses with an HTTP status and the API's error form. The message
// repeats the client's key, as careless services do.
func Status(status int, code string) Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{
			"message": "refused for " + r.Header.Get("Authorization"), "type": "scripted_error", "code": code,
		}})
	}
}

// Refusing refuses requests that hold field with status and text as the error's
// whole body, and leaves others to reply.
func Refusing(field string, status int, text string, reply Reply) Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		var fields map[string]json.RawMessage
		_ = json.NewDecoder(r.Body).Decode(&fields) // the server has read it once
		if _, sent := fields[field]; !sent {
			reply(w, r)
			return
		}
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, text)
	}
}

// Busy refuses with HTTP 429 and the given Retry-After header.
func Busy(retryAfter string) Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", retryAfter)
		Status(http.StatusTooManyRequests, "rate_limit_exceeded")(w, r)
	}
}

// HangBefore takes the request and says nothing until the client gives up.
func HangBefore() Reply {
	return func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
}

// HangAfter streams pieces and then says nothing until the client gives up.
func HangAfter(pieces ...string) Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		open(w)
		send(w, pieces...)
		<-r.Context().Done()
	}
}

// CutAfter streams pieces and then drops the connection.
func CutAfter(pieces ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, pieces...)
		panic(http.ErrAbortHandler)
	}
}

// EndAfter streams pieces and ends the body in good order, but without a finish
// reason or an end mark, as a proxy does when the model behind it dies.
func EndAfter(pieces ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) { send(w, pieces...) }
}

// FailAfter streams pieces and then an error event.
func FailAfter(pieces ...string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, pieces...)
		_, _ = fmt.Fprint(w, `data: {"error":{"message":"out of memory","type":"server_error"}}`+"\n\n")
	}
}

// HTML answers with a web page, as a proxy or a wrong port does.
func HTML() Reply {
	return Raw("text/html; charset=utf-8", "<!doctype html>\n<html><body>Sign in</body></html>\n")
}

// JunkJSON streams an event that is not JSON.
func JunkJSON() Reply { return Raw("text/event-stream", "data: {\"choices\": oops}\n\n") }

// Refused returns a base URL on which nothing listens.
func Refused() string {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	return s.URL + "/v1"
}
