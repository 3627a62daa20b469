package openaihttp

import (
	"bufio"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"parley/engine"
)

// endpoints are the ends of the addresses that are asked below a base URL, or shown as
// examples beside it, and are pasted with it.
var endpoints = []string{
	"/chat/completions", "/completions", "/responses", "/models", "/embeddings",
	"/audio/speech", "/audio/transcriptions", "/audio/translations",
}

// Base is the base URL that an address stands for as people write it: without a scheme,
// with slashes behind, or as a whole endpoint's. What is no address is returned as it is.
func Base(address string) string {
	if address == "" {
		return ""
	}
	if !strings.Contains(address, "://") {
		address = schemeOf(address) + "://" + strings.TrimLeft(address, "/")
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	u.Path = strings.TrimRight(u.Path, "/")
	for _, end := range endpoints {
		if base, found := strings.CutSuffix(u.Path, end); found {
			u.Path = strings.TrimRight(base, "/")
			break
		}
	}
	u.RawPath = ""
	return u.String()
}

// schemeOf is that of an address without one: a port is named for servers of one's own,
// which speak plain HTTP, as do names without a dot.
func schemeOf(address string) string {
	host, _, _ := strings.Cut(strings.TrimLeft(address, "/"), "/")
	if strings.HasSuffix(host, ":443") || !strings.Contains(host, ":") && strings.Contains(host, ".") {
		return "https"
	}
	return "http"
}

// versioned matches a path that names the API's version, or an Azure deployment: no other
// is tried in its place.
var versioned = regexp.MustCompile(`/(v\d|deployments/)`)

// others are the bases to try where base answers like no API: most often "/v1" has been
// left out of it, or the server's own API was named.
func others(base *url.URL) []string {
	if versioned.MatchString(base.Path) {
		return nil
	}
	at := func(p string) string {
		u := *base
		u.Path, u.RawPath = p, ""
		return u.String()
	}
	return slices.Compact([]string{at(path.Join("/", base.Path, "v1")), at("/v1")})
}

// answeredAt is, for the bases that answer like no API, the one that did in its place.
// It is the process's: four engines of one service need not learn it one by one.
var answeredAt sync.Map

// at is r below another base.
func (c *Client) at(base string, r *http.Request) *http.Request {
	rest, below := strings.CutPrefix(r.URL.String(), c.base)
	u, err := url.Parse(base + rest)
	if !below || err != nil {
		return nil
	}
	other := r.Clone(r.Context())
	other.URL, other.Host = u, u.Host
	if r.Body == nil || r.Body == http.NoBody {
		return other
	}
	if r.GetBody == nil {
		return nil
	}
	if other.Body, err = r.GetBody(); err != nil {
		return nil
	}
	return other
}

// Do signs and sends a request below the base URL that somebody else has made,
// such as go-openai, whose HTTPDoer this implements; otherwise it is like Post.
// Where the base URL names no version of the API and there is none, it is tried
// with "/v1", which is remembered.
func (c *Client) Do(r *http.Request) (*http.Response, error) {
	if len(c.others) == 0 {
		return c.do(r)
	}
	if base, known := answeredAt.Load(c.base); known {
		if other := c.at(base.(string), r); other != nil {
			resp, err := c.do(other)
			if astray(err) { // another server may be there by now
				answeredAt.Delete(c.base)
			}
			return resp, err
		}
	}
	resp, err := c.whole(c.do(r))
	if !astray(err) {
		return resp, err
	}
	for _, base := range c.others {
		other := c.at(base, r)
		if other == nil || r.Context().Err() != nil {
			break
		}
		resp, otherwise := c.whole(c.do(other))
		if astray(otherwise) || errors.Is(otherwise, engine.ErrAway) {
			continue
		}
		if _, told := answeredAt.LoadOrStore(c.base, base); !told {
			slog.Warn("the base URL of a service is not whole: it answers below another",
				"given", redacted(c.base), "answers", redacted(base))
		}
		return resp, otherwise
	}
	return nil, err
}

func redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Redacted()
}

// errNoEndpoint is a Junk for an answer of 200 that there is no such endpoint, as of LM
// Studio.
const errNoEndpoint = Junk("an error in the place of an answer")

// whole makes a failure of an answer that is an error with the status of none.
func (c *Client) whole(resp *http.Response, err error) (*http.Response, error) {
	if err != nil {
		return nil, err
	}
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind != "application/json" {
		return resp, nil
	}
	body := bufio.NewReader(resp.Body)
	begin, _ := body.Peek(len(`{"error"`)) // what is shorter is no error, and one of the connection comes again
	if string(begin) == `{"error"` {
		_ = resp.Body.Close()
		return nil, errNoEndpoint
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{body, resp.Body}
	return resp, nil
}

// astray reports whether err may be of a path below which there is no API.
func astray(err error) bool {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Status == http.StatusNotFound || r.Status == http.StatusMethodNotAllowed
	}
	return errors.Is(err, errNoEndpoint) || errors.Is(err, errPage)
}
