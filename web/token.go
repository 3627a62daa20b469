package web

import (
	"cmp"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/livekit/protocol/auth"
	"github.com/livekit/protocol/livekit"

	"parley"
)

// TokenLife is how long a token lets its holder join: a client joins within seconds
// of asking, and a slow one asks again. A call under way goes on after it; LiveKit
// renews tokens inside.
const TokenLife = time.Minute

// Rooms are closed by LiveKit: emptyTimeout seconds after their making if nobody
// came, departureTimeout seconds after the last one left: soon, as the call is
// over with that and LiveKit sends no agent to a room that is still there. Who
// comes back makes the room anew.
const (
	emptyTimeout     = 60
	departureTimeout = 1
)

// resumableTimeout is departureTimeout for a call that waits for its user, whose agent
// closes the room itself: longer than that can take, as they may have stopped the clocks
// before.
var resumableTimeout = departureTimeout + 10 + uint32((parley.DefaultTiming.Recess+parley.DefaultTiming.Return)/time.Second)

// Caller is one person about to call.
type Caller struct {
	// Room is unique to the call; so is Identity, unless the client chose it.
	Room, Identity string
	// Name is what others in the room see; empty means Dispatch.Username.
	Name     string
	Dispatch parley.Dispatch
	// Metadata and Attributes are the caller's own in the room, for front ends
	// that want some.
	Metadata   string
	Attributes map[string]string
	// back is set for one who comes back to a call: its room has its agent.
	back bool
}

// NewCaller returns a caller with a room and an identity nobody can guess.
func NewCaller(d parley.Dispatch) Caller {
	return Caller{Room: "room_" + secret(), Identity: "caller_" + secret(), Dispatch: d}
}

func secret() string { return strings.ToLower(rand.Text()) }

// CallToken is a LiveKit token with which c joins c.Room, and the room, when
// that makes it, asks for agent with c.Dispatch. It grants a microphone, also one that
// is published without a source, hearing others and data; no camera, no screen, no change of one's own metadata, no
// other room. The error is that of an unusable key or secret.
func CallToken(key, secret, agent string, c Caller) (string, error) {
	grant := &auth.VideoGrant{RoomJoin: true, Room: c.Room}
	grant.SetCanSubscribe(true)
	grant.SetCanPublishData(true)
	// A client that names no source means its microphone, which is how it is heard. Such
	// a track may be video by its kind, of which an agent takes none. (A server whose
	// codecs are those of audio alone would refuse it; Chromium cannot negotiate with it.)
	grant.SetCanPublishSources([]livekit.TrackSource{livekit.TrackSource_MICROPHONE, livekit.TrackSource_UNKNOWN})
	departure := uint32(departureTimeout)
	if c.Dispatch.Resumable {
		departure = resumableTimeout
	}
	token := auth.NewAccessToken(key, secret).
		SetIdentity(c.Identity).
		SetName(cmp.Or(c.Name, c.Dispatch.Username)).
		SetMetadata(c.Metadata).
		SetAttributes(c.Attributes).
		SetValidFor(TokenLife).
		SetVideoGrant(grant)
	if !c.back {
		token.SetRoomConfig(&livekit.RoomConfiguration{
			EmptyTimeout:     emptyTimeout,
			DepartureTimeout: departure,
			Agents:           []*livekit.RoomAgentDispatch{{AgentName: agent, Metadata: seal(secret, c.Room, c.Dispatch)}},
		})
	}
	jwt, err := token.ToJWT()
	if err != nil {
		return "", fmt.Errorf("sign call token: %w", err)
	}
	return jwt, nil
}

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
