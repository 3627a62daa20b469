package web

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"parley"
	"parley/scenarios"
)

// list asks s for the list with headers, name and value by turns.
func list(s *Server, method string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/api/scenarios", http.NoBody)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// TestListIsCompressed has the list in both encodings, each with its own ETag, by
// which whoever has it gets no second one, whichever they take.
func TestListIsCompressed(t *testing.T) {
	s, _ := newTestServer(t)
	plain, zipped := list(s, "GET"), list(s, "GET", "Accept-Encoding", "gzip, br")
	if plain.Header().Get("Content-Encoding") != "" || zipped.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("encoded as %q and %q", plain.Header()["Content-Encoding"], zipped.Header()["Content-Encoding"])
	}
	size := zipped.Body.Len()
	unpacked, err := gzip.NewReader(zipped.Body)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unpacked)
	if err != nil || string(content) != plain.Body.String() {
		t.Errorf("the compressed list is another one: %v", err)
	}
	if size*2 > len(content) {
		t.Errorf("%d bytes of %d are sent", size, len(content))
	}
	var all ScenarioList
	if err := json.Unmarshal(content, &all); err != nil || len(all.Scenarios) < 12 || len(all.Skills) != len(scenarios.Skills()) {
		t.Errorf("%d scenarios, %d skills, %v", len(all.Scenarios), len(all.Skills), err)
	}
	etags := map[string]string{"": plain.Header().Get("Etag"), "gzip": zipped.Header().Get("Etag")}
	if etags[""] == etags["gzip"] {
		t.Errorf("both encodings have the ETag %q", etags[""])
	}
	for encoding, etag := range etags {
		for _, tt := range []struct {
			has  string
			want int
		}{
			{etag, http.StatusNotModified},
			{`"other", W/` + etag, http.StatusNotModified},
			{"*", http.StatusNotModified},
			{`"other"`, http.StatusOK},
			{strings.Trim(etag, `"`), http.StatusOK}, // is ill-formed
			{"", http.StatusOK},
		} {
			w := list(s, "GET", "Accept-Encoding", encoding, "If-None-Match", tt.has)
			if w.Code != tt.want || (w.Body.Len() == 0) != (tt.want == http.StatusNotModified) || w.Header().Get("Etag") != etag ||
				w.Header().Get("Vary") != "Accept-Encoding" || w.Header().Get("Cache-Control") != "no-cache" {
				t.Errorf("encoding %q, has %q: status %d, want %d; %d bytes, %v", encoding, tt.has, w.Code, tt.want, w.Body.Len(),
					w.Header())
			}
		}
	}
	if w := list(s, "HEAD"); w.Code != http.StatusOK || w.Body.Len() > 0 || w.Header().Get("Etag") != etags[""] {
		t.Errorf("HEAD: status %d, %d bytes", w.Code, w.Body.Len())
	}
}

// TestListChangesWithTheEngines gives another ETag once a scene can be heard.
func TestListChangesWithTheEngines(t *testing.T) {
	s, _ := newTestServer(t)
	deaf := true
	s.config.Plays = func(scenarios.Scenario, parley.Mode) *Refusal {
		if deaf {
			return &Refusal{Unplayable: scenarios.Unplayable{Code: scenarios.NoEars, TextWay: true}, Why: "sphinx"}
		}
		return nil
	}
	before := list(s, "GET")
	if strings.Contains(before.Body.String(), "sphinx") {
		t.Error("the list names an engine")
	}
	deaf = false
	if w := list(s, "GET", "If-None-Match", before.Header().Get("Etag")); w.Code != http.StatusOK {
		t.Errorf("status %d, want the new list", w.Code)
	}
}
