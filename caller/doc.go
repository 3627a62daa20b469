// Package caller is the scripted other end of a call: it joins over WebRTC like
// any user, says recorded or synthesised lines, and keeps every packet's time
// and loudness and everything it was told. Join gives a caller that does what
// whoever measures tells it to; Run has one hold a whole conversation by a
// script, speaking when the character has finished. `parley call`,
// `measure bench` and the end-to-end tests use it.
//
// It uses nothing of the agent's: what it knows came over the wire.
package caller
