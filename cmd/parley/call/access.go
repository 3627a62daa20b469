package call

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"parley"
	"parley/app"
	"parley/web"
)

const (
	// accessTimeout bounds the wait for a room, which takes milliseconds unless
	// the agent is only just starting.
	accessTimeout = 10 * time.Second
	// accessEvery is how often a server without an agent is asked again.
	accessEvery = 250 * time.Millisecond
	// maxAccess is far above what a token takes.
	maxAccess = 1 << 20
)

// errNoAgent means that the server has no agent ready yet.
var errNoAgent = errors.New("no agent is ready for calls")

// access asks the server for a room, again for a while if its agent is not
// ready yet, or, if a LiveKit server was named, makes the token itself.
func (o options) access(ctx context.Context) (web.CallReply, error) {
	if o.livekit.URL != "" {
		return ownAccess(o.livekit, o.dispatch)
	}
	ctx, cancel := context.WithTimeout(ctx, accessTimeout)
	defer cancel()
	again := time.NewTicker(accessEvery)
	defer again.Stop()
	for {
		reply, err := askForCall(ctx, o.server, o.dispatch)
		if !errors.Is(err, errNoAgent) {
			return reply, err
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return reply, err
		}
	}
}

func ownAccess(l app.LiveKitConfig, d parley.Dispatch) (web.CallReply, error) {
	who := web.NewCaller(d)
	token, err := web.CallToken(l.Key, l.Secret, l.AgentName(), who)
	if err != nil {
		return web.CallReply{}, app.SetupError{Err: err}
	}
	return web.CallReply{URL: l.URL, Token: token, Room: who.Room, Identity: who.Identity}, nil
}

func askForCall(ctx context.Context, server string, d parley.Dispatch) (web.CallReply, error) {
	body, err := json.Marshal(web.CallRequest(d))
	if err != nil {
		return web.CallReply{}, fmt.Errorf("ask for a call: %w", err)
	}
	url := strings.TrimSuffix(server, "/") + "/api/calls"
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return web.CallReply{}, app.SetupError{Err: fmt.Errorf("--server %s: %w", server, err)}
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return web.CallReply{}, fmt.Errorf("nobody answers at %s: start `parley serve` first", server)
	}
	if err != nil {
		return web.CallReply{}, fmt.Errorf("ask for a call: %w", err)
	}
	defer resp.Body.Close()
	return readAccess(resp)
}

func readAccess(resp *http.Response) (web.CallReply, error) {
	var reply web.CallReply
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAccess))
	switch {
	case err != nil:
		return reply, fmt.Errorf("ask for a call: %w", err)
	case resp.StatusCode != http.StatusOK:
		return reply, refusalOf(resp, body)
	}
	if json.Unmarshal(body, &reply) != nil || reply.URL == "" || reply.Token == "" {
		return web.CallReply{}, fmt.Errorf("%s is no Parley: its answer has no token", resp.Request.URL.Host)
	}
	return reply, nil
}

// refusalOf is why the server gave no room: errNoAgent if it may soon, but not
// if it asks for more patience than there is here, as when all seats are taken.
func refusalOf(resp *http.Response, body []byte) error {
	var refusal web.ErrorReply
	if json.Unmarshal(body, &refusal) != nil || refusal.Error == "" {
		refusal.Error = resp.Status
	}
	seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
	if resp.StatusCode == http.StatusServiceUnavailable && time.Duration(seconds)*time.Second < accessTimeout {
		return fmt.Errorf("%w: %s", errNoAgent, refusal.Error)
	}
	return fmt.Errorf("the server refuses the call: %s", refusal.Error)
}
