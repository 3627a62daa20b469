package lk

import (
	"context"
	"slices"
	"sync"
	"time"

	"parley/media"
)

const (
	// maxMicrophones is how many tracks of one participant are listened to. One more
	// ends the hearing of the one that has been silent for longest.
	maxMicrophones = 4
	// yieldAfter is the silence of the track that is heard after which another that
	// speaks is: longer than two tracks of one voice are apart, 20-200 ms, so that the
	// end of a word on the later one is no reason.
	yieldAfter = 300 * time.Millisecond
	// goneAfter is how long a track must carry nothing for another to be heard that
	// carries any sound, be it the noise of a room.
	goneAfter = time.Second
	// speaksAfter is how many frames of speech in a row are no click.
	speaksAfter = 3
	// speechOver is how far, in dB, speech is above the quietest that its track was in
	// the last one or two seconds, and stillest, in -dBov, the least of that. noSound is
	// digital silence as a codec gives it back.
	speechOver   = 9
	stillest     = 70
	noSound      = 85
	floorFrames  = int(time.Second / media.PTime)
	speechLead   = 200 * time.Millisecond // what is heard of a track from before its speech
	recentMost   = time.Second            // of a track, to go on where the other ended
	passedMost   = 2 * time.Second        // of what was passed on, to find that place
	catchUpSpeed = preconnectRate
)

// microphone is one track and what it carried lately.
type microphone struct {
	id     string
	stop   context.CancelFunc
	recent []int16 // the last recentMost

	floor, quietest uint8 // of the second before and of this one, in -dBov
	frames          int
	run             int       // frames of speech in a row
	onset           time.Time // of this stretch of speech
	spoke, sounded  time.Time // the last frame of speech, of any sound
}

// take takes in a frame.
func (m *microphone) take(pcm []int16, now time.Time) {
	m.recent = append(m.recent, pcm...)
	m.recent = slices.Delete(m.recent, 0, max(0, len(m.recent)-media.Samples(recentMost)))
	level := media.Level(pcm)
	if level < noSound {
		m.sounded = now
	}
	m.quietest = max(m.quietest, min(level, stillest))
	if m.frames++; m.frames%floorFrames == 0 {
		m.floor, m.quietest = m.quietest, 0
	}
	floor := max(m.floor, m.quietest)
	if m.frames < floorFrames {
		floor = stillest // it may have begun in the middle of a word
	}
	if level > media.VoicedLevel || level+speechOver > floor {
		m.run = 0
		return
	}
	if m.run++; m.run == 1 && now.Sub(m.spoke) > yieldAfter {
		m.onset = now
	}
	m.spoke = now
}

// speaks reports whether it does now.
func (m *microphone) speaks() bool { return m.run >= speaksAfter }

// choice makes one microphone of the tracks of one participant: one is heard at a time,
// never two woven together. It is the first that carries anything; another is heard when
// it speaks and the one heard has not for yieldAfter, when it carries sound and the one
// heard has carried none for goneAfter, and when the one heard ends. It goes on with
// what the one before has not said yet, and catches up. Its methods may be called from
// several goroutines; audio is called by one at a time.
type choice struct {
	audio func(pcm []int16)

	mu     sync.Mutex
	tracks []*microphone // in the order in which they came
	heard  *microphone
	passed []int16 // the last passedMost that were passed on
	queue  []int16 // of what is heard, to catch up with
	// joining is set while what is heard waits to be joined to what was before, which
	// spoke last at spoke; zero if it never did.
	joining bool
	spoke   time.Time
}

// add adds a track; stop, which may be nil, ends the hearing of it. A track that is
// known, as from what was said before it was there, keeps its place.
func (c *choice) add(id string, stop context.CancelFunc) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.find(id)
	if m == nil {
		c.makeRoom()
		m = &microphone{id: id}
		c.tracks = append(c.tracks, m)
	}
	if stop != nil {
		m.stop = stop
	}
}

// makeRoom ends the hearing of the track that was silent for longest if there are enough.
func (c *choice) makeRoom() {
	if len(c.tracks) < maxMicrophones {
		return
	}
	others := slices.DeleteFunc(slices.Clone(c.tracks), func(m *microphone) bool { return m == c.heard })
	stalest := slices.MinFunc(others, func(a, b *microphone) int { return a.sounded.Compare(b.sounded) })
	if stalest.stop != nil {
		stalest.stop()
	}
	c.remove(stalest)
}

func (c *choice) find(id string) *microphone {
	if i := slices.IndexFunc(c.tracks, func(m *microphone) bool { return m.id == id }); i >= 0 {
		return c.tracks[i]
	}
	return nil
}

func (c *choice) remove(m *microphone) {
	c.tracks = slices.DeleteFunc(c.tracks, func(other *microphone) bool { return other == m })
}

// frame takes a frame of a track; one of a track that is not listened to is dropped.
func (c *choice) frame(id string, pcm []int16, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.find(id)
	if m == nil {
		return
	}
	m.take(pcm, now)
	if c.heard == nil {
		c.heard = m
	}
	h := c.heard
	speaks := m.speaks() && now.Sub(h.spoke) >= yieldAfter
	sounds := m.sounded.Equal(now) && now.Sub(h.sounded) >= goneAfter
	switch {
	case m == h && c.joining:
		c.join(now) // pcm is the last of what it takes
		c.forward(catchUpSpeed)
	case m == h:
		c.queue = append(c.queue, pcm...)
		c.forward(catchUpSpeed)
	case speaks || sounds:
		c.change(m, now)
	}
}

// ended ends a track and reports whether it was the last.
func (c *choice) ended(id string, now time.Time) (last bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.find(id)
	if m == nil {
		return false
	}
	c.remove(m)
	switch {
	case m != c.heard:
	case len(c.tracks) == 0:
		c.leave(now)
		c.heard = nil
	default:
		c.change(slices.MaxFunc(c.tracks, func(a, b *microphone) int { return a.sounded.Compare(b.sounded) }), now)
	}
	return len(c.tracks) == 0
}

// change has m heard from now on.
func (c *choice) change(m *microphone, now time.Time) {
	c.leave(now)
	c.spoke = c.heard.spoke
	c.heard, c.joining = m, true
	c.join(now)
}

// leave passes on what waits of the track that was heard.
func (c *choice) leave(now time.Time) {
	if c.joining {
		c.spoke = now.Add(-yieldAfter)
		c.join(now)
	}
	c.forward(len(c.queue))
}

// join queues what the track carried lately and was not heard yet: of another microphone
// what was said since the one before spoke, of the same voice, which may be later by up
// to yieldAfter, what comes after the last that was heard of it.
func (c *choice) join(now time.Time) {
	silence := recentMost
	if !c.spoke.IsZero() {
		silence = min(silence, now.Sub(c.spoke))
	}
	if silence < yieldAfter {
		return // the same words may still be coming
	}
	m := c.heard
	before := len(c.passed)
	for before > 0 && media.Level(c.passed[before-media.FrameSamples:before]) > media.VoicedLevel {
		before -= media.FrameSamples
	}
	fresh := media.Samples(min(silence, now.Sub(m.onset)+media.PTime+speechLead))
	if again := media.Overlap(c.passed[:before], m.recent); again > 0 {
		fresh = len(m.recent) - again
	}
	fresh = min(fresh, len(m.recent)) / media.FrameSamples * media.FrameSamples
	c.queue = append(c.queue, m.recent[len(m.recent)-fresh:]...)
	c.joining = false
}

// forward passes on the first n frames that wait.
func (c *choice) forward(n int) {
	for ; n > 0 && len(c.queue) > 0; n-- {
		pcm := c.queue[:media.FrameSamples]
		c.passed = append(c.passed, pcm...)
		c.passed = slices.Delete(c.passed, 0, max(0, len(c.passed)-media.Samples(passedMost)))
		c.audio(pcm)
		c.queue = c.queue[media.FrameSamples:]
	}
	if len(c.queue) == 0 {
		c.queue = nil
	}
}

// microphones are the choices of all participants, by identity.
type microphones struct {
	mu sync.Mutex
	of map[string]*choice
}

// microphone adds a track of identity's, as choice.add, and returns what takes its frames.
func (r *Room) microphone(identity, track string, stop context.CancelFunc) (frame func(pcm []int16)) {
	r.microphones.mu.Lock()
	defer r.microphones.mu.Unlock()
	c := r.microphones.of[identity]
	if c == nil {
		c = &choice{audio: func(pcm []int16) { r.config.Events.Audio(identity, pcm) }}
		r.microphones.of[identity] = c
	}
	c.add(track, stop)
	return func(pcm []int16) { c.frame(track, pcm, time.Now()) }
}

// silenced ends a track of identity's.
func (r *Room) silenced(identity, track string) {
	r.microphones.mu.Lock()
	defer r.microphones.mu.Unlock()
	c := r.microphones.of[identity]
	if c == nil || !c.ended(track, time.Now()) {
		return
	}
	delete(r.microphones.of, identity)
	if r.config.Events.AudioEnded != nil {
		r.config.Events.AudioEnded(identity)
	}
}
