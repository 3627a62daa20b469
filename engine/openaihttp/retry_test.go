package openaihttp

import (
	"net/http"
	"testing"
	"time"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		header http.Header
		want   time.Duration
	}{
		"none":         {nil, 0},
		"seconds":      {http.Header{"Retry-After": {"20"}}, 20 * time.Second},
		"fraction":     {http.Header{"Retry-After": {"0.5"}}, 500 * time.Millisecond},
		"date":         {http.Header{"Retry-After": {"Sun, 01 Mar 2026 12:01:30 GMT"}}, 90 * time.Second},
		"past date":    {http.Header{"Retry-After": {"Sun, 01 Mar 2026 11:00:00 GMT"}}, 0},
		"milliseconds": {http.Header{"Retry-After": {"1"}, "Retry-After-Ms": {"250"}}, 250 * time.Millisecond},
		"negative":     {http.Header{"Retry-After": {"-4"}}, 0},
		"no number":    {http.Header{"Retry-After": {"NaN"}}, 0},
		"its clock":    {http.Header{"Retry-After": {"Sun, 01 Mar 2026 13:00:30 GMT"}, "Date": {"Sun, 01 Mar 2026 13:00:00 GMT"}}, 30 * time.Second},
		"a slip":       {http.Header{"Retry-After": {"1000000000"}}, 15 * time.Minute},
		"endless":      {http.Header{"Retry-After": {"1e300"}}, maxRetryAfter},
		"junk":         {http.Header{"Retry-After": {"soon"}}, 0},
	} {
		if got := retryAfter(c.header, now); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// FuzzRefusal holds that no bytes of a service reach the message but the API's
// own words, and that no wait is out of bounds.
func FuzzRefusal(f *testing.F) {
	f.Add([]byte(`{"error":{"message":"m","code":"model_not_found","param":"model"}}`), "3")
	f.Add([]byte(`{"error":"model not found"}`), "Sun, 01 Mar 2026 12:01:30 GMT")
	f.Add([]byte(`{"code":{"a":1},"type":[],"error":null}`), "NaN")
	f.Add([]byte("<html>"), "-1")
	c := &Client{address: "http://host", key: "k3y"}
	f.Fuzz(func(t *testing.T, text []byte, wait string) {
		h := http.Header{"Retry-After": {wait}}
		r := &Refusal{}
		switch err := c.refuse(400, h, text).(type) { //nolint:errorlint // the two forms are what is tested
		case *Refusal:
			r = err
		case interface{ Unwrap() error }:
			r = err.Unwrap().(*Refusal) //nolint:errorlint // as above
		}
		for _, word := range []string{r.Code, r.Param} {
			if word != "" && (!wordForm.MatchString(word) || word == c.key) {
				t.Errorf("message holds %q", word)
			}
		}
		if got := retryAfter(h, time.Now()); got < 0 || got > maxRetryAfter {
			t.Errorf("wait = %v", got)
		}
	})
}
