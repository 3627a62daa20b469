package roomtest

import (
	"context"
	"maps"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/livekit/protocol/auth"
	"github.com/livekit/protocol/livekit"

	"parley/media"
	"parley/media/playout"
	"parley/room/lk"
	"parley/rpc"
)

// Context ends with the test, or after Limit.
func Context(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), Limit)
	t.Cleanup(cancel)
	return ctx
}

// Token lets identity into a room that dispatches agent, if not empty, with
// metadata.
func Token(t *testing.T, room, identity, agent, metadata string) string {
	t.Helper()
	yes := true
	at := auth.NewAccessToken(Server.Key, Server.Secret).SetIdentity(identity).SetVideoGrant(&auth.VideoGrant{
		RoomJoin: true, Room: room, CanUpdateOwnMetadata: &yes,
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

// Peer is a plain participant that notes what it sees.
type Peer struct {
	*lk.Room
	events chan any

	mu         sync.Mutex
	attributes map[string]map[string]string
}

// What a peer sees, beside lk.Text.
type (
	Joined struct {
		Who        string
		Attributes map[string]string
	}
	Left    struct{ Who string }
	Changed struct {
		Who        string
		Attributes map[string]string
	}
	// Heard is the frequency of half a second of sound.
	Heard struct {
		Who string
		Hz  float64
	}
	AudioEnded struct{ Who string }
	// Disconnected says why the room was lost.
	Disconnected struct{ Reason string }
	// Called is an RPC to the peer.
	Called struct{ From, Method, Payload string }
)

// Note keeps v for Await; a test that leaves thousands of events unread has gone
// wrong.
func (p *Peer) Note(v any) {
	select {
	case p.events <- v:
	default:
		panic("too many events unread")
	}
}

// Unread takes what waits for Await.
func (p *Peer) Unread() []any {
	var all []any
	for range len(p.events) {
		all = append(all, <-p.events)
	}
	return all
}

// Join joins a room of Server; more changes the configuration before.
func Join(t *testing.T, room, identity string, more ...func(*Peer, *lk.Config)) *Peer {
	t.Helper()
	return JoinWith(t, Token(t, room, identity, "", ""), more...)
}

// JoinWith is Join with a token.
func JoinWith(t *testing.T, token string, more ...func(*Peer, *lk.Config)) *Peer {
	t.Helper()
	p := &Peer{events: make(chan any, 4096), attributes: map[string]map[string]string{}}
	c := lk.Config{URL: Server.URL, Token: token, Events: lk.Events{
		Joined:       func(x lk.Participant) { p.changed(x.Identity, x.Attributes); p.Note(Joined{x.Identity, x.Attributes}) },
		Left:         func(who string) { p.Note(Left{who}) },
		Attributes:   func(who string, changed map[string]string) { p.changed(who, changed); p.Note(Changed{who, changed}) },
		Text:         func(x lk.Text) { p.Note(x) },
		Disconnected: func(reason string) { p.Note(Disconnected{reason}) },
		AudioEnded:   func(who string) { p.Note(AudioEnded{who}) },
		Audio:        p.listen(),
	}}
	for _, f := range more {
		f(p, &c)
	}
	var err error
	if p.Room, err = lk.Join(Context(t), c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Leave)
	return p
}

// Browser joins as a page would: with handlers, whose calls it notes, and topics.
func Browser(t *testing.T, room, identity string) *Peer {
	t.Helper()
	return Join(t, room, identity, func(p *Peer, c *lk.Config) {
		c.Methods = map[string]lk.Method{}
		for _, name := range []string{rpc.MethodChecker, rpc.MethodEmojiReaction, rpc.MethodCard, rpc.MethodState, rpc.MethodCallEnded} {
			c.Methods[name] = func(from, payload string) (string, error) {
				p.Note(Called{from, name, payload})
				return rpc.OK, nil
			}
		}
		c.Topics = []string{
			rpc.TopicTranscription, rpc.TopicLatency, rpc.TopicTrouble, rpc.TopicRecap, rpc.TopicUsage, rpc.TopicAssistant, rpc.TopicChat,
		}
	})
}

func (p *Peer) changed(who string, attributes map[string]string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.attributes[who] == nil {
		p.attributes[who] = map[string]string{}
	}
	maps.Copy(p.attributes[who], attributes)
}

// AttributesOf are identity's attributes as p has been told so far.
func (p *Peer) AttributesOf(identity string) map[string]string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.attributes[identity])
}

// listen notes the frequency of every half second of sound.
func (p *Peer) listen() func(string, []int16) {
	var mu sync.Mutex
	pcm := map[string][]int16{}
	return func(who string, frame []int16) {
		mu.Lock()
		defer mu.Unlock()
		if Loud(frame) {
			pcm[who] = append(pcm[who], frame...)
		}
		if len(pcm[who]) >= media.SampleRate/2 {
			p.Note(Heard{who, frequency(pcm[who])})
			pcm[who] = nil
		}
	}
}

// Loud reports whether pcm is sound rather than silence.
func Loud(pcm []int16) bool {
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

// Await returns the first event p has noted that is a T and that ok accepts.
func Await[T any](t *testing.T, p *Peer, ok func(T) bool) T {
	t.Helper()
	timeout := time.After(Limit)
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

// Receive returns what comes next on c.
func Receive[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(Limit):
		t.Fatalf("no %T came", c)
		panic("unreachable")
	}
}

// Sing sends a tone until the test ends.
func Sing(t *testing.T, to playout.Sink, hz float64) {
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
