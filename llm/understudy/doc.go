// Package understudy is the offline character: an llm.Engine that plays a
// scenario's understudy script with no model and no network. It is
// deterministic: what it says is a pure function of the conversation so far.
// It is never presented as a language model.
//
// Follow is that function. The engine asks it for the next line; the checker's
// offline judge asks it for the progress. Both replay the conversation from
// its first turn, so no state is kept between calls.
//
// What the user said is taken from a recogniser, so words are compared by
// sound and spelling (see alike), numbers in words or digits are one, and a
// beat's concepts may be spread over two turns. Insults are taken literally.
package understudy
