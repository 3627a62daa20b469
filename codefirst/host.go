package codefirst

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"parley/codefirst/sandbox"
	"parley/codefirst/tsx"
	"parley/tool"
)

// SlowTool is how long a tool runs before TraceToolSlow tells of it.
const SlowTool = 15 * time.Second

// host stands behind the code of one iteration.
type host struct {
	r   *Run
	it  *Iteration
	in  *inputs
	box *toolbox
	// resumed are the calls that a Pause had halted or kept from beginning before: they
	// have had no effect, and may be made again.
	resumed map[int]bool
	// allowed is the call that the user has said yes to.
	allowed int
	// enough, if not nil, ends the run at the first new call or yield with that error.
	enough error

	mu        sync.Mutex
	running   int                  // calls that are with their tools and have not paused, and yields
	idle      chan struct{}        // closed when running is 0 and a call has paused
	paused    map[int]*Pause       // by Seq
	completed map[int]sandbox.Call // by Seq
	begun     map[int]bool         // calls that came to their tools, by Seq
	shown     map[int]bool         // yields that were sent, by number
	thought   *ThinkAgain
}

func newHost(r *Run, it *Iteration, in *inputs) *host {
	return &host{
		r: r, it: it, in: in, box: in.box, idle: make(chan struct{}), paused: make(map[int]*Pause),
		completed: make(map[int]sandbox.Call), begun: make(map[int]bool), shown: make(map[int]bool),
	}
}

// Call implements sandbox.Host.
func (h *host) Call(ctx context.Context, c sandbox.Call) (out json.RawMessage, err error) {
	broken := h.r.guard("what is around the call of "+c.Name, func() error {
		out, err = h.made(ctx, c)
		return nil
	})
	return out, cmp.Or(broken, err)
}

func (h *host) made(ctx context.Context, c sandbox.Call) (json.RawMessage, error) {
	if h.enough != nil {
		return nil, sandbox.Stop(h.enough)
	}
	t := h.box.tools[c.Name]
	if c.Again && !t.ReadOnly() && !t.Repeatable() && !h.resumed[c.Seq] {
		const words = "it is not known whether %s was done, for the run was cut off then; find out before you do it again"
		return nil, sandbox.Unknown(fmt.Errorf(words, c.Name))
	}
	if !h.begin(func() { h.begun[c.Seq] = true }) {
		<-ctx.Done() // a pause ends the run
		return nil, context.Cause(ctx)
	}
	out, err := h.call(ctx, c, t)
	if pause := (*Pause)(nil); errors.As(err, &pause) {
		return nil, h.pause(ctx, c.Seq, pause)
	}
	if think := (*ThinkAgain)(nil); errors.As(err, &think) {
		h.think(think)
		err = sandbox.StopBeside(think)
	}
	if errors.Is(err, tool.ErrUnknown) {
		err = sandbox.Unknown(err)
	}
	h.end(c, out, err)
	return out, err
}

// call has the tool called and the hooks told, and leaves a trace.
func (h *host) call(ctx context.Context, c sandbox.Call, t tool.Tool) (json.RawMessage, error) {
	trace := Trace{Kind: TraceToolCall, Name: c.Name, Seq: c.Seq, Line: c.Line, Input: c.Args, Start: h.r.p.Now()}
	if err := h.commit(ctx, t); err != nil {
		return nil, err
	}
	slow := time.AfterFunc(SlowTool, func() {
		h.r.trace(h.it, Trace{Kind: TraceToolSlow, Name: c.Name, Seq: c.Seq, Line: c.Line, Start: trace.Start})
	})
	defer slow.Stop()
	tc := &ToolCall{Iteration: h.it.Number, Seq: c.Seq, Name: c.Name, Tool: t, Input: named(t, bytes.Clone(c.Args))}
	if hook := h.r.p.Hooks.OnBeforeTool; hook != nil {
		tc.Err = h.r.guard("OnBeforeTool", func() error { return hook(ctx, tc) })
	}
	if tc.Err == nil && c.Seq != h.allowed {
		tc.Err = asksFirst(t, tc.Input)
	}
	if tc.Err == nil {
		e := &emitter{h: h, seq: c.Seq}
		tc.Output, tc.Err = t.Run(context.WithValue(ctx, emitKey{}, e), tool.Call{
			ID: strconv.Itoa(c.Seq), User: h.r.User,
			Key: fmt.Sprintf("%s/%d/%d", h.r.ID, h.it.Number, c.Seq),
		}, tc.Input)
		e.close()
		if errors.Is(tc.Err, tool.ErrLeft) {
			h.r.leftBehind()
		}
	}
	if hook := h.r.p.Hooks.OnAfterTool; hook != nil {
		tc.Err = cmp.Or(h.r.guard("OnAfterTool", func() error { hook(ctx, tc); return nil }), tc.Err)
	}
	trace.End, trace.Output = h.r.p.Now(), tc.Output
	if signalled(tc.Err) {
		trace.Text = tc.Err.Error()
	} else if tc.Err != nil {
		trace.Err, trace.Unknown = tc.Err.Error(), errors.Is(tc.Err, tool.ErrUnknown)
	}
	h.r.trace(h.it, trace)
	return tc.Output, tc.Err
}

func signalled(err error) bool {
	var think *ThinkAgain
	var pause *Pause
	return errors.As(err, &think) || errors.As(err, &pause)
}

// commit waits until what has an effect may run.
func (h *host) commit(ctx context.Context, t tool.Tool) error {
	if t.ReadOnly() || h.r.p.Committed == nil {
		return nil
	}
	select {
	case <-h.r.p.Committed:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// begin counts a call or a yield in and notes it, unless a pause is about to end the run.
func (h *host) begin(note func()) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.paused) > 0 {
		return false
	}
	note()
	h.running++
	return true
}

func (h *host) end(c sandbox.Call, out json.RawMessage, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	c.Result, c.At = out, h.r.p.Now()
	if err != nil {
		c.Err = err.Error()
	}
	h.completed[c.Seq] = c
	h.left()
}

// left counts a call out. h.mu is held.
func (h *host) left() {
	if h.running--; h.running == 0 && len(h.paused) > 0 {
		close(h.idle)
	}
}

// pause ends the run once the calls beside it have come back, so that it is known of
// each whether it was done.
func (h *host) pause(ctx context.Context, seq int, p *Pause) error {
	h.mu.Lock()
	h.paused[seq] = p
	h.left()
	h.mu.Unlock()
	select {
	case <-h.idle:
		return sandbox.Stop(p)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (h *host) think(t *ThinkAgain) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.thought == nil {
		h.thought = t
	}
}

// Yield implements sandbox.Host.
func (h *host) Yield(ctx context.Context, number int, e tsx.Element) (err error) {
	if h.enough != nil {
		return sandbox.Stop(h.enough)
	}
	if !h.begin(func() {}) {
		<-ctx.Done()
		return context.Cause(ctx)
	}
	broken := h.r.guard("the schema of a component", func() error {
		e, err = h.in.check(e)
		return nil
	})
	if err = cmp.Or(broken, err); err == nil {
		err = h.send(ctx, messageID(h.it.Number, number), e)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shown[number] = err == nil
	h.left()
	return err
}

// messageID names a message of an iteration; messages count from 0.
func messageID(iteration, number int) string { return fmt.Sprintf("%d.%d", iteration, number+1) }

// send shows an element, without the text that the user was shown by an iteration
// that failed after it.
func (h *host) send(ctx context.Context, id string, e tsx.Element) error {
	start := h.r.p.Now()
	text := h.in.text(e)
	if !h.r.repeats(text) {
		if err := h.r.show(ctx, id, e); err != nil {
			return err
		}
	} else if rest := withoutText(e, h.in.textual); len(rest.Children) > 0 {
		if err := h.r.show(ctx, id, rest); err != nil {
			return err
		}
	}
	h.r.delivered(h.it, Sent{ID: id, Text: text})
	element, _ := json.Marshal(e) // it came as JSON
	h.r.trace(h.it, Trace{Kind: TraceYield, Name: e.Name, Input: element, Text: text, Start: start, End: h.r.p.Now()})
	return nil
}

// withoutText is e without its text and the elements of those names.
func withoutText(e tsx.Element, names []string) tsx.Element {
	e.Children = slices.DeleteFunc(slices.Clone(e.Children), func(n tsx.Node) bool {
		return n.Element == nil || slices.Contains(names, n.Element.Name)
	})
	return e
}

// Assign implements sandbox.Host.
func (h *host) Assign(object, property string, value json.RawMessage) error {
	var m Mutation
	err := h.r.guard("the schema of a property", func() (err error) {
		m, err = h.box.assign(object, property, value)
		return err
	})
	trace := Trace{
		Kind: TraceProperty, Name: object + "." + property, Input: m.Before, Output: value, Start: h.r.p.Now(),
	}
	if err != nil {
		trace.Err = err.Error()
	}
	h.r.trace(h.it, trace)
	return err
}

// Log implements sandbox.Host.
func (h *host) Log(line string) {
	h.r.trace(h.it, Trace{Kind: TraceLog, Text: line, Start: h.r.p.Now()})
}

// rewinds reports that the code is run for its variables alone.
func (h *host) rewinds() bool { return h.enough != nil }

// Record implements sandbox.Host.
func (h *host) Record(c sandbox.Call) error {
	if h.rewinds() {
		return nil
	}
	return h.r.journal(Entry{Call: &c})
}

func (h *host) isPaused() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.paused) > 0
}

// snapshot is the run as a pause has halted it.
func (h *host) snapshot(p Program, out sandbox.Outcome) *Snapshot {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := &Snapshot{
		Version: snapshotVersion, Run: h.r.ID, User: h.r.User, Mode: Replay, Program: p,
		Variables: out.Variables, Thread: h.r.thread, Sent: h.r.sentBefore(h.it),
	}
	last, number := 0, 0
	for _, c := range out.Calls {
		last = max(last, c.Order)
	}
	for _, c := range out.Calls {
		done, known := h.completed[c.Seq]
		if c.Name == sandbox.YieldName {
			done, known = c, h.shown[number]
			done.At = h.r.p.Now()
			number++
		}
		switch {
		case c.Order > 0:
		case known: // it came back as the run ended
			last++
			done.Order = last
			c = done
		case h.paused[c.Seq] != nil && s.Waiting == 0:
			pause := h.paused[c.Seq]
			s.Waiting, s.Reason, s.Data, s.Asks = c.Seq, pause.Reason, pause.Data, pause.asks
			s.Output = h.box.tools[c.Name].Output()
		case h.paused[c.Seq] != nil, !h.begun[c.Seq]:
			s.Unbegun = append(s.Unbegun, c.Seq)
		}
		s.Calls = append(s.Calls, c)
	}
	return s
}

// toldCalls lists those of the calls that have come back and that a prompt is to tell of.
func toldCalls(calls []sandbox.Call, which func(sandbox.Call) bool) []string {
	var out []string
	for _, c := range calls {
		if c.Name == sandbox.YieldName || c.Order == 0 || !which(c) {
			continue
		}
		line := strings.TrimSpace(fmt.Sprintf("line %d: %s(%s)", c.Line, c.Name, shorten(string(c.Args), 200)))
		if c.Err != "" {
			line += ": " + c.Err
		}
		out = append(out, line)
	}
	return out
}
