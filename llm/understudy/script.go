package understudy

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"parley/scenarios"
)

// ErrNoScript means that a scenario cannot be played offline: it has no
// understudy.
var ErrNoScript = errors.New("the scenario has no understudy script")

// script is a scenario's understudy made ready for playing. It does not change
// once built.
type script struct {
	*scenarios.Understudy
	*listener
	opening  string
	minTurns int
	endings  map[string]string // bad ending id to closing line
	names    map[string]string // proper names of the scene but the character's, by their word
	asides   map[string]bool   // lines that leave a question standing
	quote    []string
}

// listener is the part of a script that takes time to make: what is listened
// for. Scripts of scenes that listen for the same share one.
type listener struct {
	reader
	concepts   map[string]*concept
	wrongs     []wrong
	classifier *classifier

	reading sync.Mutex
	read    map[string]*reading // what was read of late
}

// wrong is what is listened for of a scenarios.Wrong.
type wrong struct {
	insults bool // that everyone minds
	any     []*concept
}

// reading is what a turn is by itself. It does not change.
type reading struct {
	*turn
	said   map[*concept]bool // the concepts in it
	scores []float64         // by the classifier's labels
	struck []bool            // by the script's wrongs
	ends   bool              // the scene, at once
}

// maxRead bounds the readings that are kept: a conversation is read again from
// its first turn with every answer and every judgement.
const maxRead = 512

func newScript(s scenarios.Scenario) (*script, error) {
	if s.Understudy == nil {
		return nil, fmt.Errorf("%w: %s", ErrNoScript, s.ID)
	}
	sc := &script{
		Understudy: s.Understudy,
		listener:   listenerOf(s),
		opening:    s.Opening,
		minTurns:   s.MinTurns,
		endings:    make(map[string]string, len(s.BadEndings)),
		names:      map[string]string{},
		asides:     map[string]bool{},
	}
	for _, line := range slices.Concat(s.Nudges, s.Excuses, s.Fillers) {
		sc.asides[line] = true
	}
	sc.quote = sc.language.words(s.Understudy.Agree.Quote)
	for _, e := range s.BadEndings {
		sc.endings[e.ID] = e.Line
	}
	for _, name := range s.Names() {
		if w := sc.language.words(name); len(w) == 1 && name != s.Botname {
			sc.names[w[0]] = name
		}
	}
	return sc, nil
}

// listeners are those made so far, by what they listen for.
var listeners = struct {
	sync.Mutex
	made map[[sha256.Size]byte]func() *listener
}{made: map[[sha256.Size]byte]func() *listener{}}

// maxListeners bounds what is kept for the scenes of a process.
const maxListeners = 64

func listenerOf(s scenarios.Scenario) *listener {
	key := digest(s)
	listeners.Lock()
	made, ok := listeners.made[key]
	if !ok {
		if len(listeners.made) >= maxListeners {
			clear(listeners.made)
		}
		made = sync.OnceValue(func() *listener { return newListener(s) })
		listeners.made[key] = made
	}
	listeners.Unlock()
	return made()
}

func newListener(s scenarios.Scenario) *listener {
	u := s.Understudy
	lang := languageOf(s.Language)
	l := &listener{concepts: make(map[string]*concept, len(u.Concepts))}
	for name, c := range u.Concepts {
		l.concepts[name] = newConcept(lang, c)
	}
	l.reader = newReader(lang, l.concepts)
	l.own = ownWords(u, lang)
	for _, w := range u.Wrongs {
		out := wrong{insults: w.ID == scenarios.InsultID}
		for _, name := range w.Any {
			out.any = append(out.any, l.concepts[name])
		}
		l.wrongs = append(l.wrongs, out)
	}
	all := map[string][]string{AgreeID: u.Agree.All}
	for _, b := range u.Beats {
		all[b.ID] = b.All
	}
	l.classifier = newClassifier(u, l.reader, func(label string, t *turn) bool {
		return !slices.ContainsFunc(all[label], func(n string) bool { return !l.concepts[n].in(t.words) })
	})
	return l
}

// ownWords are the words of the sentences that a scene gives as examples and of
// those that are no example of anything.
func ownWords(u *scenarios.Understudy, lang *language) map[string]bool {
	own := map[string]bool{}
	for _, e := range examplesOf(u, lang) {
		for _, w := range lang.words(e.text) {
			own[w] = true
		}
	}
	return own
}

// digest tells scenes apart by what they listen for.
func digest(s scenarios.Scenario) [sha256.Size]byte {
	var b []byte
	list := func(texts ...string) {
		b = binary.AppendUvarint(b, uint64(len(texts)))
		for _, t := range texts {
			b = append(binary.AppendUvarint(b, uint64(len(t))), t...)
		}
	}
	u := s.Understudy
	list(s.Language)
	for _, name := range slices.Sorted(maps.Keys(u.Concepts)) {
		c := u.Concepts[name]
		list(name, fmt.Sprint(c.Guard, c.Exact, c.You))
		list(c.Any...)
	}
	for _, beat := range u.Beats {
		list(beat.ID)
		list(beat.All...)
		list(beat.Examples...)
		list(beat.Counter...)
	}
	for _, w := range u.Wrongs {
		list(w.ID)
		list(w.Any...)
	}
	list(u.Agree.All...)
	list(u.Agree.Examples...)
	list(u.Agree.Counter...)
	list(u.Chatter...)
	return sha256.Sum256(b)
}

// agreedIn reports whether the words that mean yes were heard in text.
func (sc *script) agreedIn(text string) bool {
	return holds(sc.language.words(text), sc.quote)
}

// made reports whether all concepts were said in the last two user turns, and one
// at least in the last.
func (l *listener) made(names []string, h heard) bool {
	return l.anyOf(names, h.reading) && !slices.ContainsFunc(names, func(n string) bool {
		c := l.concepts[n]
		return !h.said[c] && (len(h.both) == len(h.words) || !c.in(h.both))
	})
}

// anyOf reports whether one of the named concepts was said.
func (l *listener) anyOf(names []string, r *reading) bool {
	return slices.ContainsFunc(names, func(n string) bool { return r.said[l.concepts[n]] })
}

// heard is a user turn in its place: after which words of the user's, and in
// answer to which question.
type heard struct {
	*reading
	both  []word // the turn before and this one
	asked string // the beat the character asked for; "" for none
}

// listen reads a turn that comes after another one.
func (l *listener) listen(text string, before *reading, asked string) heard {
	h := heard{reading: l.look(text), asked: asked}
	h.both = h.words
	if before != nil {
		h.both = append(slices.Clone(before.words), h.words...)
	}
	return h
}

// look returns the reading of a text.
func (l *listener) look(text string) *reading {
	l.reading.Lock()
	r, ok := l.read[text]
	l.reading.Unlock()
	if ok {
		return r
	}
	r = &reading{turn: l.hear(text), struck: make([]bool, len(l.wrongs)), said: map[*concept]bool{}}
	mentions := l.mentions(r.words)
	for _, m := range mentions {
		r.said[l.inOrder[m.concept]] = true
	}
	if l.classifier != nil {
		r.scores = l.classifier.score(r.turn, mentions)
	}
	l.strike(r, r.turn)
	if fluent := l.fluent(text); fluent != nil && !slices.Contains(r.struck, true) {
		l.strike(r, fluent)
	}
	l.reading.Lock()
	defer l.reading.Unlock()
	if len(l.read) >= maxRead || l.read == nil {
		l.read = map[string]*reading{}
	}
	l.read[text] = r
	return r
}

// strike notes in r what wrongs t is.
func (l *listener) strike(r *reading, t *turn) {
	for i, w := range l.wrongs {
		var ends bool
		r.struck[i], ends = l.strikes(w, t)
		r.ends = r.ends || ends
	}
	if i := slices.IndexFunc(l.wrongs, func(w wrong) bool { return w.insults }); i >= 0 && !slices.Contains(r.struck, true) {
		r.struck[i] = l.rudely(t)
	}
}

// sounds reports whether a turn is like the examples of a beat.
func (l *listener) sounds(label string, h heard) bool {
	at, ok := l.label(label)
	if !ok {
		return false
	}
	score := h.score(at)
	return score > l.classifier.sure[at] || h.asked == label && score > l.classifier.fair[at]
}

// label finds a label of the classifier, if there is one.
func (l *listener) label(label string) (at int, ok bool) {
	if l.classifier == nil {
		return 0, false
	}
	at, ok = l.classifier.labels[label]
	return at, ok
}

// misheard is what words that came by voice cost a turn's score.
const misheard = 0.08

// score is what a turn scores for a label, made up for what was misheard.
func (r *reading) score(at int) float64 {
	if len(r.words) > 0 && r.words[0].spoken {
		return r.scores[at] + misheard
	}
	return r.scores[at]
}

// says reports whether a turn has the wordings that make a beat. Where the
// examples make it more than unlikely that it is meant, wordings are chance: "I
// never said a word about half of it".
func (l *listener) says(label string, all []string, h heard) bool {
	if !l.made(all, h) {
		return false
	}
	at, ok := l.label(label)
	if !ok || slices.ContainsFunc(all, func(n string) bool { return !h.said[l.concepts[n]] }) {
		return true
	}
	return h.score(at) > unlikely
}

// makes reports whether a turn makes a beat: by the wordings, by the examples, or
// as the answer to the character's question.
func (sc *script) makes(b scenarios.Beat, h heard) bool {
	return sc.says(b.ID, b.All, h) || sc.sounds(b.ID, h) ||
		h.asked == b.ID && !sc.besides(b.ID, h) && sc.answers(b.Answer, h.reading)
}

// besides reports whether a turn of some length is about anything but a beat: an
// answer may be off the examples, not off the matter.
func (l *listener) besides(label string, h heard) bool {
	at, ok := l.label(label)
	return ok && len(h.words) > shortAnswer && h.score(at) < farOff
}

// What is no longer a short answer, and the score of what has nothing to do with
// a beat.
const (
	shortAnswer = 6
	farOff      = -0.62
)

// asksFor reports whether a turn asks for the goal.
func (sc *script) asksFor(h heard) bool {
	return sc.says(AgreeID, sc.Agree.All, h) || sc.sounds(AgreeID, h)
}
