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

// line is a fixture as one voice says it. Times run from its first sample.
type line struct {
	fixture Fixture
	pcm     []int16
	// words are as written and when each has been said.
	words []oracle.Word
	// start and end are the first and the last voiced sample.
	start, end time.Duration
	pauses     []pause
}

// pause is a silence within a line.
type pause struct {
	start, end time.Duration
	hard       bool
}

// render has x said, with every pause of it lasting d. Pauses are put into the
// finished sentence, so that its melody stays that of one not yet over.
func render(ctx context.Context, speech tts.Engine, voice string, x Fixture, d time.Duration) (*line, error) {
	texts, at, hard := x.words()
	text := x.Say
	if text == "" {
		text = strings.Join(texts, " ")
	}
	pcm, marks, err := speak(ctx, speech, voice, text)
	if err != nil {
		return nil, fmt.Errorf("speak fixture %s: %w", x.ID, err)
	}
	scale(pcm, speechLevel/ActiveRMS(pcm))
	first, last := bounds(pcm)
	if last <= first {
		return nil, fmt.Errorf("speak fixture %s: no sound", x.ID)
	}
	l := &line{fixture: x}
	ends := wordEnds(texts, marks, x.Say != "", last)
	from := max(first-margin, 0)
	shift, next := -from, 0 // of the samples after the pauses so far
	for i, word := range texts {
		if next < len(at) && at[next] == i {
			left, right := gap(pcm, ends[i-1])
			l.pcm = append(l.pcm, faded(pcm[from:left])...)
			p := pause{start: media.Duration(len(l.pcm)), hard: hard[next]}
			l.pcm = append(l.pcm, make([]int16, media.Samples(d))...)
			p.end = media.Duration(len(l.pcm))
			l.pauses = append(l.pauses, p)
			shift, from, next = len(l.pcm)-right, right, next+1
		}
		l.words = append(l.words, oracle.Word{Text: word, End: media.Duration(ends[i] + shift)})
	}
	l.pcm = append(l.pcm, faded(pcm[from:min(last+margin, len(pcm))])...)
	l.start, l.end = media.Duration(min(first, margin)), media.Duration(last+shift)
	return l, nil
}

// speak is text's audio and the times of its words.
func speak(ctx context.Context, e tts.Engine, voice, text string) (pcm []int16, marks []media.Word, err error) {
	err = e.Speak(ctx, text, tts.Voice{Name: voice}, func(c tts.Chunk) error {
		pcm, marks = append(pcm, c.PCM...), append(marks, c.Words...)
		return nil
	})
	return pcm, marks, err
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
