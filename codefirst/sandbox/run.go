package sandbox

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"modernc.org/quickjs"

	"parley/codefirst/tsx"
)

// run is one run of a program. Its own goroutine alone enters the machine.
type run struct {
	ctx     context.Context //nolint:containedctx // of the calls, which live as long as the run
	cancel  context.CancelCauseFunc
	parent  context.Context //nolint:containedctx // of the run
	p       *Program
	env     Env
	host    Host
	machine *machine

	calls    []Call
	yields   int
	logs     int
	out      int // calls that have not come back, without those that are replayed
	order    int // of the last that came back
	replay   []int
	recorded map[int]Call
	clock    time.Time
	used     time.Duration

	returned json.RawMessage
	fault    *Fault
	done     bool
	failed   error // ends the run
	ending   error // ends it once no call is out; no code runs any more

	seats    chan struct{}
	began    chan struct{} // is closed when the newest call has a seat: calls begin in order
	arrivals chan arrival
	wg       sync.WaitGroup
}

// arrival is a call that came back.
type arrival struct {
	seq    int
	result json.RawMessage
	err    error
}

func newRun(parent context.Context, p *Program, env Env, host Host) *run {
	r := &run{
		parent: parent, p: p, env: env, host: host, clock: env.Start, recorded: make(map[int]Call),
		seats: make(chan struct{}, env.Limits.Parallel), arrivals: make(chan arrival),
	}
	r.ctx, r.cancel = context.WithCancelCause(parent)
	var came []Call
	for _, c := range env.Recorded {
		r.recorded[c.Seq] = c
		if c.Order > 0 {
			came = append(came, c)
		}
	}
	slices.SortFunc(came, func(a, b Call) int { return a.Order - b.Order })
	for _, c := range came {
		r.replay = append(r.replay, c.Seq)
	}
	return r
}

// end tells the calls that are out that the run has ended, wait waits for them.
func (r *run) end() { r.cancel(context.Canceled) }

func (r *run) wait() {
	r.end()
	r.wg.Wait()
}

// errFault ends a run whose fault is set.
var errFault = errors.New("the code did what it may not")

// stopped reports that no more code is to run.
func (r *run) stopped() bool { return r.failed != nil || r.parent.Err() != nil }

// fail ends the run, uncatchably for the code.
func (r *run) fail(err error) {
	if r.failed == nil {
		r.failed = err
		r.cancel(err)
	}
}

// tooMuch ends the run for a limit.
func (r *run) tooMuch(what string, limit int) {
	if r.fault == nil {
		r.fault = &Fault{Kind: TooMuch, Name: "LimitError", Message: fmt.Sprintf("more than %d %s", limit, what)}
	}
	r.fail(errFault)
}

// enter runs f and what follows of it in the machine, within what is left of the time.
func (r *run) enter(f func() error) error {
	limit := min(r.env.Limits.Slice, r.env.Limits.Wall-r.used)
	took, err := r.machine.within(r.ctx, limit, f)
	r.used += took
	switch {
	case r.parent.Err() != nil:
		return context.Cause(r.parent)
	case r.failed != nil:
		return r.failed
	case r.machine.late.Load():
		r.fault = &Fault{Kind: TooLong, Name: "TimeoutError", Message: fmt.Sprintf("the code took more than %v without waiting",
			r.env.Limits.Slice)}
		if limit < r.env.Limits.Slice {
			r.fault.Message = fmt.Sprintf("the code took more than %v in all", r.env.Limits.Wall)
		}
		return errFault
	}
	return err
}

// loop runs the program to its end, and until every call has come back.
func (r *run) loop() error {
	var program quickjs.Value
	err := r.enter(func() (err error) {
		if program, err = r.machine.vm.EvalValue("\n"+r.p.code, quickjs.EvalGlobal); err != nil {
			return r.unread(err)
		}
		r.machine.values = append(r.machine.values, &program)
		_, err = r.machine.start.Call(quickjs.UndefinedValue, program)
		return err
	})
	for err == nil && (!r.done || r.ending != nil || r.out > 0 || len(r.replay) > 0) {
		err = r.step()
	}
	if err == nil {
		err = r.unheard()
	}
	return err
}

// unread is the fault of code that compiles and that the machine does not read.
func (r *run) unread(err error) error {
	var e *quickjs.Error
	if !errors.As(err, &e) {
		return err
	}
	r.fault = &Fault{Kind: Syntax, Name: e.Name, Message: e.Message}
	if r.fault.Line, r.fault.Column = r.p.place(e.LineNumber, e.ColumnNumber); r.fault.Line > 0 {
		r.fault.Listing = listing(r.p.source, r.fault.Line, r.fault.Column)
	}
	return errFault
}

// step brings one call back: the next of those that are recorded, then the first of
// the others that comes.
func (r *run) step() error {
	if len(r.replay) > 0 {
		c := r.recorded[r.replay[0]]
		if c.Seq > len(r.calls) {
			return fmt.Errorf("%w: it did not call %s", ErrDiverged, c.Name)
		}
		r.replay = r.replay[1:]
		r.calls[c.Seq-1] = c
		return r.settle(c)
	}
	switch {
	case r.out > 0:
	case r.ending != nil:
		return r.ending
	default:
		return r.stuck()
	}
	select {
	case <-r.parent.Done():
		return context.Cause(r.parent)
	case a := <-r.arrivals:
		return r.arrived(a)
	}
}

// stuck is the fault of code that does not go on. The machine loses what it has no
// memory to go on with.
func (r *run) stuck() error {
	if err := r.unheard(); err != nil {
		return err
	}
	r.fault = &Fault{Kind: Stuck, Name: "StuckError", Message: "the code waits for a promise that nothing will settle"}
	roomy, err := r.machine.roomy.Call(quickjs.UndefinedValue, float64(r.env.Limits.Memory/2))
	if is, _ := roomy.(bool); err != nil || !is {
		r.fault = noMemory()
	}
	return errFault
}

func (r *run) arrived(a arrival) error {
	r.out--
	if stop := (*stop)(nil); errors.As(a.err, &stop) {
		if !stop.beside {
			return stop.cause
		}
		r.ending = cmp.Or(r.ending, stop.cause)
		return nil
	}
	if r.parent.Err() != nil {
		return context.Cause(r.parent)
	}
	c := &r.calls[a.seq-1]
	c.Result = a.result
	if a.err != nil {
		c.Err, c.Result = text(a.err.Error()), nil
		c.Unknown = errors.As(a.err, new(*unknown))
	} else if len(a.result) > r.env.Limits.Value {
		c.Err, c.Result = fmt.Sprintf("the result is too large: %d bytes, %d at most", len(a.result), r.env.Limits.Value), nil
	} else if a.result != nil && !json.Valid(a.result) {
		c.Err, c.Result = "the result is no JSON", nil
	}
	c.At = time.Now()
	c.Order = r.order + 1
	if err := r.host.Record(*c); err != nil {
		return err
	}
	if r.ending != nil {
		r.order = c.Order
		return nil //nolint:nilerr // the error is the call's
	}
	return r.settle(*c)
}

// text is what an error says, and something if it says nothing.
func text(message string) string {
	if message == "" {
		return "failed"
	}
	return message
}

// settle tells the code what came of a call.
func (r *run) settle(c Call) error {
	r.order = max(r.order, c.Order)
	if c.At.After(r.clock) {
		r.clock = c.At
	}
	value, ok := string(c.Result), c.Err == ""
	if !ok {
		value = c.Err
	}
	return r.enter(func() error {
		_, err := r.machine.settle.Call(quickjs.UndefinedValue, strconv.Itoa(c.Seq), ok, value, float64(r.clock.UnixMilli()))
		return err
	})
}

// called is what the prelude calls. An answer that begins with "!" is thrown.
func (r *run) called(kind, a, b, stack string) string {
	if r.stopped() {
		return "!the run has ended"
	}
	if fault := r.unfit(kind, a, b, stack); fault != "" {
		return fault
	}
	switch kind {
	case "call":
		return r.begin(Call{Name: a, Args: raw(b)}, stack)
	case "yield":
		return r.begin(Call{Name: YieldName, Args: raw(b)}, stack)
	case "assign":
		if err := r.host.Assign(a, b, json.RawMessage(stack)); err != nil {
			return "!" + err.Error()
		}
	case "log":
		if r.logs++; r.logs <= r.env.Limits.Logs {
			r.host.Log(shorten(a, r.env.Limits.Line))
		}
	case "done":
		r.done = true
		if a == "return" {
			r.returned = raw(b)
		} else if r.fault == nil {
			r.fault = r.p.thrown(b)
		}
	}
	return ""
}

// unfit is an answer that refuses what is no JSON of bounded size, "" for what is. The
// prelude has seen to it; here, nothing that the code runs could have changed that.
func (r *run) unfit(kind, a, b, stack string) string {
	text := b
	switch {
	case kind == "log", kind == "done" && a != "return":
		return ""
	case kind == "assign":
		text = stack
	}
	if len(text) > r.env.Limits.Value {
		return fmt.Sprintf("!the value is too large: %d bytes of JSON, %d at most", len(text), r.env.Limits.Value)
	}
	if text != "" && !json.Valid([]byte(text)) {
		return "!the value cannot be read"
	}
	return ""
}

func raw(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}

// begin makes a call, or has a recorded one come back in its turn. It returns the
// call's number.
func (r *run) begin(c Call, stack string) string {
	c.Seq = len(r.calls) + 1
	c.Line, _, _ = r.p.frames(stack)
	number := 0
	var element tsx.Element
	if c.Name == YieldName {
		number = r.yields
		if r.yields++; r.yields > r.env.Limits.Yields {
			r.tooMuch("messages", r.env.Limits.Yields)
			return "!too many messages"
		}
		if json.Unmarshal(c.Args, &element) != nil {
			r.yields--
			return "!the component cannot be read"
		}
		if n := length(element); n > r.env.Limits.Message {
			r.yields--
			return fmt.Sprintf("!the message is too long: %d characters, %d at most", n, r.env.Limits.Message)
		}
	} else if c.Seq-r.yields > r.env.Limits.Calls {
		r.tooMuch("calls", r.env.Limits.Calls)
		return "!too many calls"
	}
	was, recorded := r.recorded[c.Seq]
	if recorded && (was.Name != c.Name || !sameJSON(was.Args, c.Args)) {
		r.fail(fmt.Errorf("%w: call %d is of %s, recorded was another of %s", ErrDiverged, c.Seq, c.Name, was.Name))
		return "!diverged"
	}
	c.Again = recorded && was.Order == 0
	r.calls = append(r.calls, c)
	if recorded && was.Order > 0 {
		return strconv.Itoa(c.Seq)
	}
	if err := r.host.Record(c); err != nil {
		r.fail(err)
		return "!the run has ended"
	}
	r.out++
	before, began := r.began, make(chan struct{})
	r.began = began
	r.wg.Go(func() {
		select {
		case r.arrivals <- r.outside(c, number, element, before, began):
		case <-r.ctx.Done(): // nobody waits for it any more
		}
	})
	return strconv.Itoa(c.Seq)
}

// outside has the host do a call, on a goroutine of its own: after the one before has
// begun, which before tells, and begun tells of this one.
func (r *run) outside(c Call, number int, e tsx.Element, before <-chan struct{}, begun chan<- struct{}) arrival {
	a := arrival{seq: c.Seq}
	if before != nil {
		select {
		case <-before:
		case <-r.ctx.Done():
		}
	}
	if c.Name == YieldName {
		defer close(begun) // what follows a message comes after it
		a.err = r.host.Yield(r.ctx, number, e)
		return a
	}
	select {
	case r.seats <- struct{}{}:
		close(begun)
		defer func() { <-r.seats }()
		a.result, a.err = r.host.Call(r.ctx, c)
	case <-r.ctx.Done():
		close(begun)
		a.err = context.Cause(r.ctx)
	}
	return a
}

// sameJSON reports whether two values are the same, whatever their spaces.
func sameJSON(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

// length is how many characters of text an element has.
func length(e tsx.Element) int {
	n := 0
	for _, c := range e.Children {
		n += utf8.RuneCountInString(c.Text)
		if c.Element != nil {
			n += length(*c.Element)
		}
	}
	return n
}

func shorten(text string, limit int) string {
	if r := []rune(text); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return text
}
