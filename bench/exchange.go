package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"parley"
	"parley/bench/stub"
	"parley/caller"
	"parley/media"
	"parley/tts"
	"parley/tts/flite"
)

const (
	// joinWait bounds the wait for a character's first word, answerWait that for
	// an answer. Beyond them a user has hung up.
	joinWait   = 10 * time.Second
	answerWait = 6 * time.Second
	// verdictWait is far above what an exchange of a few words and its verdict
	// take.
	verdictWait = 10 * time.Second
	// floorWait is far above the longest reply.
	floorWait = 30 * time.Second
	// settle is how long the character must be silent before the user speaks.
	settle = 300 * time.Millisecond
)

// What an exchange comes to instead of an answer.
var (
	errCutIn      = errors.New("the character spoke into the user's sentence")
	errUnanswered = errors.New("no answer came")
	errUnjudged   = errors.New("no verdict came")
)

// joined is a call whose character was heard.
type joined struct {
	*caller.Caller
	// took is the time from the beginning of the join to the first voiced frame.
	took time.Duration
}

// join makes the number-th call and waits for the character's first word.
func join(ctx context.Context, p Product, number int) (*joined, error) {
	c, err := enter(ctx, p, number, "")
	if err != nil {
		return nil, err
	}
	at, err := voice(ctx, c, c.Began, joinWait)
	if err != nil {
		c.Leave()
		return nil, fmt.Errorf("wait for the opening: %w", err)
	}
	return &joined{c, at.Sub(c.Began)}, nil
}

// enter makes the number-th call, under a name, and waits for nobody.
func enter(ctx context.Context, p Product, number int, name string) (*caller.Caller, error) {
	config, err := p.Call(parley.Dispatch{Scenario: Scene, Username: name})
	if err != nil {
		return nil, fmt.Errorf("ask for a call: %w", err)
	}
	config.Phase = phase(number)
	return caller.Join(ctx, config)
}

// voice waits for the first voiced frame from a moment on.
func voice(ctx context.Context, c *caller.Caller, from time.Time, limit time.Duration) (at time.Time, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errUnanswered)
	defer cancel()
	err = c.Until(ctx, func(v caller.View) (ok bool) {
		at, ok = v.Frames.Voiced(from)
		return ok
	})
	return at, err
}

// floor waits until the user may speak.
func floor(ctx context.Context, c *caller.Caller) error {
	ctx, cancel := context.WithTimeoutCause(ctx, floorWait, errors.New("the character does not stop"))
	defer cancel()
	return c.Until(ctx, func(v caller.View) bool { return v.Quiet(settle) })
}

// judged waits for the number-th verdict of the call; the error is errUnjudged if
// it never came.
func judged(ctx context.Context, c *caller.Caller, number int) error {
	ctx, cancel := context.WithTimeoutCause(ctx, verdictWait, errUnjudged)
	defer cancel()
	return c.Until(ctx, func(v caller.View) bool { return len(v.Verdicts) >= number })
}

// exchange waits for the floor, says clip and returns how long the answer took,
// from the clip's last voiced sample sent to the first voiced frame of the
// character's. The error is errCutIn if that came before, errUnanswered if it
// never came.
func exchange(ctx context.Context, c *caller.Caller, clip caller.Clip) (time.Duration, error) {
	if err := floor(ctx, c); err != nil {
		return 0, err
	}
	said, err := c.Say(ctx, clip.PCM, nil)
	if err != nil {
		return 0, err
	}
	at, err := voice(ctx, c, said.Onset, answerWait)
	if err != nil {
		return 0, err
	}
	if at.Before(said.End) {
		return 0, errCutIn
	}
	return at.Sub(said.End), nil
}

// phase spreads calls evenly over the time between two frames, whatever their
// number: steps of the golden ratio leave no gap for long.
func phase(number int) time.Duration {
	_, part := math.Modf(float64(number) * (math.Phi - 1))
	return time.Duration(part * float64(media.PTime))
}

// line is something the user says.
type line struct {
	voice, text string
}

// statements are complete sentences without a pause in them, in several voices.
var statements = []line{
	{"awb", "We have cut the costs by ten percent this year."},
	{"slt", "The new supplier can deliver in March."},
	{"rms", "My team has tested it with twenty customers."},
	{"kal16", "I would like to start with one small office."},
	{"slt", "You will have the report on Friday."},
	{"awb", "Nobody else has asked for that money."},
}

// objections are what an interruption sounds like: longer than any answer waits.
var objections = []line{
	{"awb", "But that is not what we agreed on last week."},
	{"slt", "Please let me finish what I was going to say."},
	{"rms", "No, the second quarter was much better than that."},
	{"kal16", "Hold on I have all of the numbers right here."},
}

// record has lines spoken.
func record(ctx context.Context, lines []line) ([]caller.Clip, error) {
	speech, err := flite.Open()
	if err != nil {
		return nil, fmt.Errorf("open the users' voices: %w", err)
	}
	clips := make([]caller.Clip, len(lines))
	for i, l := range lines {
		if clips[i], err = caller.Record(ctx, speech, tts.Voice{Name: l.voice}, l.text); err != nil {
			return nil, err
		}
	}
	return clips, nil
}

// utterances are the clips as a stub hears them.
func utterances(clips []caller.Clip) []stub.Utterance {
	heard := make([]stub.Utterance, len(clips))
	for i, c := range clips {
		heard[i] = stub.Utterance{Text: c.Text, Ends: c.Ends}
	}
	return heard
}
