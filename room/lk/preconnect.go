package lk

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/livekit/protocol/livekit"

	"parley/media"
)

// TopicPreConnect is LiveKit's topic of what users said while connecting, recorded
// by its clients (livekit/client-sdk-js, src/room/participant/LocalParticipant.ts).
const TopicPreConnect = "lk.agent.pre-connect-audio-buffer"

const (
	// preconnectMost is the longest recording taken: LiveKit's clients stop then.
	preconnectMost = 10 * time.Second
	// preconnectWait is how long live audio is held back for the recording. The
	// clients close it when they learn that their track is taken, half a round
	// trip after the first packet, or go on for ten seconds if that was before they
	// listened (its author's own note in publishOrRepublishTrack of the file above):
	// 3 calls of 24 on two busy processors. What has come by then is heard.
	preconnectWait = 2 * time.Second
	// preconnectBoth is how much of the live audio is left at the end of a recording
	// that goes on beside it: enough to find the seam in, within media.Overlap's
	// reach, with what a recording lags behind.
	preconnectBoth = time.Second
	// preconnectEarly is for how many speakers a recording is kept whose track is
	// not there yet, for preconnectWait: then it is heard without.
	preconnectEarly = 8
	// preconnectSeam is how much live audio is compared with the recording's end.
	preconnectSeam = 300 * time.Millisecond
	// preconnectRate is how much faster than it was said the recording is heard.
	// It must leave the agent time to open an utterance: the 500 ms that it looks
	// back are 250 ms then, and a recogniser on a busy machine must keep up.
	preconnectRate = 2
)

// preconnects are the tracks whose recordings are yet to come, and the recordings
// whose tracks are: often a client closes its recording before the track's first
// packet is here.
type preconnects struct {
	mu     sync.Mutex
	tracks map[string]*preconnect // by speaker, the latest
	early  map[string]*Bytes      // by speaker
}

// preconnect puts the recording of what a user said while connecting before the
// live audio of their track. Live audio is held back until the recording is
// there, what both hold is taken once, and then all is heard faster than it was
// said until nothing is left to catch up with.
type preconnect struct {
	audio func(pcm []int16)
	track string

	// Under preconnects.mu:
	taken  bool   // the recording has come, or is not waited for any more
	follow func() // has the track follow the recording that is heard without it

	mu        sync.Mutex // held while audio is called
	open      bool       // the client goes on with the recording
	recording []int16
	complete  bool
	joined    bool // the recording is in the queue
	queue     []int16
}

// preconnected is what puts the recording that is announced for the track before
// its audio, nil if none is. A track that is taken again, after a connection made
// anew, is not announced again.
func (r *Room) preconnected(t *livekit.TrackInfo, from string) *preconnect {
	if !slices.Contains(r.config.Bytes, TopicPreConnect) ||
		!slices.Contains(t.GetAudioFeatures(), livekit.AudioTrackFeature_TF_PRECONNECT_BUFFER) {
		return nil
	}
	r.preconnects.mu.Lock()
	defer r.preconnects.mu.Unlock()
	if p := r.preconnects.tracks[from]; p != nil && p.track == t.GetSid() {
		if p.follow == nil {
			return nil
		}
		p.follow()
		p.follow = nil
		return p
	}
	p := r.preconnect(t.GetSid(), from)
	if b := r.preconnects.early[from]; b != nil {
		delete(r.preconnects.early, from)
		r.decode(b, p)
	}
	return p
}

// preconnect begins the wait for a recording. Under preconnects.mu.
func (r *Room) preconnect(track, from string) *preconnect {
	p := &preconnect{audio: r.microphone(from, track, nil), track: track}
	r.preconnects.tracks[from] = p
	time.AfterFunc(preconnectWait, func() { r.overdue(p, from) })
	return p
}

// overdue ends the wait for a recording with what has come of it.
func (r *Room) overdue(p *preconnect, from string) {
	b := r.guard.streams.soFar(from, TopicPreConnect, p.track) // not under mu, which is taken under its own
	r.preconnects.mu.Lock()
	defer r.preconnects.mu.Unlock()
	if p.taken {
		return
	}
	p.mu.Lock()
	p.open = true
	p.mu.Unlock()
	if b != nil {
		r.decode(b, p)
	}
	if !p.taken {
		p.taken = true
		p.take(nil)
	}
}

// record takes a recording, or keeps it until its track is there.
func (r *Room) record(b *Bytes) {
	r.preconnects.mu.Lock()
	defer r.preconnects.mu.Unlock()
	early := r.preconnects.early
	if p := r.preconnects.tracks[b.From]; p != nil && p.track == b.Attributes["trackId"] {
		r.decode(b, p)
	} else if early[b.From] == nil && len(early) < preconnectEarly && r.config.Events.Audio != nil {
		early[b.From] = b
		time.AfterFunc(preconnectWait, func() { r.alone(b) })
	}
}

// alone has a recording heard whose track has not come, as when it was muted
// before its first packet: the first of a speaker of whom there is no track else.
func (r *Room) alone(b *Bytes) {
	r.preconnects.mu.Lock()
	defer r.preconnects.mu.Unlock()
	if r.preconnects.early[b.From] != b {
		return
	}
	delete(r.preconnects.early, b.From)
	if r.preconnects.tracks[b.From] != nil {
		return
	}
	p := r.preconnect(b.Attributes["trackId"], b.From)
	r.decode(b, p)
	ctx, follow := context.WithCancel(r.ctx)
	p.follow = follow
	r.Go(func(context.Context) {
		defer follow()
		p.catchUp(ctx)
		if ctx.Err() == nil {
			r.silenced(b.From, p.track)
		}
	})
}

// decode gives p what b holds, if it is of p's track and the first that is. Under
// preconnects.mu.
func (r *Room) decode(b *Bytes, p *preconnect) {
	if p.taken || b.Attributes["trackId"] != p.track {
		return
	}
	p.taken = true
	r.Go(func(context.Context) {
		pcm, err := decodeRecording(b)
		if err != nil {
			r.log.Info("what was said while connecting cannot be heard", "form", b.MimeType[:min(len(b.MimeType), 64)], "err", err)
		}
		p.take(pcm)
	})
}

// decodeRecording decodes what browsers record, WebM, and what apps do, samples.
func decodeRecording(b *Bytes) ([]int16, error) {
	if media.IsWebM(b.Data) {
		return media.DecodeWebM(b.Data, preconnectMost)
	}
	if strings.HasPrefix(b.MimeType, "audio/") || strings.HasPrefix(b.MimeType, "video/") {
		return nil, media.ErrRecording
	}
	rate, _ := strconv.Atoi(b.Attributes["sampleRate"])
	channels, _ := strconv.Atoi(b.Attributes["channels"])
	return media.DecodePCM(b.Data, rate, channels, preconnectMost)
}

// take takes the recording, nil if there is none that can be read. What its end
// has of the live audio beyond preconnectBoth is left to that.
func (p *preconnect) take(pcm []int16) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open {
		pcm = pcm[:max(0, len(pcm)-max(0, len(p.queue)-media.Samples(preconnectBoth)))]
	}
	p.recording, p.complete = pcm, true
}

// behind reports whether something waits for frames to come, of silence if there
// are no others.
func (p *preconnect) behind() bool {
	if p == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting()
}

// waiting is behind, under mu.
func (p *preconnect) waiting() bool { return !p.joined || len(p.queue) > 0 }

// catchUp has silence follow, by the clock, until nothing is behind.
func (p *preconnect) catchUp(ctx context.Context) {
	var silence [media.FrameSamples]int16
	tick := time.NewTicker(media.PTime)
	defer tick.Stop()
	for p.behind() {
		select {
		case <-tick.C:
			p.frame(silence[:])
		case <-ctx.Done():
			return
		}
	}
}

// frame takes a live frame.
func (p *preconnect) frame(pcm []int16) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.waiting() {
		p.audio(pcm)
		return
	}
	p.queue = append(p.queue, pcm...)
	if !p.joined && !p.join() {
		return
	}
	for n := 0; n < preconnectRate && len(p.queue) > 0; n++ {
		p.audio(p.queue[:media.FrameSamples])
		p.queue = p.queue[media.FrameSamples:]
	}
	if len(p.queue) == 0 {
		p.queue = nil
	}
}

// join puts the recording first; false while it is waited for. Under mu.
func (p *preconnect) join() bool {
	if !p.complete || len(p.queue) < media.Samples(preconnectSeam) {
		return false
	}
	before := p.recording[:len(p.recording)-media.Overlap(p.recording, p.queue)]
	before = before[len(before)%media.FrameSamples:]
	p.queue = append(slices.Clone(before), p.queue...)
	p.joined, p.recording = true, nil
	return true
}
