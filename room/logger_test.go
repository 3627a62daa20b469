package room

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/livekit/protocol/livekit"
)

// TestLoggerReadsNoLiveStructure writes to what is being logged; the race
// detector is the judge.
func TestLoggerReadsNoLiveStructure(t *testing.T) {
	var out bytes.Buffer
	log := Logger(slog.New(slog.NewTextHandler(&out, nil)))
	live := &livekit.ParticipantInfo{Sid: "PA_1"}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				live.Name += "x"
				live.Name = live.Name[1:]
			}
		}
	}()
	for range 100 {
		log.WithValues("participant", live).Errorw("gone", errors.New("timeout"),
			"info", live, "room", "a", "took", time.Second, "all", []*livekit.ParticipantInfo{live}, "none", nil)
	}
	close(stop)
	<-done
	line, _, _ := strings.Cut(out.String(), "\n")
	for _, want := range []string{
		"level=WARN", "msg=gone", "participant=*livekit.ParticipantInfo", "info=*livekit.ParticipantInfo",
		"room=a", "took=1s", "none=<nil>", "err=timeout",
	} {
		if !strings.Contains(line, want) {
			t.Errorf("no %s in %s", want, line)
		}
	}
}
