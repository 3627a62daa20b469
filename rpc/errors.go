package rpc

import (
	"errors"
	"fmt"
	"strings"
)

// Code is an RPC error code. Codes from 1400 to 1505 are LiveKit's
// (livekit/client-sdk-js, src/room/rpc); codes from 2001 on are Parley's.
type Code uint32

// LiveKit's codes.
const (
	// CodeUnsupportedMethod: the other side has no handler for the method.
	CodeUnsupportedMethod Code = 1400
	// CodeRecipientNotFound: nobody of that identity is in the room.
	CodeRecipientNotFound Code = 1401
	// CodeRequestTooLarge: the request is over MaxPayload.
	CodeRequestTooLarge Code = 1402
	// CodeUnsupportedServer: the LiveKit server is too old for RPC.
	CodeUnsupportedServer Code = 1403
	// CodeUnsupportedVersion: the other side speaks another RPC version.
	CodeUnsupportedVersion Code = 1404
	// CodeApplication: the handler failed without a code of its own.
	CodeApplication Code = 1500
	// CodeConnectionTimeout: the other side did not acknowledge.
	CodeConnectionTimeout Code = 1501
	// CodeResponseTimeout: the other side did not answer in time.
	CodeResponseTimeout Code = 1502
	// CodeRecipientDisconnected: the other side left before answering.
	CodeRecipientDisconnected Code = 1503
	// CodeResponseTooLarge: the reply is over MaxPayload.
	CodeResponseTooLarge Code = 1504
	// CodeSendFailed: the request could not be sent.
	CodeSendFailed Code = 1505
)

// Parley's codes.
const (
	// CodeNotYourCall: the agent is linked to another participant.
	CodeNotYourCall Code = 2001
	// CodeMalformed: the payload is not JSON of the method's form.
	CodeMalformed Code = 2002
	// CodeNoHints: the scenario has no more hints.
	CodeNoHints Code = 2003
	// CodeOutOfRange: a value is outside its limits.
	CodeOutOfRange Code = 2004
	// CodeCallOver: the call has ended.
	CodeCallOver Code = 2005
	// CodeBusy: requests come faster than the agent takes them; try again.
	CodeBusy Code = 2006
	// CodeNoTime: there is no time limit, or more time was given already.
	CodeNoTime Code = 2007
)

// Error is an RPC error as it goes over the wire. errors.Is compares codes.
type Error struct {
	Code Code
	// Message is plain words, at most MaxMessage bytes and free of speech.
	Message string
}

// MaxMessage is the most bytes of an error message LiveKit carries.
const MaxMessage = 256

// Error implements error.
func (e *Error) Error() string { return fmt.Sprintf("%s (rpc code %d)", e.Message, e.Code) }

// Is reports whether target is an *Error of the same code.
func (e *Error) Is(target error) bool {
	var t *Error
	return errors.As(target, &t) && t.Code == e.Code
}

// Errors with Parley's codes, for handlers to return or wrap.
var (
	ErrNotYourCall = &Error{CodeNotYourCall, "the agent is in a call with someone else"}
	ErrMalformed   = &Error{CodeMalformed, "the payload is not of this method's form"}
	ErrNoHints     = &Error{CodeNoHints, "there are no more hints"}
	ErrOutOfRange  = &Error{CodeOutOfRange, "a value is outside its limits"}
	ErrCallOver    = &Error{CodeCallOver, "the call has ended"}
	ErrBusy        = &Error{CodeBusy, "too many requests, try again"}
	ErrNoTime      = &Error{CodeNoTime, "there is no more time to give"}
	ErrTooLarge    = &Error{CodeRequestTooLarge, "the payload is too large"}
)

// AsError is err as it may be told to the browser: the *Error it wraps, else
// CodeApplication with words that give nothing away. The error err itself is
// for the log. It returns nil for nil.
func AsError(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if !errors.As(err, &e) {
		return &Error{CodeApplication, "the agent could not do that"}
	}
	if len(e.Message) > MaxMessage {
		return &Error{e.Code, strings.ToValidUTF8(e.Message[:MaxMessage], "")}
	}
	return e
}
