// Package agent holds one conversation: it hears the user, has the character
// think and speak, and keeps what was truly heard. It knows no LiveKit, NATS or
// HTTP; what it needs of them it declares as ports in ports.go.
//
// Whose turn it is decides the pure function turn.Step: a state, an event and the
// time go in, the next state and a list of effects come out, so a recorded list of
// events replays to the same effects. Session is the machine around it: goroutines
// that feed it events (the ear, the reply pipeline, the playout ledger) and one
// owner goroutine that carries out its effects.
package agent
