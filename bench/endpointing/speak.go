package endpointing

import (
	"context"
	"math"
	"strings"
	"time"

	"parley/agent"
	"parley/bench/quality"
	"parley/bench/quality/oracle"
	"parley/media"
	"parley/tts"
)

const (
	// lead and tail are the silence before and after a line: the VAD knows all of
	// a line within the tail.
	lead = 500 * time.Millisecond
	tail = 1600 * time.Millisecond
)

// spoken is a call as its caller says it.
type spoken struct {
	call  call
	lines []agent.Line
	// words are when each word of the call has been said, from its beginning;
	// whole is set on the last of a line.
	words []word
	// pauses are those of the lines, one at most, from the line's first sample.
	pauses []pause
}

type word struct {
	text  string
	end   time.Duration
	whole bool
	// line is the number of the line it is of.
	line int
}

// pause is a silence in mid-sentence; both are 0 where there is none.
type pause struct{ start, end time.Duration }

// speak has a caller say all of a call.
func speak(ctx context.Context, v *voices, c call, babble []int16) (*spoken, error) {
	s := &spoken{call: c}
	at := time.Duration(0)
	for i, t := range c.turns {
		said, err := v.say(ctx, t, c.voice)
		if err != nil {
			return nil, err
		}
		pcm := append(make([]int16, media.Samples(lead)), said.PCM...)
		frames := (len(pcm) + media.Samples(tail) + media.FrameSamples - 1) / media.FrameSamples
		pcm = append(pcm, make([]int16, frames*media.FrameSamples-len(pcm))...)
		s.lines = append(s.lines, agent.Line{Asked: t.sentence.Asked, PCM: pcm, Voiced: lead + said.End})
		for j, w := range said.Words {
			s.words = append(s.words, word{w.Text, at + lead + w.End, j == len(said.Words)-1, i})
		}
		var p pause
		if len(said.Silences) > 0 {
			p = pause{lead + said.Silences[0].Start, lead + said.Silences[0].End}
		}
		s.pauses = append(s.pauses, p)
		at += media.Duration(len(pcm))
	}
	bed, n := c.condition.Noise(media.Samples(at), c.seed, babble), 0
	for _, l := range s.lines {
		for i := range l.PCM {
			l.PCM[i] = int16(min(max(int(l.PCM[i])+int(bed[n]), math.MinInt16), math.MaxInt16))
			n++
		}
	}
	return s, nil
}

// say is the turn in a voice.
func (t spokenTurn) say(ctx context.Context, speech tts.Engine, voice string) (*quality.Said, error) {
	if t.after < 0 || t.manner == Within {
		return quality.Say(ctx, speech, voice, t.sentence.Fixture(t.after), t.pause)
	}
	whole := &quality.Said{}
	for i, pieces := range [][]string{t.sentence.Pieces[:t.after+1], t.sentence.Pieces[t.after+1:]} {
		said, err := quality.Say(ctx, speech, voice, quality.Fixture{Text: strings.Join(pieces, " ")}, 0)
		if err != nil {
			return nil, err
		}
		from, to := said.Start, said.End
		if i == 0 {
			from, whole.Start = 0, said.Start
		} else {
			to = media.Duration(len(said.PCM))
			start := media.Duration(len(whole.PCM))
			whole.PCM = append(whole.PCM, make([]int16, media.Samples(t.pause))...)
			whole.Silences = []quality.Silence{{Start: start, End: start + t.pause, Hard: t.sentence.Hard[t.after]}}
		}
		shift := media.Duration(len(whole.PCM)) - from
		whole.PCM = append(whole.PCM, said.PCM[media.Samples(from):media.Samples(to)]...)
		for _, w := range said.Words {
			whole.Words = append(whole.Words, oracle.Word{Text: w.Text, End: w.End + shift})
		}
		whole.End = said.End + shift
	}
	return whole, nil
}
