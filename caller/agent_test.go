package caller

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/livekit/protocol/auth"
	"github.com/livekit/protocol/livekit"

	"parley"
	"parley/media"
	"parley/media/playout"
	"parley/room"
	"parley/room/roomtest"
	"parley/room/worker"
	"parley/tts"
	"parley/tts/flite"
)

// limit bounds the tests that make a call, which take some ten seconds.
const limit = time.Minute

// actor is an agent with fixed lines: it says the next one whenever the caller
// has been silent for pause after speaking, and after the last ends the call.
type actor struct {
	t      *testing.T
	call   *room.Call
	out    *playout.Playout
	speech tts.Engine
	spoken chan struct{} // a turn was played to its end
	heard  chan struct{} // the caller finished a line
	hungUp chan struct{}

	mu     sync.Mutex
	voiced time.Time
}

const pause = 400 * time.Millisecond

func token(t *testing.T, roomName, identity string, agent bool) string {
	t.Helper()
	yes := true
	at := auth.NewAccessToken(roomtest.Server.Key, roomtest.Server.Secret).SetIdentity(identity).
		SetVideoGrant(&auth.VideoGrant{RoomJoin: true, Room: roomName, Agent: agent, CanUpdateOwnMetadata: &yes})
	if agent {
		at.SetKind(livekit.ParticipantInfo_AGENT)
	}
	jwt, err := at.ToJWT()
	if err != nil {
		t.Fatal(err)
	}
	return jwt
}

// act plays lines to whoever calls the room and returns when the call is over.
func act(ctx context.Context, t *testing.T, roomName string, lines []string) error {
	speech, err := flite.Open()
	if err != nil {
		return err
	}
	a := &actor{t: t, speech: speech, spoken: make(chan struct{}, 8), heard: make(chan struct{}, 8), hungUp: make(chan struct{}, 1)}
	a.call, err = room.JoinCall(ctx, room.CallConfig{
		Job:      &worker.Job{URL: roomtest.Server.URL, Token: token(t, roomName, "agent-"+roomName, true)},
		ID:       "call_" + parley.CallID(roomName),
		Handlers: room.Handlers{Audio: a.listen, EndCall: func() { a.hungUp <- struct{}{} }},
	})
	if err != nil {
		return err
	}
	defer a.call.Leave()
	a.out = playout.New(playout.NewWheel(), a.call, func(p playout.Played) {
		if p.TurnEnd {
			a.spoken <- struct{}{}
		}
	})
	playing, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { _ = a.out.Run(playing) })
	defer wg.Wait()
	defer stop()
	return a.perform(ctx, lines)
}

// listen finds the ends of the caller's lines.
func (a *actor) listen(pcm []int16) {
	now := time.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case media.Level(pcm) <= Audible:
		a.voiced = now
	case !a.voiced.IsZero() && now.Sub(a.voiced) > pause:
		a.voiced = time.Time{}
		a.heard <- struct{}{}
	}
}

func (a *actor) perform(ctx context.Context, lines []string) error {
	for i, line := range lines {
		if i > 0 {
			a.call.State(parley.Listening)
			select {
			case <-a.heard:
			case <-a.hungUp:
				return a.end(ctx, parley.Left)
			case <-ctx.Done():
				return context.Cause(ctx)
			}
			a.call.State(parley.Thinking)
		}
		if err := a.say(ctx, uint64(i+1), line); err != nil {
			return err
		}
		if i > 0 {
			a.call.Caption(parley.Caption{Role: parley.User, Segment: fmt.Sprint("u", i), Text: fmt.Sprint("heard ", i), Final: true})
			a.call.Verdict(parley.Verdict{Exchange: i, Progress: 5 * i, Previous: 5 * (i - 1), Complete: i == len(lines)-1})
			a.call.Latency(parley.Latency{Turn: i + 1, Total: 2, LLM: 1, Own: 1})
		}
	}
	a.call.React(parley.Reaction{Emoji: "🤝", Label: "shakes hands"})
	a.call.Trouble(parley.Trouble{Role: "tts", Reason: "a test"})
	a.call.Usage([]parley.Usage{{Role: "tts", Engine: "flite", Requests: len(lines)}})
	return a.end(ctx, parley.Won)
}

func (a *actor) say(ctx context.Context, turn uint64, line string) error {
	a.call.State(parley.Speaking)
	a.out.Begin(playout.Segment{Turn: turn, Text: line})
	err := a.speech.Speak(ctx, line, tts.Voice{}, func(c tts.Chunk) error { return a.out.Write(ctx, turn, c.PCM, c.Words) })
	if err != nil {
		return err
	}
	a.out.Finish(turn)
	a.call.Caption(parley.Caption{Role: parley.Character, Segment: fmt.Sprint("c", turn), Text: line, Final: true})
	select {
	case <-a.spoken:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (a *actor) end(ctx context.Context, o parley.Outcome) error {
	return a.call.Ended(ctx, parley.Ending{Outcome: o, Call: "call_test", Reason: "A test."})
}
