// Package failover serves an ordered list of providers as one engine that is not
// silent for long: Thinking of language models, Speaking of voices, Hearing of
// recognisers. Each implements its role's Engine, so that who uses it need not
// know of the list. All calls share one, and with it the health of its providers;
// For gives each call a view that reports to its Observer.
//
// What holds for every role:
//
//   - One provider is asked at a time: the first whose circuit is closed. If it
//     fails, or has not begun within its time (Budgets.First), it is given up and
//     the next is asked, until Budgets.Total is over.
//   - What was emitted is not asked for again. An answer that breaks off ends with
//     engine.ErrCut or engine.ErrSlow; of a segment of speech the next provider
//     says the rest; an utterance that has no final is heard anew by the next
//     provider, once.
//   - No request of a call opens a provider's circuit for other calls. A failure
//     that may be the provider's (the table kinds says which) has it probed with a
//     request that holds nothing of any call, and the circuit opens if the probe
//     fails, too, or at once where the service asks for a wait
//     (engine.RetryAfter). While it is open the provider is probed after 1 s, 2 s
//     and so on to a minute, as long as there are requests or open streams; the
//     first probe that succeeds closes it.
//   - A probe has Budgets.Load, minutes: a server that loads its model when first
//     asked, and ends the load when the caller hangs up, would never get it from
//     listeners. One is under way for a provider at most; once it lasts longer than
//     Budgets.First the circuit is open until its end. A provider whose engine has a
//     method Loads that says that its model may have to be loaded is probed before it
//     is needed (Load, Warm), and requests wait for that in the place of being sent.
//     Watch tells who waits. Callers who can wait, too, say so by engine.Patiently:
//     where nobody else would answer, they do.
//   - A call that a provider failed twice within 30 s asks the others first for as
//     long. What was refused for what it is (engine.ErrRequest) is asked of the
//     next provider, and the next request of the first again.
//   - Providers with a method Languages() []string get calls in those languages
//     alone; Knows tells whether there is one for a language.
//   - When no provider is left, the most telling failure comes within
//     Budgets.Total, and it is one of package engine's. While every circuit is
//     open requests fail at once, but for one that goes to the first provider
//     whose probe is due (half-open).
//
// Requests run on the caller's goroutine. A stream has one of its own, and a
// provider that is probed another; Close ends the probes and waits. A provider's
// panic is a failure of that provider.
package failover
