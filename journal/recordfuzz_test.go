package journal

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

// FuzzCommit: what is no commit is ErrDamaged, whether it was sealed or not, and
// what is one comes out as it went in.
func FuzzCommit(f *testing.F) {
	for _, seed := range []string{`[{"kind":"a"}]`, `[{"kind":"a","data":{"b":[1,null]}},{"kind":"c","data":null}]`, `[]`, `[{}]`, `{"kind":"a"}`, "", "[", "\x01"} {
		f.Add([]byte(seed))
	}
	id, body := makeSecret("ana")
	s, err := decodeSecret(&jetstream.RawStreamMsg{Subject: "USERS.secret.x." + id, Data: body})
	if err != nil || s.id != id || s.owner != "ana" {
		f.Fatal(s, err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := s.commit("a", &jetstream.RawStreamMsg{Data: data}); !errors.Is(err, ErrDamaged) {
			t.Fatalf("what nobody sealed is a commit: %v", err)
		}
		m := &jetstream.RawStreamMsg{Data: s.seal("a", data)}
		if _, err := s.commit("b", m); !errors.Is(err, ErrDamaged) {
			t.Fatalf("a commit of another subject: %v", err)
		}
		c, err := s.commit("a", m)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Fatal(err)
			}
			return
		}
		plain, err := encodeEvents(c.Events)
		if err != nil {
			t.Fatalf("%d events cannot be written: %v", len(c.Events), err)
		}
		again, err := decodeEvents(plain)
		if err != nil || len(again) != len(c.Events) {
			t.Fatalf("%d events are %d when written, %v", len(c.Events), len(again), err)
		}
		for i := range again {
			if again[i].Kind != c.Events[i].Kind || !sameJSON(t, again[i].Data, c.Events[i].Data) {
				t.Fatalf("event %d changed", i)
			}
		}
	})
}

// sameJSON compares values, as writing one leaves blanks out.
func sameJSON(t *testing.T, a, b json.RawMessage) bool {
	t.Helper()
	if a == nil || b == nil {
		return len(a) == len(b)
	}
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		t.Fatal("data is not JSON")
	}
	return reflect.DeepEqual(x, y)
}

// FuzzSecret: what is no secret is ErrDamaged.
func FuzzSecret(f *testing.F) {
	_, body := makeSecret("ana")
	for _, seed := range [][]byte{body, nil, []byte(`{"v":2}`), []byte(strings.Replace(string(body), `"v":1`, `"v":9`, 1))} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := decodeSecret(&jetstream.RawStreamMsg{Subject: "x", Data: data})
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Fatal(err)
			}
			return
		}
		if plain, err := s.open("a", s.seal("a", data)); err != nil || string(plain) != string(data) {
			t.Fatalf("a secret does not open what it sealed: %v", err)
		}
	})
}
