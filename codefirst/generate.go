package codefirst

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"parley/codefirst/prompt"
	"parley/codefirst/tsx"
	"parley/llm"
)

// maxReply bounds what a model may write, in bytes: the most that Compile takes, and
// as much again of other text.
const maxReply = 128 << 10

// generate has the first of the models that answers write the reply, and lets the user
// see its leading messages while it does. The error ends the run.
func (r *Run) generate(ctx context.Context, it *Iteration, in *inputs) error {
	messages, cut, err := r.prompt(it, in)
	if err != nil {
		return err
	}
	it.Prompt, it.Cut = messages, cut
	var all []error
	for _, model := range it.Models {
		it.Model, it.Reply = model.Name(), ""
		r.trace(it, Trace{Kind: TraceModelStarted, Name: it.Model, Start: r.p.Now()})
		err := r.guard("the model "+it.Model, func() error { return r.read(ctx, it, in, model) })
		if err == nil {
			return nil
		}
		if !strings.Contains(err.Error(), model.Name()+": ") {
			err = fmt.Errorf("%s: %w", model.Name(), err)
		}
		all = append(all, err)
		if ctx.Err() != nil || it.Reply != "" { // what was shown cannot be taken back
			break
		}
	}
	in.close(ctx, it)
	return fmt.Errorf("%w: %w", ErrModel, errors.Join(all...))
}

// read takes one model's reply.
func (r *Run) read(ctx context.Context, it *Iteration, in *inputs, model llm.Engine) error {
	start := r.p.Now()
	stream, err := model.Chat(ctx, llm.Request{
		Messages: it.Prompt, Temperature: it.Temperature, Stop: []string{prompt.End}, Code: true,
	})
	if err != nil {
		return err
	}
	defer stream.Close()
	var reply strings.Builder
	for {
		delta, err := stream.Next()
		if delta.Unsaid {
			reply.Reset()
			in.unsay(ctx, it)
		}
		if delta.Text != "" {
			if reply.Len() == 0 {
				r.trace(it, Trace{Kind: TraceFirstToken, Name: it.Model, Start: start, End: r.p.Now()})
			}
			reply.WriteString(delta.Text)
			it.Reply = reply.String()
			if err := in.stream(ctx, it, delta.Text); err != nil {
				return err
			}
		}
		it.ended(delta.Finish)
		if delta.Usage != nil {
			it.Usage = *delta.Usage
		}
		switch {
		case errors.Is(err, io.EOF):
			if reply.Len() == 0 {
				return errors.New("it wrote nothing")
			}
			r.trace(it, Trace{Kind: TraceModelDone, Name: it.Model, Text: it.Reply, Start: start, End: r.p.Now()})
			return nil
		case err != nil:
			return err
		case reply.Len() > maxReply:
			return fmt.Errorf("it wrote more than %d bytes", maxReply)
		}
	}
}

// lead is what was shown of the messages that lead a reply, before its code ran.
type lead struct {
	reader   *tsx.Lead
	messages []leading // by number of the message
}

// leading is one of them: what was read of it, and how much of that was shown. What the
// user has from an iteration that failed is held back as long as it may be the same.
type leading struct {
	text  string
	shown int
}

// stream shows what a piece of the reply adds to its leading messages.
func (in *inputs) stream(ctx context.Context, it *Iteration, piece string) error {
	if in.lead == nil {
		return nil
	}
	for _, said := range in.lead.reader.Write(piece) {
		for len(in.lead.messages) <= said.Message {
			in.lead.messages = append(in.lead.messages, leading{})
		}
		m := &in.lead.messages[said.Message]
		m.text += said.Text
		if m.shown == 0 && in.run.mayRepeat(m.text, said.Done) || m.shown == len(m.text) {
			continue
		}
		news := m.text[m.shown:]
		m.shown = len(m.text)
		err := in.run.guard("Chat.Delta", func() error { return in.streamer.Delta(ctx, messageID(it.Number, said.Message), news) })
		if err != nil {
			return fmt.Errorf("show a message: %w", err)
		}
	}
	return nil
}

// unsay reads a reply anew, all of which until now was thoughts. What the user has seen
// of them cannot be taken back, and no more is shown before the code runs.
func (in *inputs) unsay(ctx context.Context, it *Iteration) {
	if it.Reply = ""; in.lead == nil {
		return
	}
	for _, m := range in.lead.messages {
		if m.shown > 0 {
			in.close(ctx, it)
			return
		}
	}
	in.beginLead()
}

// close sends the leading messages that the code has not, as far as the user has them.
func (in *inputs) close(ctx context.Context, it *Iteration) {
	if in.lead == nil {
		return
	}
	for number, m := range in.lead.messages {
		id := messageID(it.Number, number)
		if m.shown == 0 || it.wasSent(id) {
			continue
		}
		text := m.text[:m.shown]
		e := tsx.Element{Name: in.textual[0], Children: []tsx.Node{{Text: text}}}
		if err := in.run.show(ctx, id, e); err == nil {
			in.run.delivered(it, Sent{ID: id, Text: text})
		}
	}
	in.lead = nil
}

func (it *Iteration) wasSent(id string) bool {
	for _, s := range it.Sent {
		if s.ID == id {
			return true
		}
	}
	return false
}
