package openaihttp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"parley/engine"
)

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

// Unwrap is the error of package fault that this is.
func (r *Refusal) Unwrap() error { return r.kind }

// Mentions reports whether the service's own words, which are not for people
// as they may repeat the key or what was said, hold word.
func (r *Refusal) Mentions(word string) bool { return strings.Contains(r.text, word) }

// Refuse is the error for the text of an error event in mid-answer.
func (c *Client) Refuse(text []byte) error { return c.refuse(0, nil, text) }

func (c *Client) refuse(status int, h http.Header, text []byte) error {
	f := fieldsOf(text)
	meant := status
	if n, ok := f.Code.(float64); ok && status == 0 && n >= 400 && n < 600 {
		meant = int(n) // the status that was too late to send
	}
	r := &Refusal{Status: status, remedy: remedyOf(meant), address: c.address, text: string(text)}
	if r.Code = c.word(f.Code); r.Code == "" {
		r.Code = c.word(f.Type)
	}
	r.kind = kindOf(meant, r.Code)
	r.Param = c.word(f.Param)
	if wait := retryAfter(h, time.Now()); wait > 0 {
		return engine.After(r, wait)
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

func remedyOf(status int) string {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return "check OPENAI_API_KEY, or the key given for this role"
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
