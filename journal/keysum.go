package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
)

// sumName is beside the user key what says whether it is as it was written: with
// another key every user would be a stranger, and nothing would tell.
const sumName = ".sum"

func keySum(key string) string {
	sum := sha256.Sum256([]byte("parley user key\n" + key))
	return hex.EncodeToString(sum[:])
}

// checkedKey is the key of a file, after one wrong bit in it, or in its sum, was put
// right. A key that has no sum is given one.
func checkedKey(path, text string) (string, error) {
	key := strings.TrimSpace(text)
	told, err := os.ReadFile(path + sumName)
	if errors.Is(err, fs.ErrNotExist) {
		return key, replaceFile(path+sumName, []byte(keySum(key)))
	}
	if err != nil {
		return "", err
	}
	if string(told) == keySum(key) {
		return key, nil
	}
	for bit := range len(text) * 8 {
		other := []byte(text)
		other[bit/8] ^= 1 << (bit % 8)
		if mended := strings.TrimSpace(string(other)); string(told) == keySum(mended) {
			slog.Error("one bit of the user key was wrong and was put right: the disk may be failing", "file", path)
			return mended, replaceFile(path, []byte(mended+"\n"))
		}
	}
	if wrong := differing(told, []byte(keySum(key))); wrong == 1 {
		slog.Error("one bit of the user key's checksum was wrong and was put right: the disk may be failing", "file", path+sumName)
		return key, replaceFile(path+sumName, []byte(keySum(key)))
	}
	return "", fmt.Errorf("%s is another than it was, and with it every user is a stranger: put it back from a backup, "+
		"or delete %s if you have changed it yourself", path, path+sumName)
}

// differing is in how many bits two texts differ, and more than all if they are not of
// one length.
func differing(a, b []byte) int {
	if len(a) != len(b) {
		return 8 * max(len(a), len(b))
	}
	n := 0
	for i := range a {
		for x := a[i] ^ b[i]; x != 0; x &= x - 1 {
			n++
		}
	}
	return n
}
