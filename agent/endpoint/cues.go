package endpoint

import (
	"math"
	"strings"
	"time"
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
	noVerb
	answers
	answerWords
	brief
	length
	closing
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
	"bias", "by words", "by engine", "engine known", "pending clause", "question", "no verb", "answers", "answer by words", "brief",
	"length",
	"closing", "dictating", "mark", "mark missing", "comma", "pitch known", "pitch drop", "pitch fall", "fade",
	"last vowel", "turn model",
}

// Signs are which way the features may speak, whatever the examples say: 1 for the
// end of the turn, -1 against it, 0 for either.
var Signs = [Features]float64{
	byWords: 1, ByEngine: 1, pendingClause: -1, noVerb: -1, answerWords: 1, brief: -1, length: 1, closing: 1,
	dictating: -1, mark: 1, markMissing: -1, comma: -1, pitchDrop: 1, pitchFall: 1, fade: 1, lastVowel: 1, TurnModel: 1,
}

// Evidence is what each cue says, before it is weighed.
func (c Cues) Evidence() [Features]float64 {
	var f [Features]float64
	f[bias] = 1
	words := Words(c.Text)
	if english(c.Language) {
		c.wordEvidence(words, &f)
	}
	if c.Ends > 0 {
		f[ByEngine], f[EngineKnown] = logit(c.Ends), 1
		f[length] *= 1 - c.Ends
		f[brief] *= 1 - c.Ends
	}
	switch {
	case Marked(c.Text):
		f[mark] = max(0, logit(c.Trust)-doubt)
		if c.Ends >= engineSure {
			f[mark] = max(f[mark], certain)
		}
		short := 1 - min(f[mark]/certain, 1) // a mark that is right makes short turns whole
		f[length] *= short
		f[brief] *= short
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
		f[brief] *= 1 - c.Model
	}
	return f
}

// doubt is the log-odds of a mark's trust up to which it says nothing.
const doubt = 1.39

// engineSure is the engine's probability of an end from which it vouches for its
// mark, certain what such a mark, or one that is trusted by 0.97, says.
const engineSure, certain = 0.95, 2

// wordEvidence is that of English words.
func (c Cues) wordEvidence(words []string, f *[Features]float64) {
	ends := logit(textEnds(words))
	s := shapeOf(words)
	is := func(feature int, on bool) {
		if on {
			f[feature] = 1
		}
	}
	is(pendingClause, s.pending)
	is(question, s.asks)
	replies := strings.Contains(c.Asked, "?") && len(words) <= 5
	if replies {
		f[answerWords] = ends
	} else {
		f[byWords] = ends
	}
	is(answers, replies && !s.pending)
	is(noVerb, s.verbs == 0 && !replies)
	is(brief, len(words) <= 2 && !replies)
	if !replies {
		f[length] = max(float64(min(len(words), 8)-8)/4, -1)
	}
	is(closing, closes(words))
	groups, digits := dictated(words)
	is(dictating, groups >= 2 && digits < 10)
}

// single reports whether a word is a turn of its own.
func single(word string) bool {
	switch class(word) {
	case "yes", "please", "ja":
		return true
	}
	return false
}

func english(language string) bool {
	primary, _, _ := strings.Cut(strings.ToLower(language), "-")
	return primary == "" || primary == "en"
}

// closings give the floor away.
var closings = []string{
	"thank you", "thanks", "that's it", "that's all", "that is all", "what do you think", "what do you say",
	"don't you think", "isn't it", "doesn't it", "all right", "good morning", "good afternoon", "good evening",
	"hello", "goodbye",
}

func closes(words []string) bool {
	text := " " + strings.Join(words, " ")
	for _, c := range closings {
		if strings.HasSuffix(text, " "+c) {
			return true
		}
	}
	return false
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

// Likelihood is the probability that the turn is over.
func (c Cues) Likelihood() float64 {
	if words := Words(c.Text); len(words) == 1 && single(words[0]) {
		return surely // "no", and thereby said
	}
	sum := 0.0
	for i, v := range c.Evidence() {
		sum += weights[i] * v
	}
	return 1 / (1 + math.Exp(-sum))
}

// Open reports whether words are missing and nothing else says that the turn is
// over all the same: recognisers mishear the last word.
func (c Cues) Open() bool { return c.missing() && c.Likelihood() < even }

const even = 0.5

// missing reports whether the last word belongs to one still to come, a clause was
// announced that has not begun, a number is being dictated, or a recogniser that
// writes marks left one out.
func (c Cues) missing() bool {
	f := c.Evidence()
	words := Words(c.Text)
	switch {
	case c.Model >= 0 && c.Model <= 0.3:
		return true
	case f[pendingClause] > 0 && f[answers] == 0, f[dictating] > 0, f[markMissing] > 0:
		return true
	case english(c.Language) && len(words) > 0 && f[answers] == 0:
		below := openBelow
		if links[class(words[len(words)-1])] {
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

// links are classes of words that belong to one still to come.
var links = Set("det poss to of in than i im ill degree")

// Hangs reports whether the words themselves announce more: "and", "because",
// "um". No melody makes that a turn.
func (c Cues) Hangs() bool {
	words := Words(c.Text)
	if len(words) == 0 {
		return false
	}
	before := ""
	if len(words) > 1 {
		before = words[len(words)-2]
	}
	switch classAfter(before, words[len(words)-1]) {
	case "filler", "because", "and", "but", "im", "ill", "when", "und":
		return true
	case "that", "who", "poss":
		return words[len(words)-1] == "which" || words[len(words)-1] == "whose"
	}
	return false
}
