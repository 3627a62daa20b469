package dates

import "time"

// expr is what the words of one expression say.
type expr struct {
	start, end int // tokens, without the preposition
	lead       int // how many tokens of a preposition come before
	need       need
	pieces     int

	day time.Time // civil
	// dom and month are a day that was said without its year, or without its month
	// too, and so comes again.
	dom    int
	month  time.Month
	fixed  bool // "before" and "after" leave the day as it is
	lasts  int  // how many days more there are of it
	part   part
	clock  *clock
	moment time.Time // told by its distance from now
	rep    repetition
	until  time.Time // the last moment of a repetition
	run    span      // how long it goes on, where that is said

	apart *expr // the time of the day, said apart from it
}

// need is what an expression that could be other words needs, to be one.
type need uint8

const (
	needNone need = iota
	// needAny needs a preposition, a second piece, or an end after it.
	needAny
	needEnd  // a second piece, or an end
	needBoth // a second piece, or a preposition and an end
	needJoin // a second piece
	needTime // a time said apart: tomorrow's meeting at nine
)

// expression reads the expression that begins at i, with its preposition, which is
// not before from.
func (p *parser) expression(i, from int) (e expr, ok bool) {
	if !p.free(i) {
		return e, false
	}
	e.start = i
	j := p.first(i, &e)
	if j == 0 {
		return e, false
	}
	for e.pieces = 1; e.need != needTime; e.pieces++ {
		k := p.more(j, &e)
		if k == 0 {
			break
		}
		j = k
	}
	e.lead = p.lead(i, from, e.clock != nil)
	e.end = j
	if !p.closed(j) || !p.met(&e) || p.is(i-1, "since") {
		return e, false
	}
	if k := p.phrases(j, "at the latest", "sharp", "or so"); k > 0 && p.ends(k) {
		e.end = k
	}
	return e, true
}

// first reads the first piece of an expression.
func (p *parser) first(i int, e *expr) int {
	if p.at(i).kind == other && !p.is(i, "the", "at", "after", "during", "same") {
		return 0
	}
	if j := p.repeat(i, e); j > 0 {
		return j
	}
	if j := p.distance(i, e); j > 0 {
		return j
	}
	if j := p.timeOfDay(i, e); j > 0 {
		return j
	}
	if j := p.part(i, e); j > 0 {
		return j
	}
	return p.dayAt(i, e)
}

// timeOfDay reads a clock into e.
func (p *parser) timeOfDay(i int, e *expr) int {
	if j := p.phrases(i, "this time", "same time", "the same time"); j > 0 {
		e.clock = &clock{hour: p.now.Hour(), min: p.now.Minute(), fixed: true}
		e.need = needJoin
		return j
	}
	c, j := p.clock(i, p.trusted(i))
	if j > 0 {
		e.clock = &c
		if c.ranged {
			e.need = needJoin
		}
	}
	return j
}

// more reads one more piece of an expression, with the words that join it.
func (p *parser) more(j int, e *expr) int {
	if !e.moment.IsZero() {
		return 0
	}
	i := p.skip(j, ",")
	dated := !e.day.IsZero()
	repeated := e.rep.freq != ""
	if dated && p.is(e.start-1, "from", "between") && p.is(i, "to", "until", "till", "through", "-", "–", "and") {
		var last expr
		if k := p.dayAt(i+1, &last); k > 0 && last.need == needNone { // from Monday to Friday
			return k
		}
	}
	if e.clock == nil && (dated || repeated || e.part != wholeDay) {
		if k := p.timeOfDay(p.joint(i, repeated), e); k > 0 {
			return k
		}
	}
	if dated && e.clock == nil && p.at(i).kind == dayPart && part(p.at(i).val) == e.part { // first thing monday morning
		return i + 1
	}
	if e.part == wholeDay {
		was := e.need
		if k := p.part(p.skip(i, "on", "by"), e); k > 0 {
			return k
		}
		if k := p.afterClock(i, e); k > 0 {
			return k
		}
		e.need = was
	}
	if repeated {
		return p.bounds(i, e)
	}
	if dated {
		if k := p.phrases(p.skip(i, "by", "at"), "eod", "cob", "end of day", "end of the day", "close of business"); k > 0 {
			return k
		}
	}
	if k := p.repeat(p.skip(i, "on"), e); k > 0 {
		return k
	}
	if !dated {
		return p.dayAt(p.skip(i, "on", "by", "for", "of", "from"), e)
	}
	return 0
}

// joint is the token after the words that join a time to a day, or to a
// repetition, which may run until another.
func (p *parser) joint(i int, repeated bool) int {
	if k := p.phrases(i, "at around", "at about", "by around", "by about"); k > 0 {
		return k
	}
	if repeated {
		return p.skip(i, "at", "@", "around", "about", "by")
	}
	return p.skip(i, "at", "@", "around", "about", "by", "from", "between", "for", "before", "after", "until", "till")
}

// afterClock reads the part of the day in "at nine this evening".
func (p *parser) afterClock(i int, e *expr) int {
	if e.clock == nil || !p.is(i, "tonight") {
		return 0
	}
	e.part, e.day = night, p.today
	return i + 1
}

// met reports whether e has what it needs.
func (p *parser) met(e *expr) bool {
	led, ended := e.lead > 0, p.ends(e.end)
	switch e.need {
	case needNone, needTime:
		return true
	case needAny:
		return e.pieces > 1 || led || ended
	case needEnd:
		return e.pieces > 1 || ended
	case needBoth:
		return e.pieces > 1 || led && ended
	default:
		return e.pieces > 1
	}
}

// ends reports whether nothing that a number or an ordinal before i could count
// or describe comes at i.
func (p *parser) ends(i int) bool {
	t := p.at(i)
	if t.kind == mark {
		return !p.is(i, "%", "$", "€", "£", "°", "+", "#", "/", "-") || t.text == "-" && !t.glued
	}
	return t.follows
}

// free reports whether an expression may begin at i: not within a longer word or
// number.
func (p *parser) free(i int) bool {
	if !p.at(i).glued {
		return true
	}
	before := p.at(i - 1)
	if before.kind != mark || p.at(i).kind == digits && p.is(i-1, ":") {
		return false
	}
	if p.is(i-1, "@") {
		return !before.glued // @5pm, but not in an address
	}
	return !p.is(i-1, "-", "/", ".", "#", "$", "€", "£", "&", "+", "=", "%", "\\")
}

// closed reports whether an expression may end before i.
func (p *parser) closed(i int) bool {
	t := p.at(i)
	if !t.glued {
		return true
	}
	if t.kind != mark || t.text == "%" {
		return false
	}
	next := p.at(i + 1)
	return !next.glued || next.kind == mark || !p.is(i, "-", "/", ".", "@", ":", "&", "+", "=")
}

// prepositions come before an expression and go with it when it is cut out; some
// have words before them that go too.
var (
	manners      = []string{"sometime", "some time", "early", "late", "later"}
	prepositions = []string{
		"no later than", "not later than", "on or before", "starting on", "starting from", "at around", "at about",
		"by around", "by about", "starting", "beginning", "by", "on", "at", "@", "for", "until", "till", "before",
		"after", "from", "between", "to", ":",
	}
	dues = []string{
		"with a deadline of", "due date is", "which is due", "that is due", "it is due", "it's due", "is due",
		"due date", "due", "deadline is", "deadline of", "deadline",
	}
)

// lead is how many tokens of a preposition come before i, none of them before
// from.
func (p *parser) lead(i, from int, clock bool) int {
	start := p.back(i, from, manners)
	if k := p.back(start, from, prepositions); p.at(k).text != ":" || p.back(k, from, dues) < k {
		start = k
	}
	if start == i && i-1 >= from && (clock && p.is(i-1, "around") || p.at(i).kind == month && p.is(i-1, "in")) {
		start--
	}
	return i - p.back(start, from, dues)
}

// back is the token at which the first of some phrases that ends before i begins,
// or i.
func (p *parser) back(i, from int, phrases []string) int {
	for _, words := range phrases {
		n := 1
		for _, b := range []byte(words) {
			if b == ' ' {
				n++
			}
		}
		if i-n >= from && p.phrase(i-n, words) == i {
			return i - n
		}
	}
	return i
}
