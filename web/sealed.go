package web

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/json"
	"errors"

	"parley"
)

// ErrSealed means that a user's id in a token cannot be read: it was sealed with
// another secret of LiveKit's, or for another room.
var ErrSealed = errors.New("the user in the token cannot be read: agents and web need the same LiveKit secret")

// sealed is the metadata of a dispatch whose user is in no clear: LiveKit's clients
// put their token into the address they connect to, which proxies log, and a
// user's id is good for longer than a token.
type sealed struct {
	parley.Dispatch
	// By is the id, sealed for the token's room alone.
	By []byte `json:"sealed_user,omitempty"`
}

// seal is the metadata of d for one room; secret is that of LiveKit's API, which
// whoever reads it has, too.
func seal(secret, room string, d parley.Dispatch) string {
	s := sealed{Dispatch: d}
	if d.User != "" {
		s.User, s.By = "", sealer(secret, userInToken).Seal(nil, nil, []byte(d.User), []byte(room))
	}
	text, _ := json.Marshal(s) // strings and bytes: cannot fail
	return string(text)
}

// ParseDispatch is parley.ParseDispatch of the metadata of a room's dispatch, with
// the user whom a token has sealed. The error is ErrSealed or a parley.ErrDispatch.
func ParseDispatch(secret, room, metadata string) (parley.Dispatch, error) {
	d, err := parley.ParseDispatch(metadata)
	var s sealed
	if err != nil || json.Unmarshal([]byte(metadata), &s) != nil || len(s.By) == 0 {
		return d, err
	}
	user, err := sealer(secret, userInToken).Open(nil, nil, s.By, []byte(room))
	if err != nil || !parley.IsUser(string(user)) {
		return d, ErrSealed
	}
	d.User = string(user)
	return d, nil
}

// What is sealed.
const (
	userInToken  = "the user in a token"
	ticketToCall = "the ticket to a call"
)

// sealer has a key for each kind of what is sealed, made of secret, and puts a random
// nonce before it.
func sealer(secret, what string) cipher.AEAD {
	key := sha256.Sum256([]byte("parley: " + what + "\x00" + secret))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err) // 32 bytes are a key
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // as above
	}
	return aead
}
