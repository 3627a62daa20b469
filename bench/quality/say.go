package quality

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"parley/bench/quality/oracle"
	"parley/media"
	"parley/tts"
)

const (
	// speechLevel is the RMS of active speech that lines are brought to, the
	// -26 dBov of ITU-T P.56: 0.05 of full scale.
	speechLevel = 0.05 * (1 << 15)
	// window is the step in which speech and silence are told apart.
	window = media.SampleRate / 100
	// edge is how long a cut takes to fade, so that no click is heard.
	edge = media.SampleRate / 200
	// margin is the silence kept before and after a line.
	margin = 5 * window
)

// Said is a fixture as one voice says it, as loud as callers speak. Times run
// from its first sample.
type Said struct {
	Fixture Fixture
	PCM     []int16
	// Words are as written and when each has been said.
	Words []oracle.Word
	// Start and End are the first and the last voiced sample.
	Start, End time.Duration
	Silences   []Silence
}

// Silence is a pause within what is said. A hard one comes after words that make
// a clause.
type Silence struct {
	Start, End time.Duration
	Hard       bool
}

// Say has x said in a voice with every pause of it lasting d. Pauses are put into
// the finished sentence, so that its melody stays that of one not yet over.
func Say(ctx context.Context, speech tts.Engine, voice string, x Fixture, d time.Duration) (*Said, error) {
	texts, at, hard := x.words()
	text := x.Say
	if text == "" {
		text = strings.Join(texts, " ")
	}
	said, err := tts.Whole(ctx, speech, text, tts.Voice{Name: voice})
	if err != nil {
		return nil, fmt.Errorf("speak fixture %s: %w", x.ID, err)
	}
	pcm := said.PCM
	scale(pcm, speechLevel/ActiveRMS(pcm))
	first, last := bounds(pcm)
	if last <= first {
		return nil, fmt.Errorf("speak fixture %s: no sound", x.ID)
	}
	l := &Said{Fixture: x}
	ends := wordEnds(texts, said.Words, x.Say != "", last)
	from := max(first-margin, 0)
	shift, next := -from, 0 // of the samples after the pauses so far
	for i, word := range texts {
		if next < len(at) && at[next] == i {
			left, right := gap(pcm, ends[i-1])
			l.PCM = append(l.PCM, faded(pcm[from:left])...)
			p := Silence{Start: media.Duration(len(l.PCM)), Hard: hard[next]}
			l.PCM = append(l.PCM, make([]int16, media.Samples(d))...)
			p.End = media.Duration(len(l.PCM))
			l.Silences = append(l.Silences, p)
			shift, from, next = len(l.PCM)-right, right, next+1
		}
		l.Words = append(l.Words, oracle.Word{Text: word, End: media.Duration(ends[i] + shift)})
	}
	l.PCM = append(l.PCM, faded(pcm[from:min(last+margin, len(pcm))])...)
	l.Start, l.End = media.Duration(min(first, margin)), media.Duration(last+shift)
	return l, nil
}

// wordEnds are the samples at which texts, spoken with a space between them, end
// by marks; all at last if marks are of another text.
func wordEnds(texts []string, marks []media.Word, foreign bool, last int) []int {
	ends := make([]int, len(texts))
	offset, m := -1, 0
	for i, t := range texts {
		offset += 1 + len(t)
		for m < len(marks)-1 && marks[m].TextEnd < offset {
			m++
		}
		ends[i] = last
		if !foreign && len(marks) > 0 {
			ends[i] = min(media.Samples(marks[m].End), last)
		}
	}
	return ends
}

// gap is the silence around sample at, or just at where the voice goes through.
func gap(pcm []int16, at int) (left, right int) {
	left, right = at, at
	for left >= window && !loud(pcm[left-window:left]) {
		left -= window
	}
	for right+window <= len(pcm) && !loud(pcm[right:right+window]) {
		right += window
	}
	return left, right
}

// bounds are the first and the last sample of pcm's voiced windows.
func bounds(pcm []int16) (first, last int) {
	for i := 0; i+window <= len(pcm); i += window {
		if !loud(pcm[i : i+window]) {
			continue
		}
		if last == 0 {
			first = i
		}
		last = i + window
	}
	return first, last
}

// quiet is 34 dB below the speech, where Flite's pauses are and its weakest
// consonants are not.
const quiet = speechLevel / 50

func loud(pcm []int16) bool { return rms(pcm) > quiet }

func rms(pcm []int16) float64 {
	var sum float64
	for _, s := range pcm {
		sum += float64(s) * float64(s)
	}
	return math.Sqrt(sum / float64(max(len(pcm), 1)))
}

// ActiveRMS is the RMS of those 10 ms windows of pcm that are at most 20 dB
// below its loudest one: of the speech, without its pauses.
func ActiveRMS(pcm []int16) float64 {
	var levels []float64
	loudest := 1.0
	for i := 0; i+window <= len(pcm); i += window {
		levels = append(levels, rms(pcm[i:i+window]))
		loudest = max(loudest, levels[len(levels)-1])
	}
	sum, n := 0.0, 0.0
	for _, l := range levels {
		if l > loudest/10 {
			sum, n = sum+l*l, n+1
		}
	}
	return math.Sqrt(sum / max(n, 1))
}

// scale multiplies pcm in place.
func scale(pcm []int16, by float64) {
	for i, s := range pcm {
		pcm[i] = int16(min(max(math.Round(float64(s)*by), -1<<15), 1<<15-1))
	}
}

// faded is a copy of pcm whose first and last 5 ms rise and fall.
func faded(pcm []int16) []int16 {
	out := append([]int16(nil), pcm...)
	n := min(edge, len(out)/2)
	for i := range n {
		out[i] = int16(int(out[i]) * i / n)
		out[len(out)-1-i] = int16(int(out[len(out)-1-i]) * i / n)
	}
	return out
}
