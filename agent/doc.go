// Package agent holds one conversation: whose turn it is, what the character
// says, what was truly heard. It knows no LiveKit, NATS or HTTP; what it needs
// of them it declares as ports in ports.go.
//
// Turn-taking is the pure function step: a state, an event and the time go in,
// the next state and a list of effects come out. It starts no goroutine, reads
// no clock and does no I/O, so a recorded list of events replays to the same
// effects. Session is the machine around it: goroutines that feed it events
// (the ear, the reply pipeline, the playout ledger) and one owner goroutine
// that carries out its effects.
package agent
