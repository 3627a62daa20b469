package app_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/app/embedded/embeddedtest"
	"parley/caller"
	"parley/engine/enginetest"
	"parley/journal"
)

// shortage fills the disk after a call's first verdict and frees it when the
// caller says line 4.
type shortage struct {
	t      *testing.T
	disk   *embeddedtest.Disk
	server *apptest.Server

	mu       sync.Mutex
	full     bool
	refusal  string // of /readyz meanwhile
	work     sync.WaitGroup
	wellIn   enginetest.Lapse // from there being space to /readyz
	verdicts int
}

func (s *shortage) observe(e caller.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch b := e.Body.(type) {
	case caller.Verdict:
		if s.verdicts++; !s.full {
			s.full = true
			s.work.Go(s.fill)
		}
	case caller.LineBegun:
		if b.Number == 4 && !b.Repeat {
			s.work.Go(s.free)
		}
	}
}

func (s *shortage) fill() {
	s.disk.Fill(s.t)
	apptest.Eventually(s.t, func() bool { return apptest.Status(s.server.URL+"/readyz") == http.StatusServiceUnavailable })
	r, err := http.Get(s.server.URL + "/readyz")
	if err != nil {
		s.t.Error(err)
		return
	}
	text, _ := io.ReadAll(r.Body)
	_ = r.Body.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusal = string(text)
}

func (s *shortage) free() {
	s.disk.Free(s.t)
	clock := enginetest.Start()
	apptest.Eventually(s.t, func() bool { return apptest.Status(s.server.URL+"/readyz") == http.StatusOK })
	s.wellIn = clock.Lapse()
}

// TestDiskFillsInACall: the disk is full for the middle of a voice call. The
// conversation goes on, the page says why no other can begin, all verdicts come
// once there is space, the journal has every event, and the next call is judged.
func TestDiskFillsInACall(t *testing.T) {
	t.Parallel()
	disk := embeddedtest.NewDisk(t, 64)
	c := apptest.Config(t)
	c.Data = disk.Path + "/data"
	server := apptest.StartWith(t, c)
	s := &shortage{t: t, disk: disk, server: server}
	r, err := server.CallObserved(t, parley.Dispatch{Scenario: apptest.Scene, Username: "Robin"}, s.observe,
		"The biggest risk is that our supplier is late this year.",
		"We have a second supplier who can take over in a week.",
		"The whole plan costs less than we spent last year.",
		"I would start with a small test in the spring.")
	if err != nil {
		t.Fatal(err)
	}
	s.work.Wait()
	if !s.full || !strings.Contains(s.refusal, "there is space again") || s.wellIn.Took == 0 || s.wellIn.Own > 10*time.Second {
		t.Errorf("full: %v, /readyz said %q meanwhile and was well %v after there was space", s.full, s.refusal, s.wellIn.Took)
	}
	if r.Exchanges != 4 || len(r.Verdicts) != 4 || r.Outcome != parley.Left {
		t.Errorf("%d exchanges, %d verdicts, %s; want 4, 4 and left", r.Exchanges, len(r.Verdicts), r.Outcome)
	}
	events, err := journal.Read(c.Data+"/calls", r.Call)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		if e.Seq != uint64(i+1) { //nolint:gosec // an index
			t.Fatalf("event %d of the journal has number %d", i+1, e.Seq)
		}
	}
	if last := events[len(events)-1]; last.Body.Kind() != parley.KindEnded {
		t.Errorf("the journal's last event is %s, want ended", last.Body.Kind())
	}
	t.Logf("well %v after there was space; %d events", s.wellIn.Took, len(events))
	r, err = server.CallWith(t, parley.Dispatch{Scenario: apptest.Scene}, "The biggest risk is that our supplier is late this year.")
	if err != nil || len(r.Verdicts) != 1 {
		t.Errorf("the next call: %d verdicts, %v, want 1", len(r.Verdicts), err)
	}
}

// TestStartOnAFullDisk: a start without room says so in words.
func TestStartOnAFullDisk(t *testing.T) {
	small := embeddedtest.NewDisk(t, 8)
	for _, fill := range []bool{false, true} {
		if fill {
			small.Fill(t)
		}
		_, err := app.Start(t.Context(), app.Config{Data: small.Path})
		for _, want := range []string{small.Path, "free", "with --data"} {
			if !strings.Contains(fmt.Sprint(err), want) {
				t.Errorf("filled %v: %v, want it to say %q", fill, err, want)
			}
		}
	}
}
