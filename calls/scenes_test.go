package calls_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"parley"
	"parley/calls"
	"parley/journal"
	"parley/scenarios"
)

func sceneFile(goal string) []byte {
	return []byte(`{"goal":"` + goal + `","character":["A"],"negprompt":["No"],"opening":"So?","botname":"Ada"}`)
}

func scene(goal string) scenarios.Scenario {
	s, err := scenarios.Parse("a.json", sceneFile(goal))
	if err != nil {
		panic(err)
	}
	return s
}

func openScenes(t *testing.T) (s *calls.Scenes, dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "scenes")
	s, err := calls.OpenScenes(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s, dir
}

func TestScenesStayAsTheyWere(t *testing.T) {
	s, dir := openScenes(t)
	old, edited := scene("A yes"), scene("A loud yes")
	var all sync.WaitGroup
	for range 8 { // calls of one scene that begin at once
		all.Go(func() {
			if hash, err := s.Put(old); err != nil || hash != old.Hash() {
				t.Errorf("Put = %s, %v", hash, err)
			}
		})
	}
	all.Wait()
	if _, err := s.Put(edited); err != nil {
		t.Fatal(err)
	}
	for _, want := range []scenarios.Scenario{old, edited} {
		if got, err := s.Get(want.Hash()); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Get = %+v, %v, want %+v", got, err, want)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
		t.Errorf("%d files, %v, want one a scene", len(files), err)
	}
}

// TestSceneOfACall: a call has its scene as it was, also where the library has another of
// that id by now; of one that is not kept nothing is guessed.
func TestSceneOfACall(t *testing.T) {
	s, _ := openScenes(t)
	old, edited := scene("A yes"), scene("A loud yes")
	hash, err := s.Put(old)
	if err != nil {
		t.Fatal(err)
	}
	library, err := scenarios.Load(fstest.MapFS{"a.json": {Data: sceneFile("A loud yes")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		id   string
		hash string
		want string
	}{
		{"kept", "a", hash, old.Goal},
		{"kept, and gone from the library", "gone", hash, old.Goal},
		{"as it is now", "a", edited.Hash(), edited.Goal},
		{"of before scenes were kept", "a", "", edited.Goal},
		{"not kept, and another by now", "a", "0123456789abcdef", ""},
		{"gone", "gone", "", ""},
	} {
		started := parley.Started{Dispatch: parley.Dispatch{Scenario: c.id}, SceneHash: c.hash}
		if got, ok := s.SceneOf(started, library); ok != (c.want != "") || got.Goal != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, got.Goal, ok, c.want)
		}
	}
}

func TestScenesThatAreNotThere(t *testing.T) {
	s, dir := openScenes(t)
	kept := scene("A yes")
	hash, err := s.Put(kept)
	if err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(filepath.Dir(dir), "secret.json")
	if err := os.WriteFile(secret, []byte(`{"goal":"secret"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", "0123456789abcdef", "../secret", strings.ToUpper(hash), hash + "0", "..%2fsecret", "\x00",
		strings.Repeat("a", 1<<16)} {
		if _, err := s.Get(bad); !errors.Is(err, calls.ErrNotFound) {
			t.Errorf("Get(%.20q) = %v, want ErrNotFound", bad, err)
		}
	}
	file := filepath.Join(dir, hash+".json")
	for _, damaged := range []string{"", "{", `{"goal":"another"}`, strings.Repeat("[", 1<<20)} {
		if err := os.WriteFile(file, []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(hash); !errors.Is(err, calls.ErrNotFound) {
			t.Errorf("Get of a damaged file = %v, want ErrNotFound", err)
		}
		if _, err := s.Put(kept); err != nil { // it is mended
			t.Error(err)
		}
		if _, err := s.Get(hash); err != nil {
			t.Errorf("Get = %v after it was put again", err)
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Put(kept); err == nil || got != hash {
		t.Errorf("Put without a folder = %s, %v, want the hash and an error", got, err)
	}
}

func TestScenesGoWithTheirCalls(t *testing.T) {
	s, dir := openScenes(t)
	journals, err := journal.OpenDir(filepath.Join(filepath.Dir(dir), "calls"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = journals.Close() }()
	store := calls.NewFiles(journals, nil)
	hashes := map[string]string{}
	for _, goal := range []string{"named", "gone", "beginning"} {
		if hashes[goal], err = s.Put(scene(goal)); err != nil {
			t.Fatal(err)
		}
	}
	for call, goal := range map[parley.CallID]string{"call_a": "named", "call_b": "gone", "call_c": "named"} {
		events := talk(call, ada, 1, left(call))
		started := events[0].Body.(parley.Started)
		started.SceneHash = hashes[goal]
		events[0].Body = started
		if err := store.Import(t.Context(), ada, events); err != nil {
			t.Fatal(err)
		}
	}
	past := time.Now().Add(-2 * time.Hour)
	for _, goal := range []string{"named", "gone"} {
		if err := os.Chtimes(filepath.Join(dir, hashes[goal]+".json"), past, past); err != nil {
			t.Fatal(err)
		}
	}
	there := func(want ...string) {
		t.Helper()
		if err := s.Prune(t.Context(), store); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, goal := range []string{"named", "gone", "beginning"} {
			if _, err := s.Get(hashes[goal]); err == nil {
				got = append(got, goal)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("after pruning there are %q, want %q", got, want)
		}
	}
	there("named", "gone", "beginning")
	if _, err := store.Delete(t.Context(), ada, "call_a", "call_b"); err != nil {
		t.Fatal(err)
	}
	there("named", "beginning")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Prune(ended, store); !errors.Is(err, context.Canceled) {
		t.Errorf("Prune after the end = %v", err)
	}
	there("named", "beginning")
}
