// Package embedded runs the servers Parley needs inside its own process: NATS
// with JetStream on disk, and LiveKit. `parley serve` uses both unless it is
// told of external ones.
package embedded
