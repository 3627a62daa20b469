package quality

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/livekit/protocol/auth"
	"github.com/livekit/protocol/livekit"
	"golang.org/x/sync/errgroup"

	"parley"
	"parley/bench/quality/beep"
	"parley/bench/quality/oracle"
	"parley/room"
	"parley/rpc"
)

// The latencies of the stubs, those the reference framework was measured with.
const (
	firstToken = 150 * time.Millisecond
	perToken   = 20 * time.Millisecond
	firstByte  = 100 * time.Millisecond
)

// call is one call as its caller makes it. It belongs to one goroutine.
type call struct {
	script script
	lines  *library
	oracle *oracle.Engine
	author *beep.Author
	mic    *mic
	ear    *ear
	seen   []Observation
	// void counts what was said but does not count, as the machine held the
	// caller up meanwhile.
	void int
}

// errDone ends a call that went to its end.
var errDone = errors.New("the call is over")

// call makes the call of a script and returns what was seen in it.
func (b *bench) call(ctx context.Context, s script) (*call, error) {
	name := fmt.Sprintf("quality-%d-%s", s.seed, parley.NewCallID())
	author := &beep.Author{FirstToken: firstToken, PerToken: perToken}
	c := &call{script: s, lines: b.lines, author: author, oracle: oracle.New(s.profile), ear: newEar(author)}
	job := &room.Job{Room: name, URL: b.config.URL}
	mine, err := b.token(name, "caller", false)
	if err == nil {
		job.Token, err = b.token(name, "character", true)
	}
	if err != nil {
		return nil, err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return b.host(ctx, job, c.oracle, author) })
	g.Go(func() error {
		if err := c.hold(ctx, room.Config{
			URL: b.config.URL, Token: mine, Loss: s.condition.Loss, Log: b.log,
			Topics: []string{rpc.TopicTranscription}, Events: c.ear.events(),
			Methods: map[string]room.Method{
				rpc.MethodCallEnded: func(string, string) (string, error) { return rpc.OK, nil },
			},
		}); err != nil {
			return err
		}
		return errDone
	})
	if err := g.Wait(); !errors.Is(err, errDone) {
		return nil, fmt.Errorf("call %d (%s, %s, %s): %w", s.seed, s.condition.Name, s.profile.Name, s.voice, err)
	}
	return c, nil
}

// hold joins, plays the scenes and leaves.
func (c *call) hold(ctx context.Context, config room.Config) error {
	r, err := room.Join(ctx, config)
	if err != nil {
		return err
	}
	defer r.Leave()
	c.mic = &mic{sink: r, bed: c.lines.bed(c.script.condition, c.script.seed)}
	alive, stop := context.WithCancel(ctx)
	sent := make(chan error, 1)
	go func() {
		err := c.mic.run(alive)
		stop()
		sent <- err
	}()
	err = c.play(alive)
	stop()
	if failed := <-sent; failed != nil {
		return failed
	}
	return err
}

// token lets identity into a room.
func (b *bench) token(name, identity string, agent bool) (string, error) {
	yes := true
	at := auth.NewAccessToken(b.config.Key, b.config.Secret).SetIdentity(identity).
		SetVideoGrant(&auth.VideoGrant{RoomJoin: true, Room: name, Agent: agent, CanUpdateOwnMetadata: &yes})
	if agent {
		at.SetKind(livekit.ParticipantInfo_AGENT)
	}
	token, err := at.ToJWT()
	if err != nil {
		return "", fmt.Errorf("sign token: %w", err)
	}
	return token, nil
}
