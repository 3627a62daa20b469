package caller

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/room/lk"
	"parley/rpc"
)

// scene is a call whose agent is a script, for use in a synctest bubble.
type scene struct {
	*call
	t *testing.T
	// said are the lines begun and when.
	said []string
	at   []time.Duration
	// hungUp is set when the caller hangs up; hushed counts the hushes.
	hungUp bool
	hushed int
	onLine func(n int) // the agent's answer to the n-th line said
}

var _ mouth = (*scene)(nil)

const lineTakes = 2 * time.Second

// say implements mouth: a line takes lineTakes.
func (s *scene) say(l Line) {
	s.said = append(s.said, l.Text)
	s.at = append(s.at, time.Since(s.started))
	n := len(s.said)
	time.AfterFunc(lineTakes, func() {
		s.inbox <- s.lineDone
		if s.onLine != nil {
			s.onLine(n)
		}
	})
}

// hush implements mouth.
func (s *scene) hush() { s.hushed++ }

func newScene(t *testing.T, lines ...string) *scene {
	config := Config{Log: slog.New(slog.DiscardHandler)}
	for _, l := range lines {
		config.Lines = append(config.Lines, Line{Text: l})
	}
	config.setDefaults()
	s := &scene{call: newCall(config, time.Now()), t: t}
	s.mouth = s
	s.call.own = "user"
	s.hangUp = func(string) {
		s.hungUp = true
		time.AfterFunc(100*time.Millisecond, func() { s.end(parley.Left) })
	}
	return s
}

// after has f run by the call d from now.
func (s *scene) after(d time.Duration, f func(now time.Time)) {
	time.AfterFunc(d, func() { s.inbox <- f })
}

// open lets the agent come and say its opening, 1 s long.
func (s *scene) open() {
	s.after(100*time.Millisecond, func(now time.Time) { s.joined(lk.Participant{Identity: "agent"}, now) })
	s.answer(200 * time.Millisecond)
}

// answer lets the character speak for a second, d from now.
func (s *scene) answer(d time.Duration) {
	s.after(d, func(now time.Time) { s.setState(parley.Speaking, now) })
	for i := range 10 {
		s.after(d+time.Duration(i)*100*time.Millisecond, s.heard)
	}
	s.after(d+time.Second, func(now time.Time) { s.setState(parley.Listening, now) })
}

// judge lets a verdict come d from now.
func (s *scene) judge(d time.Duration, v rpc.Checker) {
	s.after(d, func(now time.Time) { s.verdict(v, now) })
}

func (s *scene) end(o parley.Outcome) {
	s.inbox <- func(now time.Time) { s.ended(rpc.CallEnded{Outcome: o, CallID: "call_test"}, now) }
}

// hold runs the call to its end.
func (s *scene) hold(ctx context.Context) error { return s.run(ctx) }

func (s *scene) wantSaid(want ...string) {
	s.t.Helper()
	if got := strings.Join(s.said, "|"); got != strings.Join(want, "|") {
		s.t.Errorf("said %q, want %q", got, strings.Join(want, "|"))
	}
}
