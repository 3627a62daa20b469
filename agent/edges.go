package agent

import (
	"time"

	"parley/agent/endpoint"
	"parley/agent/turn"
	"parley/media"
	"parley/media/echo"
	"parley/media/vad"
)

const (
	// onsetLag is how much speech the VAD wants before it reports an onset, and
	// offsetLag how much silence before an end: two windows and one.
	onsetLag  = 64 * time.Millisecond
	offsetLag = 32 * time.Millisecond
	// reach is how far from the VAD's word the edge of speech may lie: its onset
	// lags by up to 300 ms, its end by 114 ms (docs/sources.md, p95). In noise louder
	// than quietRoom, in -dBov, its end lags more, but the loudness ends early, by
	// 60-80 ms at 10 dB: there no more than noisyReach is believed.
	reach      = 250 * time.Millisecond
	noisyReach = 100 * time.Millisecond
	quietRoom  = 50
	// soundLevel is how far above the noise, in dB, a sound must be to duck the
	// character's voice, and soundTime how long that lasts without the VAD's word.
	soundLevel = 9
	onsetTime  = 100 * time.Millisecond // a sound that swells longer is no onset
	// standsOut is how far above the noise, in dB, the last loud sample is: what
	// Loudness wants of a frame.
	standsOut = 6
	soundTime = 120 * time.Millisecond
	// softer is how far below the user's usual level, in dB, speech is soft.
	softer = 10
	// usualFrames is how many frames of speech make a usual level.
	usualFrames = 100
	// ownFrames is for how many frames in a row the echo gate must say "own
	// voice", or "not", to take back what the VAD said.
	ownFrames = 5
)

// edges finds where the user's speech begins and ends: the VAD knows what is
// speech, the loudness of the frames where it begins and ends, the echo gate
// whose it is. It is for one goroutine.
type edges struct {
	loudness echo.Loudness
	tracker  endpoint.Tracker
	now      time.Duration
	sound    echo.Sound

	// loudSince and loudUntil are the run of loud frames that ended last.
	loudSince, loudUntil time.Duration
	// tail is when the last loud sample was spoken, offset the last voiced one
	// of the speech that was reported over; since is how much audio has come after
	// the tail, whenever it came: a network that stalls is no silence.
	tail, offset, since time.Duration
	// sounding is set while a sound is reported, until says when it ends.
	sounding bool
	until    time.Duration

	// speech is the VAD's word, voiced what was reported of it.
	speech, voiced bool
	began, ended   bool // by the window just judged
	// whose is the frame. own counts those in a row that were the character's own,
	// others those that were not or not known to be, unclear the latter of these.
	whose                echo.Voice
	own, others, unclear int

	// softly is set while the speech reported is soft.
	softly bool
	usual  float64 // level of the user's speech, in dBov
	frames int     // of speech that usual was learned from
	run    float64 // level of the loud run, summed
	count  int
}

// frame takes the frame that ends now, and whose it is.
func (e *edges) frame(pcm []int16, now time.Duration, whose echo.Voice) {
	e.now, e.began, e.ended = now, false, false
	e.sound = e.loudness.Frame(pcm)
	e.tracker.Frame(pcm, e.voiced && e.sound.Loud)
	e.whose = whose
	switch whose {
	case echo.OwnVoice:
		e.own, e.others, e.unclear = e.own+1, 0, 0
	case echo.UnclearVoice:
		e.own, e.others, e.unclear = 0, e.others+1, e.unclear+1
	case echo.OtherVoice:
		e.own, e.others, e.unclear = 0, e.others+1, 0
	}
	e.since += media.PTime
	if !e.sound.Loud {
		return
	}
	start := now - media.PTime
	if start-e.loudUntil > offsetLag {
		e.loudSince, e.run, e.count = start, 0, 0
	}
	e.loudUntil = now
	if part := e.loudPart(pcm); part > 0 {
		e.since = media.PTime - part + media.CodecDelay
		e.tail = now - e.since
	}
	e.run -= float64(e.sound.Level)
	e.count++
	if e.voiced {
		e.frames++
		e.usual += (-float64(e.sound.Level) - e.usual) / float64(min(e.frames, 2*usualFrames))
	}
}

// window takes a judgement of the VAD.
func (e *edges) window(w vad.Window) {
	e.speech = w.Speech
	e.began = e.began || w.Started
	e.ended = e.ended || w.Ended
}

// tell reports what changed with the frame and its windows.
func (e *edges) tell(put func(item) bool) {
	switch theirs := e.whose == echo.OtherVoice; {
	case e.voiced && (e.ended || e.own >= ownFrames): // over, or an echo after all
		e.voiced, e.offset = false, e.last()
		put(turn.Voice{At: e.offset, Melody: e.tracker.End(e.now - e.offset)})
	case !e.voiced && theirs && (e.began || e.speech && e.others >= ownFrames):
		e.voiced, e.sounding, e.softly = true, false, e.soft()
		put(turn.Voice{On: true, At: e.first(), Soft: e.softly})
	case e.voiced && e.softly && !e.soft(): // it only began softly, as with an "h"
		e.softly = false
		put(turn.Voice{On: true, At: e.first()})
	}
	e.reportSound(put)
}

// reportSound reports a sound that may become speech, and that it did not.
func (e *edges) reportSound(put func(item) bool) {
	loud := e.sound.Loud && int(e.sound.Level)+soundLevel <= int(e.sound.Floor) && e.whose == echo.OtherVoice
	switch {
	case e.voiced:
		e.sounding = false
	case !e.sounding && loud && e.now-e.loudSince <= onsetTime:
		e.sounding, e.until = true, e.now+soundTime
		put(turn.Sound{On: true})
	case e.sounding && e.now >= e.until:
		e.sounding = false
		put(turn.Sound{On: false})
	}
}

// first is where the speech that the VAD has just confirmed began.
func (e *edges) first() time.Duration {
	at := e.now - onsetLag
	if e.loudSince < at && e.loudUntil >= at {
		return max(e.loudSince, at-reach)
	}
	return at
}

// last is the last voiced sample of the speech that the VAD has seen end.
func (e *edges) last() time.Duration {
	at := e.now - offsetLag
	back := reach
	if e.sound.Floor < quietRoom {
		back = noisyReach
	}
	return min(at, max(e.tail, at-back))
}

// silence is how long the user has been silent by now. While the VAD still hears
// speech the loudness tells, in a quiet room; in noise it would be too soon, and
// the silence is 0.
func (e *edges) silence() time.Duration {
	switch {
	case !e.voiced:
		return e.now - e.offset
	case e.sound.Floor < quietRoom:
		return 0
	}
	return e.since
}

// loudPart is how much of a loud frame there is up to its last loud sample: a
// voice ends anywhere in it.
func (e *edges) loudPart(pcm []int16) time.Duration {
	const step = media.FrameSamples / 8
	for end := len(pcm); end >= step; end -= step {
		if int(media.Level(pcm[end-step:end]))+standsOut <= int(e.sound.Floor) {
			return media.Duration(end)
		}
	}
	if e.sound.Floor >= quietRoom {
		return 0 // nothing there but what fades in the filters
	}
	return media.PTime // in one band alone
}

// soft reports whether what is being said is well below the user's usual level.
func (e *edges) soft() bool {
	return e.frames >= usualFrames && e.count > 0 && e.run/float64(e.count) < e.usual-softer
}
