// Package queue carries exchanges to the checker's judges and verdicts back, over
// NATS JetStream.
package queue
