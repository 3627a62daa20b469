// Package caller is a scripted person on the other end of the line: it joins a
// call over WebRTC like anyone, says its lines when the character has finished,
// and keeps what it heard and was told. `parley call` shows one call with it,
// the benchmarks hold many at once.
//
// It uses nothing of the agent's: what it knows came over the wire.
package caller
