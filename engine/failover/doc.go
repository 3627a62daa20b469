// Package failover is an ordered list of engines served as one that is never
// silent: Thinking of language models, Speaking of voices, Hearing of
// recognisers. Each implements its role's Engine, so that who uses it need not
// know of the list. All calls share one, and with it what is known of the
// engines, its rungs; For gives each call a view that reports to its Observer.
//
// What holds for every role:
//
//   - The first rung that is well is asked. If its first byte is later than in 95
//     of 100 requests, a second request is made (Hedge); if it is over budget
//     (Budgets.First) or fails, the next rung is asked. Whoever speaks first is
//     heard, and the others are cancelled.
//   - Nothing is asked again once any of it has been emitted: of an answer the rest
//     is lost (fault.ErrCut, fault.ErrSlow), of a spoken segment another rung
//     speaks the rest, and an utterance is heard anew by another rung as long as
//     it has no final. As that takes time, it begins shortly before the budget is
//     over.
//   - No request of a call takes a rung from other calls. What may be the engine's
//     failure (the table kinds in severity.go says which) has it probed; it rests
//     if the probe fails, too, or when it asks for a wait (fault.RetryAfter). While
//     there are requests or open streams it is probed on after 1 s, 2 s and so on
//     to a minute, and serves again when a probe succeeds.
//   - A call that a rung failed twice within 30 s asks the others first for as
//     long, whatever they do. What was refused for what it is (fault.ErrRequest)
//     is asked of the next rung, and the next request of the first again.
//   - Rungs with a method Languages() []string hear and speak calls in those
//     languages alone; Knows tells whether there is one for a language.
//   - When no rung is left the error, of the most telling failure, comes within
//     Budgets.Total and is one of package fault's. While all rungs rest, requests
//     fail at once, but for one that tries the first rung whose probe is due.
//
// Goroutines run during requests and streams and while a rung rests; Close ends
// the probes and waits. An engine's panic is a failure of that rung.
package failover
