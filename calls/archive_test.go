package calls_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"parley"
	"parley/calls"
)

func TestArchiveKeepsACall(t *testing.T) {
	events := recorded(t)
	a := calls.NewArchive(events)
	a.Scene, a.Debrief = json.RawMessage(`{"id":"riskyProjectApproval"}`), json.RawMessage(`{"n":1}`)
	var b bytes.Buffer
	if err := a.Write(&b); err != nil {
		t.Fatal(err)
	}
	if user := events[0].Body.(parley.Started).User; user != "" && strings.Contains(b.String(), user) {
		t.Error("it says who called")
	}
	back, err := calls.ReadArchive(&b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, a) {
		t.Error("it is another than was written")
	}
	was, is := calls.Fold(events), calls.Fold(back.Events)
	was.Started.User, is.Started.User = "", ""
	if !reflect.DeepEqual(was, is) {
		t.Error("the call is told otherwise")
	}
}

func TestArchiveOfAStranger(t *testing.T) {
	const call = parley.CallID("call_one")
	whole := func(change func(a *calls.Archive)) string {
		a := calls.NewArchive(talk(call, ada, 2, left(call)))
		change(&a)
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for name, text := range map[string]string{
		"nothing":            "",
		"no object":          "[]",
		"two":                whole(func(*calls.Archive) {}) + "{}",
		"no UTF-8":           "{\"version\":1,\"x\":\"\xff\"}",
		"a later version":    whole(func(a *calls.Archive) { a.Version = 2 }),
		"no call":            whole(func(a *calls.Archive) { a.Call = "" }),
		"a path":             whole(func(a *calls.Archive) { a.Call = "../x" }),
		"another call":       whole(func(a *calls.Archive) { a.Call = "call_two" }),
		"no events":          whole(func(a *calls.Archive) { a.Events = nil }),
		"no start":           whole(func(a *calls.Archive) { a.Events = a.Events[1:] }),
		"two starts":         whole(func(a *calls.Archive) { a.Events[1].Body = parley.Started{} }),
		"a number twice":     whole(func(a *calls.Archive) { a.Events[2].Seq = a.Events[1].Seq }),
		"of two calls":       whole(func(a *calls.Archive) { a.Events[2].Call = "call_two" }),
		"of no time":         whole(func(a *calls.Archive) { a.Events[2].At = time.Time{} }),
		"not over, for ever": whole(func(a *calls.Archive) { a.Events = a.Events[:3]; a.Events[2].At = time.Now().Add(1000 * time.Hour) }),
		"no body":            strings.Replace(whole(func(*calls.Archive) {}), `"kind":"said"`, `"kind":""`, 1),
		"a body of none":     strings.Replace(whole(func(*calls.Archive) {}), `"end":1000000000`, `"end":"late"`, 1),
		"too many events":    `{"version":1,"events":[` + strings.Repeat("1,", calls.MaxArchiveEvents) + "1]}",
		"too many bytes":     `{"version":1,"x":"` + strings.Repeat("x", calls.MaxArchiveBytes) + `"}`,
	} {
		if _, err := calls.ReadArchive(strings.NewReader(text)); !errors.Is(err, calls.ErrArchive) {
			t.Errorf("%s: %v, want ErrArchive", name, err)
		}
	}
	if _, err := calls.ReadArchive(iotest.ErrReader(iotest.ErrTimeout)); !errors.Is(err, iotest.ErrTimeout) || errors.Is(err,
		calls.ErrArchive) {
		t.Errorf("a reader that fails: %v", err)
	}
	a, err := calls.ReadArchive(strings.NewReader(whole(func(a *calls.Archive) {
		a.Events[0].Body = parley.Started{Dispatch: parley.Dispatch{Scenario: "x", User: bob}}
	})))
	if err != nil || calls.Fold(a.Events).Started.User != "" {
		t.Errorf("it is of %q, %v; want nobody", calls.Fold(a.Events).Started.User, err)
	}
}

func TestTooMuchIsNoArchive(t *testing.T) {
	for name, a := range map[string]calls.Archive{
		"events": {Events: make([]parley.Event, calls.MaxArchiveEvents+1)},
		"bytes":  {Captions: strings.Repeat("x", calls.MaxArchiveBytes)},
	} {
		for i := range a.Events {
			a.Events[i].Body = parley.Rated{}
		}
		var b bytes.Buffer
		if err := a.Write(&b); !errors.Is(err, calls.ErrArchive) || b.Len() > 0 {
			t.Errorf("%s: %v and %d bytes, want ErrArchive and none", name, err, b.Len())
		}
	}
}

func TestCaptions(t *testing.T) {
	c := calls.Fold([]parley.Event{
		{Call: "c", Seq: 1, At: began, Body: parley.Started{Dispatch: parley.Dispatch{Username: "Ada <b>"}, Botname: "Sterling"}},
		{Call: "c", Seq: 2, At: began, Body: parley.Inherited{Turns: []parley.InheritedTurn{{Turn: turn(1, parley.Character)}}}},
		{Call: "c", Seq: 3, At: began, Body: parley.Heard{
			Turn: parley.Turn{Number: 2, Role: parley.User,
				Text: "a --> b\n\n& c"}, Start: 3_723_004 * time.Millisecond, End: 3_723_004 * time.Millisecond,
		}},
		{Call: "c", Seq: 4, At: began, Body: parley.Said{Turn: parley.Turn{Number: 3, Role: parley.Character}}},
	})
	want := "WEBVTT\n\n2\n01:02:03.004 --> 01:02:04.004\n<v Ada &lt;b&gt;>a --&gt; b &amp; c</v>\n"
	if got := calls.Captions(c); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// FuzzReadArchive: what is taken can be told and written again.
func FuzzReadArchive(f *testing.F) {
	var b bytes.Buffer
	if err := calls.NewArchive(talk("call_one", ada, 1, left("call_one"))).Write(&b); err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{b.String(), "{}",
		`{"version":1,"call":"c","events":[{"call":"c","seq":1,"at":"2026-01-01T00:00:00Z","kind":"new","body":1}]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := calls.ReadArchive(bytes.NewReader(text))
		if err != nil {
			if !errors.Is(err, calls.ErrArchive) {
				t.Errorf("%v is no ErrArchive", err)
			}
			return
		}
		c := calls.Fold(a.Events)
		if calls.Summarise(c, time.Now()).Outcome == "" {
			t.Error("it is not over")
		}
		var again bytes.Buffer
		if err := calls.NewArchive(a.Events).Write(&again); err != nil {
			t.Fatal(err)
		}
		if _, err := calls.ReadArchive(&again); err != nil {
			t.Errorf("what was written again: %v", err)
		}
	})
}

func TestArchivesThatTakeTooMuch(t *testing.T) {
	whole := talk("call_a", ada, 1, left("call_a"))
	for name, change := range map[string]func([]parley.Event){
		"of a thousand years ago": func(e []parley.Event) { e[0].At = time.Date(1000, 1, 1, 0, 0, 0, 0, time.UTC) },
		"of next week":            func(e []parley.Event) { e[len(e)-1].At = time.Now().Add(7 * 24 * time.Hour) },
		"without a number after":  func(e []parley.Event) { e[len(e)-1].Seq = 1<<64 - 1 },
		"with an event of a megabyte": func(e []parley.Event) {
			e[1].Body = parley.Said{Turn: parley.Turn{Number: 1, Role: parley.Character, Text: strings.Repeat("a", 1<<20)}}
		},
	} {
		events := slices.Clone(whole)
		change(events)
		var b bytes.Buffer
		if err := (calls.Archive{Version: calls.ArchiveVersion, Call: "call_a", Events: events}).Write(&b); err != nil {
			t.Fatal(err)
		}
		if _, err := calls.ReadArchive(&b); !errors.Is(err, calls.ErrArchive) {
			t.Errorf("%s: %v, want ErrArchive", name, err)
		}
	}
	many := `{"version":1,"call":"call_a","events":[` + strings.Repeat("1,", 7<<20) + `1]}`
	if _, err := calls.ReadArchive(strings.NewReader(many)); !errors.Is(err, calls.ErrArchive) {
		t.Errorf("of seven million events: %v, want ErrArchive", err)
	}
}

func TestNoCallWhoseOwnerCannotBeRead(t *testing.T) {
	store, path := open(t)
	events := talk("call_a", ada, 1, left("call_a"))
	events[0].Body = parley.Started{Dispatch: parley.Dispatch{Username: strings.Repeat("a", 70<<10)}}
	if err := store.Import(t.Context(), ada, events); !errors.Is(err, calls.ErrEvents) {
		t.Errorf("import = %v, want ErrEvents", err)
	}
	keep(t, store, "call_b", ada)
	name := filepath.Join(path, "call_b.jsonl")
	text, err := os.ReadFile(name)
	if err == nil {
		first, _, _ := bytes.Cut(text, []byte("\n"))
		err = os.WriteFile(name, first, 0o600) // one line, torn
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Append(t.Context(), ada, "call_b", parley.Rated{Stars: 1}); !errors.Is(err, calls.ErrNotFound) {
		t.Errorf("append to a call without a whole line = %v, want ErrNotFound", err)
	}
}
