// Package heard decides what of a transcript was said. Recognisers answer a cough, a
// keyboard or a silence with words, too: with those they know best, with what they were
// told to expect, with marks of their own. What of it becomes the user's turn is weighed
// here and nowhere else: the voice that our own ear found, how many syllables it would
// have had to say, what the service tells of its doubts, and the form of the text.
//
// The estimate is a sum of evidence in log-odds, so each share can be read off; the
// weights are in weights.go. It is pure: no clock, no goroutine, no I/O. No words are
// listed: whoever says "Thank you for watching" is heard.
package heard

import (
	"math"
	"strings"

	"parley/stt"
)

// Words is what of an event's text was said, empty if it was no speech. Marks that
// nobody says are cut off. v is the voice in the utterance up to now.
func Words(e stt.Event, v Voice) string {
	words, cut := strip(e.Text, !e.Final)
	if words == "" || said(words, cut, v, e.Evidence) {
		return words
	}
	// What stands before the last special mark may be the service's own talk with its model.
	_, answer, marked := lastCut(e.Text, "|>")
	if tail, _ := strip(answer, !e.Final); marked && tail != "" && tail != words && said(tail, true, v, e.Evidence) {
		return tail
	}
	return ""
}

// lastCut is strings.Cut at the last sep.
func lastCut(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

func said(words string, cut bool, v Voice, e stt.Evidence) bool { return odds(words, cut, v, e) >= 0 }

// odds are the log-odds that words were said.
func odds(words string, cut bool, v Voice, e stt.Evidence) float64 {
	sum := 0.0
	for i, x := range features(words, cut, v, e) {
		sum += weights[i] * x
	}
	return sum
}

func features(words string, cut bool, v Voice, e stt.Evidence) (x [count]float64) {
	list := plain(words)
	x[bias] = 1
	plainly := 1 - forgiven*upTo(1, (quiet-v.Level)/quieter)
	x[unsure] = plainly * (1 - v.Sure.Seconds()/max(v.Voiced.Seconds(), least)) * math.Exp(-v.Sure.Seconds()/enough)
	x[haste] = math.Log(max(syllables(list)/max((v.Sure+v.Voiced).Seconds()/2, least)/hurried, 1))
	moves := moving
	if syllables(distinct(list)) <= 1 {
		moves = movingOnce
	}
	x[still] = plainly * upTo(1, 1-v.Variety/moves)
	x[noSpeech] = upTo(mostDoubt, math.Log(e.NoSpeech/max(1-e.NoSpeech, 1e-3)))
	x[doubtful] = upTo(mostDoubt, usualLogProb-e.LogProb)
	x[dense] = upTo(mostDoubt, e.Compression-usualCompression)
	x[loops] = looping(list)
	x[echoes] = echoing(list, e.Prompt)
	if cut {
		x[marked] = 1
	}
	return x
}

// upTo is x from 0 to most, and 0 if it is no number.
func upTo(most, x float64) float64 {
	if x > 0 {
		return min(x, most)
	}
	return 0
}
