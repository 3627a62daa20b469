package app_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/app/apptest"
	"parley/caller"
	"parley/rpc"
	"parley/tts"
	"parley/tts/flite"
	"parley/web"
)

// TestComesBackWhilePaused has a user stop the clocks, leave without a word and come back:
// the call still stands still, as one stretch, and goes on when they say so.
func TestComesBackWhilePaused(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	user, reply := callOf(t, s, apptest.Scene, `,"resumable":true`)
	user.until("the floor", func(v caller.View) bool { return read(v) > 0 && v.State().State == parley.Listening })
	if _, err := user.Ask(user.ctx, rpc.MethodPause, `{"on":true}`); err != nil {
		t.Fatal(err)
	}
	call := underWay(t, s)
	user.Leave()
	again := comesBack(t, s, call, reply)
	again.until("the character", func(v caller.View) bool { return v.State().State == parley.Listening })
	if _, err := again.Ask(again.ctx, rpc.MethodCatchUp, "{}"); err != nil {
		t.Fatal(err)
	}
	back := time.Now()
	again.until("a second more", func(v caller.View) bool { return v.Now.Sub(back) > time.Second })
	if _, err := again.Ask(again.ctx, rpc.MethodPause, `{"on":false}`); err != nil {
		t.Fatal(err)
	}
	if err := again.Type(again.ctx, "We can measure it, and you will see the numbers every month."); err != nil {
		t.Fatal(err)
	}
	again.until("a verdict", func(v caller.View) bool { return len(v.Verdicts) > 0 && v.State().State == parley.Listening })
	if err := again.HangUp(again.ctx); err != nil {
		t.Fatal(err)
	}
	ended, _ := again.over(s)
	is := exported(t, s, ended)
	if ended != call || len(is.Pauses) != 1 || is.Pauses[0].End-is.Pauses[0].Start < time.Second {
		t.Errorf("%s has the pauses %+v, want one in %s, of a second at least", ended, is.Pauses, call)
	}
	for i, turn := range is.Turns {
		if turn.Number != i+1 || turn.Why == parley.WhyNudge {
			t.Errorf("turn %d is %+v", i+1, turn)
		}
	}
}

// TestComesBackMidSpeech has a user leave in the middle of a sentence and come back: what
// was heard of it is in the journal once, and they are heard from there on.
func TestComesBackMidSpeech(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	speech, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	var reply web.CallReply
	code, answer := post(t, s, forkUser, "/api/calls", `{"scenario":"`+apptest.Scene+`","resumable":true}`)
	if err := json.Unmarshal([]byte(answer), &reply); err != nil || code != http.StatusOK {
		t.Fatalf("no call: %d %s", code, answer)
	}
	user := joinAs(t, reply)
	user.until("the end of the opening", spokenOut)
	call := underWay(t, s)
	clip, err := caller.Record(user.ctx, speech, tts.Voice{Name: "awb"},
		"We can measure that and you will see the numbers every month, and the biggest risk is that our supplier is late this year.")
	if err != nil {
		t.Fatal(err)
	}
	ctx, silence := context.WithCancel(user.ctx)
	said := make(chan struct{})
	go func() {
		defer close(said)
		_, _ = user.Say(ctx, clip.PCM, nil) // it is left in the middle
	}()
	user.until("words", func(v caller.View) bool { return len(strings.Fields(spokenIn(v))) > 3 })
	silence()
	<-said
	user.Leave()
	again := comesBack(t, s, call, reply)
	if _, err := again.Ask(again.ctx, rpc.MethodCatchUp, "{}"); err != nil {
		t.Fatal(err)
	}
	again.until("the floor", func(v caller.View) bool { return v.State().State == parley.Listening })
	const more = "The biggest risk is that our supplier is late this year."
	if err := again.Type(again.ctx, more); err != nil {
		t.Fatal(err)
	}
	again.until("an answer", func(v caller.View) bool { return len(v.Verdicts) > 0 && v.State().State == parley.Listening })
	if err := again.HangUp(again.ctx); err != nil {
		t.Fatal(err)
	}
	ended, told := again.over(s)
	words := strings.Join(spoken(t, text(t, told)), " ")
	before, after, typed := strings.Cut(words, more)
	heard := strings.Fields(before + " " + after) // their final may come after what was typed
	if ended != call || !typed || len(heard) < 3 || len(heard) > 24 {
		t.Errorf("%s has heard %q, want some words once and then what was typed, in %s", ended, words, call)
	}
	for i, turn := range exported(t, s, ended).Turns {
		if turn.Number != i+1 {
			t.Errorf("turn %d has number %d", i+1, turn.Number)
		}
	}
}

// spokenIn is what is shown of the user's newest words.
func spokenIn(v caller.View) (text string) {
	for _, c := range v.Captions {
		if c.Role == parley.User {
			text = c.Text
		}
	}
	return text
}

// TestConsentWithdrawnInACall: a call goes on as it began when its user withdraws their
// consent; of the next nothing is kept, and the first is theirs to delete once it is over,
// and nobody else's. What another has stays.
func TestConsentWithdrawnInACall(t *testing.T) {
	t.Parallel()
	s := apptest.Start(t)
	const kept, passing = "it costs as much as a mule in winter", "it costs as much as a boat in summer"
	var other web.CallReply
	code, answer := post(t, s, forkStranger, "/api/calls", `{"scenario":"`+forkScene+`","mode":"text","consent":{"version":1}}`)
	if err := json.Unmarshal([]byte(answer), &other); err != nil || code != http.StatusOK {
		t.Fatalf("no call: %d %s", code, answer)
	}
	stranger := joinAs(t, other)
	stranger.firstLine()
	if err := stranger.HangUp(stranger.ctx); err != nil {
		t.Fatal(err)
	}
	stranger.until("the end", func(v caller.View) bool { return v.Ended != nil })
	theirs := "/api/calls/" + string(stranger.View().Ended.CallID)

	user, _ := callOf(t, s, forkScene, `,"consent":{"version":1}`)
	user.types(kept)
	first := underWay(t, s)
	next, _ := callOf(t, s, forkScene, `,"consent":{"version":1,"keep_nothing":true}`) // they have withdrawn
	next.types(passing)
	if err := next.HangUp(next.ctx); err != nil {
		t.Fatal(err)
	}
	if second, told := next.over(s); !told.NotKept || second == first {
		t.Errorf("%s after %s: %s", second, first, text(t, told))
	}
	apptest.Eventually(t, func() bool { return len(found(t, s.Data, passing)) == 0 })

	path := "/api/calls/" + string(first)
	if code, _ := askOf(t, s, forkUser, http.MethodDelete, path); code != http.StatusConflict {
		t.Errorf("deleted under way: %d, want 409", code)
	}
	if err := user.HangUp(user.ctx); err != nil {
		t.Fatal(err)
	}
	if call, told := user.over(s); call != first || told.NotKept || len(found(t, s.Data, kept)) == 0 {
		t.Errorf("%s is not kept as it began: %s", call, text(t, told))
	}
	if code, _ := askOf(t, s, forkStranger, http.MethodDelete, path); code != http.StatusNotFound {
		t.Errorf("a stranger deletes it: %d, want 404", code)
	}
	if code, text := askOf(t, s, forkUser, http.MethodDelete, path); code != http.StatusOK {
		t.Errorf("not deleted: %d %s", code, text)
	}
	for _, gone := range []string{kept, string(first)} {
		apptest.Eventually(t, func() bool { return len(found(t, s.Data, gone)) == 0 })
	}
	if code, _ := askOf(t, s, forkStranger, http.MethodGet, theirs); code != http.StatusOK {
		t.Errorf("what another has is gone: %d", code)
	}
}
