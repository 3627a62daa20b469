package room

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/livekit/protocol/livekit"

	"parley/media"
)

// topicPreConnect is LiveKit's topic of such recordings.
const topicPreConnect = "lk.agent.pre-connect-audio-buffer"

const (
	// preconnectMost is the longest recording taken: LiveKit's clients stop then.
	preconnectMost = 10 * time.Second
	// preconnectWait is how long live audio is held back for the recording. The
	// clients close it when they learn that their track is taken, half a round
	// trip after the first packet.
	preconnectWait = 2 * time.Second
	// preconnectEarly is for how many speakers a recording is kept whose track is
	// not there yet, for preconnectWait.
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
	early  map[string]early       // by speaker
}

type early struct {
	Bytes
	at time.Time
}

// preconnect puts the recording of what a user said while connecting before the
// live audio of their track. Live audio is held back until the recording is
// there, what both hold is taken once, and then all is heard faster than it was
// said until nothing is left to catch up with.
type preconnect struct {
	audio func(pcm []int16)
	track string
	began time.Time
	taken bool // under preconnects.mu: the recording has come

	mu        sync.Mutex
	recording []int16
	complete  bool

	// The rest belongs to the track's goroutine.
	joined bool
	queue  []int16
}

// preconnected is audio behind the recording that is announced for the track, if
// one is. A track that is taken again, after a connection made anew, is not
// announced again.
func (r *Room) preconnected(t *livekit.TrackInfo, from string, audio func([]int16)) func([]int16) {
	if !slices.Contains(r.config.Bytes, topicPreConnect) ||
		!slices.Contains(t.GetAudioFeatures(), livekit.AudioTrackFeature_TF_PRECONNECT_BUFFER) {
		return audio
	}
	p := &preconnect{audio: audio, track: t.GetSid(), began: time.Now()}
	r.preconnects.mu.Lock()
	defer r.preconnects.mu.Unlock()
	if old := r.preconnects.tracks[from]; old != nil && old.track == p.track {
		return audio
	}
	if r.preconnects.tracks == nil {
		r.preconnects.tracks = map[string]*preconnect{}
	}
	r.preconnects.tracks[from] = p
	e, there := r.preconnects.early[from]
	delete(r.preconnects.early, from)
	if there && e.Attributes["trackId"] == p.track && time.Since(e.at) < preconnectWait {
		p.taken = true
		r.decode(e.Bytes, p)
	}
	return p.frame
}

// record takes a recording, once for a track of its sender's.
func (r *Room) record(b Bytes) {
	r.preconnects.mu.Lock()
	defer r.preconnects.mu.Unlock()
	if p := r.preconnects.tracks[b.From]; p != nil && p.track == b.Attributes["trackId"] {
		if !p.taken {
			p.taken = true
			r.decode(b, p)
		}
		return
	}
	if r.preconnects.early == nil {
		r.preconnects.early = map[string]early{}
	}
	if _, again := r.preconnects.early[b.From]; again || len(r.preconnects.early) < preconnectEarly {
		r.preconnects.early[b.From] = early{b, time.Now()}
	}
}

// decode gives p what b holds.
func (r *Room) decode(b Bytes, p *preconnect) {
	r.start(func() {
		pcm, err := decodeRecording(b)
		if err != nil {
			r.log.Info("what was said while connecting cannot be heard", "form", b.MimeType, "err", err)
		}
		p.take(pcm)
	})
}

// decodeRecording decodes what browsers record, WebM, and what apps do, samples.
func decodeRecording(b Bytes) ([]int16, error) {
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

// take takes the recording, nil if it could not be read.
func (p *preconnect) take(pcm []int16) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.recording, p.complete = pcm, true
}

// frame takes a live frame.
func (p *preconnect) frame(pcm []int16) {
	if p.joined && len(p.queue) == 0 {
		p.audio(pcm)
		return
	}
	p.queue = append(p.queue, pcm...)
	if !p.joined && !p.join() {
		return
	}
	for range preconnectRate {
		if len(p.queue) == 0 {
			p.queue = nil
			return
		}
		p.audio(p.queue[:media.FrameSamples])
		p.queue = p.queue[media.FrameSamples:]
	}
}

// join puts the recording first; false while it is waited for.
func (p *preconnect) join() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.complete && len(p.queue) >= media.Samples(preconnectSeam):
		before := p.recording[:len(p.recording)-media.Overlap(p.recording, p.queue)]
		before = before[len(before)%media.FrameSamples:]
		p.queue = append(slices.Clone(before), p.queue...)
	case time.Since(p.began) < preconnectWait:
		return false
	}
	p.joined, p.recording = true, nil
	return true
}
