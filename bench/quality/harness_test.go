package quality

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/livekit/protocol/auth"
	"github.com/livekit/protocol/livekit"

	"parley"
	"parley/agent"
	"parley/agent/roleplay"
	"parley/bench"
	"parley/caller"
	"parley/media/echo"
	"parley/media/mediatest"
	"parley/media/playout"
	"parley/media/vad"
	"parley/room"
	"parley/room/roomtest"
	"parley/room/worker"
	"parley/scenarios"
)

// testEnv starts products that are nothing but sessions in rooms.
func testEnv(t *testing.T) *bench.Env {
	t.Helper()
	library, err := bench.Library()
	if err != nil {
		t.Fatal(err)
	}
	scene, _ := library.Get(bench.Scene)
	detector := mediatest.OpenVADModel(t)
	return &bench.Env{
		Progress: func(string, int, int) {},
		Start: func(ctx context.Context, e bench.Engines) (bench.Product, error) {
			ctx, stop := context.WithCancel(ctx)
			return &sessions{t: t, ctx: ctx, stop: stop, engines: e, scene: scene, vad: detector, wheel: playout.NewWheel()}, nil
		},
	}
}

// sessions implements bench.Product.
type sessions struct {
	t       *testing.T
	ctx     context.Context
	stop    context.CancelFunc
	engines bench.Engines
	scene   scenarios.Scenario
	vad     *vad.Model
	wheel   *playout.Wheel
	wg      sync.WaitGroup
}

var _ bench.Product = (*sessions)(nil)

// Checker implements bench.Product; there is none, and no measurement here asks.
func (*sessions) Checker() bench.Checker { return nil }

// Call implements bench.Product.
func (p *sessions) Call(d parley.Dispatch) (caller.Config, error) {
	token := func(identity string, isAgent bool) string {
		yes := true
		at := auth.NewAccessToken(roomtest.Server.Key, roomtest.Server.Secret).SetIdentity(identity).
			SetVideoGrant(&auth.VideoGrant{RoomJoin: true, Room: d.User, Agent: isAgent, CanUpdateOwnMetadata: &yes})
		if isAgent {
			at.SetKind(livekit.ParticipantInfo_AGENT)
		}
		jwt, err := at.ToJWT()
		if err != nil {
			p.t.Error(err)
		}
		return jwt
	}
	p.wg.Go(func() {
		if err := p.host(d, token("agent-"+d.User, true)); err != nil && p.ctx.Err() == nil {
			p.t.Errorf("hold call: %v", err)
		}
	})
	return caller.Config{URL: roomtest.Server.URL, Token: token(d.User, false), Log: slog.Default()}, nil
}

// host holds the agent's side of a call.
func (p *sessions) host(d parley.Dispatch, token string) error {
	detector, err := p.vad.NewDetector()
	if err != nil {
		return err
	}
	defer detector.Close()
	denoiser, err := echo.NewDenoiser()
	if err != nil {
		return err
	}
	defer denoiser.Close()
	s := agent.New(agent.Config{
		Call: parley.NewCallID(), Dispatch: d, Scenario: p.scene,
		STT: p.engines.Hear(d), Mind: roleplay.New(p.scene, d, p.engines.LLM, slog.Default()), TTS: p.engines.TTS,
		Detector: detector, Denoiser: denoiser, Reviewer: nowhere{}, Journal: nowhere{}, Wheel: p.wheel,
	})
	stage, err := room.JoinCall(p.ctx, room.CallConfig{
		Job: &worker.Job{Room: d.User, URL: roomtest.Server.URL, Token: token}, ID: "call_test",
		Handlers: room.Handlers{
			Audio: s.Hear, Subscribed: s.Subscribed,
			Gone:     func(why parley.Phrase) { s.Hangup(parley.Left, why) },
			Patience: func(seconds int) error { return s.SetPatience(time.Duration(seconds) * time.Second) },
		},
	})
	if err != nil {
		return err
	}
	defer stage.Leave()
	if e := s.Run(p.ctx, stage); e.Outcome == parley.Failed {
		return errors.New(e.Reason)
	}
	return nil
}

// Usage implements bench.Product.
func (*sessions) Usage() (bench.Usage, error) { return bench.Usage{}, nil }

// Close implements bench.Product.
func (p *sessions) Close() error {
	p.stop()
	p.wg.Wait()
	return nil
}

// nowhere takes what is of no interest here.
type nowhere struct{}

func (nowhere) Append(parley.Event) error                     { return nil }
func (nowhere) Submit(context.Context, parley.Exchange) error { return nil }
