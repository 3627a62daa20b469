package endpoint

import (
	"math"
	"strings"
	"time"

	"parley/language"
)

// Cues are all that is known of a silence.
type Cues struct {
	// Text is the turn so far, Asked what the character said before it.
	Text, Asked string
	// Language is a BCP 47 tag; empty is English.
	Language string
	// Ends is the recogniser's probability that a sentence ends here, 0 if it has
	// none.
	Ends float64
	// Trust is how much a mark of this recogniser is worth, 0-1; see Marks.
	Trust float64
	// Writes is set for a recogniser that writes marks, of which a missing one
	// means something.
	Writes bool
	// Melody is how the voice sounded before it fell silent.
	Melody Melody
	// Model is the turn model's probability; negative if none was asked.
	Model float64
}

// The features of a silence; each has a weight.
const (
	bias = iota
	byWords
	ByEngine
	EngineKnown
	pendingClause
	question
	answers
	answerWords
	length
	dictating
	mark
	markMissing
	comma
	pitchKnown
	pitchDrop
	pitchFall
	fade
	lastVowel
	TurnModel
	// Features is how many there are.
	Features
)

// Names are the features' names, in order.
var Names = [Features]string{
	"bias", "by words", "by engine", "engine known", "pending clause", "question", "answers", "answer by words", "length",
	"dictating", "mark", "mark missing", "comma", "pitch known", "pitch drop", "pitch fall", "fade", "last vowel", "turn model",
}

// Signs are which way the features may speak, whatever the examples say: 1 for the
// end of the turn, -1 against it, 0 for either.
var Signs = [Features]float64{
	byWords: 1, ByEngine: 1, pendingClause: -1, answerWords: 1, length: 1, dictating: -1,
	mark: 1, markMissing: -1, comma: -1, pitchDrop: 1, pitchFall: 1, fade: 1, lastVowel: 1, TurnModel: 1,
}

// Evidence is what each cue says, before it is weighed.
func (c Cues) Evidence() [Features]float64 { return c.evidence(language.Read(c.Text)) }

func (c Cues) evidence(text language.Text) [Features]float64 {
	var f [Features]float64
	f[bias] = 1
	if english(c.Language) {
		c.wordEvidence(text, &f)
	}
	if c.Ends > 0 {
		f[ByEngine], f[EngineKnown] = logit(c.Ends), 1
		f[length] *= 1 - c.Ends
	}
	switch {
	case Marked(c.Text):
		f[mark] = max(0, logit(c.Trust)-doubt)
		if c.Ends >= engineSure {
			f[mark] = max(f[mark], certain)
		}
		f[length] *= 1 - min(f[mark]/certain, 1) // a mark that is right makes short turns whole
	case c.Writes:
		f[markMissing] = 1
	}
	if strings.HasSuffix(c.Text, ",") {
		f[comma] = 1
	}
	if m := c.Melody; m.Known {
		f[pitchKnown], f[pitchDrop], f[pitchFall] = 1, m.Drop, m.Fall
		f[fade], f[lastVowel] = m.Fade/10, min(m.Last, 500*time.Millisecond).Seconds()
	}
	if c.Model >= 0 {
		f[TurnModel] = logit(c.Model)
		f[length] *= 1 - c.Model
	}
	return f
}

// doubt is the log-odds of a mark's trust up to which it says nothing.
const doubt = 1.39

// engineSure is the engine's probability of an end from which it vouches for its
// mark, certain what such a mark, or one that is trusted by 0.97, says.
const engineSure, certain = 0.95, 2

// wordEvidence is that of English words.
func (c Cues) wordEvidence(text language.Text, f *[Features]float64) {
	words := text.Spelt()
	ends, announced := logit(textEnds(words)), pending(text, words)
	is := func(feature int, on bool) {
		if on {
			f[feature] = 1
		}
	}
	is(pendingClause, announced)
	is(question, asks(words))
	if replies := strings.Contains(c.Asked, "?") && len(words) <= 5; replies {
		f[answerWords] = ends
		is(answers, !announced)
	} else {
		f[byWords] = ends
		f[length] = max(float64(min(len(words), 8)-8)/4, -1)
	}
	groups, digits := dictated(words)
	is(dictating, groups >= 2 && digits < 10)
}

func english(language string) bool {
	primary, _, _ := strings.Cut(strings.ToLower(language), "-")
	return primary == "" || primary == "en"
}

// Marked reports whether text ends like a sentence.
func Marked(text string) bool {
	text = strings.TrimRight(text, " \"')”’")
	if strings.HasSuffix(text, "...") {
		return false
	}
	for _, m := range []string{".", "?", "!", "。", "？", "！"} {
		if strings.HasSuffix(text, m) {
			return true
		}
	}
	return false
}

// Estimate is what the cues say of a turn.
type Estimate struct {
	// Likelihood is the probability that it is over.
	Likelihood float64
	// Hangs says that the words themselves announce more: "and", "because", "um". No
	// melody makes that a turn.
	Hangs bool
	// Open says that words are missing and nothing else tells that the turn is over all
	// the same: recognisers mishear the last word.
	Open bool
}

// Estimate weighs the cues.
func (c Cues) Estimate() Estimate {
	text := language.Read(c.Text)
	words, evidence := text.Spelt(), c.evidence(text)
	sum := 0.0
	for i, v := range evidence {
		sum += weights[i] * v
	}
	e := Estimate{Likelihood: 1 / (1 + math.Exp(-sum)), Hangs: hangs(words)}
	if len(words) == 1 && cues().Is("single", class(words[0])) {
		e.Likelihood = surely // "no", and thereby said
	}
	e.Open = c.missing(words, evidence) && e.Likelihood < even
	return e
}

const even = 0.5

// missing reports whether the last word belongs to one still to come, a clause was
// announced that has not begun, a number is being dictated, or a recogniser that
// writes marks left one out.
func (c Cues) missing(words []string, f [Features]float64) bool {
	switch {
	case c.Model >= 0 && c.Model <= 0.3:
		return true
	case f[pendingClause] > 0 && f[answers] == 0, f[dictating] > 0, f[markMissing] > 0:
		return true
	case english(c.Language) && len(words) > 0 && f[answers] == 0:
		below := openBelow
		if cues().Is("links", class(words[len(words)-1])) {
			below = linkBelow
		}
		return textEnds(words) < below && !(c.Ends > engineOpen)
	}
	return len(words) > 0 && class(words[len(words)-1]) == "der"
}

// openBelow is the share of sentences ending there below which words do not end,
// linkBelow the same for links, engineOpen the engine's probability above which
// it is believed that they do.
const openBelow, linkBelow, engineOpen = 0.015, 0.1, 0.02

func hangs(words []string) bool {
	if len(words) == 0 {
		return false
	}
	before := ""
	if len(words) > 1 {
		before = words[len(words)-2]
	}
	last := words[len(words)-1]
	return cues().Is("hanging", classAfter(before, last)) || cues().Is("hanging words", last)
}
