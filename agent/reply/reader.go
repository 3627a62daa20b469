package reply

import (
	"errors"
	"io"

	"parley/llm"
)

// ReactionTool is the tool by which a character shows an emoji; it is never spoken.
const ReactionTool = "emoji_reaction"

// Reader takes one answer of a model apart: into words to be said, which are
// cleaned, and tool calls. Say and Unsay must be set.
type Reader struct {
	// Say takes the next words; its error ends Read.
	Say func(words string) error
	// Unsay takes back all that was given to Say: it was thought, not said.
	Unsay func()
	// Call takes each tool call; it may be nil.
	Call func(llm.ToolCall)
}

// Answered is what came of one answer: whether there were words to be said, the calls
// that the model made and what its service put beside them, and why it ended.
type Answered struct {
	Spoke  bool
	Calls  []llm.ToolCall
	Extra  *llm.Extra
	Finish llm.Finish
}

// Read reads a stream to its end, which it does not close. The error is the stream's
// or Say's.
func (r Reader) Read(stream llm.Stream) (Answered, error) {
	var got Answered
	var words Cleaner
	say := func(text string) error {
		got.Spoke = got.Spoke || Speakable(text)
		return r.Say(text)
	}
	for {
		d, err := stream.Next()
		if errors.Is(err, io.EOF) {
			return got, say(words.Flush())
		}
		if err != nil {
			return got, err
		}
		if d.Unsaid {
			words, got.Spoke = Cleaner{}, false
			r.Unsay()
		}
		if d.Call != nil {
			got.Calls = append(got.Calls, *d.Call)
			if r.Call != nil {
				r.Call(*d.Call)
			}
		}
		if d.Extra != nil {
			got.Extra = d.Extra
		}
		if d.Finish != "" {
			got.Finish = d.Finish
		}
		if err := say(words.Write(d.Text)); err != nil {
			return got, err
		}
	}
}
