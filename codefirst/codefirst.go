// Package codefirst has a language model act by writing TypeScript, which runs in a
// sandbox: in place of calling tools one by one it writes a program that calls them,
// and in a conversation yields what to show the user. Execute loops until the code
// returns an exit; it recovers from code that is wrong, and halts and resumes runs
// whose tools wait for the world. It needs nothing of a model but text.
package codefirst

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"parley/codefirst/chat"
	"parley/codefirst/sandbox"
	"parley/codefirst/tsx"
	"parley/llm"
	"parley/tool"
)

// Bounds and defaults of Params.
const (
	DefaultLoop        = 3
	MaxLoop            = 100
	DefaultTimeout     = 60 * time.Second
	DefaultTemperature = 0.7
	// MaxInstructions bounds the instructions, in bytes.
	MaxInstructions = 1 << 20
)

// Params are what a run is made of. Only Models is required.
type Params struct {
	// Models are tried in order, until one begins to answer.
	Models       []llm.Engine
	Instructions string
	Tools        []tool.Tool
	Objects      []Object
	// Exits are beside Think, and Listen in chat mode. In worker mode, none stands for
	// Done.
	Exits []Exit
	// Temperature is 0-2; nil is DefaultTemperature.
	Temperature *float32
	// Refresh, if not nil, is called at the start of each iteration with a copy of the
	// Params, and sets those of the above that are others in it. It replaces lists and
	// changes none in place. It blocks the run, and an error ends it.
	Refresh func(ctx context.Context, r *Run, p *Params) error
	// Chat is whom the code talks with; nil is worker mode.
	Chat Chat
	// Voice says that what is shown is spoken: the prompt asks for short spoken lines, and
	// for the first words as plain text before the code: see tsx.SpokenCode.
	Voice bool
	// Loop is how many iterations at most; 0 is DefaultLoop, MaxLoop the most.
	Loop int
	// Timeout bounds the code of one iteration, without the time that it waits for
	// tools; 0 is DefaultTimeout.
	Timeout time.Duration
	// Limits bound the code otherwise; a zero field has its default.
	Limits sandbox.Limits
	// Sandbox runs the code; nil is QuickJS.
	Sandbox sandbox.Engine
	Hooks   Hooks
	// User is on whose behalf the tools are called. RunID is what tool.Call.Key begins
	// with: no other run of the user has it. Empty is a random one.
	User, RunID string
	// Metadata is the caller's own; no model sees it.
	Metadata map[string]any
	// Committed, if not nil, is closed once tools that are not read-only may run.
	Committed <-chan struct{}
	// Journal, if not nil, keeps what it takes to go on when the process dies.
	Journal Journal
	// Snapshot, if not nil, is what to go on with.
	Snapshot *Snapshot
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// Chat is a conversation. Its methods are called from goroutines of the run, Send one
// at a time, the others at the start of each iteration; they return soon after ctx ends.
type Chat interface {
	// Transcript is the conversation so far, oldest first.
	Transcript(ctx context.Context) ([]chat.Message, error)
	// Components are what the code may show.
	Components(ctx context.Context) ([]chat.Component, error)
	// Send shows an element, which the code waits for. The id is unique in the run, and
	// the same when the run is replayed: what was sent with it counts as shown. An
	// error is thrown in the code.
	Send(ctx context.Context, id string, e tsx.Element) error
}

// Streamer is a Chat that takes the text of a message while the model still writes.
type Streamer interface {
	// Delta adds to the text of the message of that id. Send follows with the whole,
	// which begins with that text unless a hook changed the code: if the code is never
	// run, with the text alone.
	Delta(ctx context.Context, id, text string) error
}

// Execute runs the loop. It blocks until the code has returned an exit, a tool has
// halted the run, ctx ends, or no iteration is left; when ctx ends, the model, the
// code and the tools are told at once, and a tool that does not listen is left behind
// tool.Grace later: Result.Left counts those. Hooks, Chat and models are waited for.
// Calls that the code did not await are waited for when it returns, and one that failed
// unheard is a fault of the code. What went wrong with the run is in the Result; the
// error is of Params that cannot be run, and wraps ErrParams, ErrSnapshot or
// ErrUnsettled. Runs share nothing: Execute is safe for concurrent use if the Params are.
func Execute(ctx context.Context, p Params) (*Result, error) {
	p, err := p.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("execute: %w", err)
	}
	if p.Snapshot != nil {
		if err := p.Snapshot.ready(p); err != nil {
			return nil, fmt.Errorf("execute: %w", err)
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := newRun(p, cancel)
	err = r.guard("the run", func() error { return r.loop(ctx) })
	dropped := r.tracer.end()
	r.close()
	result := &r.result
	result.Run, result.Metadata, result.Iterations, result.Dropped = r.ID, p.Metadata, r.Iterations, dropped
	result.err = cmp.Or(err, broken(ctx))
	if it := result.LastIteration(); it != nil && it.Status == Pending { // by a panic
		it.Status, it.Err = Aborted, result.err
	}
	for _, it := range r.Iterations {
		result.Usage.Prompt += it.Usage.Prompt
		result.Usage.Cached += it.Usage.Cached
		result.Usage.Completion += it.Usage.Completion
	}
	return result, nil
}

func (p Params) withDefaults() (Params, error) {
	switch {
	case len(p.Models) == 0 && p.Refresh == nil:
		return p, fmt.Errorf("%w: no models", ErrParams)
	case p.Loop < 0 || p.Loop > MaxLoop:
		return p, fmt.Errorf("%w: a loop of %d, 1 to %d", ErrParams, p.Loop, MaxLoop)
	case p.Timeout < 0:
		return p, fmt.Errorf("%w: a timeout of %v", ErrParams, p.Timeout)
	}
	p.Loop = cmp.Or(p.Loop, DefaultLoop)
	p.Timeout = cmp.Or(p.Timeout, DefaultTimeout)
	p.Limits.Wall = cmp.Or(p.Limits.Wall, p.Timeout)
	if p.Sandbox == nil {
		p.Sandbox = sandbox.NewQuickJS()
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	if p.Temperature == nil {
		p.Temperature = new(float32(DefaultTemperature))
	}
	if p.RunID == "" {
		p.RunID = rand.Text()
	}
	if p.Snapshot != nil {
		p.RunID = p.Snapshot.Run
	}
	return p, nil
}
