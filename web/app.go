package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed all:app/dist
var dist embed.FS

// app serves the embedded browser app.
var app = sync.OnceValue(func() http.Handler {
	built, err := fs.Sub(dist, "app/dist")
	if err != nil {
		panic(err) // the path above is not one
	}
	h, err := serveApp(built)
	if err != nil {
		panic(err) // what is embedded can be read
	}
	return h
})

const notBuilt = `<!doctype html><html lang="en"><title>Parley</title>
<p>The page is not built into this binary. Run <code>make build</code>.</p></html>
`

// file is one file of the page in one encoding. ETags differ by encoding, as
// RFC 9110 section 8.8.3.3 demands.
type file struct {
	content []byte
	etag    string
}

// addresses are those of the page's own screens, which all are index.html; an
// {id} is that of a scene, a call or an assistant. The page's own list is in
// app/src/lib/address.ts.
var addresses = []string{"/", "/s/{id}", "/c/{id}", "/d/{id}", "/me", "/me/data", "/me/join", "/a/{id}"}

// screen matches the path of an address.
var screen = regexp.MustCompile("^(" + strings.ReplaceAll(strings.Join(addresses, "|"), "{id}", "[A-Za-z0-9_-]{1,64}") + ")$")

// page is what serveApp answers from: the files of a Vite build by name. A file
// that the build has compressed has its name and ".gz" for a second one.
type page map[string]file

// serveApp serves the files of a Vite build, compressed for those who take it.
// Names under assets/ carry a hash of their content, so browsers may keep them;
// all else they must ask for again.
func serveApp(built fs.FS) (http.Handler, error) {
	files := page{}
	err := fs.WalkDir(built, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(entry.Name(), ".") {
			return err
		}
		content, err := fs.ReadFile(built, name)
		files[name] = file{content, etagOf(content)}
		return err
	})
	return only(http.MethodGet, files.serve), err
}

// etagOf is the strong ETag of a content in its encoding.
func etagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

func (p page) serve(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	isScreen := screen.MatchString(r.URL.Path)
	if isScreen {
		name = "index.html"
	}
	f, found := p[name]
	switch {
	case !found && isScreen:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(notBuilt)) // fails only if the client has gone
		return
	case !found || strings.HasSuffix(name, ".gz"):
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "assets/") {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if zipped, both := p[name+".gz"]; both {
		h.Add("Vary", "Accept-Encoding")
		if takesGzip(r.Header.Values("Accept-Encoding")) {
			f = zipped
			h.Set("Content-Encoding", "gzip")
			h.Set("Content-Length", strconv.Itoa(len(f.content))) // ServeContent leaves it out of what is encoded
		}
	}
	h.Set("Etag", f.etag)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(f.content))
}

// takesGzip says whether a client prefers gzip to no encoding by the
// Accept-Encoding headers it sent (RFC 9110 section 12.5.3). One who says
// nothing gets none.
func takesGzip(headers []string) bool {
	weights := map[string]float64{} // of what is named
	for part := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		coding, params, _ := strings.Cut(part, ";")
		weight := 1.0
		if key, value, ok := strings.Cut(params, "="); ok && strings.EqualFold(strings.TrimSpace(key), "q") {
			weight, _ = strconv.ParseFloat(strings.TrimSpace(value), 64) // 0 for what is no number
		}
		weights[strings.ToLower(strings.TrimSpace(coding))] = weight
	}
	gzip, named := weights["gzip"]
	if !named {
		gzip = weights["*"]
	}
	return gzip > 0 && gzip >= weights["identity"]
}
