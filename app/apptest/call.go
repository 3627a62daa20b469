package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/app"
	"parley/caller"
	"parley/rpc"
	"parley/scenarios"
	"parley/tts"
	"parley/tts/flite"
	"parley/web"
)

// Call makes a call with one of the scenario's scripts.
func (s *Server) Call(t *testing.T, scenario, script string) caller.Report {
	t.Helper()
	lines, err := scenarios.CallScript(scenario, script)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.CallWith(t, parley.Dispatch{Scenario: scenario, Username: "Robin"}, lines...)
	if err != nil {
		t.Fatalf("call: %v", err)
	}
	return r
}

// CallWith makes a call over WebRTC, spoken by Flite and heard by PocketSphinx. What
// happens in it is in the log of a test that fails, but for words that are not final.
func (s *Server) CallWith(t *testing.T, d parley.Dispatch, texts ...string) (caller.Report, error) {
	t.Helper()
	return s.CallObserved(t, d, func(e caller.Event) {
		if said, ok := e.Body.(caller.Caption); !ok || said.Final {
			t.Logf("%6.2fs %T%+v", e.At.Seconds(), e.Body, e.Body)
		}
	}, texts...)
}

// CallObserved is CallWith for an observer of one's own, which must not block.
func (s *Server) CallObserved(
	t *testing.T, d parley.Dispatch, observe func(caller.Event), texts ...string,
) (caller.Report, error) {
	t.Helper()
	lines, err := caller.ParseLines(texts)
	if err != nil {
		t.Fatal(err)
	}
	speech, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	who := web.NewCaller(d)
	token, err := web.CallToken(s.LiveKit.Key, s.LiveKit.Secret, app.DefaultAgent, who)
	if err != nil {
		t.Fatal(err)
	}
	return caller.Run(t.Context(), caller.Script{
		Config: caller.Config{URL: s.LiveKit.URL, Token: token}, Lines: lines,
		Speech: speech, Voice: tts.Voice{Name: "awb"}, Record: true,
		Observe: observe,
	})
}

// Token is what a caller of s joins with. It may be called from any goroutine.
func (s *Server) Token(d parley.Dispatch) (string, error) {
	return web.CallToken(s.LiveKit.Key, s.LiveKit.Secret, app.DefaultAgent, web.NewCaller(d))
}

// Ask asks the page for a call of Scene once; a refusal is an error with its
// words. It may be called from any goroutine.
func (s *Server) Ask(ctx context.Context) (web.CallReply, error) {
	body, err := json.Marshal(web.CallRequest(parley.Dispatch{Scenario: Scene}))
	if err != nil {
		return web.CallReply{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/api/calls", bytes.NewReader(body))
	if err != nil {
		return web.CallReply{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(request)
	if err != nil {
		return web.CallReply{}, err
	}
	defer resp.Body.Close()
	var reply struct {
		web.CallReply
		web.ErrorReply
	}
	if err := json.NewDecoder(resp.Body).Decode(&reply); err != nil {
		return web.CallReply{}, err
	}
	if resp.StatusCode != http.StatusOK {
		return web.CallReply{}, fmt.Errorf("status %d: %s", resp.StatusCode, reply.Error)
	}
	return reply.CallReply, nil
}

// Said is all that a role said in a call.
func Said(r caller.Report, role parley.Role) string {
	var all []string
	for _, s := range r.Conversation {
		if s.Role == role {
			all = append(all, s.Text)
		}
	}
	return strings.Join(all, " ")
}

// Troubles are those the caller was told of, but for a recogniser or a voice of this
// machine that was late: tests share its processors.
func Troubles(r caller.Report) []rpc.Trouble {
	return slices.DeleteFunc(slices.Clone(r.Troubles), func(told rpc.Trouble) bool {
		return (told.Role == "stt" || told.Role == "tts") && strings.HasSuffix(told.Reason, " did not answer in time.")
	})
}

// Progress is that of a call's last verdict, 0 without any.
func Progress(r caller.Report) int {
	if len(r.Verdicts) == 0 {
		return 0
	}
	return r.Verdicts[len(r.Verdicts)-1].ProgressTowardsGoal
}
