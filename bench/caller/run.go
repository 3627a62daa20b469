package caller

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"parley/media"
	"parley/media/playout"
	"parley/room/lk"
	"parley/rpc"
)

// audible is the quietest media.Level, in -dBov, that counts as the character's
// voice: Opus makes noise of its own below it out of silence.
const audible uint8 = 50

// Run makes one call and returns when it is over: the agent ended it, or the
// caller had said its lines and hung up, which is no error either. The report
// holds what came before an error, too. When ctx ends Run hangs up, waits up to
// 3 s for the agent's call_ended and returns ctx's cause; the report's Outcome
// tells whether it came. Run is safe for concurrent use, one call each.
func Run(ctx context.Context, config Config) (Report, error) {
	config.setDefaults()
	if err := config.check(); err != nil {
		return Report{}, fmt.Errorf("make a call: %w", err)
	}
	c := newCall(config, time.Now())
	w := &wires{call: c, recorder: media.NewRecorder(c.started), done: make(chan struct{})}
	r, err := lk.Join(ctx, w.config())
	if err != nil {
		return Report{}, fmt.Errorf("make a call: %w", err)
	}
	c.own, c.report.Join = r.Identity(), time.Since(c.started)
	err = w.talk(ctx, r)
	close(w.done) // frees whoever still has something to tell
	r.Leave()
	if config.Record {
		c.report.Audio = w.recorder.PCM()
	}
	return c.report, err
}

// wires connect a call to its room.
type wires struct {
	call     *call
	recorder *media.Recorder
	agent    atomic.Pointer[string] // identity
	done     chan struct{}          // closed when nobody reads the inbox any more
}

// talk holds the call in the joined room.
func (w *wires) talk(ctx context.Context, r *lk.Room) error {
	c := w.call
	alive, end := context.WithCancel(context.WithoutCancel(ctx)) // outlives ctx by the goodbye
	s := &speaker{
		speech: c.config.Speech, voice: c.config.Voice, ctx: alive, record: w.record,
		voiced: func() { w.hint(c.clock.voiced) }, done: func() { w.post(c.lineDone) },
		failed: func(err error) { w.post(func(now time.Time) { c.bye(now, err) }) },
	}
	out := playout.New(playout.NewWheel(), r, s.played)
	s.playout, c.mouth = out, s
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := out.Run(alive); !errors.Is(err, context.Canceled) {
			s.failed(err)
		}
	})
	c.hangUp = func(agent string) {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(alive, goodbye)
			defer cancel()
			if _, err := r.PerformRPC(ctx, agent, rpc.MethodEndCall, "{}"); err != nil && alive.Err() == nil {
				c.config.Log.Warn("hang up", "err", err)
			}
		})
	}
	c.observe(Joined{c.own})
	err := c.run(ctx)
	end()
	s.wg.Wait()
	wg.Wait()
	return err
}

func (w *wires) record(at time.Time, pcm []int16) {
	if w.call.config.Record {
		w.recorder.Add(0, at, pcm)
	}
}

// post tells the call something. It blocks while a thousand things wait.
func (w *wires) post(f func(now time.Time)) {
	select {
	case w.call.inbox <- f:
	case <-w.done:
	}
}

// hint tells the call something it can do without: it is dropped when a thousand
// things wait.
func (w *wires) hint(f func(now time.Time)) {
	at := time.Now()
	select {
	case w.call.inbox <- func(time.Time) { f(at) }:
	default:
	}
}

// config is the room as the caller takes part in it.
func (w *wires) config() lk.Config {
	c := w.call
	return lk.Config{
		URL: c.config.URL, Token: c.config.Token, Log: c.config.Log,
		Topics: []string{rpc.TopicTranscription, rpc.TopicLatency, rpc.TopicTrouble, rpc.TopicUsage},
		Methods: map[string]lk.Method{
			rpc.MethodChecker:       answer(w, c.verdict),
			rpc.MethodEmojiReaction: answer(w, func(r rpc.EmojiReaction, _ time.Time) { c.reaction(r) }),
			rpc.MethodCallEnded:     answer(w, c.ended),
		},
		Events: lk.Events{
			Joined: func(p lk.Participant) {
				if !p.Standard {
					w.agent.CompareAndSwap(nil, &p.Identity)
				}
				w.post(func(now time.Time) { c.joined(p, now) })
			},
			Left: func(identity string) { w.post(func(time.Time) { c.left(identity) }) },
			Attributes: func(identity string, changed map[string]string) {
				w.post(func(now time.Time) { c.attributes(identity, changed, now) })
			},
			Text:         func(t lk.Text) { w.post(func(time.Time) { c.text(t) }) },
			Reconnecting: func() { w.post(c.lost) },
			Reconnected:  func() { w.post(func(time.Time) { c.back() }) },
			Disconnected: func(string) { w.post(func(time.Time) { c.gone() }) },
			Audio:        w.audio,
		},
	}
}

// answer answers a method of the agent's by passing its payload on.
func answer[T rpc.Payload](w *wires, f func(v T, now time.Time)) lk.Method {
	return func(from, payload string) (string, error) {
		if agent := w.agent.Load(); agent == nil || *agent != from {
			return "", rpc.ErrNotYourCall
		}
		v, err := rpc.Decode[T](payload)
		if err != nil {
			return "", err
		}
		w.post(func(now time.Time) { f(v, now) })
		return rpc.OK, nil
	}
}

// audio takes a frame of someone's microphone.
func (w *wires) audio(identity string, pcm []int16) {
	if agent := w.agent.Load(); agent == nil || *agent != identity {
		return
	}
	if w.call.config.Record {
		w.recorder.Add(1, time.Now(), pcm)
	}
	if media.Level(pcm) <= audible {
		w.hint(w.call.heard)
	}
}
