package embedded

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// keyName is the API key of the embedded LiveKit; its secret is random.
const keyName = "parley"

// LoadKey reads the LiveKit key and secret kept at path, one line "key:
// secret" as LiveKit's own key files have it, or makes a new pair there,
// readable by this user alone. A pair that survives restarts lets other
// clients of this machine keep theirs.
func LoadKey(path string) (key, secret string, err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		secret = rand.Text() + rand.Text() // 260 bits; LiveKit warns below 256
		if err := os.WriteFile(path, []byte(keyName+": "+secret+"\n"), 0o600); err != nil {
			return "", "", fmt.Errorf("keep the LiveKit key: %w", err)
		}
		return keyName, secret, nil
	}
	if err != nil {
		return "", "", fmt.Errorf("read the LiveKit key: %w", err)
	}
	key, secret, ok := strings.Cut(strings.TrimSpace(string(b)), ": ")
	if !ok || key == "" || secret == "" {
		return "", "", fmt.Errorf("%s does not hold a line \"key: secret\"; delete it and start again", path)
	}
	return key, secret, nil
}
