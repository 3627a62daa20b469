package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"parley/fault"
)

// explain turns a failure into one of llm's errors or a fault of the
// connection. The service's own message is left out: it may repeat the key or
// what was said.
func (s *stream) explain(err error) error {
	if ctxErr := s.parent.Err(); ctxErr != nil {
		return ctxErr
	}
	if errors.Is(context.Cause(s.ctx), fault.ErrSlow) {
		return fmt.Errorf("%w: %s has been silent for too long", fault.ErrSlow, s.engine.address)
	}
	var refused *api.APIError
	var page *api.RequestError
	switch {
	case errors.Is(err, fault.ErrJunk):
		return fmt.Errorf("%s: %w", s.engine.address, err)
	case errors.As(err, &refused):
		return s.engine.status(refused.HTTPStatusCode, code(refused))
	case errors.As(err, &page):
		return s.engine.status(page.HTTPStatusCode, "")
	case isJunk(err), errors.Is(err, io.EOF) && !s.begun && s.body != nil:
		return fmt.Errorf("%w: %s does not seem to speak the OpenAI API; check the base URL", fault.ErrJunk, s.engine.address)
	case s.body != nil:
		return fmt.Errorf("%w: %s ended it", fault.ErrCut, s.engine.address)
	case isUse(err):
		return fmt.Errorf("%w: %w", fault.ErrRequest, err)
	}
	return s.engine.fault(err)
}

// status names the error for an HTTP status, or for an error sent in the middle
// of a stream, which has status 0.
func (e *Engine) status(status int, code string) error {
	kind, advice := fault.ErrService, "try again later"
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		kind, advice = fault.ErrKey, "check OPENAI_API_KEY"
	case status == http.StatusTooManyRequests:
		kind, advice = fault.ErrBusy, "wait, or check the account's quota"
	case status == http.StatusNotFound:
		kind, advice = fault.ErrRequest, fmt.Sprintf("check the model %q and the base URL", e.model)
	case status >= 400 && status < 500:
		kind, advice = fault.ErrRequest, fmt.Sprintf("check that the model %q takes what is asked", e.model)
	}
	detail := "in mid-answer"
	if status != 0 {
		detail = fmt.Sprintf("HTTP %d", status)
	}
	if code != "" && (e.key == "" || !strings.Contains(code, e.key)) {
		detail += ", " + code
	}
	return fmt.Errorf("%w (%s from %s): %s", kind, detail, e.address, advice)
}

var codeForm = regexp.MustCompile(`^[a-z][a-z0-9_]{2,48}$`)

// code is the API's own word for a failure, such as "model_not_found".
func code(e *api.APIError) string {
	if c, ok := e.Code.(string); ok && codeForm.MatchString(c) {
		return c
	}
	if codeForm.MatchString(e.Type) {
		return e.Type
	}
	return ""
}

// isJunk reports an answer that is not JSON of the API's form.
func isJunk(err error) bool {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	return errors.As(err, &syntax) || errors.As(err, &kind) || errors.Is(err, api.ErrTooManyEmptyStreamMessages)
}

// isUse reports a request go-openai itself refuses to send.
func isUse(err error) bool {
	for _, use := range []error{
		api.ErrChatCompletionInvalidModel, api.ErrReasoningModelMaxTokensDeprecated,
		api.ErrReasoningModelLimitationsOther, api.ErrReasoningToolsRequireResponses,
		api.ErrReasoningSamplingUnsupported,
	} {
		if errors.Is(err, use) {
			return true
		}
	}
	return false
}
