package openai

import "parley/llm"

const (
	// DefaultWindow is the context window, in tokens, of a model of which nothing
	// else is known: an hour of talk and more. Hosted models have at least four
	// times as much, and one that has less says so.
	DefaultWindow = 32768
	// minWindow is the smallest window that refusals teach: less would not hold a
	// prompt and its answer.
	minWindow = 2048
	// bytesPerToken is a low estimate, so that what is estimated to fit does:
	// tokenizers of language models merge bytes (byte-level BPE), 4 to a token in
	// English and 3, a letter's UTF-8, in Chinese.
	bytesPerToken = 3
	// messageTokens are those around each message's text (OpenAI's cookbook, "How
	// to count tokens with tiktoken").
	messageTokens = 4
	// cutStep is how many exchanges are left out at a time: what is sent begins
	// alike for as many turns, and the service need not read it anew.
	cutStep = 4
)

// fit returns the messages of r that tokens can hold, with r's tools and schema.
// The oldest exchanges go first. The system's messages and the opening, which
// stand before the user's first, stay, and so does all from the user's newest
// on, whether it fits or not.
func fit(r llm.Request, tokens int) []llm.Message {
	var turns []int // the user's messages
	for i, m := range r.Messages {
		if m.Speaker == llm.User {
			turns = append(turns, i)
		}
	}
	over := size(r) - tokens
	if over <= 0 || len(turns) < 2 {
		return r.Messages
	}
	first, cut := turns[0], 0
	for n := 0; over > 0 && n < len(turns)-1; {
		n = min(n+cutStep, len(turns)-1)
		for ; first+cut < turns[n]; cut++ {
			over -= weight(r.Messages[first+cut])
		}
	}
	kept := make([]llm.Message, 0, len(r.Messages)-cut)
	return append(append(kept, r.Messages[:first]...), r.Messages[first+cut:]...)
}

// size is an estimate of r's tokens.
func size(r llm.Request) int {
	n := 0
	for _, m := range r.Messages {
		n += weight(m)
	}
	for _, t := range r.Tools {
		n += (len(t.Name)+len(t.Description)+len(t.Parameters))/bytesPerToken + messageTokens
	}
	if r.Schema != nil {
		n += len(r.Schema.JSON) / bytesPerToken
	}
	return n
}

func weight(m llm.Message) int {
	n := len(m.Text)
	for _, c := range m.Calls {
		n += len(c.Name) + len(c.Arguments) + weightOf(c.Extra)
	}
	n += weightOf(m.Extra)
	return n/bytesPerToken + messageTokens
}

func weightOf(x *llm.Extra) int {
	if x == nil {
		return 0
	}
	return len(x.Fields)
}
