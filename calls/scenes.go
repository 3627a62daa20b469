package calls

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parley"
	"parley/journal"
	"parley/scenarios"
)

// Scenes keeps the scenes of calls as they were when these began, in a folder, each
// once by its hash (parley.Started.SceneHash). Other processes may write to the folder
// at the same time. It is safe for concurrent use and needs no closing; its methods
// block on the disk.
type Scenes struct{ dir string }

// OpenScenes makes the folder if it is missing, readable by this user alone.
func OpenScenes(dir string) (*Scenes, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of scenes: %w", err)
	}
	return &Scenes{dir}, nil
}

// Put keeps a scene, whole or not at all, unless it is there, and returns its hash,
// with an error too.
func (s *Scenes) Put(scene scenarios.Scenario) (hash string, err error) {
	text := scene.Canonical()
	hash = scenarios.HashOf(text)
	now := time.Now()
	if is, err := s.read(hash); err == nil && bytes.Equal(is, text) {
		if err := os.Chtimes(s.file(hash), now, now); err == nil || !errors.Is(err, os.ErrNotExist) {
			return hash, err
		}
	}
	return hash, journal.Keep(s.file(hash), json.RawMessage(text))
}

// Get is the scene of a hash, as it was. It is ErrNotFound for one that is not kept,
// and for a file that does not hold it.
func (s *Scenes) Get(hash string) (scenarios.Scenario, error) {
	text, err := s.read(hash)
	if err != nil {
		return scenarios.Scenario{}, err
	}
	return scenarios.Decode(text)
}

// SceneOf is the scene of a call that began so, as it was; ok is false where that is not
// known. Of a journal from before scenes were kept it is that of library by its id.
func (s *Scenes) SceneOf(started parley.Started, library *scenarios.Library) (scene scenarios.Scenario, ok bool) {
	scene, ok = library.Get(started.Scenario)
	if ok && (started.SceneHash == "" || started.SceneHash == scene.Hash()) {
		return scene, true
	}
	scene, err := s.Get(started.SceneHash)
	return scene, err == nil
}

// read is the text of a scene.
func (s *Scenes) read(hash string) ([]byte, error) {
	if len(hash) != scenarios.HashDigits || strings.Trim(hash, "0123456789abcdef") != "" {
		return nil, ErrNotFound
	}
	text, err := os.ReadFile(s.file(hash))
	if err != nil {
		return nil, missing(err)
	}
	if text = bytes.TrimSuffix(text, []byte("\n")); scenarios.HashOf(text) != hash {
		return nil, ErrNotFound
	}
	return text, nil
}

func (s *Scenes) file(hash string) string { return filepath.Join(s.dir, hash+".json") }

// unnamed is for how long a scene may be kept that no call names yet: its call is
// beginning.
const unnamed = time.Hour

// Prune deletes the scenes that no call of store names any more.
func (s *Scenes) Prune(ctx context.Context, store Store) error {
	entries, err := os.ReadDir(s.dir) // before the calls are listed: a newer scene is not looked at
	if err != nil {
		return fmt.Errorf("list scenes: %w", err)
	}
	all, err := ListAll(ctx, store, Query{Owner: Operator})
	if err != nil {
		return fmt.Errorf("list the calls of scenes: %w", err)
	}
	named := map[string]bool{}
	for _, c := range all {
		named[c.Hash] = true
	}
	var errs []error
	for _, e := range entries {
		info, err := e.Info()
		hash := strings.TrimSuffix(e.Name(), ".json")
		if err != nil || named[hash] || time.Since(info.ModTime()) < unnamed {
			continue
		}
		if err := os.Remove(filepath.Join(s.dir, e.Name())); err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
