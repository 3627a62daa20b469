package room

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"parley"
	"parley/room/lk"
	"parley/rpc"
)

const (
	// stateTimeout is how long the server may take to confirm a state.
	stateTimeout = 5 * time.Second
	// answerTimeout is how long the user's side may take to answer a verdict,
	// reaction, card or state.
	answerTimeout = 8 * time.Second
	// endTimeout is how long it may take to confirm the end of the call.
	endTimeout = 2 * time.Second
	// readingTime is how long a character of a refusal takes to read (17 a second, as
	// subtitles are timed), retryPause how soon it is told again.
	readingTime = time.Second / 17
	retryPause  = 200 * time.Millisecond
)

// shown is what the agent's attributes tell.
type shown struct {
	state parley.State
	away  bool
	turns int // how often the character has begun to speak

	paused bool
	ends   time.Time // zero without a time limit, and in a pause
	left   time.Duration
}

func (s shown) attributes() map[string]string {
	all := map[string]string{ // what is empty is removed
		rpc.AttrState: string(s.state), rpc.AttrUserState: "", rpc.AttrPaused: "", rpc.AttrEndsAt: "", rpc.AttrTimeLeft: "",
	}
	if s.away {
		all[rpc.AttrUserState] = rpc.UserAway
	}
	if s.paused {
		all[rpc.AttrPaused] = "true"
	}
	if !s.ends.IsZero() {
		all[rpc.AttrEndsAt] = strconv.FormatInt(s.ends.UnixMilli(), 10)
	}
	if s.left > 0 {
		all[rpc.AttrTimeLeft] = strconv.FormatInt(max(s.left.Milliseconds(), 1), 10)
	}
	if s.turns > 0 {
		all[rpc.AttrTurns] = strconv.Itoa(s.turns)
	}
	return all
}

// State shows what the character does. Only the newest state waits to be shown.
func (c *Call) State(s parley.State) {
	c.shown.change(func(v *shown) {
		if s == parley.Speaking && v.state != s {
			v.turns++
		}
		v.state = s
	})
}

// Away shows whether the user has been silent for so long that nobody seems to
// be there. It is false at first.
func (c *Call) Away(on bool) { c.shown.change(func(v *shown) { v.away = on }) }

// Paused shows that both clocks stand still, or no longer. It is false at first.
func (c *Call) Paused(on bool) { c.shown.change(func(v *shown) { v.paused = on }) }

// TimeLimit shows when the time limit ends the call or, while the clocks stand still,
// what is left of it; both are zero without one, as at first.
func (c *Call) TimeLimit(ends time.Time, left time.Duration) {
	c.shown.change(func(v *shown) { v.ends, v.left = ends, left })
}

// Caption shows a step of a caption: the character's as one stream that grows,
// the user's on the user's behalf as a stream for each step, at most 8 a second
// but always the last. When too much waits, steps are dropped, final ones last.
func (c *Call) Caption(p parley.Caption) { c.captions.put(p) }

// Verdict sends v to the user; only the newest waits.
func (c *Call) Verdict(v parley.Verdict) {
	payload, err := rpc.Encode(rpc.CheckerFrom(v))
	if err != nil {
		return // numbers and a few words always fit
	}
	c.rpcs.put(call{method: rpc.MethodChecker, payload: payload})
}

// Card shows the user a card, after the cards and states before it; one of the
// same ID is replaced. At most the last 16 wait, and a page that is loaded anew
// gets the last 16 again. The error wraps rpc.ErrTooLarge for a card of more than
// rpc.MaxPayload bytes as JSON, rpc.ErrOutOfRange for one without ID or kind, and
// rpc.ErrMalformed for data that are no JSON value or null.
func (c *Call) Card(card parley.Card) error {
	return show(c, rpc.MethodCard, card.ID, rpc.CardFrom(card))
}

// SetState shows the user the newest value of a state, after the cards and states
// before it; only the newest of a name waits, of at most 16 names. A page that is
// loaded anew gets these again. The errors are Card's.
func (c *Call) SetState(s parley.StateValue) error {
	return show(c, rpc.MethodState, s.Name, rpc.StateFrom(s))
}

// show queues a call of the user's side, to be made again for a page that is
// loaded anew, unless the page would refuse it.
func show[P rpc.Payload](c *Call, method, key string, p P) error {
	payload, err := rpc.Encode(p)
	if err == nil {
		_, err = rpc.Decode[P](payload)
	}
	if err != nil {
		return err
	}
	c.rpcs.put(call{method, key, payload})
	return nil
}

// React sends r to the user; with 8 waiting it is dropped, and told to a page alone that
// asks for what was shown.
func (c *Call) React(r parley.Reaction) {
	payload, err := rpc.Encode(rpc.EmojiFrom(r))
	if err == nil {
		c.captions.act(r.Label)
		err = c.rpcs.react(payload)
	}
	if err != nil {
		c.log.Warn("reaction dropped", "err", err)
	}
}

// Latency shows l to everyone; it is dropped when too much waits.
func (c *Call) Latency(l parley.Latency) { tell(c, rpc.TopicLatency, rpc.LatencyFrom(l)) }

// Trouble shows t to everyone; it is dropped when too much waits.
func (c *Call) Trouble(t parley.Trouble) { tell(c, rpc.TopicTrouble, rpc.TroubleFrom(t)) }

// Usage shows what the engines did to everyone; it is dropped when too much
// waits.
func (c *Call) Usage(totals []parley.Usage) { tell(c, rpc.TopicUsage, rpc.UsageFrom(totals)) }

// Passing shows what an assistant does to the user alone, who may have typed to it
// elsewhere; it is dropped when too much waits.
func (c *Call) Passing(p parley.Passing) {
	tell(c, rpc.TopicAssistant, rpc.PassingFrom(p), c.User().Identity)
}

// sorry tells everyone why something the user did had no effect.
func (c *Call) sorry(why parley.Phrase) {
	c.Trouble(parley.Trouble{Role: "call", Reason: why.Words(""), Code: why.Name()})
}

// tell posts a payload on a topic to the given participants or, with none, to everyone.
func tell[P rpc.Payload](c *Call, topic string, payload P, to ...string) {
	text, err := rpc.Encode(payload)
	if err == nil {
		err = c.room.PostText(topic, text, to...)
	}
	if err != nil {
		c.log.Warn("text dropped", "topic", topic, "err", err)
	}
}

// Ended closes the captions, sends what waits and tells the user that the call
// is over. It returns when the user's side has confirmed that, when ctx ends or
// after 2 s, or as soon as the user is gone; at once if they have left and may come
// back. A client that knows no such method is
// told by the agent's leaving: that is no error. A call that has given way tells
// nobody.
func (c *Call) Ended(ctx context.Context, e parley.Ending) error {
	if c.HasYielded() {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, endTimeout)
	defer cancel()
	ctx, leave := context.WithCancelCause(ctx)
	defer leave(nil)
	go func() {
		select {
		case <-c.gone:
			leave(lk.ErrLeft)
		case <-ctx.Done():
		}
	}()
	c.bye.Store(true) // nobody is waited for any more
	c.captions.finish()
	if c.forsaken.Load() && !slices.Contains(c.room.Identities(""), c.User().Identity) { // nobody could confirm it
		return errors.Join(lk.ErrLeft, c.room.Flush(ctx))
	}
	payload, err := rpc.Encode(rpc.EndedFrom(e))
	if err != nil {
		return err
	}
	select { // the last verdict comes before the end
	case <-c.rpcs.idle():
	case <-ctx.Done():
	}
	err = errors.Join(c.call(ctx, rpc.MethodCallEnded, payload), c.room.Flush(ctx))
	if errors.Is(err, &rpc.Error{Code: rpc.CodeUnsupportedMethod}) {
		return nil
	}
	return err
}

// Refuse tells the user that there will be no conversation, and why: as the end
// of the call and, for a client that knows no such method, as a line of the
// character's that stays for as long as it takes to read. It returns when the
// user's side has confirmed the end or has had the time, or ctx's cause.
func (c *Call) Refuse(ctx context.Context, e parley.Ending) error {
	payload, err := rpc.Encode(rpc.EndedFrom(e))
	if err != nil {
		return err
	}
	c.Caption(parley.Caption{Role: parley.Character, Segment: "SG_" + rand.Text(), Text: e.Reason, Final: true})
	for {
		err := c.call(ctx, rpc.MethodCallEnded, payload)
		switch {
		case err == nil:
			return c.room.Flush(ctx)
		case errors.Is(err, &rpc.Error{Code: rpc.CodeUnsupportedMethod}):
			c.State(parley.Idle) // what is shown as still connecting shows no lines
			wait(ctx, nil, mountTime+time.Duration(utf8.RuneCountInString(e.Reason))*readingTime)
			return context.Cause(ctx)
		case !wait(ctx, nil, retryPause): // the user's side does not know the agent yet
			return err
		}
	}
}

// call calls a method of the user's side.
func (c *Call) call(ctx context.Context, method, payload string) error {
	_, err := c.room.PerformRPC(ctx, c.User().Identity, method, payload)
	return err
}

// repeat shows the state, the last verdict, the cards and states, and the last
// captions again.
func (c *Call) repeat() {
	c.shown.again()
	c.rpcs.again()
	c.captions.again()
}

// showState keeps the attributes at the newest state.
func (c *Call) showState(ctx context.Context) {
	for {
		now, ok := c.shown.next(ctx)
		if !ok {
			return
		}
		limit, cancel := context.WithTimeout(ctx, stateTimeout)
		err := c.room.SetAttributes(limit, now.attributes())
		cancel()
		if err != nil && ctx.Err() == nil {
			c.log.Warn("show state", "state", now.state, "err", err)
		}
	}
}

// sendRPCs sends what waits in the queue, one at a time, until ctx ends.
func (c *Call) sendRPCs(ctx context.Context) {
	told, warned := false, false
	for {
		method, payload, ok := c.rpcs.next(ctx)
		if !ok {
			return
		}
		limit, cancel := context.WithTimeout(ctx, answerTimeout)
		c.rpcs.begun(cancel)
		err := c.call(limit, method, payload)
		cancel()
		switch {
		case err == nil, errors.Is(err, context.Canceled):
		case errors.Is(err, &rpc.Error{Code: rpc.CodeUnsupportedMethod}):
			if !told {
				c.log.Info("the user's side does not show all that is sent: it has no handler for it", "method", method)
			}
			told = true
		case !warned:
			warned = true
			c.log.Warn("call the user's side", "method", method, "err", err)
		}
		c.rpcs.done()
	}
}

// latest holds a value that replaces the one before it.
type latest[T any] struct {
	mu    sync.Mutex
	value T
	wake  chan struct{}
}

func newLatest[T any](v T) *latest[T] { return &latest[T]{value: v, wake: make(chan struct{}, 1)} }

func (l *latest[T]) change(f func(*T)) {
	l.mu.Lock()
	f(&l.value)
	l.mu.Unlock()
	l.again()
}

// now is the value.
func (l *latest[T]) now() T {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.value
}

// again has next return the value once more.
func (l *latest[T]) again() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// next waits for the next value; it is false when ctx has ended.
func (l *latest[T]) next(ctx context.Context) (T, bool) {
	select {
	case <-l.wake:
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.value, ctx.Err() == nil
}
