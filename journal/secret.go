package journal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// secretVersion and sealVersion rise when an older program would read a newer
	// message wrongly.
	secretVersion = 1
	sealVersion   = 1
	keyBytes      = 32
)

// secret is what makes an owner's messages readable.
type secret struct {
	owner, id string
	aead      cipher.AEAD
}

// secretBody is a secret's message. The id is in its subject.
type secretBody struct {
	Version int    `json:"v"`
	Owner   string `json:"owner"`
	Key     []byte `json:"key"`
}

// digest stands for an owner in subjects.
func digest(owner string) string {
	sum := sha256.Sum256([]byte(owner))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// makeSecret returns the id and the message of a new secret.
func makeSecret(owner string) (id string, body []byte) {
	key := make([]byte, keyBytes)
	_, _ = rand.Read(key) // never fails
	body, err := json.Marshal(secretBody{secretVersion, owner, key})
	if err != nil {
		panic(err) // a number and two strings
	}
	return rand.Text(), body
}

// decodeSecret reads a message of the secrets. The error is ErrDamaged.
func decodeSecret(m *jetstream.RawStreamMsg) (*secret, error) {
	var b secretBody
	if json.Unmarshal(m.Data, &b) != nil || b.Version != secretVersion || len(b.Key) != keyBytes {
		return nil, ErrDamaged
	}
	block, err := aes.NewCipher(b.Key)
	if err != nil {
		return nil, ErrDamaged
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, ErrDamaged
	}
	return &secret{owner: b.Owner, id: idOf(m), aead: aead}, nil
}

// digestOf is the digest in the subject of a secret.
func digestOf(subject string) string {
	subject = subject[:strings.LastIndexByte(subject, '.')]
	return subject[strings.LastIndexByte(subject, '.')+1:]
}

// idOf is the id in the subject of a secret.
func idOf(m *jetstream.RawStreamMsg) string {
	return m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
}

// seal makes a message of a subject that only this secret opens.
func (s *secret) seal(subject string, plain []byte) []byte {
	sealed := make([]byte, 1, 1+len(plain)+s.aead.Overhead())
	sealed[0] = sealVersion
	return s.aead.Seal(sealed, nil, plain, []byte(subject))
}

// open returns what seal was given. The error is ErrDamaged.
func (s *secret) open(subject string, sealed []byte) ([]byte, error) {
	if len(sealed) == 0 || sealed[0] != sealVersion {
		return nil, ErrDamaged
	}
	plain, err := s.aead.Open(nil, nil, sealed[1:], []byte(subject))
	if err != nil {
		return nil, ErrDamaged
	}
	return plain, nil
}
