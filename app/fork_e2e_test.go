package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/caller"
	"parley/calls"
	"parley/debrief"
	"parley/scenarios"
	"parley/web"
)

const forkUser, forkStranger = "vq9-secret-user-id", "vq0-secret-user-id"

// forkScene is read and typed here, as no voice knows its language: that is quick.
const forkScene = "marketHaggle"

// post asks for something as a user and is the status and the answer.
func post(t *testing.T, s *apptest.Server, user, path, body string) (int, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+user)
	request.Header.Set("Content-Type", "application/json")
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reply.Body.Close() }()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply.StatusCode, string(text)
}

// callOf makes a typed call as forkUser; more is more of the request.
func callOf(t *testing.T, s *apptest.Server, scene, more string) (heldCaller, web.CallReply) {
	t.Helper()
	code, text := post(t, s, forkUser, "/api/calls", `{"scenario":"`+scene+`","mode":"text"`+more+`}`)
	var reply web.CallReply
	if err := json.Unmarshal([]byte(text), &reply); err != nil || code != http.StatusOK {
		t.Fatalf("no call: %d %s", code, text)
	}
	return joinAs(t, reply), reply
}

func joinAs(t *testing.T, reply web.CallReply) heldCaller {
	t.Helper()
	user, err := caller.Join(t.Context(), caller.Config{URL: reply.URL, Token: reply.Token, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(user.Leave)
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, errors.New("not within a minute"))
	t.Cleanup(cancel)
	return heldCaller{user, t, ctx}
}

// types says lines one after the other, each once the one before was answered and judged,
// until the call is over.
func (u heldCaller) types(lines ...string) {
	u.t.Helper()
	for _, line := range lines {
		answers, verdicts := 0, 0
		u.until("the floor", func(v caller.View) bool {
			answers, verdicts = read(v), len(v.Verdicts)
			return v.Ended != nil || answers > 0 && v.State().State == parley.Listening
		})
		if u.View().Ended != nil {
			return
		}
		if err := u.Type(u.ctx, line); err != nil {
			u.t.Fatal(err)
		}
		u.until("an answer and its verdict", func(v caller.View) bool {
			return v.Ended != nil || read(v) > answers && len(v.Verdicts) > verdicts
		})
	}
}

// over waits for the end, and for the call to be told of.
func (u heldCaller) over(s *apptest.Server) (parley.CallID, debrief.Debrief) {
	u.t.Helper()
	u.until("the end", func(v caller.View) bool { return v.Ended != nil })
	call := u.View().Ended.CallID
	var d debrief.Debrief
	apptest.Eventually(u.t, func() bool {
		code, text := askOf(u.t, s, forkUser, http.MethodGet, "/api/calls/"+string(call)+"/debrief")
		return code == http.StatusOK && json.Unmarshal([]byte(text), &d) == nil
	})
	return call, d
}

// firstLine is the first line of the character's, once it is whole.
func (u heldCaller) firstLine() (text string) {
	u.t.Helper()
	u.until("the first line", func(v caller.View) bool {
		for _, c := range v.Captions {
			if c.Role == parley.Character && c.Final {
				text = c.Text
				return true
			}
		}
		return false
	})
	return text
}

// exported are a call's events.
func exported(t *testing.T, s *apptest.Server, call parley.CallID) calls.Call {
	t.Helper()
	_, text := askOf(t, s, forkUser, http.MethodGet, "/api/calls/"+string(call)+"/export.json")
	a, err := calls.ReadArchive(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return calls.Fold(a.Events)
}

// TestForkOfALostCall loses a call, goes on from the line that lost it, and wins: the fork
// begins with what was said, judged and set up to there, and its own forks stand without
// their parents. What is no moment to go on from is refused, and so is a stranger.
func TestForkOfALostCall(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	lose, err1 := scenarios.CallScript(forkScene, "lose")
	win, err2 := scenarios.CallScript(forkScene, "win")
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	user, _ := callOf(t, s, forkScene, "")
	user.firstLine()
	if err := user.SetPatience(user.ctx, 12); err != nil {
		t.Fatal(err)
	}
	user.types(lose...)
	parent, told := user.over(s)
	if told.Outcome != parley.Lost || told.ForkDefault == 0 || told.Ending == nil || told.ForkDefault != told.Ending.Turn {
		t.Fatalf("the parent: %s, to go on from %d, ended by %+v", told.Outcome, told.ForkDefault, told.Ending)
	}
	from := func(call parley.CallID, turn int) string {
		return fmt.Sprintf(`,"from":{"call":%q,"turn":%d}`, call, turn)
	}
	for name, refused := range map[string]struct {
		user string
		turn int
		code int
	}{
		"turn 0":      {forkUser, 0, http.StatusUnprocessableEntity},
		"past theend": {forkUser, 999, http.StatusUnprocessableEntity},
		"a stranger":  {forkStranger, told.ForkDefault, http.StatusNotFound},
	} {
		body := `{"scenario":"` + forkScene + `","mode":"text"` + from(parent, refused.turn) + `}`
		if code, text := post(t, s, refused.user, "/api/calls", body); code != refused.code {
			t.Errorf("%s: %d %s, want %d", name, code, text, refused.code)
		}
	}

	was := exported(t, s, parent)
	at, err := calls.ForkAt(was, told.ForkDefault)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := callOf(t, s, forkScene, from(parent, told.ForkDefault))
	if line, want := again.firstLine(), at.Turns[len(at.Turns)-1].Turn.Text; line != want {
		t.Errorf("it begins with %q, want what was said last, %q", line, want)
	}
	again.types(win...)
	fork, won := again.over(s)
	is := exported(t, s, fork)
	if won.Outcome != parley.Won || won.Inherited != len(at.Turns)-1 || won.From == nil || won.From.Call != parent {
		t.Errorf("the fork: %s, %d turns inherited of %d, from %+v", won.Outcome, won.Inherited, len(at.Turns), won.From)
	}
	if text(t, is.Inherited) != text(t, at) || at.Patience != 12*time.Second {
		t.Errorf("it began with %s, want %s", text(t, is.Inherited), text(t, at))
	}
	if n := len(at.Verdicts); n == 0 || is.Verdicts[0].Previous != at.Verdicts[n-1].Verdict.Progress ||
		is.Verdicts[0].Exchange != at.Exchanges+1 {
		t.Errorf("its first verdict is %+v after %+v", is.Verdicts[0], at.Verdicts)
	}

	if code, _ := askOf(t, s, forkUser, http.MethodDelete, "/api/calls/"+string(parent)+"?forks=keep"); code != http.StatusOK {
		t.Fatalf("the parent is not deleted: %d", code)
	}
	last := slices.IndexFunc(won.Transcript, func(l debrief.Line) bool { return !l.Inherited && l.Who == parley.User })
	third, _ := callOf(t, s, forkScene, from(fork, won.Transcript[last].Turn))
	if line, want := third.firstLine(), at.Turns[len(at.Turns)-1].Turn.Text; line != want {
		t.Errorf("the fork of a fork of a deleted call begins with %q, want %q", line, want)
	}
}

// text is v as JSON.
func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// underWay is forkUser's newest call, once that is in the journal and not over.
func underWay(t *testing.T, s *apptest.Server) (call parley.CallID) {
	t.Helper()
	apptest.Eventually(t, func() bool {
		_, list := askOf(t, s, forkUser, http.MethodGet, "/api/calls?limit=1")
		var page calls.Page
		if json.Unmarshal([]byte(list), &page) != nil || len(page.Calls) == 0 || page.Calls[0].Outcome != "" {
			return false
		}
		call = page.Calls[0].Call
		return true
	})
	return call
}

// comesBack has forkUser come back to a call by its ticket. Nobody else may.
func comesBack(t *testing.T, s *apptest.Server, call parley.CallID, reply web.CallReply) heldCaller {
	t.Helper()
	path, body := "/api/calls/"+string(call)+"/resume", `{"ticket":"`+reply.Ticket+`"}`
	if code, text := post(t, s, forkStranger, path, body); code != http.StatusNotFound {
		t.Errorf("a stranger is let in: %d %s", code, text)
	}
	var back web.CallReply
	code, answer := post(t, s, forkUser, path, body)
	if err := json.Unmarshal([]byte(answer), &back); err != nil || code != http.StatusOK {
		t.Fatalf("not let back: %d %s", code, answer)
	}
	return joinAs(t, back)
}

// TestComesBackAtAnyMoment has users leave without a word at each kind of moment, come back
// by their ticket and go on: what they typed is in the journal once, and no turn is lost.
// A call under way is no parent.
func TestComesBackAtAnyMoment(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	const (
		line = "We can measure it, and you will see the numbers every month."
		more = "The biggest risk is that our supplier is late this year."
	)
	for name, reached := range map[string]func(v caller.View) bool{
		"opening":   func(v caller.View) bool { return v.State().State == parley.Speaking },
		"thinking":  func(v caller.View) bool { return len(v.States) > 0 && v.State().State == parley.Thinking },
		"speaking":  func(v caller.View) bool { return read(v) > 0 && v.State().State == parley.Speaking },
		"listening": func(v caller.View) bool { return read(v) > 1 && v.State().State == parley.Listening },
	} {
		t.Run(name, func(t *testing.T) {
			user, reply := callOf(t, s, apptest.Scene, `,"resumable":true`)
			if name != "opening" {
				user.until("the floor", func(v caller.View) bool { return read(v) > 0 && v.State().State == parley.Listening })
				if err := user.Type(user.ctx, line); err != nil {
					t.Fatal(err)
				}
			}
			user.until(name, reached)
			call := underWay(t, s)
			body := `{"scenario":"` + apptest.Scene + `","from":{"call":"` + string(call) + `","turn":1}}`
			if code, text := post(t, s, forkUser, "/api/calls", body); code != http.StatusConflict {
				t.Errorf("a fork of a call under way: %d %s, want 409", code, text)
			}
			user.Leave()
			again := comesBack(t, s, call, reply)
			again.until("the floor", func(v caller.View) bool { return v.State().State == parley.Listening })
			if err := again.Type(again.ctx, more); err != nil {
				t.Fatal(err)
			}
			again.until("an answer", func(v caller.View) bool { return len(v.Verdicts) > 0 && v.State().State == parley.Listening })
			if err := again.HangUp(again.ctx); err != nil {
				t.Fatal(err)
			}
			ended, _ := again.over(s)
			is := exported(t, s, ended)
			want := []string{line, more}
			if name == "opening" {
				want = want[1:]
			}
			var typed []string
			for i, turn := range is.Turns {
				if turn.Number != i+1 {
					t.Errorf("turn %d has number %d", i+1, turn.Number)
				}
				if turn.Role == parley.User {
					typed = append(typed, turn.Text)
				}
			}
			if ended != call || !slices.Equal(typed, want) {
				t.Errorf("%s has %q, want %q in %s", ended, typed, want, call)
			}
		})
	}
}
