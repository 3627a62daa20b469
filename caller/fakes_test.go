package caller

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/media/playout"
	"parley/room/lk"
	"parley/rpc"
)

// scene is a conversation whose agent is a script, for use in a synctest bubble.
type scene struct {
	*talk
	t *testing.T
	// said are the lines begun and when.
	said []string
	at   []time.Duration
	// hungUp is set when the caller hangs up, on which onHangUp is called.
	hungUp   bool
	onHangUp func()
	onLine   func(n int) // the agent's answer to the n-th line said
}

var _ link = (*scene)(nil)

// WriteFrame implements link.
func (*scene) WriteFrame(playout.Frame) error { return nil }

// Identity implements link.
func (*scene) Identity() string { return "user" }

// SendText implements link.
func (*scene) SendText(context.Context, string, string, ...string) error { return nil }

// Call implements link: all that is ever asked is to end the call.
func (s *scene) PerformRPC(_ context.Context, to, method, _ string) (string, error) {
	if to != "agent" || method != rpc.MethodEndCall {
		s.t.Errorf("called %s of %q", method, to)
	}
	s.hungUp = true
	s.onHangUp()
	return "", nil
}

// Leave implements link.
func (*scene) Leave() {}

const lineTakes = 2 * time.Second

func newScene(t *testing.T, lines ...string) *scene {
	t.Helper()
	s := &scene{t: t}
	s.onHangUp = func() { time.AfterFunc(100*time.Millisecond, func() { s.end(parley.Left) }) }
	script := Script{Config: Config{Log: slog.New(slog.DiscardHandler)}, Observe: s.observed}
	for _, l := range lines {
		script.Lines = append(script.Lines, Line{Text: l, PCM: sound(0, lineTakes, 0)})
	}
	script.setDefaults()
	s.talk = newTalk(script, newCaller(script.Config))
	s.caller.start(t.Context(), s)
	return s
}

func (s *scene) observed(e Event) {
	switch b := e.Body.(type) {
	case LineBegun:
		s.said, s.at = append(s.said, b.Text), append(s.at, e.At)
	case LineDone:
		if s.onLine != nil {
			s.onLine(len(s.said))
		}
	}
}

// open lets the agent come and say its opening, 1 s long.
func (s *scene) open() {
	time.AfterFunc(100*time.Millisecond, func() { s.caller.joined(lk.Participant{Identity: "agent"}) })
	s.answer(200 * time.Millisecond)
}

func (s *scene) state(state parley.State) {
	s.caller.attributes("agent", map[string]string{rpc.AttrState: string(state)})
}

// answer lets the character speak for a second, d from now.
func (s *scene) answer(d time.Duration) {
	time.AfterFunc(d, func() { s.state(parley.Speaking) })
	for i := range 10 {
		time.AfterFunc(d+time.Duration(i)*100*time.Millisecond, func() { s.caller.heard("agent", sound(0, 20*ms, 0)) })
	}
	time.AfterFunc(d+time.Second, func() { s.state(parley.Listening) })
}

// tell has the agent call a method of the caller's.
func tell[T rpc.Payload](s *scene, method string, v T) {
	payload, err := rpc.Encode(v)
	if err == nil {
		_, err = s.caller.room().Methods[method]("agent", payload)
	}
	if err != nil {
		s.t.Errorf("%s: %v", method, err)
	}
}

// judge lets a verdict come d from now.
func (s *scene) judge(d time.Duration, v rpc.Checker) {
	time.AfterFunc(d, func() { tell(s, rpc.MethodChecker, v) })
}

func (s *scene) end(o parley.Outcome) {
	tell(s, rpc.MethodCallEnded, rpc.CallEnded{Outcome: o, CallID: "call_test"})
}

// hold runs the call to its end.
func (s *scene) hold(ctx context.Context) error {
	defer s.caller.Leave()
	return s.run(ctx)
}

func (s *scene) wantSaid(want ...string) {
	s.t.Helper()
	if got := strings.Join(s.said, "|"); got != strings.Join(want, "|") {
		s.t.Errorf("said %q, want %q", got, strings.Join(want, "|"))
	}
}

// wantAt holds a moment to another but for the 20 ms to the next frame.
func (s *scene) wantAt(what string, got, want time.Duration) {
	s.t.Helper()
	if d := got - want; d < -20*ms || d > 20*ms {
		s.t.Errorf("%s at %v, want %v", what, got, want)
	}
}
