package web

import (
	"embed"
	"io/fs"
	"net/http"
	"strings"
)

//go:embed all:app/dist
var dist embed.FS

// app serves the embedded browser app.
func app() http.Handler {
	built, err := fs.Sub(dist, "app/dist")
	if err != nil {
		panic(err) // the path above is not one
	}
	return serveApp(built)
}

const notBuilt = `<!doctype html><html lang="en"><title>Parley</title>
<p>The page is not built into this binary. Run <code>make web</code>, then build again.</p></html>
`

// serveApp serves the files of a Vite build. Names under assets/ carry a hash of
// their content, so browsers may keep them; all else they must ask for again.
func serveApp(built fs.FS) http.Handler {
	files := http.FileServerFS(built)
	_, err := fs.Stat(built, "index.html")
	hasPage := err == nil
	return only(http.MethodGet, func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			if !hasPage {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				w.WriteHeader(http.StatusServiceUnavailable)
				_, _ = w.Write([]byte(notBuilt)) // fails only if the client has gone
				return
			}
			name = "index.html"
		}
		info, err := fs.Stat(built, name)
		if err != nil || info.IsDir() || strings.HasPrefix(name, ".") {
			http.NotFound(w, r)
			return
		}
		if strings.HasPrefix(name, "assets/") {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		} else {
			w.Header().Set("Cache-Control", "no-cache")
		}
		files.ServeHTTP(w, r)
	})
}
