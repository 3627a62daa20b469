package openaitest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"parley/engine"
)

// Fault is a way for the service to fail, whichever its endpoint; its text is
// for tables. A service that is not there at all is Refused or Server.Close.
type Fault string

// The faults.
const (
	NoFault      Fault = ""
	FaultKey     Fault = "401"
	FaultBusy    Fault = "429 with Retry-After"
	FaultService Fault = "500"
	FaultHang    Fault = "hang before the first byte"
	FaultHangMid Fault = "hang mid-stream"
	FaultCutMid  Fault = "cut mid-stream"
	FaultJunk    Fault = "junk"
	FaultHTML    Fault = "HTML"
	FaultEmpty   Fault = "an empty answer"
)

// RetryAfter is what FaultBusy asks for.
const RetryAfter = 7 * time.Second

// faults are all of them but NoFault: the kind of error by which a client must
// report each, and its answer, nil of those in mid-stream.
var faults = []struct {
	fault Fault
	want  error
	reply Reply
}{
	{FaultKey, engine.ErrKey, Status(http.StatusUnauthorized, "invalid_api_key")},
	{FaultBusy, engine.ErrBusy, Busy(fmt.Sprint(RetryAfter.Seconds()))},
	{FaultService, engine.ErrService, Status(http.StatusInternalServerError, "server_error")},
	{FaultHang, engine.ErrSlow, HangBefore()},
	{FaultHangMid, engine.ErrSlow, nil},
	{FaultCutMid, engine.ErrCut, nil},
	{FaultJunk, engine.ErrJunk, Raw("application/json", `{"text": oops`)},
	{FaultHTML, engine.ErrJunk, HTML()},
	{FaultEmpty, engine.ErrJunk, Raw("application/json", "")},
}

// Faults are all of them but NoFault.
func Faults() []Fault {
	var all []Fault
	for _, f := range faults {
		all = append(all, f.fault)
	}
	return all
}

// Want is the kind of error by which a client must report f.
func (f Fault) Want() error {
	for _, known := range faults {
		if known.fault == f {
			return known.want
		}
	}
	return nil
}

// RetryAfter is the wait that a client must report with f.
func (f Fault) RetryAfter() time.Duration {
	if f == FaultBusy {
		return RetryAfter
	}
	return 0
}

// Midway reports whether a part of the answer comes before f.
func (f Fault) Midway() bool { return f == FaultHangMid || f == FaultCutMid }

// reply is f instead of good, or after midway bytes of it.
func (f Fault) reply(good Reply, midway int) Reply {
	if f.Midway() {
		return breaking(good, midway, f == FaultHangMid)
	}
	for _, known := range faults {
		if known.fault == f {
			return known.reply
		}
	}
	return good
}

// breaking is good up to its first bytes, then silence or a lost connection.
func breaking(good Reply, bytes int, hang bool) Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		b := &broken{ResponseWriter: w, r: r, left: bytes, hang: hang}
		good(b, r)
		panic(http.ErrAbortHandler) // also of an answer shorter than that
	}
}

type broken struct {
	http.ResponseWriter
	r    *http.Request
	left int
	hang bool
}

var errBroken = errors.New("the answer breaks off here")

// Write implements io.Writer.
func (b *broken) Write(p []byte) (int, error) {
	n := min(len(p), b.left)
	b.left -= n
	if _, err := b.ResponseWriter.Write(p[:n]); err != nil || b.left > 0 {
		return n, err
	}
	flush(b)
	if b.hang {
		<-b.r.Context().Done()
	}
	return n, errBroken
}

// Unwrap lets http.ResponseController flush.
func (b *broken) Unwrap() http.ResponseWriter { return b.ResponseWriter }

func flush(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() } // the client may have gone

// refuse answers in the API's error form. The message repeats the client's key,
// as careless services do.
func refuse(w http.ResponseWriter, r *http.Request, status int, code, param string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{
		"message": "refused for " + r.Header.Get("Authorization"), "type": "scripted_error", "code": code, "param": param,
	}})
}

// Status refuses with an HTTP status and the API's error form.
func Status(status int, code string) Reply {
	return func(w http.ResponseWriter, r *http.Request) { refuse(w, r, status, code, "") }
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
		_, _ = io.WriteString(w, text)
	}
}

// Busy refuses with HTTP 429 and the given Retry-After header.
func Busy(retryAfter string) Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", retryAfter)
		refuse(w, r, http.StatusTooManyRequests, "rate_limit_exceeded", "")
	}
}

// HangBefore takes the request and says nothing until the client gives up.
func HangBefore() Reply {
	return func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
}

// HTML answers with a web page, as a proxy or a wrong port does.
func HTML() Reply {
	return Raw("text/html; charset=utf-8", "<!doctype html>\n<html><body>Sign in</body></html>\n")
}

// Raw writes body with the given content type and status 200, nothing added.
func Raw(contentType, body string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, body) // the client may have gone
	}
}
