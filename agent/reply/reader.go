package reply

import (
	"errors"
	"io"

	"parley/llm"
)

// Reader takes one answer of a model apart: into words to be said, which are
// cleaned, and tool calls. Say must be set.
type Reader struct {
	// Name is the character's, as a model writes it before its lines.
	Name string
	// Say takes the next words; its error ends Read.
	Say func(words string) error
	// Unsay takes back all that was given to Say: it was thought, not said.
	Unsay func()
	// Call takes each tool call, those that the model wrote as text included; it may
	// be nil.
	Call func(llm.ToolCall)
}

// Answered is what came of one answer: whether there were words to be said, whether
// there was text that is not, and the calls that the model made as such.
type Answered struct {
	Spoke, Hidden bool
	Calls         []llm.ToolCall
}

// Read reads a stream to its end, which it does not close. Of thoughts that are
// known for such only once they end, nothing more is said then, and what was said of
// them is taken back. The error is the stream's or Say's.
func (r Reader) Read(stream llm.Stream) (Answered, error) {
	p := parting{Reader: r, words: Cleaner{Name: r.Name}}
	for {
		d, err := stream.Next()
		if errors.Is(err, io.EOF) {
			text := p.unheard.Flush()
			p.takeBack()
			p.Hidden = p.unheard.Found
			err = p.say(p.words.Write(text) + p.words.Flush())
			return p.Answered, err
		}
		if err != nil {
			return p.Answered, err
		}
		if d.Call != nil {
			p.Calls = append(p.Calls, *d.Call)
			p.call(*d.Call)
		}
		text := p.unheard.Write(d.Text)
		p.takeBack()
		if err := p.say(p.words.Write(text)); err != nil {
			return p.Answered, err
		}
	}
}

// parting is the reading of one answer.
type parting struct {
	Reader
	Answered
	unheard Hidden
	words   Cleaner
}

func (p *parting) say(text string) error {
	for _, c := range p.unheard.Calls() {
		p.call(c)
	}
	p.Spoke = p.Spoke || Speakable(text)
	return p.Say(text)
}

func (p *parting) call(c llm.ToolCall) {
	if p.Call != nil {
		p.Call(c)
	}
}

func (p *parting) takeBack() {
	if p.unheard.ThoughtAloud() {
		p.words, p.Spoke = Cleaner{Name: p.Name}, false
		p.Unsay()
	}
}
