package journal

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	// aliasPrefix and 64 hexadecimal digits make an alias longer than any user id
	// (parley.ParseDispatch takes 64 characters), so the two cannot be mistaken
	// for each other.
	aliasPrefix = "u-"
	// minKey is the fewest characters of a key.
	minKey = 32
)

// UserKey makes aliases of user ids. Whoever knows a user's id can have what is
// kept of them deleted, so the id itself is kept nowhere; an alias stands for it
// that nobody can make without the key. All processes that share a data folder
// share the key.
type UserKey struct{ secret []byte }

// NewUserKey takes a key of 32 characters or more.
func NewUserKey(secret string) (UserKey, error) {
	secret = strings.TrimSpace(secret)
	if len(secret) < minKey {
		return UserKey{}, fmt.Errorf("a user key has at least %d characters, such as those `openssl rand -hex 32` prints", minKey)
	}
	return UserKey{[]byte(secret)}, nil
}

// LoadUserKey reads the key at path, or makes one there, readable by this user
// alone. Processes that begin at once get the same.
func LoadUserKey(path string) (UserKey, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = makeKey(path); err == nil {
			text, err = os.ReadFile(path)
		}
	}
	if err != nil {
		return UserKey{}, fmt.Errorf("keep the user key: %w", err)
	}
	checked, err := checkedKey(path, string(text))
	if err != nil {
		return UserKey{}, err
	}
	key, err := NewUserKey(checked)
	if err != nil {
		return UserKey{}, fmt.Errorf("%s is damaged (%w); put it back from a backup, or delete it: users are then strangers", path, err)
	}
	return key, nil
}

// makeKey puts a whole key at path unless somebody else just did.
func makeKey(path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".key-*") // of mode 0600
	if err != nil {
		return err
	}
	_, err = f.WriteString(rand.Text() + rand.Text() + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		if err = os.Link(f.Name(), path); errors.Is(err, fs.ErrExist) {
			err = nil
		}
	}
	return errors.Join(err, os.Remove(f.Name()))
}

// Derive is a key of 32 bytes for another purpose, from which nobody learns this one.
func (k UserKey) Derive(purpose string) []byte {
	m := hmac.New(sha256.New, k.secret)
	m.Write([]byte("parley: a key for\x00" + purpose)) // no user id has a space
	return m.Sum(nil)
}

// Alias is what stands for user wherever something is kept, such as
// "u-5f0c…"; nothing stands for no user.
func (k UserKey) Alias(user string) string {
	if user == "" {
		return ""
	}
	m := hmac.New(sha256.New, k.secret)
	m.Write([]byte(user))
	return aliasPrefix + hex.EncodeToString(m.Sum(nil))
}

func isAlias(user string) bool {
	return len(user) == len(aliasPrefix)+2*sha256.Size && strings.HasPrefix(user, aliasPrefix)
}
