package streams_test

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded/embeddedtest"
	"parley/streams"
)

// wanted is a stream as a package of ours demands it.
func wanted() jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: "S", Subjects: []string{"s.*"}, Storage: jetstream.FileStorage, Discard: jetstream.DiscardNew, MaxBytes: 1 << 20, MaxAge: time.Hour,
		RePublish:  &jetstream.RePublish{Source: "s.*", Destination: "told.{{wildcard(1)}}", HeadersOnly: true},
		MaxMsgSize: 1 << 10, AllowDirect: true,
	}
}

func config(t *testing.T, js jetstream.JetStream) jetstream.StreamConfig {
	t.Helper()
	s, err := js.Stream(t.Context(), "S")
	if err != nil {
		t.Fatal(err)
	}
	return s.CachedInfo().Config
}

// What an operator has set of a stream stays; what is missing is given.
func TestOpen(t *testing.T) {
	js := embeddedtest.Connect(t, embeddedtest.StartNATS(t, t.TempDir()))
	if _, err := streams.Open(t.Context(), js, wanted(), streams.Config{}); err != nil {
		t.Fatal(err)
	}
	if _, err := streams.Open(t.Context(), js, wanted(), streams.Config{}); err != nil {
		t.Fatal(err)
	}
	his := config(t, js)
	his.MaxBytes, his.MaxAge, his.Description, his.MaxMsgs = 5<<20, 48*time.Hour, "of the operator", 1000
	his.Metadata = map[string]string{"team": "practice"}
	his.Subjects = append(his.Subjects, "more")
	if _, err := js.UpdateStream(t.Context(), his); err != nil {
		t.Fatal(err)
	}
	left := func(what string) {
		t.Helper()
		if c := config(t, js); c.MaxBytes != 5<<20 || c.MaxAge != 48*time.Hour || c.Description != "of the operator" || c.MaxMsgs != 1000 ||
			c.Metadata["team"] != "practice" {
			t.Errorf("%s: it is %+v", what, c)
		}
	}
	if _, err := streams.Open(t.Context(), js, wanted(), streams.Config{}); err != nil {
		t.Fatal(err)
	}
	left("opened again")
	if err := streams.Touch(t.Context(), js, "S"); err != nil {
		t.Fatal(err)
	}
	left("touched")

	broken := config(t, js)
	broken.Subjects, broken.RePublish, broken.Discard, broken.MaxMsgSize = []string{"more"}, nil, jetstream.DiscardOld, 10
	if _, err := js.UpdateStream(t.Context(), broken); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	if _, err := streams.Open(t.Context(), js, wanted(), streams.Config{Log: slog.New(slog.NewTextHandler(&log, nil))}); err != nil {
		t.Fatal(err)
	}
	left("mended")
	c := config(t, js)
	if strings.Join(c.Subjects, " ") != "more s.*" || c.RePublish == nil || c.Discard != jetstream.DiscardNew || c.MaxMsgSize != 1<<10 {
		t.Errorf("it lacks something still: %+v", c)
	}
	if !strings.Contains(log.String(), "subjects") || !strings.Contains(log.String(), "room for a message") {
		t.Errorf("the log says %q", log.String())
	}
}

// One server gives no copies, and says so.
func TestNoCluster(t *testing.T) {
	js := embeddedtest.Connect(t, embeddedtest.StartNATS(t, t.TempDir()))
	if _, err := streams.Open(t.Context(), js, wanted(), streams.Config{Replicas: 3}); !errors.Is(err, streams.ErrReplicas) {
		t.Errorf("got %v, want ErrReplicas", err)
	}
	if _, err := streams.Open(t.Context(), js, wanted(), streams.Config{}); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	s, err := streams.Open(t.Context(), js, wanted(), streams.Config{Replicas: 3, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil || s == nil || !strings.Contains(log.String(), "copies=1") {
		t.Errorf("a stream that is there: %v, and the log says %q", err, log.String())
	}
}

// A stream has as many copies as it is given, is given more and never fewer.
func TestCopies(t *testing.T) {
	c := embeddedtest.StartCluster(t, 3)
	js := c.Connect()
	has := func(what string, want int) {
		t.Helper()
		if n := config(t, js).Replicas; n != want {
			t.Errorf("%s: %d copies, want %d", what, n, want)
		}
	}
	for _, step := range []struct {
		what       string
		asks, want int
	}{{"new", 0, 1}, {"given more", 3, 3}, {"asked for less", 1, 3}, {"asked for nothing", 0, 3}} {
		if _, err := streams.Open(t.Context(), js, wanted(), streams.Config{Replicas: step.asks}); err != nil {
			t.Fatal(err)
		}
		has(step.what, step.want)
	}
	for range 20 {
		if err := streams.Touch(t.Context(), js, "S"); err != nil {
			t.Fatal(err)
		}
	}
	has("touched", 3)
	if _, err := streams.Open(t.Context(), js, wanted(), streams.Config{Replicas: 5}); err != nil {
		t.Fatal(err)
	}
	has("asked for more than there are servers", 3)
}
