package endpoint

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"sync"
)

// ends.txt is made by bench/endpointing/fit from text of ours: a line for each
// context, its words or classes, how often it was seen and how often a sentence
// ended there.
//
//go:embed ends.txt
var endsTable string

type count struct{ seen, ends float64 }

var endCounts = sync.OnceValue(func() map[string]count {
	m := map[string]count{}
	for line := range strings.Lines(endsTable) {
		var key string
		var c count
		if _, err := fmt.Sscan(line, &key, &c.seen, &c.ends); err == nil {
			m[key] = c
		}
	}
	return m
})

// Contexts are the contexts that the end of words is told by, the widest first:
// the last word, the classes of the last three, of two, of one, and any.
func Contexts(words []string) [5]string {
	at := func(i int) string {
		switch n := len(words); {
		case i > n:
			return "<"
		case i == n:
			return class(words[0])
		default:
			return classAfter(words[n-i-1], words[n-i])
		}
	}
	last := ""
	if len(words) > 0 {
		last = words[len(words)-1]
	}
	return [5]string{
		"=" + last, at(3) + "," + at(2) + "," + at(1), at(2) + "," + at(1), at(1), "*",
	}
}

// strength is how many sightings of the next shorter context one of a context
// weighs against.
const strength = 4

// textEnds is the probability that a sentence ends after words, by their classes:
// each context moves what the shorter ones say by as much as it has been seen.
func textEnds(words []string) float64 {
	if len(words) == 0 {
		return 0
	}
	p := 0.1
	contexts := Contexts(words)
	for i := len(contexts) - 1; i >= 0; i-- {
		if c, ok := endCounts()[contexts[i]]; ok {
			p = (c.ends + strength*p) / (c.seen + strength)
		}
	}
	return p
}

// logit is the log-odds of p, within reason.
func logit(p float64) float64 {
	p = min(max(p, 0.002), 0.998)
	return math.Log(p / (1 - p))
}
