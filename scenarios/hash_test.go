package scenarios_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"parley/scenarios"
)

// turned is a file with its keys in another order and another layout.
func turned(t *testing.T, file []byte) []byte {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal(file, &all); err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(all, "\t", "   ")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestEqualScenesHaveEqualHashes reads every scene that is built in anew from what is
// kept of it, and from its file in another layout.
func TestEqualScenesHaveEqualHashes(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, s := range append(library.List(), library.Assistants()...) {
		hash := s.Hash()
		if len(hash) != scenarios.HashDigits || strings.Trim(hash, "0123456789abcdef") != "" {
			t.Errorf("%s: hash %q", s.ID, hash)
		}
		if other, twice := seen[hash]; twice {
			t.Errorf("%s and %s have one hash", s.ID, other)
		}
		seen[hash] = s.ID
		kept, err := scenarios.Decode(s.Canonical())
		if err != nil || !bytes.Equal(kept.Canonical(), s.Canonical()) || kept.Understudy == nil != (s.Understudy == nil) {
			t.Errorf("%s: what is kept of it is another scene: %v", s.ID, err)
		}
		again, err := scenarios.Parse(s.ID+".json", turned(t, s.Canonical()))
		if err != nil || again.Hash() != hash {
			t.Errorf("%s: in another layout it has hash %s, want %s: %v", s.ID, again.Hash(), hash, err)
		}
	}
}

// TestAnotherSceneHasAnotherHash changes one thing at a time.
func TestAnotherSceneHasAnotherHash(t *testing.T) {
	const file = `{"goal":"A yes","character":["A careful person"],"negprompt":["Say no"],"opening":"So?","botname":"Ada","x_tool":{"b":1.0,"a":2}}`
	base, err := scenarios.Parse("a.json", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []struct{ from, to string }{
		{`"A yes"`, `"A no"`}, {`"Say no"`, `"Say yes"`}, {`"So?"`, `"So."`}, {`"a":2`, `"a":3`}, {`x_tool`, `x_other`},
		{`"botname"`, `"rubric":[{"id":"r","check":"Is it?"}],"botname"`},
	} {
		s, err := scenarios.Parse("a.json", []byte(strings.Replace(file, change.from, change.to, 1)))
		if err != nil || s.Hash() == base.Hash() {
			t.Errorf("%s for %s: hash %s as before, %v", change.to, change.from, s.Hash(), err)
		}
	}
	same := strings.Replace(file, `{"b":1.0,"a":2}`, `{ "a": 2, "b": 1.0 }`, 1)
	if s, err := scenarios.Parse("a.json", []byte(same)); err != nil || s.Hash() != base.Hash() {
		t.Errorf("another layout of an unknown key: hash %s, want %s: %v", s.Hash(), base.Hash(), err)
	}
}

// FuzzCanonical has whatever is a scene be read from what is kept of it.
func FuzzCanonical(f *testing.F) {
	f.Add([]byte(`{"goal":"A yes","character":["A"],"negprompt":["No"],"opening":"So?","botname":"Ada","x":[1e2,null,"<&\u2028"]}`))
	f.Add([]byte(`{"goal":"A yes","character":["A"],"negprompt":["No"],"opening":"So?","botname":"Ada","fillers":[]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := scenarios.Parse("a.json", data)
		if err != nil {
			_, _ = scenarios.Decode(data) // may fail, and no more
			return
		}
		text := s.Canonical()
		kept, err := scenarios.Decode(text)
		if err != nil || !bytes.Equal(kept.Canonical(), text) || kept.Hash() != scenarios.HashOf(text) {
			t.Errorf("%s is read as %s, %v", text, kept.Canonical(), err)
		}
	})
}
