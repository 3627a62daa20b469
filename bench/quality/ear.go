package quality

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"parley"
	"parley/bench/quality/beep"
	"parley/media"
	"parley/room/lk"
	"parley/rpc"
)

// ear is what the caller hears and sees of the character. It is safe for
// concurrent use.
type ear struct {
	began  time.Time
	author *beep.Author

	mu       sync.Mutex
	agent    string // identity
	state    parley.State
	changed  time.Duration // when it became state
	frames   []frame
	segments map[string]int
	captions []caption
	// latencies are the agent's own account of its answers.
	latencies []rpc.Latency
	// came is closed, and made anew, when a frame comes.
	came chan struct{}
}

func newEar(a *beep.Author) *ear {
	return &ear{began: time.Now(), author: a, segments: map[string]int{}, came: make(chan struct{})}
}

// events are the room's as the ear takes them.
func (e *ear) events() lk.Events {
	return lk.Events{
		Joined: func(p lk.Participant) {
			if !p.Standard {
				e.mu.Lock()
				e.agent = p.Identity
				e.mu.Unlock()
				e.attributes(p.Identity, p.Attributes)
			}
		},
		Attributes: e.attributes,
		Audio:      e.hear,
		Text:       e.read,
	}
}

func (e *ear) attributes(identity string, changed map[string]string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if s := changed[rpc.AttrState]; s != "" && identity == e.agent {
		e.state, e.changed = parley.State(s), time.Since(e.began)
	}
}

func (e *ear) hear(identity string, pcm []int16) {
	f := frame{at: time.Since(e.began), level: media.Level(pcm)}
	if f.audible() {
		f.word, f.known = beep.Read(pcm)
	}
	if f.known {
		e.author.Heard(f.word.Set)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if identity != e.agent {
		return
	}
	e.frames = append(e.frames, f)
	close(e.came)
	e.came = make(chan struct{})
}

// read takes a step of a caption.
func (e *ear) read(t lk.Text) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if t.From != e.agent {
		return
	}
	if t.Topic == rpc.TopicLatency {
		if l, err := rpc.Decode[rpc.Latency](t.Text); err == nil && t.Closed {
			e.latencies = append(e.latencies, l)
		}
		return
	}
	id := t.Attributes[rpc.AttrSegment]
	i, ok := e.segments[id]
	if !ok {
		i = len(e.captions)
		e.segments[id] = i
		e.captions = append(e.captions, caption{shown: time.Since(e.began)})
	}
	e.captions[i].text = t.Text
	e.captions[i].final = t.Closed && t.Attributes[rpc.AttrFinal] == "true"
}

// heard are the frames from a time on, and a channel that is closed when another
// comes.
func (e *ear) heard(from time.Duration) ([]frame, <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	i, _ := slices.BinarySearchFunc(e.frames, from, func(f frame, at time.Duration) int { return int(f.at - at) })
	return slices.Clone(e.frames[i:]), e.came
}

// listening reports whether the character says that it listens.
func (e *ear) listening() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.state == parley.Listening
}

// account says what the character last did, for a call that cannot go on.
func (e *ear) account() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	now, audible := time.Since(e.began), time.Duration(0)
	for _, f := range slices.Backward(e.frames) {
		if f.audible() {
			audible = f.at
			break
		}
	}
	return fmt.Sprintf("it is %q since %v, was audible %v ago, %d frames and %d captions in %v",
		e.state, (now - e.changed).Round(time.Millisecond), (now - audible).Round(time.Millisecond), len(e.frames),
		len(e.captions), now.Round(time.Millisecond))
}

// agentIdentity is who the character is in the room; empty before it came.
func (e *ear) agentIdentity() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.agent
}

// shown are the captions so far.
func (e *ear) shown() []caption {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.captions)
}

// accounts are the agent's own of its answers so far.
func (e *ear) accounts() []rpc.Latency {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.latencies)
}

func (e *ear) now() time.Duration { return time.Since(e.began) }
