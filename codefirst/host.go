package codefirst

import (
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
func (h *host) Call(ctx context.Context, c sandbox.Call) (json.RawMessage, error) {
	if h.enough != nil {
		return nil, sandbox.Stop(h.enough)
	}
	t := h.box.tools[c.Name]
	if c.Again && !t.ReadOnly() && !t.Repeatable() && !h.resumed[c.Seq] {
		return nil, fmt.Errorf("it is not known whether %s was done, for the run was cut off then; find out before you do it again", c.Name)
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
		err = sandbox.Stop(think)
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
	tc := &ToolCall{Iteration: h.it.Number, Seq: c.Seq, Name: c.Name, Tool: t, Input: c.Args}
	if hook := h.r.p.Hooks.OnBeforeTool; hook != nil {
		tc.Err = hook(ctx, tc)
	}
	if tc.Err == nil && c.Seq != h.allowed {
		tc.Err = asksFirst(t, tc.Input)
	}
	if tc.Err == nil {
		tc.Output, tc.Err = t.Run(h.withEmit(ctx, c.Seq), tool.Call{
			ID: strconv.Itoa(c.Seq), User: h.r.User,
			Key: fmt.Sprintf("%s/%d/%d", h.r.ID, h.it.Number, c.Seq),
		}, tc.Input)
	}
	if hook := h.r.p.Hooks.OnAfterTool; hook != nil {
		hook(ctx, tc)
	}
	trace.End, trace.Output = h.r.p.Now(), tc.Output
	if signalled(tc.Err) {
		trace.Text = tc.Err.Error()
	} else if tc.Err != nil {
		trace.Err = tc.Err.Error()
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

func (h *host) withEmit(ctx context.Context, seq int) context.Context {
	var mu sync.Mutex
	var emitted []string
	return context.WithValue(ctx, emitKey{}, func(ctx context.Context, e tsx.Element) error {
		if h.r.p.Chat == nil {
			return ErrNoChat
		}
		e, err := h.in.check(e)
		if err != nil {
			return err
		}
		text, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("show %s: %w", e.Name, err)
		}
		mu.Lock()
		defer mu.Unlock()
		if slices.Contains(emitted, string(text)) {
			return nil
		}
		id := fmt.Sprintf("%d.call%d.%d", h.it.Number, seq, len(emitted)+1)
		if err := h.send(ctx, id, e); err != nil {
			return err
		}
		emitted = append(emitted, string(text))
		return nil
	})
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
func (h *host) Yield(ctx context.Context, number int, e tsx.Element) error {
	if h.enough != nil {
		return sandbox.Stop(h.enough)
	}
	if !h.begin(func() {}) {
		<-ctx.Done()
		return context.Cause(ctx)
	}
	e, err := h.in.check(e)
	if err == nil {
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
		if err := h.r.p.Chat.Send(ctx, id, e); err != nil {
			return err
		}
	} else if rest := withoutText(e, h.in.textual); len(rest.Children) > 0 {
		if err := h.r.p.Chat.Send(ctx, id, rest); err != nil {
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
	m, err := h.box.assign(object, property, value)
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
	if h.r.p.Journal == nil || h.rewinds() {
		return nil
	}
	if err := h.r.p.Journal(Entry{Run: h.r.ID, User: h.r.User, Call: &c}); err != nil {
		return fmt.Errorf("keep the journal: %w", err)
	}
	return nil
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
		case h.paused[c.Seq] != nil, !h.begun[c.Seq]:
			s.Unbegun = append(s.Unbegun, c.Seq)
		}
		s.Calls = append(s.Calls, c)
	}
	return s
}

// succeeded lists the calls that were done, for the model not to make them again.
func succeeded(calls []sandbox.Call) []string {
	var out []string
	for _, c := range calls {
		if c.Name != sandbox.YieldName && c.Order > 0 && c.Err == "" {
			out = append(out, strings.TrimSpace(fmt.Sprintf("line %d: %s(%s)", c.Line, c.Name, shorten(string(c.Args), 200))))
		}
	}
	return out
}
