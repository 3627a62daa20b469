package dates

// clock is a time of day as it was said. Hour 24 is the midnight that ends the
// day.
type clock struct {
	hour, min int
	fixed     bool // which half of the day is said: 5 pm, 17:00, 05:00, noon
	ranged    bool // the first of two bare numbers: from 9 to 5
}

// half is what tells the half of the day of an hour to 12.
type half uint8

const (
	unsaid half = iota
	am
	pm
)

// in is the clock in a half of the day. It is false for an hour that has none.
func (c clock) in(h half) (clock, bool) {
	if c.hour < 1 || c.hour > 12 {
		return c, h == pm && c.hour > 12 && c.hour < 24 // 17:30 pm
	}
	c.fixed = true
	c.hour %= 12
	if h == pm {
		c.hour += 12
	}
	return c, true
}

// usual is the hour that a bare one to twelve means most often: 1 to 7 are in the
// afternoon, 8 to 11 in the morning and 12 is noon.
func (c clock) usual() clock {
	if !c.fixed && c.hour >= 1 && c.hour <= 7 {
		c.hour += 12
	}
	return c
}

// other is the same reading in the other half of the day.
func (c clock) other() clock {
	c.hour = (c.hour + 12) % 24
	return c
}

// trust is how surely a number in a place is an hour.
type trust uint8

const (
	bare  trust = iota // it must say itself that it is one
	timed              // "for six thirty": with minutes
	loose              // "by 5": if nothing comes that it may count
	firm               // "at 5"
)

// trusted is the trust in an hour at i, by the words before it.
func (p *parser) trusted(i int) trust {
	switch p.at(i - 1).text {
	case "at", "@":
		return firm
	case "around", "about":
		if p.is(i-2, "at", "by") {
			return firm
		}
		if p.is(i-1, "around") {
			return loose
		}
	case "by":
		if p.measured(i - 2) {
			return bare
		}
		return loose
	case "for":
		if p.is(i-2, "alarm", "reminder", "meeting", "appointment") {
			return loose
		}
		return timed
	case "before", "until", "till", "after":
		return loose
	}
	return bare
}

// measured reports whether the words up to i say by how much something changes, as
// "divide it" does.
func (p *parser) measured(i int) bool {
	for k := i; k > i-6; k-- {
		switch p.at(k).text {
		case "divide", "divided", "multiply", "multiplied", "increase", "increased", "decrease", "decreased", "reduce",
			"reduced", "raise", "raised", "lower", "lowered", "cut", "grow", "grew":
			return true
		}
	}
	return false
}

// clock reads a time of day at i, with the end of a span of them: 5 pm, 17:30,
// half past nine, "three to five pm".
func (p *parser) clock(i int, t trust) (c clock, next int) {
	c, next = p.oneClock(i, t)
	ranged := p.is(i-1, "from", "between")
	mark := next
	if next == 0 && (p.at(i).kind == digits || ranged) { // 3-5 pm
		if c, mark = p.reading(i, loose); mark == 0 {
			return c, 0
		}
	}
	if mark == 0 || !p.is(mark, "to", "-", "–", "until", "till") && !(p.is(i-1, "between") && p.is(mark, "and")) {
		return c, next
	}
	trusting := bare
	if ranged {
		trusting = firm
	}
	last, end := p.oneClock(mark+1, trusting)
	if end == 0 || last.hour == 24 {
		return c, next
	}
	c.ranged = next == 0 && !last.fixed
	if !c.fixed && last.fixed && c.hour <= 12 { // 3 to 5 pm, 11 to 1 pm
		c, _ = c.in(pm)
		if last.hour < 12 || c.hour > last.hour {
			c.hour -= 12
		}
	}
	return c, end
}

// oneClock reads one time of day at i.
func (p *parser) oneClock(i int, t trust) (c clock, next int) {
	if p.at(i).kind == digits && p.is(i+1, "noon", "midnight") { // 12 noon
		i++
	}
	if w := p.at(i); w.kind == hourName {
		return clock{hour: w.val, fixed: true}, i + 1
	}
	if c, next = p.pastHour(i, t); next > 0 {
		return c, next
	}
	if c, next = p.military(i, t); next > 0 {
		return c, next
	}
	c, j := p.reading(i, t)
	if j == 0 {
		return c, 0
	}
	if h, k := p.half(j); k > 0 {
		c, ok := c.in(h)
		if !ok {
			return c, 0
		}
		return c, k
	}
	if k := p.phrases(j, "o'clock", "o’clock", "oclock", "o clock"); k > 0 {
		if h, after := p.half(k); after > 0 {
			c, _ = c.in(h)
			k = after
		}
		return c, k
	}
	if p.is(j, "hours", "h") && p.at(i).kind == digits && (c.fixed || p.at(j).glued) { // 17:30 h
		return c, j + 1
	}
	return c, p.bareHour(c, i, j, t)
}

// military reads 0645 after "at", and 1730 hours.
func (p *parser) military(i int, t trust) (c clock, next int) {
	w := p.at(i)
	if w.kind != digits || len(w.text) != 4 || w.val%100 > 59 || w.val > 2359 {
		return c, 0
	}
	c = clock{hour: w.val / 100, min: w.val % 100, fixed: true}
	switch {
	case p.is(i+1, "hours"):
		return c, i + 2
	case t == firm && !p.counted(i+1) && (!p.at(i+1).glued || p.at(i+1).kind == mark):
		return c, i + 1
	}
	return c, 0
}

// bareHour is j if what is read from i to there is an hour though no word says so.
func (p *parser) bareHour(c clock, i, j int, t trust) int {
	colon := p.is(i+1, ":") && j > i+1
	next := p.at(j)
	switch {
	case next.glued && next.kind != mark, next.kind == month, next.kind == unit:
		return 0
	case colon:
		return j
	case t == firm && c.hour <= 12 && !p.counted(j), (t >= loose || t == timed && c.min > 0) && p.ends(j):
		return j
	case p.at(i-1).kind == mark || p.at(i-1).kind == weekday || p.at(i-1).kind == relative: // 7 in the morning
		if p.phrases(j, "in the morning", "in the afternoon", "in the evening", "at night") > 0 {
			return j
		}
	}
	return 0
}

// counted reports whether the words at i are what a number before them counts or
// numbers: percent, people, Downing Street.
func (p *parser) counted(i int) bool {
	if p.ends(i) {
		return false
	}
	switch p.at(i).text {
	case "%", "$", "€", "£", "°", "percent", "per", "people", "different", "other", "more", "less", "degree", "euro",
		"dollar", "pound", "hundred", "thousand", "million", "of", "street", "st", "road", "avenue", "x", "/", "-", "+",
		"point", "time", "stage", "place", "go", "feet", "men", "women", "children", "km", "kg", "mph", "cm", "mm", "gb":
		return true
	}
	if p.is(i+1, "street", "road", "avenue", "lane", "square", "drive") {
		return true
	}
	t := p.at(i).text
	n := len(t)
	return p.at(i).kind == digits || n > 3 && t[n-1] == 's' && t[n-2] != 's' && t[n-2] != 'u' && t[n-2] != 'i'
}

// reading reads the figures of a clock at i: an hour, and minutes if they follow.
func (p *parser) reading(i int, t trust) (c clock, next int) {
	var j int
	c.hour, j = p.number(i)
	if j == 0 || c.hour > 24 || p.at(i).kind == digits && len(p.at(i).text) > 2 {
		return c, 0
	}
	c.fixed = c.hour == 0 || c.hour > 12 || p.at(i).text[0] == '0'
	m := p.at(j + 1)
	switch {
	case p.at(i).kind == digits && p.at(j).glued && p.is(j, ":", ".") && m.glued && m.kind == digits:
		if len(m.text) != 2 || m.val > 59 || p.is(j, ".") && t == bare && !p.isHalf(j+2) {
			return c, 0
		}
		c.min, j = m.val, j+2
		if s := p.at(j + 1); p.is(j, ":") && p.at(j).glued && s.glued && s.kind == digits && len(s.text) == 2 {
			j += 2
		}
	case p.is(j, "oh", "o") && m.kind == cardinal && m.val < 10:
		c.min, j = m.val, j+2
	default:
		n, k := p.number(j)
		if k > 0 && n >= 10 && n < 60 && !p.at(j).glued && p.at(k).kind != unit && !p.is(j, "a") && (t != bare || p.isHalf(k)) {
			c.min, j = n, k
		}
	}
	if c.hour == 24 && c.min > 0 {
		return c, 0
	}
	return c, j
}

// partOfHour reads the minutes in "ten past" and "quarter to". They are doubtful if
// the words may also count: five to ten people.
func (p *parser) partOfHour(i int, t trust) (n, next int, doubtful bool) {
	if j := p.phrases(i, "a quarter", "quarter"); j > 0 {
		return 15, j, false
	}
	if p.is(i, "half") {
		return 30, i + 1, false
	}
	n, j := p.number(i)
	switch {
	case j == 0 || n > 59:
		return 0, 0, false
	case p.is(j, "minutes", "minute"):
		return n, j + 1, false
	case t < loose && !p.is(j, "past"):
		return 0, 0, false
	}
	return n, j, t < firm
}

// pastHour reads half past nine, quarter to six, ten past five, and the British
// half nine, which is half past.
func (p *parser) pastHour(i int, t trust) (c clock, next int) {
	n, j, doubtful := p.partOfHour(i, t)
	if j == 0 {
		return c, 0
	}
	sign := 1
	switch {
	case p.is(j, "past", "after"):
		j++
	case p.is(j, "to", "till", "of", "before") && n != 30:
		sign = -1
		j++
	case n != 30 || t != firm || p.at(j).kind == unit:
		return c, 0
	}
	c, k := p.reading(j, bare)
	if k == 0 || c.min > 0 || c.hour == 0 || c.hour == 24 {
		if p.at(j).kind != hourName {
			return c, 0
		}
		c, k = clock{hour: p.at(j).val, fixed: true}, j+1
	}
	k = max(k, p.phrases(k, "o'clock", "o’clock", "oclock"))
	if h, after := p.half(k); after > 0 {
		c, _ = c.in(h)
		k = after
	}
	if doubtful && !p.ends(k) {
		return c, 0
	}
	total := c.hour*60 + sign*n + 24*60
	if !c.fixed {
		return clock{hour: (total/60+11)%12 + 1, min: total % 60}, k
	}
	return clock{hour: total / 60 % 24, min: total % 60, fixed: true}, k
}

// half reads am, p.m. or "p m" at i.
func (p *parser) half(i int) (h half, next int) {
	switch t := p.at(i); {
	case t.text == "am", t.text == "a" && p.isM(i+1):
		h = am
	case t.text == "pm", t.text == "p" && p.isM(i+1):
		h = pm
	default:
		return unsaid, 0
	}
	i++
	if p.is(i-1, "a", "p") {
		i = p.skip(i, ".") + 1
		if p.at(i).glued && p.is(i, ".") {
			i++
		}
	}
	return h, i
}

func (p *parser) isHalf(i int) bool {
	_, next := p.half(i)
	return next > 0
}

// isM reports whether the m of p.m. comes next.
func (p *parser) isM(i int) bool {
	if p.is(i, ".") {
		return p.at(i).glued && p.at(i+1).glued && p.is(i+1, "m")
	}
	return p.is(i, "m")
}
