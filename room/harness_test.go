package room_test

import (
	"context"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/livekit/protocol/auth"
	"github.com/livekit/protocol/livekit"

	"parley/media"
	"parley/media/playout"
	"parley/room"
)

func testContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	t.Cleanup(cancel)
	return ctx
}

// token lets identity into a room that dispatches agent, if not empty, with
// metadata.
func token(t *testing.T, name, identity, agent, metadata string) string {
	t.Helper()
	yes := true
	at := auth.NewAccessToken(server.Key, server.Secret).SetIdentity(identity).SetVideoGrant(&auth.VideoGrant{
		RoomJoin: true, Room: name, CanUpdateOwnMetadata: &yes,
	})
	if agent != "" {
		at.SetRoomConfig(&livekit.RoomConfiguration{
			Agents: []*livekit.RoomAgentDispatch{{AgentName: agent, Metadata: metadata}},
		})
	}
	jwt, err := at.ToJWT()
	if err != nil {
		t.Fatal(err)
	}
	return jwt
}

// agentJob is a job as a worker would get it, for tests without one.
func agentJob(t *testing.T, name string) *room.Job {
	t.Helper()
	yes := true
	jwt, err := auth.NewAccessToken(server.Key, server.Secret).SetIdentity("agent-" + name).
		SetKind(livekit.ParticipantInfo_AGENT).
		SetVideoGrant(&auth.VideoGrant{RoomJoin: true, Room: name, Agent: true, CanUpdateOwnMetadata: &yes}).ToJWT()
	if err != nil {
		t.Fatal(err)
	}
	return &room.Job{ID: "job-" + name, Room: name, URL: server.URL, Token: jwt}
}

// peer is a plain participant that notes what it sees.
type peer struct {
	*room.Room
	events chan any
}

// What a peer sees, beside room.Text.
type (
	joined struct {
		who        string
		attributes map[string]string
	}
	left       struct{ who string }
	attributes struct {
		who     string
		changed map[string]string
	}
	heard struct {
		who string
		hz  float64
	}
	audioEnded struct{ who string }
	// disconnected says why the room was lost.
	disconnected struct{ reason string }
	called       struct{ from, method, payload string }
)

// note keeps v; a test that leaves a thousand events unread has gone wrong.
func (p *peer) note(v any) {
	select {
	case p.events <- v:
	default:
		panic("too many events unread")
	}
}

func join(t *testing.T, name, identity string, more ...func(*peer, *room.Config)) *peer {
	t.Helper()
	return joinWith(t, token(t, name, identity, "", ""), more...)
}

func joinWith(t *testing.T, jwt string, more ...func(*peer, *room.Config)) *peer {
	t.Helper()
	p := &peer{events: make(chan any, 4096)}
	c := room.Config{URL: server.URL, Token: jwt, Events: room.Events{
		Joined:       func(x room.Participant) { p.note(joined{x.Identity, x.Attributes}) },
		Left:         func(who string) { p.note(left{who}) },
		Attributes:   func(who string, changed map[string]string) { p.note(attributes{who, changed}) },
		Text:         func(x room.Text) { p.note(x) },
		Disconnected: func(reason string) { p.note(disconnected{reason}) },
		AudioEnded:   func(who string) { p.note(audioEnded{who}) },
		Audio:        p.listen(),
	}}
	for _, f := range more {
		f(p, &c)
	}
	var err error
	if p.Room, err = room.Join(testContext(t), c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Leave)
	return p
}

// listen notes the frequency of every half second of sound.
func (p *peer) listen() func(string, []int16) {
	var mu sync.Mutex
	pcm := map[string][]int16{}
	return func(who string, frame []int16) {
		mu.Lock()
		defer mu.Unlock()
		if loud(frame) {
			pcm[who] = append(pcm[who], frame...)
		}
		if len(pcm[who]) >= media.SampleRate/2 {
			p.note(heard{who, frequency(pcm[who])})
			pcm[who] = nil
		}
	}
}

func loud(pcm []int16) bool {
	var sum float64
	for _, s := range pcm {
		sum += float64(s) * float64(s)
	}
	return math.Sqrt(sum/float64(len(pcm))) > 1000
}

// frequency counts rising zero crossings, which is exact enough for one tone.
func frequency(pcm []int16) float64 {
	crossings := 0
	for i := 1; i < len(pcm); i++ {
		if pcm[i-1] < 0 && pcm[i] >= 0 {
			crossings++
		}
	}
	return float64(crossings) / media.Duration(len(pcm)).Seconds()
}

// await returns the first event that is a T and that ok accepts.
func await[T any](t *testing.T, p *peer, ok func(T) bool) T {
	t.Helper()
	timeout := time.After(limit)
	for {
		select {
		case v := <-p.events:
			if x, is := v.(T); is && ok(x) {
				return x
			}
		case <-timeout:
			var x T
			t.Fatalf("no %T came", x)
		}
	}
}

// sing sends a tone until the test ends.
func sing(t *testing.T, to playout.Sink, hz float64) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(media.PTime)
		defer tick.Stop()
		at, n := time.Now(), 0
		for {
			var frame [media.FrameSamples]int16
			for i := range frame {
				frame[i] = int16(8000 * math.Sin(2*math.Pi*hz*float64(n)/media.SampleRate))
				n++
			}
			if err := to.WriteFrame(playout.Frame{PCM: frame[:], Level: 12, Voiced: true, At: at}); err != nil {
				t.Errorf("send tone: %v", err)
				return
			}
			at = at.Add(media.PTime)
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	})
	t.Cleanup(func() { cancel(); wg.Wait() })
}
