// Package room is the only code that knows LiveKit. A Worker offers this
// process to a LiveKit server and runs a job for each call; a Room is one
// participant in one room: audio in and out, attributes, text streams and RPC;
// a Call is the agent's side of one call on top of a Room, in the words of the
// root package.
//
// The protocols are described in livekit.md sections 2 and 3; the quirks of the
// SDK this package guards against in section 2.8.
package room
