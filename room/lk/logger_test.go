package lk

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/livekit/protocol/livekit"
	"github.com/livekit/protocol/logger/pionlogger"
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

// TestPionIsFormattedOnlyIfKept: what pion would say of a live structure at debug
// level is not even read.
func TestPionIsFormattedOnlyIfKept(t *testing.T) {
	for level, want := range map[slog.Level]int{slog.LevelInfo: 0, slog.LevelDebug: 1} {
		var out bytes.Buffer
		read := 0
		l := Logger(slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level})))
		pion := pionlogger.NewLoggerFactory(l).NewLogger("pc")
		pion.Debugf("got new track: %v", stringer(func() string { read++; return "a track" }))
		pion.Errorf("no %s", "route")
		if read != want || strings.Count(out.String(), "a track") != want {
			t.Errorf("at level %v a track was read %d times, want %d: %s", level, read, want, &out)
		}
		if !strings.Contains(out.String(), "no route") {
			t.Errorf("at level %v pion's error is missing: %s", level, &out)
		}
	}
}

type stringer func() string

func (s stringer) String() string { return s() }
