package openaihttp

import (
	"net/http"
	"strconv"
	"time"
)

// maxRetryAfter is the longest wait believed.
const maxRetryAfter = 24 * time.Hour

// retryAfter is the wait a service asks for, in its header's milliseconds,
// seconds or date (RFC 9110, 10.2.3; the milliseconds are OpenAI's own).
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return bound(ms * float64(time.Millisecond))
	}
	text := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(text, 64); err == nil {
		return bound(s * float64(time.Second))
	}
	if at, err := http.ParseTime(text); err == nil {
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
