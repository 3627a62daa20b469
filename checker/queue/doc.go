// Package queue carries exchanges to the checker's judges and verdicts back, over
// NATS JetStream. The agent's side is a Client per call, which keeps the call's
// ledger; a Worker keeps nothing:
//
//	Client.Submit → check.<call> → Worker → Judge → Decide → verdict.<call> → Client.Run
//	                                └─ given up → dead.<call> → DeadLetters
//
// A check is an exchange with the ledger before it, a ruling the verdict with the
// ledger after it. A call has one check with the workers at a time, so its
// verdicts come in order without any of them looking at others. Speech never
// waits for any of it.
package queue
