package state_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"parley"
	"parley/assistant/state"
)

// pack is a snapshot of any text.
func pack(t testing.TB, version, body string) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(version + "\n")
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(body)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What is not a whole snapshot of the very revision, of this version, is none.
func TestRestore(t *testing.T) {
	u := newUser(t).add("milk", "bread")
	whole, err := u.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	body := asJSON(t, u.State)
	equal(t, "what was restored", state.Restore(u.Rev, whole), u.State)
	equal(t, "what was packed by hand", state.Restore(u.Rev, pack(t, "1", body)), u.State)
	for name, c := range map[string]struct {
		rev      uint64
		snapshot []byte
	}{
		"nothing":              {u.Rev, nil},
		"nothing at all":       {0, nil},
		"an older revision":    {u.Rev - 1, whole},
		"a newer revision":     {u.Rev + 1, whole},
		"a newer version":      {u.Rev, pack(t, "2", body)},
		"a version like it":    {u.Rev, pack(t, "11", body)},
		"no version":           {u.Rev, whole[2:]},
		"not packed":           {u.Rev, []byte("1\n" + body)},
		"another form":         {u.Rev, pack(t, "1", `[]`)},
		"another type":         {u.Rev, pack(t, "1", strings.Replace(body, `"rev":`, `"last":"x","rev":`, 1)[:len(body)])},
		"of nobody":            {0, pack(t, "1", `{}`)},
		"null":                 {u.Rev, pack(t, "1", `null`)},
		"two":                  {u.Rev, pack(t, "1", body+body)},
		"with one byte more":   {u.Rev, append(bytes.Clone(whole), 'x')},
		"with one byte others": {u.Rev, append(bytes.Clone(whole[:len(whole)-1]), whole[len(whole)-1]^1)},
	} {
		if s := state.Restore(c.rev, c.snapshot); s != nil {
			t.Errorf("%s: restored as %s", name, asJSON(t, s))
		}
	}
	for n := range whole {
		if state.Restore(u.Rev, whole[:n]) != nil {
			t.Errorf("restored of %d bytes of %d", n, len(whole))
		}
	}
}

// A long life fits into a snapshot, which the store bounds at 512 KiB: a full list of
// tasks, and a hundred messages as long as they may be, of a thousand words.
func TestSnapshotIsSmall(t *testing.T) {
	u, words := aged(t, state.MaxTasks), rand.New(rand.NewPCG(1, 2))
	for i := range 100 {
		var text strings.Builder
		for text.Len() < state.MaxMessage {
			fmt.Fprintf(&text, "%x ", words.IntN(1000)*7919)
		}
		u.Apply(u.Rev+1, u.now, state.MessageReceived{Message: parley.Message{ID: fmt.Sprint("c", 5000+i), Content: text.String()}})
	}
	plain := len(asJSON(t, u.State))
	b, err := u.Snapshot()
	if err != nil || len(b) > 512<<10 || plain < 1<<20 {
		t.Errorf("a state of %d bytes has a snapshot of %d, %v", plain, len(b), err)
	}
}

// An event of a kind that is not known is kept as it is and changes nothing; one
// that is known and of another form is an error that says nothing of it.
func TestDecode(t *testing.T) {
	raw := json.RawMessage(`{"of":["later"]}`)
	e, err := state.Decode("of.later", raw)
	if err != nil || state.Kind(e) != "of.later" || asJSON(t, e) != string(raw) {
		t.Errorf("of a newer version: %v, %v", e, err)
	}
	u := newUser(t).add("milk")
	before := asJSON(t, u.State)
	if u.Apply(u.Rev, u.now, e, state.Unknown{Name: "x"}); asJSON(t, u.State) != before {
		t.Error("an event that is not known has changed the state")
	}
	if got := asJSON(t, state.Unknown{Name: "x"}); got != "null" {
		t.Errorf("an unknown event of nothing is %s", got)
	}
	for _, raw := range []string{"", "x", `{"task":"secret"}`, `["secret"]`, `{"task":{"createdAt":"secret"}}`} {
		if e, err := state.Decode("task.created", json.RawMessage(raw)); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("of %s: %v, %v", raw, e, err)
		}
	}
}
