package openai

// Dialect is what the engine has learnt of what the service does not take or give, in
// plain words. It never blocks and is safe for concurrent use.
func (e *Engine) Dialect() (says []string) {
	d := dialect(e.learned.Load())
	for _, part := range []struct {
		bit  dialect
		says string
	}{
		{noStream, "it does not stream what it hears: words come when it has heard all"},
		{noWords, "it gives no times of words: which was said when is not known"},
		{noPrompt, "it takes no prompt: names are spelt as usual"},
	} {
		if d&part.bit != 0 {
			says = append(says, part.says)
		}
	}
	return says
}
