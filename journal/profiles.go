package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"parley"
)

const (
	// maxProfiles is how many users are remembered; those not seen for longest
	// go first. A profile is under 100 bytes.
	maxProfiles = 10_000
	// maxForgotten is how many deleted ids are kept from being saved again.
	maxForgotten = 1024
	// maxPause bounds what can be a pause within a turn: a longer one is from no
	// call.
	maxPause = time.Minute
)

// ErrUserID means a user id that cannot be a file name.
var ErrUserID = errors.New("a user id has only letters, digits, - and _")

// Profiles keeps how users talk in a folder: a small file a user, readable by
// this user of the machine alone. It is safe for concurrent use.
type Profiles struct {
	path string
	log  *slog.Logger

	mu        sync.Mutex
	forgotten []string // deleted ids, oldest first
}

// NewProfiles keeps profiles in the folder at path, which the first Save makes.
// log takes word of files that cannot be read; nil means slog.Default.
func NewProfiles(path string, log *slog.Logger) *Profiles {
	if log == nil {
		log = slog.Default()
	}
	return &Profiles{path: path, log: log}
}

// Load returns what is known of user, nothing of a stranger. A file that makes
// no sense is logged and removed: the user is a stranger again. It returns
// ErrUserID for a bad id.
func (p *Profiles) Load(user string) (parley.Profile, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var h parley.Profile
	name, err := p.file(user)
	if err != nil {
		return h, fmt.Errorf("load profile: %w", err)
	}
	data, err := os.ReadFile(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return h, nil
	case err != nil:
		return h, fmt.Errorf("load profile: %w", err)
	}
	if isProfile(data) {
		_ = json.Unmarshal(data, &h) // which it is
		return h, nil
	}
	p.log.Error("a profile is damaged and was dropped: how long its user pauses is learnt anew", "file", name)
	return parley.Profile{}, removed(os.Remove(name))
}

// Size is how much is kept of user, and since when; zero for a stranger. It returns
// ErrUserID for a bad id.
func (p *Profiles) Size(user string) (File, error) {
	name, err := p.file(user)
	if err != nil {
		return File{}, fmt.Errorf("size of profile: %w", err)
	}
	info, err := os.Stat(name)
	if errors.Is(err, os.ErrNotExist) {
		return File{}, nil
	}
	if err != nil {
		return File{}, fmt.Errorf("size of profile: %w", err)
	}
	return File{Bytes: info.Size(), Modified: info.ModTime()}, nil
}

// isProfile reports whether a file holds a profile, as it was written.
func isProfile(data []byte) bool {
	var h parley.Profile
	return whole(data) && json.Unmarshal(data, &h) == nil && plausible(h)
}

// plausible reports whether h can come from calls.
func plausible(h parley.Profile) bool {
	return h.Pause >= 0 && h.Pause <= maxPause && h.Pauses >= 0 && h.Patience >= 0 && h.Patience <= maxPause
}

// Save replaces what is known of user; a reader sees the old or the new, never
// a part. Ids deleted lately are passed over, so that a call that ends after
// its user asked to be forgotten does not bring the profile back. It returns
// ErrUserID for a bad id.
func (p *Profiles) Save(user string, h parley.Profile) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	name, err := p.file(user)
	if err != nil {
		return fmt.Errorf("save profile: %w", err)
	}
	if h == (parley.Profile{}) || slices.Contains(p.forgotten, user) {
		return nil
	}
	_, missing := os.Stat(name)
	if err := p.replace(name, h); err != nil {
		return fmt.Errorf("save profile: %w", err)
	}
	if missing == nil {
		return nil
	}
	return p.prune(maxProfiles)
}

func (p *Profiles) replace(name string, h parley.Profile) error {
	if err := os.MkdirAll(p.path, 0o700); err != nil {
		return err
	}
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return replaceFile(name, append(summed(text), '\n'))
}

// alias puts aliases in the place of the user ids in the files' names. What is
// kept under an alias already is the newer.
func (p *Profiles) alias(key UserKey) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	names, err := filepath.Glob(filepath.Join(globbed(p.path), "*.json"))
	errs := []error{err}
	for _, name := range names {
		user := strings.TrimSuffix(filepath.Base(name), ".json")
		if isAlias(user) {
			continue
		}
		to, _ := p.file(key.Alias(user)) // an alias can be a name
		if _, err := os.Stat(to); err == nil {
			errs = append(errs, removed(os.Remove(name)))
			continue
		}
		errs = append(errs, removed(os.Rename(name, to)))
	}
	return errors.Join(errs...)
}

// Delete forgets user, known or not. It returns ErrUserID for a bad id.
func (p *Profiles) Delete(user string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	name, err := p.file(user)
	if err != nil {
		return fmt.Errorf("forget profile: %w", err)
	}
	if !slices.Contains(p.forgotten, user) {
		p.forgotten = append(p.forgotten[max(0, len(p.forgotten)-maxForgotten+1):], user)
	}
	return removed(os.Remove(name))
}

// Reset removes what is known of user, which is learnt anew from then on, and tells how
// large it was: zero if there was none. It returns ErrUserID for a bad id.
func (p *Profiles) Reset(user string) (File, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	size, err := p.Size(user)
	if err != nil || size == (File{}) {
		return size, err
	}
	name, _ := p.file(user) // Size has taken it
	return size, removed(os.Remove(name))
}

// Forgotten reports whether user was deleted lately.
func (p *Profiles) Forgotten(user string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Contains(p.forgotten, user)
}

// prune removes the profiles that were not saved for longest, down to most.
func (p *Profiles) prune(most int) error {
	names, err := filepath.Glob(filepath.Join(globbed(p.path), "*.json"))
	if err != nil || len(names) <= most {
		return err
	}
	saved := make(map[string]time.Time, len(names))
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			saved[name] = info.ModTime()
		}
	}
	slices.SortFunc(names, func(a, b string) int { return saved[a].Compare(saved[b]) })
	var errs []error
	for _, name := range names[:len(names)-most] {
		errs = append(errs, removed(os.Remove(name)))
	}
	return errors.Join(errs...)
}

// removed is the error of a removal that somebody else may have done.
func removed(err error) error {
	if err == nil || errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("forget profile: %w", err)
}

func (p *Profiles) file(user string) (string, error) {
	if !isName(user) {
		return "", ErrUserID
	}
	return filepath.Join(p.path, user+".json"), nil
}
