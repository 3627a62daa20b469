package understudy

import (
	"bufio"
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
	level    scenarios.Level
	endings  map[string]string        // bad ending id to closing line
	names    func() map[string]string // namesOf the scene, read when first asked for
	asides   map[string]bool          // lines that leave a question standing
	quote    []string
}

// listener is the part of a script that takes time to make: what is listened
// for. Scripts of scenes that listen for the same share one.
type listener struct {
	reader
	concepts   map[string]*concept
	wrongs     []wrong
	classifier *classifier
	page       [][]string // its texts on the page, in words

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
	said    map[*concept]bool // the concepts in it
	scores  []float64         // by the classifier's labels
	struck  []bool            // by the script's wrongs
	ends    bool              // the scene, at once
	recital bool              // of the page
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
		level:      s.Level(),
		endings:    make(map[string]string, len(s.BadEndings)),
		asides:     map[string]bool{},
	}
	for _, line := range slices.Concat(s.Nudges, s.Excuses, s.Fillers) {
		sc.asides[line] = true
	}
	sc.quote = sc.manners.words(s.Understudy.Agree.Quote)
	for _, e := range s.BadEndings {
		sc.endings[e.ID] = e.Line
	}
	sc.names = sync.OnceValue(func() map[string]string { return namesOf(s, sc.manners) })
	return sc, nil
}

// namesOf are the proper names of the scene but the character's, by their word.
func namesOf(s scenarios.Scenario, lang *manners) map[string]string {
	names := map[string]string{}
	for _, name := range s.Names() {
		if w := lang.words(name); len(w) == 1 && name != s.Botname {
			names[w[0]] = name
		}
	}
	return names
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
	lang := mannersOf(s.Language)
	l := &listener{concepts: make(map[string]*concept, len(u.Concepts))}
	names := slices.Sorted(maps.Keys(u.Concepts))
	made := make([]*concept, len(names))
	each(len(names), func(i int) { made[i] = newConcept(lang, u.Concepts[names[i]]) })
	for i, name := range names {
		l.concepts[name] = made[i]
	}
	l.reader = newReader(lang, l.concepts)
	l.page = pageOf(s, lang)
	examples := examplesOf(u, lang)
	l.own = hearAll(examples, lang)
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
	l.classifier = newClassifier(examples, l.reader, all)
	return l
}

// hearAll hears the sentences that a scene gives as examples and those that are no
// example of anything, and returns their words: in them, each is that word and no other.
func hearAll(examples []example, lang *manners) map[string]bool {
	each(len(examples), func(i int) { examples[i].turn = lang.hear(written(examples[i].text)) })
	own := map[string]bool{}
	for _, e := range examples {
		for i := range e.turn.words {
			own[e.turn.words[i].text] = true
			e.turn.words[i].common = true
		}
	}
	return own
}

// digest tells scenes apart by what they listen for.
func digest(s scenarios.Scenario) [sha256.Size]byte {
	sum := sha256.New()
	b := bufio.NewWriter(sum) // of a hash, whose Write never fails
	list := func(texts ...string) {
		_, _ = b.Write(binary.AppendUvarint(b.AvailableBuffer(), uint64(len(texts))))
		for _, t := range texts {
			_, _ = b.Write(binary.AppendUvarint(b.AvailableBuffer(), uint64(len(t))))
			_, _ = b.WriteString(t)
		}
	}
	u := s.Understudy
	list(s.Language, s.Title, s.Description, s.Goal, s.GoalForYou, s.Setting, s.Briefing.YourRole, s.Briefing.Situation)
	list(s.Briefing.YouKnow...)
	list(s.Briefing.ScoredOn...)
	for _, h := range s.Hints {
		list(fmt.Sprint(h.Level), h.Text)
	}
	for _, c := range s.Rubric {
		list(c.Check)
	}
	for _, name := range slices.Sorted(maps.Keys(u.Concepts)) {
		c := u.Concepts[name]
		list(name, fmt.Sprint(c.Guard == nil || *c.Guard, c.Exact, c.You))
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
	_ = b.Flush()
	return [sha256.Size]byte(sum.Sum(nil))
}

// agreedIn reports whether the words that mean yes were heard in text.
func (sc *script) agreedIn(text string) bool {
	return holds(sc.manners.words(text), sc.quote)
}

// made reports whether all concepts were said in the last two user turns, and one
// at least in the last.
func (l *listener) made(names []string, h heard) bool {
	return l.anyOf(names, h.reading) && !slices.ContainsFunc(names, func(n string) bool {
		c := l.concepts[n]
		return !h.said[c] && (h.before == nil || !h.before.said[c])
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
	before *reading // nil for none
	asked  string   // the beat the character asked for; "" for none
	line   string   // what the character said before it, where that is known
}

// listen reads a turn that comes after another one.
func (l *listener) listen(text string, before *reading, asked string) heard {
	return heard{reading: l.look(text), before: before, asked: asked}
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
	r.recital = l.recites(r.turn)
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

// The bars of what speaks for a beat, as logarithms of odds: out of the blue, right
// after the character asked for it, and where it also has the form of an answer.
// TestNear measures both sides of each.
const (
	sure     = -3.85
	fair     = -4.2
	answered = -4.5
	// asking is the bar of the asking that wins, whatever was asked: nothing harmless wins.
	asking = -3.0
	// nearing is that of the asking where the character has said a yes to it.
	nearing = -3.3
)

// speaks is what speaks for a turn making a beat; ok is false where the scene has no
// example of it.
func (l *listener) speaks(id string, r *reading) (odds float64, ok bool) {
	at := l.classifier.label(id)
	if at < 0 {
		return 0, false
	}
	return r.scores[at], true
}

// means reports whether a turn makes a beat, by what it says and how; all are the
// concepts of the beat's wordings. A beat may be made in two turns.
func (l *listener) means(id string, all []string, h heard) bool {
	if h.recital {
		return false
	}
	odds, ok := l.speaks(id, h.reading)
	if !ok {
		return l.made(all, h)
	}
	switch {
	case id == AgreeID:
		return odds > asking
	case odds > sure, h.asked == id && odds > fair:
		return true
	}
	if h.before == nil || !l.made(all, h) || l.made(all, heard{reading: h.reading}) {
		return false
	}
	odds, _ = l.speaks(id, l.look(h.before.Raw+". "+h.Raw))
	return odds > sure
}

// makes reports whether a turn makes a beat: by what it says, or as the answer to the
// character's question.
func (sc *script) makes(b scenarios.Beat, h heard) bool {
	if sc.means(b.ID, b.All, h) {
		return true
	}
	odds, ok := sc.speaks(b.ID, h.reading)
	return h.asked == b.ID && !h.recital && (!ok || odds > answered) && sc.answers(b.Answer, h)
}

// asksFor reports whether a turn asks for the goal.
func (sc *script) asksFor(h heard) bool { return sc.means(AgreeID, sc.Agree.All, h) }

// Reading is what one turn of the user's says to a scene's script by itself.
type Reading struct {
	// Beats are the ids of the beats it makes where every one of them is open, in
	// the script's order.
	Beats []string
	// Agrees means that it asks for the goal as the agreement needs it.
	Agrees bool
	// Nears means that it may ask for the goal: enough where the answer to it is a yes.
	Nears bool
	// Strikes are the ids of the wrongs it is warned of where it makes no open beat, and
	// where it does if Rude is set: a sentence of it is a wrong by itself.
	Strikes []string
	Rude    bool
	// Ends means that it alone ends the scene, as a gross insult does.
	Ends bool
}

// Read tells what text says to s, heard in a conversation of which nothing is
// known and in which every beat is open. It is a pure function, safe for
// concurrent use. A scenario without an understudy gives an empty Reading.
func Read(s scenarios.Scenario, text string) Reading {
	sc, err := newScript(s)
	if err != nil {
		return Reading{}
	}
	h := sc.listen(text, nil, "")
	out := Reading{Agrees: sc.asksFor(h), Ends: h.ends, Rude: sc.rudeBeside(h)}
	odds, known := sc.speaks(AgreeID, h.reading)
	out.Nears = out.Agrees || known && !h.recital && odds > nearing
	for _, b := range sc.Beats {
		if sc.makes(b, h) {
			out.Beats = append(out.Beats, b.ID)
		}
	}
	for i, w := range sc.Wrongs {
		if h.struck[i] {
			out.Strikes = append(out.Strikes, w.ID)
		}
	}
	return out
}
