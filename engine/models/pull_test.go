package models

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestPull(t *testing.T) {
	h := newHost(t, finePacked(t))
	p, m := puller(t), modelAt(h)
	phases := make(map[Phase]bool)
	p.Progress = func(g Progress) {
		if g.Model != "m-en" || g.Total > 0 && g.Done > g.Total {
			t.Errorf("progress %+v: want m-en, not beyond its total", g)
		}
		phases[g.Phase] = true
	}
	if err := p.Pull(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	wantWhole(t, p, m)
	if !phases[Fetching] || !phases[Unpacking] {
		t.Errorf("phases told: %v, want fetching and unpacking", phases)
	}
	if s := Look(p.Dir, m); s.State != Here || !s.Checked {
		t.Errorf("Look = %+v, want here and checked", s)
	}
	if err := p.Pull(t.Context(), m); err != nil || len(h.asked()) != 1 {
		t.Errorf("second pull: %v with %d requests in all, want none more", err, len(h.asked()))
	}
}

func TestPullGoesOnAfterACut(t *testing.T) {
	body := finePacked(t)
	h := newHost(t, body)
	h.cuts = []int{100_000, 50_000, 1, 0, 70_000}
	p := puller(t)
	if err := p.Pull(t.Context(), modelAt(h)); err != nil {
		t.Fatal(err)
	}
	wantWhole(t, p, modelAt(h))
	if h.sentBytes() != len(body) {
		t.Errorf("%d bytes were sent, want each of the %d once", h.sentBytes(), len(body))
	}
	if got := h.asked()[1]; got.Get("Range") != "bytes=100000-" || got.Get("If-Range") != `"one"` {
		t.Errorf("second request: Range %q If-Range %q", got.Get("Range"), got.Get("If-Range"))
	}
}

func TestPullWithoutRanges(t *testing.T) {
	h := newHost(t, finePacked(t))
	h.noRange, h.cuts = true, []int{100_000, 200_000}
	p := puller(t)
	if err := p.Pull(t.Context(), modelAt(h)); err != nil {
		t.Fatal(err)
	}
	wantWhole(t, p, modelAt(h))
}

func TestPullStartsOverWhenTheFileChanged(t *testing.T) {
	body := finePacked(t)
	h := newHost(t, append(noise(80_000), body[80_000:]...)) // the old file
	m := modelAt(h)
	m.Parts[0].SHA256 = sum(body)
	h.cuts, h.answers = []int{60_000}, nil
	p := puller(t)
	p.Client = &http.Client{Transport: swap{p.Client.Transport, func(n int) {
		if n == 2 {
			h.change(body, `"two"`)
		}
	}, new(int)}}
	if err := p.Pull(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	wantWhole(t, p, m)
}

// swap does something before each request.
type swap struct {
	http.RoundTripper
	before func(n int)
	n      *int
}

func (s swap) RoundTrip(r *http.Request) (*http.Response, error) {
	*s.n++
	s.before(*s.n)
	return s.RoundTripper.RoundTrip(r)
}

func TestPullFaults(t *testing.T) {
	for name, c := range map[string]struct {
		host     func(*host)
		model    func(*Model)
		sentinel error
		words    []string
		requests int
	}{
		"not found":    {host: func(h *host) { h.answers = []int{404} }, sentinel: ErrRefused, words: []string{"404", "--from"}, requests: 1},
		"forbidden":    {host: func(h *host) { h.answers = []int{403} }, sentinel: ErrRefused, words: []string{"403"}, requests: 1},
		"web page":     {host: func(h *host) { h.html = true }, sentinel: ErrRefused, words: []string{"web page", "proxy"}, requests: 1},
		"ever failing": {host: func(h *host) { h.answers = []int{500, 502, 503, 429, 500} }, sentinel: ErrFetch, words: []string{"429", "later"}, requests: 4},
		"wrong length": {model: func(m *Model) { m.Parts[0].Size++ }, sentinel: ErrRefused, words: []string{"catalogue's", "changed"}, requests: 1},
		"tampered": {
			host:     func(h *host) { h.body = append([]byte{}, h.body...); h.body[1000] ^= 1 },
			sentinel: ErrBroken, words: []string{"SHA-256", "thrown away", "do not use it"}, requests: 1,
		},
		"cut for ever": {
			host:     func(h *host) { h.cuts = []int{10_000, 0, 0, 0, 0, 0} },
			sentinel: ErrFetch, words: []string{"10.0 kB are kept", "parley models pull m-en"}, requests: 4,
		},
		"missing file": {
			model:    func(m *Model) { m.Files = append(m.Files, "joiner.onnx") },
			sentinel: ErrBroken, words: []string{"m.tar.gz holds no joiner.onnx"}, requests: 1,
		},
		"no host": {
			model:    func(m *Model) { m.Parts[0].Address = "http://127.0.0.1:1/m.tar.gz" },
			sentinel: ErrFetch, words: []string{"127.0.0.1:1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, finePacked(t))
			m := modelAt(h)
			if c.host != nil {
				c.host(h)
			}
			if c.model != nil {
				c.model(&m)
			}
			p := puller(t)
			wantError(t, p.Pull(t.Context(), m), c.sentinel, append(c.words, m.Parts[0].base())...)
			wantNothing(t, p)
			if got := len(h.asked()); got != c.requests {
				t.Errorf("%d requests, want %d", got, c.requests)
			}
		})
	}
}

func TestPullAfterFailuresOfTheServer(t *testing.T) {
	h := newHost(t, finePacked(t))
	h.answers = []int{500, 503, 429}
	p := puller(t)
	if err := p.Pull(t.Context(), modelAt(h)); err != nil {
		t.Fatal(err)
	}
	wantWhole(t, p, modelAt(h))
}

func TestPullFromASilentServer(t *testing.T) {
	h := newHost(t, finePacked(t))
	h.hold, h.cuts = make(chan struct{}), []int{50_000}
	p := puller(t)
	p.stall = 300 * time.Millisecond
	if err := p.Pull(t.Context(), modelAt(h)); err != nil {
		t.Fatal(err)
	}
	wantWhole(t, p, modelAt(h))
	// On a machine that stands still for as long there are more.
	got := h.asked()
	if len(got) < 2 {
		t.Fatal("the server was asked once, want again for the rest")
	}
	for i, asked := range got[1:] {
		if !strings.HasPrefix(asked.Get("Range"), "bytes=") {
			t.Errorf("request %d has Range %q, want the rest", i+2, asked.Get("Range"))
		}
	}
}

func TestPullRefusesALessSecureAddress(t *testing.T) {
	c := client()
	c.Transport = answer{&http.Response{
		StatusCode: http.StatusFound, Header: http.Header{"Location": {"http://127.0.0.1:1/m.tar.gz"}},
		Body: io.NopCloser(strings.NewReader("")),
	}}
	p := puller(t)
	p.Client = c
	m := modelAt(newHost(t, finePacked(t)))
	m.Parts[0].Address = "https://127.0.0.1:1/m.tar.gz"
	err := p.Pull(t.Context(), m)
	wantError(t, err, ErrRefused, "https")
	if !errors.Is(err, errDowngrade) {
		t.Errorf("error = %v, want the downgrade", err)
	}
}

// answer answers every request alike.
type answer struct{ *http.Response }

func (a answer) RoundTrip(r *http.Request) (*http.Response, error) {
	a.Request = r
	return a.Response, nil
}
