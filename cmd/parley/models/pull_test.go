package models

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/cmd/terminal"
	"parley/engine/models"
)

// servedModel is a model of one file that a real server serves.
func servedModel(t *testing.T, content string) (models.Model, *http.Client) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("ETag", `"1"`)
		if _, err := w.Write([]byte(content)); err != nil {
			t.Log(err) // the puller went away
		}
	}))
	t.Cleanup(server.Close)
	sum := sha256.Sum256([]byte(content))
	return models.Model{
		Name: "tiny", Role: models.VAD, Kind: "silero", Languages: []string{"en"}, Licence: "MIT", Place: "tiny.onnx",
		Parts: []models.Part{{Address: server.URL + "/tiny.onnx", Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:])}},
	}, server.Client()
}

func TestPullStoppedSaysWhatIsKept(t *testing.T) {
	m, client := servedModel(t, strings.Repeat("weights ", 1<<20))
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	dir := t.TempDir()
	client.Transport = stopper{client.Transport, stop}
	var out strings.Builder
	err := pull(ctx, &out, &models.Puller{Dir: dir, Client: client}, []models.Model{m})
	if err == nil || !strings.Contains(terminal.OneLine(err), "stopped") || strings.Contains(out.String(), "is here") {
		t.Errorf("error = %v, printed %q; want that it was stopped", err, out.String())
	}
	out.Reset()
	if err := pull(t.Context(), &out, &models.Puller{Dir: dir, Client: http.DefaultClient}, []models.Model{m}); err != nil {
		t.Fatal(err)
	}
	http.DefaultClient.CloseIdleConnections()
	if got := out.String(); got != "tiny is here (MIT)\n" {
		t.Errorf("printed %q, want that it is here", got)
	}
}

// stopper calls stop when the first answer comes.
type stopper struct {
	http.RoundTripper
	stop func()
}

func (s stopper) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := s.RoundTripper.RoundTrip(r)
	s.stop()
	return resp, err
}

const progressn = `tiny: fetching [#####...............]  25% of 100.0 MB, 5.0 MB/s, 15s left
tiny: fetching [##########..........]  50% of 100.0 MB, 5.0 MB/s, 10s left
tiny: fetching [###############.....]  75% of 100.0 MB, 5.0 MB/s, 5s left
`

// Without a terminal there is a line every few seconds, however often progress
// is told.
func TestPullShowsLinesNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		show := newProgress(&out)
		for i := range 199 {
			show.tell(models.Progress{Model: "tiny", Phase: models.Fetching, Done: int64(i) * 500_000, Total: 100_000_000})
			time.Sleep(100 * time.Millisecond)
		}
		if got := out.String(); got != progressn {
			t.Errorf("shown:\n%s\nwant:\n%s", got, progressn)
		}
	})
}

func TestPullShowsABarOnATerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		show := newProgress(&out)
		show.Live = true
		for _, p := range []models.Progress{
			{Model: "tiny", Phase: models.Waiting},
			{Model: "tiny", Phase: models.Fetching, Done: 0, Total: 2_000_000},
			{Model: "tiny", Phase: models.Fetching, Done: 1_000_000, Total: 2_000_000}, // too soon
			{Model: "tiny", Phase: models.Unpacking, Done: 1, Total: 2},
		} {
			show.tell(p)
		}
		const clear = "\r\x1b[K"
		want := clear + "tiny: waiting for another pull" + clear + "tiny: fetching [....................]   0% of 2.0 MB" +
			clear + "tiny: unpacking [##########..........]  50%"
		if got := out.String(); got != want {
			t.Errorf("shown %q, want %q", got, want)
		}
	})
}
