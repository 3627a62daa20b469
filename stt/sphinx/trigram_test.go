package sphinx

import (
	"bufio"
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"
)

var corpus = []clause{
	{strings.Fields("we stop at forty percent"), true},
	{strings.Fields("we stop"), true},
	{strings.Fields("you can stop at any time"), false},
	{strings.Fields("time"), false},
}

// TestTrigramSumsToOne checks that after every pair of words, seen or not, the
// words that may follow share a probability of one.
func TestTrigramSumsToOne(t *testing.T) {
	m := newTrigram(corpus)
	words := int32(len(m.words))
	for a := range words {
		for b := range words {
			sum := 0.0
			for w := int32(1); w < words; w++ {
				sum += m.probability(gram{a, b, w}, 2)
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Errorf("after %q %q the words sum to %v, want 1", m.words[a], m.words[b], sum)
			}
		}
	}
	seen, unseen := m.probability(m.ids("stop", "at", "forty"), 2), m.probability(m.ids("stop", "at", "you"), 2)
	if seen <= 2*unseen {
		t.Errorf("%.3f for what was said, %.3f for what was not", seen, unseen)
	}
}

// TestARPASaysTheSame reads the file as a decoder does, backing off where an
// n-gram is missing, and wants the model's probabilities.
func TestARPASaysTheSame(t *testing.T) {
	m := newTrigram(corpus)
	var file bytes.Buffer
	if err := m.writeARPA(&file); err != nil {
		t.Fatal(err)
	}
	a := readARPA(t, &file)
	words := int32(len(m.words))
	for x := range words {
		for y := range words {
			for w := int32(1); w < words; w++ {
				want := math.Log10(m.probability(gram{x, y, w}, 2))
				got := a.probability([]string{m.words[x], m.words[y], m.words[w]})
				if math.Abs(got-want) > 1e-3 {
					t.Fatalf("%q after %q %q is %.4f in the file, %.4f in the model", m.words[w], m.words[x], m.words[y], got, want)
				}
			}
		}
	}
}

func (t *trigram) ids(words ...string) gram {
	g := gram{none, none, none}
	for i, w := range words {
		for id, known := range t.words {
			if w == known {
				g[i] = int32(id) //nolint:gosec // a dozen words
			}
		}
	}
	return g
}

// arpaFile is the n-grams of a file: log probability and backoff.
type arpaFile map[string][2]float64

func readARPA(t *testing.T, file *bytes.Buffer) arpaFile {
	t.Helper()
	a, counts, order := arpaFile{}, [4]int{}, 0
	for s := bufio.NewScanner(file); s.Scan(); {
		line := s.Text()
		switch f := strings.Fields(line); {
		case strings.HasPrefix(line, "ngram "):
			n, count, _ := strings.Cut(f[1], "=")
			at, _ := strconv.Atoi(n)
			counts[at], _ = strconv.Atoi(count)
		case strings.HasSuffix(line, "-grams:"):
			order = int(line[1] - '0')
		case order > 0 && len(f) > order:
			p, err := strconv.ParseFloat(f[0], 64)
			if err != nil {
				t.Fatal(err)
			}
			backoff := 0.0
			if len(f) == order+2 {
				backoff, _ = strconv.ParseFloat(f[order+1], 64)
			}
			a[strings.Join(f[1:order+1], " ")] = [2]float64{p, backoff}
			counts[order]--
		}
	}
	if counts != [4]int{} {
		t.Errorf("the n-grams differ from their stated numbers by %v", counts)
	}
	return a
}

func (a arpaFile) probability(words []string) float64 {
	if e, seen := a[strings.Join(words, " ")]; seen || len(words) == 1 {
		return e[0]
	}
	context := a[strings.Join(words[:len(words)-1], " ")]
	return context[1] + a.probability(words[1:])
}
