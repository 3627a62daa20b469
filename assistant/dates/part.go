package dates

// part is a part of a day.
type part int

const (
	wholeDay part = iota
	morning
	afternoon
	evening
	night
)

// starts is the hour that a part of a day means where no hour is said; ends the
// one at which it is over.
var (
	starts = [...]int{9, 9, 14, 18, 20}
	ends   = [...]int{24, 12, 18, 22, 24}
)

// place is the clock c, said together with a part of the day, and whether it is
// in the night after that day: one to five at night.
func (t part) place(c clock) (placed clock, after bool) {
	if c.fixed || t == wholeDay {
		return c, false
	}
	switch {
	case t == morning && c.hour == 12:
		c.hour = 0
	case (t == evening || t == night) && c.hour == 12:
		c.hour = 24
	case t == night && c.hour <= 5:
		after = true
	case t != morning && c.hour < 12:
		c.hour += 12
	}
	c.fixed = true
	return c, after
}

// part reads a part of a day at i: "in the morning", "this evening", "at night",
// and after a day or a repetition also "morning" alone.
func (p *parser) part(i int, e *expr) int {
	var j int
	switch {
	case p.phrase(i, "first thing") > 0:
		e.part, e.need = morning, needJoin
		j = i + 2
		if k := p.phrase(j, "in the morning"); k > 0 {
			e.need, j = needNone, k
		}
		return j
	case p.phrase(i, "at night") > 0:
		e.part = night
		return i + 2
	case p.is(i, "in", "during") && p.is(i+1, "the"):
		j = p.skip(i+2, "early", "late")
	case p.is(i, "this"):
		j = p.skip(i+1, "early", "late")
	case p.is(i, "the") && p.at(i+1).kind == dayPart && p.is(i+2, "of"):
		j = i + 1
		e.need = needJoin
	case e.day.IsZero() && e.rep.freq == "":
		return 0
	default:
		j = p.skip(i, "early", "late")
	}
	t := p.at(j)
	if t.kind != dayPart || p.is(i, "this") && !e.day.IsZero() {
		return 0
	}
	e.part = part(t.val)
	if p.is(i, "this") {
		e.day = p.today
	}
	return j + 1
}
