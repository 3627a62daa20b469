package understudy

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
)

// profile is what the examples of a label have in common that no single word tells:
// their forms, and which of the scene's concepts they speak of together.
type profile struct {
	marks [markCount]surprise
	// said is by the reader's concepts; none is what it tells that none was said.
	said  []surprise
	none  float64
	few   float64
	words map[string]bool // stems
}

// surprise is how much more likely it is that a text is the label's for what it has
// and for what it lacks: the logarithm of how often the label's examples have it over
// how often others do.
type surprise struct{ has, lacks float64 }

func (s surprise) of(has bool) float64 {
	if has {
		return s.has
	}
	return s.lacks
}

// maxSurprise bounds what one property tells, leastShare a share that no text had.
const (
	maxSurprise = 3
	leastShare  = 0.01
)

func surpriseOf(own, others float64) surprise {
	log := func(p, q float64) float64 {
		return min(max(math.Log((p+leastShare)/(q+leastShare)), -maxSurprise), maxSurprise)
	}
	return surprise{log(own, others), log(1-own, 1-others)}
}

// share is n of all, drawn to prior as by so many texts more.
func share(n, all int, prior, drawn float64) float64 {
	return (float64(n) + prior*drawn) / (float64(all) + drawn)
}

// How strongly shares are drawn to what is usual, and what is usual of a concept.
const (
	markDrawn    = 6
	generalDrawn = 4
	generalMark  = 0.1
	conceptDrawn = 4
	conceptUsual = 0.02
	fewHalf      = 8
)

// studied is a text that profiles are made of.
type studied struct {
	label string
	turn  *turn
	form  form
	said  []bool
}

func (r reader) study(e example, a *anatomy, mentions []mention) studied {
	s := studied{label: e.label, turn: a.turn, form: a.form(0, len(a.words)), said: make([]bool, len(r.inOrder))}
	for _, m := range mentions {
		s.said[m.concept] = true
	}
	return s
}

// tallies count the texts that have something, all and a label's own.
type tallies struct{ own, all int }

func (t *tallies) add(has, own bool) {
	if has {
		t.all++
		if own {
			t.own++
		}
	}
}

// profileOf is what the texts of a label are like beside all texts.
func profileOf(label string, texts []studied, concepts int) profile {
	p := profile{said: make([]surprise, concepts), words: map[string]bool{}}
	var marks [markCount]tallies
	said, mine := make([]tallies, concepts), 0
	for i := range texts {
		s := &texts[i]
		own := s.label == label
		if own {
			mine++
		}
		for m, has := range s.form.marks {
			marks[m].add(has, own)
		}
		for c, has := range s.said {
			said[c].add(has, own)
		}
	}
	total := len(texts)
	p.few = math.Pow(fewHalf/(fewHalf+float64(mine)), 2)
	for m, n := range marks {
		general := share(n.all, total, generalMark, generalDrawn)
		p.marks[m] = surpriseOf(share(n.own, mine, general, markDrawn), general)
	}
	for c, n := range said {
		others := share(n.all-n.own, total-mine, conceptUsual, conceptDrawn)
		p.said[c] = surpriseOf(share(n.own, mine, others, conceptDrawn), others)
		p.none += p.said[c].lacks
	}
	for _, s := range texts {
		if s.label == label {
			for _, w := range s.turn.words {
				p.words[w.stem] = true
			}
		}
	}
	return p
}

// strange tells of each word whether no example of the label has it.
func (p *profile) strange(u []word) []bool {
	out := make([]bool, len(u))
	for i := range u {
		out[i] = !p.words[u[i].stem]
	}
	return out
}

// unknown is the share of words with a content that are strange, and 1 if the first is.
func unknown(parts []limb, strange []bool) (all, first float64) {
	n := 0
	for i, p := range parts {
		if !p.content {
			continue
		}
		n++
		if strange[i] {
			all++
			if n == 1 {
				first = 1
			}
		}
	}
	return all / float64(max(1, n)), first
}

// The senses of a few words for a label: what speaks for and against that they make
// it. Those of the marks follow: that a mark is there, and how usual that is.
const (
	constant = iota
	scored   // the regression's score
	nearly   // that score where it is in doubt
	together // whether the concepts are those of the label's examples
	covered  // the share of the wordings asked for
	complete // all of them
	unseen   // the share of words that no example has
	denied
	stranger   // the first word that says something is in no example
	placed     // where the score lies between what comes near the label, 0, and its examples, 1
	few        // how few examples the label has: 1 for none, a quarter for eight
	senseCount = few + 1 + 2*int(markCount)
)

// leastApart is how far apart the mean scores of both are taken for at least.
const leastApart = 0.1

// doubt is how far a score may be from zero and be in doubt.
const doubt = 0.3

var senseNames = [...]string{
	"constant", "likeness", "likeness in doubt", "concepts", "wordings", "all wordings", "unseen words", "denied words",
	"strange beginning", "likeness among its own", "few examples",
}

// senses are by the constants above.
type senses [senseCount]float64

// senses are those of a part but for its unknown words.
func (l *label) senses(f *form, said []bool, score float64) senses {
	x := senses{constant: 1, scored: score, nearly: min(max(score, -doubt), doubt), denied: f.denied, few: l.few}
	x[placed] = (score - l.near) / max(l.own-l.near, leastApart)
	sum := l.none
	for c, has := range said {
		if has {
			sum += l.said[c].has - l.said[c].lacks
		}
	}
	x[together] = sum / 5
	x[covered] = l.covered(said)
	if x[covered] == 1 {
		x[complete] = 1
	}
	for m, has := range f.marks {
		if has {
			x[few+1+m] = 1
		}
		x[few+1+int(markCount)+m] = l.marks[m].of(has)
	}
	return x
}

// score is their weighted sum: the logarithm of the odds.
func (x *senses) score() float64 {
	sum := 0.0
	for i, v := range x {
		sum += general[i] * v
	}
	return sum
}

// nameOf is a sense's name in the file of weights.
func nameOf(i int) string {
	switch i -= few + 1; {
	case i < 0:
		return senseNames[i+few+1]
	case i < int(markCount):
		return markNames[i]
	default:
		return "usual " + markNames[i-int(markCount)]
	}
}

//go:embed weights.txt
var weightsFile string

// general are the weights of the senses.
var general = readWeights(weightsFile)

// readWeights reads lines of a name, tabs and a weight.
func readWeights(file string) *senses {
	named := map[string]float64{}
	for line := range strings.Lines(file) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), "\t")
		var w float64
		if _, err := fmt.Sscan(value, &w); ok && err == nil {
			named[name] = w
		}
	}
	out := &senses{}
	for i := range out {
		w, ok := named[nameOf(i)]
		if !ok {
			panic("understudy: no weight of " + nameOf(i)) // it is embedded
		}
		out[i] = w
	}
	return out
}
