package state_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/assistant/state"
)

func TestReceive(t *testing.T) {
	run(t, func(*user) {}, []row{
		{"words", state.Receive{Text: "hello"}, nil, "user.message turn.started"},
		{"the longest", state.Receive{Text: strings.Repeat("ü", 10_000)}, nil, "user.message turn.started"},
		{"the longest, in much space", state.Receive{Text: strings.Repeat(" ", 90_000) + strings.Repeat("ü", 10_000)}, nil, "user.message turn.started"},
		{"one more", state.Receive{Text: strings.Repeat("ü", 10_001)}, state.ErrTooLong, ""},
		{"ten times that", state.Receive{Text: strings.Repeat("a", 100_000)}, state.ErrTooLong, ""},
		{"nothing", state.Receive{}, state.ErrEmpty, ""},
		{"space", state.Receive{Text: " \n\u00a0"}, state.ErrEmpty, ""},
	})
	u := newUser(t)
	u.must(state.Receive{Text: " a\xff\xfeb\n", Modality: "voice", Action: "x"})
	equal(t, "the message", u.Messages, []parley.Message{
		{ID: "c1", Role: "user", Content: "a\uFFFDb", Timestamp: tuesday, Modality: "voice", Action: "x"},
	})
	equal(t, "the turn", u.Turns, []state.Turn{{Message: "c1", Started: tuesday}})
}

// A minute's messages are counted however many are answered, and each for a minute.
func TestQuotaOfMessages(t *testing.T) {
	for _, limit := range []int{0, 3, 500} {
		u, all := newUser(t), limit
		if limit == 0 {
			all = state.DefaultPerMinute
		}
		send := state.Receive{Text: "hello", Quota: state.Quota{PerMinute: limit}}
		for i := range all {
			if _, err := u.do("", send); err != nil {
				t.Fatalf("message %d of %d: %v", i+1, all, err)
			}
			u.must(state.Reply{To: u.Messages[len(u.Messages)-1].ID, Text: "yes"})
			u.must(state.Amend{ID: u.Turned(), Text: "hello again"})
			u.wait(time.Millisecond)
		}
		if _, err := u.do("", send); !errors.Is(err, state.ErrQuota) {
			t.Errorf("message %d of %d: %v", all+1, all, err)
		}
		u.now = tuesday.Add(time.Minute - time.Millisecond)
		if _, err := u.do("", send); !errors.Is(err, state.ErrQuota) {
			t.Errorf("quota %d, a moment before the minute is over: %v", limit, err)
		}
		u.now = tuesday.Add(time.Minute)
		if _, err := u.do("", send); err != nil {
			t.Errorf("quota %d, after a minute: %v", limit, err)
		}
		if _, err := u.do("", send); !errors.Is(err, state.ErrQuota) {
			t.Errorf("quota %d, with the first alone a minute ago: %v", limit, err)
		}
		if all == state.DefaultPerMinute && len(u.Sent) != all {
			t.Errorf("%d times are kept", len(u.Sent))
		}
	}
	u := newUser(t)
	for range 1500 {
		u.must(state.Receive{Text: "hello", Quota: state.Quota{PerMinute: -1}})
	}
	if len(u.Sent) > 1000 {
		t.Errorf("without a bound %d times are kept", len(u.Sent))
	}
}

// Turned is the id of the newest message of the user's.
func (u *user) Turned() string {
	for i := len(u.Messages) - 1; i >= 0; i-- {
		if u.Messages[i].Role == state.UserRole {
			return u.Messages[i].ID
		}
	}
	return ""
}

// What a day of UTC allows is there again on the next, wherever the user is.
func TestQuotasOfADay(t *testing.T) {
	u := newUser(t)
	u.now = time.Date(2026, 11, 25, 0, 59, 59, 0, berlin) // 23:59:59 on the 24th in UTC
	q := state.Quota{}
	u.must(state.Keep{state.UsageCounted{Tokens: state.DefaultTokens - 1, Searches: state.DefaultSearches - 1}})
	search := func(q state.Quota) error {
		_, err := state.Decide(u.State, u.now, state.Search{Quota: q})
		return err
	}
	if q.Model(u.State, u.now) != nil {
		t.Error("with one left none may be asked")
	}
	u.must(state.Receive{Text: "hello"})
	u.must(state.Reply{To: "c1", Text: "yes", Tokens: 1}, state.Search{Key: "k"})
	if err := q.Model(u.State, u.now); !errors.Is(err, state.ErrQuota) {
		t.Errorf("with no token left: %v", err)
	}
	if err := search(q); !errors.Is(err, state.ErrQuota) {
		t.Errorf("with no search left: %v", err)
	}
	if none := (state.Quota{Tokens: -1, Searches: -1}); none.Model(u.State, u.now) != nil || search(none) != nil {
		t.Error("without a bound there is one")
	}
	u.wait(time.Second)
	if q.Model(u.State, u.now) != nil || search(q) != nil {
		t.Error("on the next day there is nothing")
	}
	u.must(state.Keep{state.UsageCounted{Tokens: 5}})
	equal(t, "the usage", u.Usage, state.Usage{Day: "2026-11-25", Tokens: 5})
}

// An answer ends its turn once.
func TestReply(t *testing.T) {
	u := newUser(t)
	u.must(state.Receive{Text: "hello", Action: "a"})
	if _, pending, ok := u.Answer("a"); !pending || !ok {
		t.Error("before the answer there is one")
	}
	u.wait(time.Second)
	events := u.must(state.Reply{To: "c1", Text: " Good\nday. ", Modality: "voice", Interrupted: true, Tokens: 3})
	if got := kinds(events); got != "assistant.message turn.finished" {
		t.Errorf("the answer is %s", got)
	}
	want := parley.Message{
		ID: "c2", Role: "assistant", Content: "Good\nday.", Timestamp: u.now, Modality: "voice", Interrupted: true, ReplyTo: "c1",
	}
	answer, pending, ok := u.Answer("a")
	if equal(t, "the answer", answer, want); pending || !ok {
		t.Errorf("pending %v, known %v", pending, ok)
	}
	for _, c := range []struct {
		reply state.Reply
		want  string
	}{
		{state.Reply{To: "c1", Text: "Twice."}, ""}, {state.Reply{To: "c1", Text: "Twice.", Tokens: 4}, "usage.counted"},
		{state.Reply{To: "c9", Text: "To nobody."}, ""}, {state.Reply{Text: "To nobody."}, ""},
	} {
		if got := kinds(u.must(c.reply)); got != c.want {
			t.Errorf("%+v: %s, want %s", c.reply, got, c.want)
		}
	}
	if u.Usage.Tokens != 7 || len(u.Messages) != 2 || len(u.Turns) != 0 {
		t.Errorf("%d tokens, %d messages, %d turns", u.Usage.Tokens, len(u.Messages), len(u.Turns))
	}
	u.must(state.Receive{Text: "more", Action: "b"})
	if got := kinds(u.must(state.Reply{To: "c3", Text: " "})); got != "usage.counted turn.finished" || len(u.Messages) != 3 {
		t.Errorf("of an answer without words: %s, %d messages", got, len(u.Messages))
	}
	u.must(state.Receive{Text: "more"})
	u.must(state.Reply{To: "c4", Text: strings.Repeat("ü", 100_000)})
	if n := len([]rune(u.Messages[4].Content)); n != state.MaxMessage {
		t.Errorf("an answer of %d characters", n)
	}
	for _, action := range []string{"", "c"} {
		if _, _, ok := u.Answer(action); ok {
			t.Errorf("action %q has an answer", action)
		}
	}
}

func TestAmend(t *testing.T) {
	run(t, func(u *user) {
		u.must(state.Receive{Text: "by milk", Modality: "voice"})
		u.must(state.Reply{To: "c1", Text: "What?", Modality: "voice"})
	}, []row{
		{"heard otherwise", state.Amend{ID: "c1", Text: "buy milk", Modality: "voice"}, nil, "user.message"},
		{"heard the same", state.Amend{ID: "c1", Text: "by milk ", Modality: "voice"}, nil, ""},
		{"typed", state.Amend{ID: "c1", Text: "by milk", Modality: "text"}, nil, "user.message"},
		{"heard nothing", state.Amend{ID: "c1", Modality: "voice"}, nil, ""},
		{"an answer", state.Amend{ID: "c2", Text: "buy milk"}, nil, ""},
		{"none", state.Amend{ID: "c3", Text: "buy milk"}, nil, ""},
	})
	u := newUser(t)
	u.must(state.Receive{Text: "a"})
	long := state.Amend{ID: "c1", Text: strings.Repeat("ü", 100_000)}
	u.must(long)
	if n := len([]rune(u.Messages[0].Content)); n != state.MaxMessage || len(u.must(long)) != 0 || len(u.Turns) != 1 {
		t.Errorf("%d characters, %d turns", n, len(u.Turns))
	}
}

// Turns whose process has died are ended, each once; those under way are not.
func TestRecover(t *testing.T) {
	u := newUser(t)
	for _, modality := range []string{"voice", "text"} {
		u.must(state.Receive{Text: "hello", Modality: modality, Action: modality})
	}
	u.wait(3*time.Minute + 59*time.Second)
	again := state.Recover{Text: "I was cut off."}
	if got := kinds(u.must(again)); got != "" {
		t.Errorf("too early: %s", got)
	}
	u.must(state.Receive{Text: "are you there?"})
	u.wait(time.Second)
	if got := kinds(u.must(again)); got != "assistant.message turn.finished assistant.message turn.finished" {
		t.Errorf("recovered by %s", got)
	}
	for i, modality := range []string{"voice", "text"} {
		said, pending, ok := u.Answer(modality)
		if pending || !ok || !said.Failed || said.Modality != modality || said.ID != fmt.Sprint("c", 4+i) {
			t.Errorf("the answer to the message by %s is %+v", modality, said)
		}
	}
	if got := kinds(u.must(again)) + kinds(u.must(state.Reply{To: "c1", Text: "Late."})); got != "" || len(u.Turns) != 1 {
		t.Errorf("again: %s, %d turns", got, len(u.Turns))
	}
}

// Only the newest of what goes on without an end is kept.
func TestKeptForAWhile(t *testing.T) {
	u := newUser(t)
	for i := range 1200 {
		action := fmt.Sprint("a", i)
		if _, err := u.do(action, state.Receive{Text: fmt.Sprint("m", i), Action: action, Quota: state.Quota{PerMinute: -1}}); err != nil {
			t.Fatal(err)
		}
	}
	if len(u.Messages) != 100 || u.Messages[0].Content != "m1100" || len(u.Actions) != 1000 {
		t.Errorf("%d messages from %q on, %d actions", len(u.Messages), u.Messages[0].Content, len(u.Actions))
	}
	for action, want := range map[string]bool{"": false, "a0": false, "a199": false, "a200": true, "a1199": true} {
		for _, s := range []*state.State{u.State, u.Clone()} {
			if rev, ok := s.Done(action); ok != want || ok && rev == 0 {
				t.Errorf("action %q was done: %v, at %d", action, ok, rev)
			}
		}
	}
	if _, _, ok := u.Answer("a1099"); ok {
		t.Error("a message that went is answered")
	}
}
