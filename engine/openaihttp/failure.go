package openaihttp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"parley/engine"
)

// Junk says what an answer holds instead of the API's form; Client.Explain makes
// an engine.ErrJunk of it.
type Junk string

// Error implements error.
func (j Junk) Error() string { return string(j) }

// Explain is what a caller of the engine of that name is told of err, from a
// request or from reading its answer: ctx's error if ctx has ended, else err with
// the name. io.ErrUnexpectedEOF stands for an answer that broke off.
func (c *Client) Explain(ctx context.Context, name string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	switch j := Junk(""); {
	case errors.As(err, &j):
		err = c.junk(string(j))
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = c.cut()
	}
	return fmt.Errorf("%s: %w", name, err)
}

// junk is engine.ErrJunk for an answer that holds what instead of the API's form.
func (c *Client) junk(what string) error {
	return fmt.Errorf("%w: %s from %s, which does not seem to speak the OpenAI API; check the base URL", engine.ErrJunk, what, c.address)
}

// unreached is an error of the connection with the address and what to check.
func (c *Client) unreached(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return c.ended(ctx)
	}
	var known interface{ Timeout() bool }
	if errors.As(err, &known) && known.Timeout() {
		return c.slow()
	}
	return away{fmt.Errorf("reach %s: %w; check that the service runs there and that the base URL is right", c.address, withoutURL(err))}
}

// away is a engine.ErrAway in the words of the connection.
type away struct{ error }

func (a away) Unwrap() []error { return []error{engine.ErrAway, a.error} }

// ended is the error of a request whose context is over.
func (c *Client) ended(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), engine.ErrSlow) {
		return c.slow()
	}
	return ctx.Err()
}

func (c *Client) slow() error {
	return fmt.Errorf("%w: %s has been silent for too long; check the service, or try again later", engine.ErrSlow, c.address)
}

// cut is engine.ErrCut for an answer that broke off.
func (c *Client) cut() error {
	return fmt.Errorf("%w: %s ended it; check the service, or try again later", engine.ErrCut, c.address)
}

// withoutURL drops the text of err that repeats the whole URL.
func withoutURL(err error) error {
	if inner := (*url.Error)(nil); errors.As(err, &inner) {
		return inner.Err
	}
	return err
}

// Refusal is a service's answer that it will not do what was asked. Callers
// find it with errors.As to ask again in other words.
type Refusal struct {
	// Status is the HTTP status; 0 for an error sent in mid-answer.
	Status int
	// Code is the API's own word for the failure, such as "model_not_found",
	// Param the parameter it is about; each may be empty.
	Code, Param string

	kind    error
	remedy  string
	address string
	text    string
}

// Error implements error.
func (r *Refusal) Error() string {
	detail := "in mid-answer"
	if r.Status != 0 {
		detail = fmt.Sprintf("HTTP %d", r.Status)
	}
	detail += " from " + r.address
	for _, word := range []string{r.Code, r.Param} {
		if word != "" {
			detail += ", " + word
		}
	}
	return fmt.Sprintf("%v (%s): %s", r.kind, detail, r.remedy)
}

// Unwrap is the error of package engine that this is.
func (r *Refusal) Unwrap() error { return r.kind }

// Mentions reports whether the service's own words, which are not for people
// as they may repeat the key or what was said, hold word.
func (r *Refusal) Mentions(word string) bool { return strings.Contains(r.text, word) }

// Names is where the service's own words first hold one of words by itself, whatever
// its case; -1 if they do not.
func (r *Refusal) Names(words ...string) int {
	first, text := -1, strings.ToLower(r.text)
	for _, word := range words {
		for from := 0; ; {
			i := strings.Index(text[from:], word)
			if i < 0 {
				break
			}
			at, end := from+i, from+i+len(word)
			alone := (at == 0 || !wordByte(text[at-1])) && (end == len(text) || !wordByte(text[end]))
			if alone && (first < 0 || at < first) {
				first = at
			}
			from = end
		}
	}
	return first
}

func wordByte(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

// Number is the first number that pattern's groups find in the service's own
// words; 0 if there is none.
func (r *Refusal) Number(pattern *regexp.Regexp) int {
	for _, group := range pattern.FindStringSubmatch(r.text) {
		if n, err := strconv.Atoi(group); err == nil {
			return n
		}
	}
	return 0
}

// Refuse is the error for the text of an error event in mid-answer.
func (c *Client) Refuse(text []byte) error { return c.refuse(0, nil, text) }

func (c *Client) refuse(status int, h http.Header, text []byte) error {
	f := fieldsOf(text)
	meant := status
	if n, ok := f.Code.(float64); ok && status == 0 && n >= 400 && n < 600 {
		meant = int(n) // the status that was too late to send
	}
	r := &Refusal{Status: status, remedy: c.remedyOf(meant), address: c.address, text: string(text)}
	if r.Code = c.word(f.Code); r.Code == "" {
		r.Code = c.word(f.Type)
	}
	r.kind = kindOf(meant, r.Code)
	r.Param = c.word(f.Param)
	if wait := retryAfter(h, time.Now()); wait > 0 {
		return engine.WithRetryAfter(r, wait)
	}
	return r
}

// kindOf is what a status means with the API's word for it: services say that
// there is no such model with 404, or with 400 and a code such as
// "model_not_found" or "model_decommissioned".
func kindOf(status int, code string) error {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusProxyAuthRequired:
		return engine.ErrKey
	case http.StatusTooManyRequests, http.StatusPaymentRequired:
		return engine.ErrBusy
	case http.StatusRequestTimeout:
		return engine.ErrSlow
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusGone:
		return engine.ErrModel
	}
	switch {
	case status < 400 || status >= 500:
		return engine.ErrService
	case strings.HasPrefix(code, "model_"):
		return engine.ErrModel
	}
	return engine.ErrRequest
}

func (c *Client) remedyOf(status int) string {
	switch {
	case status != http.StatusUnauthorized && status != http.StatusForbidden:
	case c.keyName == "":
		return "check OPENAI_API_KEY, or the key given for this role"
	case c.key == "":
		return "it may need a key: set " + c.keyName
	default:
		return "check " + c.keyName
	}
	switch {
	case status == http.StatusTooManyRequests:
		return "wait, or check the account's quota"
	case status == http.StatusPaymentRequired:
		return "check the account's credit"
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed, status == http.StatusGone:
		return "check the model's name and the base URL"
	case status >= 300 && status < 400:
		return "it redirects, which is not followed; check the base URL"
	case status >= 400 && status < 500 && status != http.StatusRequestTimeout:
		return "check that the service and its model take what is asked"
	}
	return "check the service's state, or try again later"
}

// wordForm is what the API's own words look like, and speech does not.
var wordForm = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_.]{2,48}$`)

// fields are what of an error's text is in the API's own words.
type fields struct{ Code, Type, Param any }

// fieldsOf reads OpenAI's form, or the same fields at the top, as from vLLM.
func fieldsOf(text []byte) fields {
	var top struct {
		fields
		Error json.RawMessage
	}
	if json.Unmarshal(text, &top) != nil || len(top.Error) == 0 {
		return top.fields
	}
	var f fields
	_ = json.Unmarshal(top.Error, &f) // Ollama's is a string, without such words
	return f
}

func (c *Client) word(v any) string {
	s, ok := v.(string)
	if !ok || !wordForm.MatchString(s) || c.key != "" && strings.Contains(s, c.key) {
		return ""
	}
	return s
}

// maxRetryAfter is the longest wait believed: to ask once in a quarter of an hour harms no
// service, and none is out for a day because of a slip of its own.
const maxRetryAfter = 15 * time.Minute

// retryAfter is the wait a service asks for, in its header's milliseconds,
// seconds or date (RFC 9110, 10.2.3; the milliseconds are OpenAI's own). A date is
// by the service's clock, which its answer tells.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return bound(ms * float64(time.Millisecond))
	}
	text := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(text, 64); err == nil {
		return bound(s * float64(time.Second))
	}
	if at, err := http.ParseTime(text); err == nil {
		if told, err := http.ParseTime(h.Get("Date")); err == nil {
			now = told
		}
		return bound(float64(at.Sub(now)))
	}
	return 0
}

// bound is wait within 0 and maxRetryAfter; what is no number is 0.
func bound(wait float64) time.Duration {
	if !(wait > 0) {
		return 0
	}
	return time.Duration(min(wait, float64(maxRetryAfter)))
}
