// Package dates finds dates, times and repetitions in what people say or type to
// an assistant in English, and says dates as one would aloud. Capitals and
// punctuation are not needed, and numbers may be words, as speech recognisers
// write them. All is worked out from a now, whose zone is the user's. Every function
// may be called by many goroutines.
//
// What words mean, where people differ:
//   - A day without a time is the whole day. Morning is 09:00, noon 12:00, afternoon
//     14:00, evening 18:00, night and tonight 20:00. Midnight ends the day it is
//     said with.
//   - A weekday is the next one, said on that day the one in seven days. "This
//     Friday" may be today. "Next Friday" is the Friday of the next calendar week;
//     weeks begin on Monday. Next week, month and year are one from today. The end
//     of the week is Friday, at the weekend Sunday. The weekend is Saturday.
//   - A day without its month or year is the next one, today included. 12/1 is 1
//     December, as in the United States, unless the first number is above 12. A
//     month alone is its first day, and its last within it.
//   - An hour without its half of the day is in the afternoon from 1 to 7, in the
//     morning from 8 to 11, and noon at 12. On today it is in the other half if it
//     has passed and the other has not. 17:30, 05:30 and 0:30 are of 24 hours.
//   - "In three days" is a day, "in 24 hours" is 24 hours later by the clock.
//     "Before Friday" is Thursday and "after Friday" Saturday.
//   - A time span or a range of days is its beginning.
//   - A repetition first occurs at its next time after now. Without a day, as
//     "every two weeks", it first occurs one interval from now. "Every weekend" is
//     each Saturday, "weekends" both days, the 31st of each month its last day.
//   - Not found are: lengths of time ("for two hours"), what is only named by its
//     day ("the Monday meeting", "Friday's report", but "Friday's call at nine" is
//     on Friday), days after "since", and anything over ten years away.
package dates

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parley"
)

// Found is a date, a time or a repetition that was found in a text.
type Found struct {
	// Due is the day or the moment in now's zone, of a repetition the first one.
	Due parley.Due
	// At is when a reminder of it is due, to the second: the moment itself, or
	// 09:00 of a whole day. For today, once that has passed, it is the next full
	// hour a quarter of an hour off at least, at the latest 23:59, and then now.
	At time.Time
	// Rule repeats it: a recurrence rule of RFC 5545 that runs on from At, and that
	// Next reads. Empty is once.
	Rule string
	// Said is the words themselves on one line, without a preposition that only
	// joins them to the rest: "Friday", "tomorrow morning", "in ten minutes".
	Said string
	// Start and End bound the bytes of the text to cut out for a title, with the
	// preposition and the space around: " by Friday".
	Start, End int
	// ApartStart and ApartEnd bound the bytes of the time of the day where that is
	// said apart from the day, after it or before; both are 0 where it is not.
	ApartStart, ApartEnd int
	// Past is set if it was before now as it was said: yesterday, last Friday, 3
	// March 2020. A day without a year is the next one, so it is never past.
	Past bool
}

// Cut is the text that f was found in without what was found, on one line.
func (f Found) Cut(text string) string {
	rest := text[f.End:]
	if f.ApartEnd > 0 {
		rest = seam(text[f.End:f.ApartStart], text[f.ApartEnd:])
	}
	if strings.TrimSpace(text[:f.Start]) == "" && !strings.HasSuffix(text[:f.End], " ") {
		rest = strings.TrimLeft(rest, " .,;:!?-–—") // of the sentence that was only the date
	}
	return strings.TrimRight(parley.OneLine(seam(text[:f.Start], rest)), " ,;:-–—")
}

// seam is two parts of a text with a space between them, but before punctuation.
func seam(a, b string) string {
	if b != "" && strings.ContainsRune(".,;:!?)", rune(b[0])) {
		return a + b
	}
	return a + " " + b
}

// maxText bounds how much of a text is read, in bytes.
const maxText = 32 << 10

// Find is the one of FindAll that says most: of those that are not past the one
// that says most of repetition, day and time, then the one with a preposition as
// "by", then the longest, then the first.
func Find(text string, now time.Time) (Found, bool) {
	all, ranks := find(text, now)
	best := 0
	for i, r := range ranks {
		if r > ranks[best] {
			best = i
		}
	}
	if len(all) == 0 {
		return Found{}, false
	}
	return all[best], true
}

// FindAll is each date, time and repetition that the text has, in its order. now
// carries the user's zone. A day and a time in one sentence are one, also with
// words between them. Only the first 32 KiB of a text are read.
func FindAll(text string, now time.Time) []Found {
	all, _ := find(text, now)
	return all
}

// find is everything that the text has, with the rank of each.
func find(text string, now time.Time) (all []Found, ranks []int) {
	p := newParser(text, now)
	end := 0
	for _, e := range p.all() {
		f, ok := p.found(&e)
		if !ok {
			continue
		}
		f.Start = max(f.Start, end) // two may claim the space between them
		end = f.End
		if f.ApartEnd > 0 {
			f.ApartStart = max(f.ApartStart, end)
			end = f.ApartEnd
		}
		all = append(all, f)
		ranks = append(ranks, e.rank(f, p.is(e.start-e.lead-1, "not")))
	}
	return all, ranks
}

func newParser(text string, now time.Time) *parser {
	if len(text) > maxText {
		n := maxText
		for n > 0 && !utf8.RuneStart(text[n]) {
			n--
		}
		text = text[:n]
	}
	return &parser{text: text, tokens: scan(text), now: now, today: civil(now)}
}

// rank is higher the more e says.
func (e *expr) rank(f Found, not bool) int {
	r := 0
	for _, said := range []bool{
		!e.moment.IsZero(), !e.moment.IsZero(), e.rep.freq != "", !e.day.IsZero(), e.clock != nil || e.part != wholeDay,
	} {
		if said {
			r++
		}
	}
	if !f.Past && !not {
		r += 8
	}
	r *= 2
	if e.lead > 0 {
		r++
	}
	return r<<20 + e.end - e.start
}

// all is every expression of the text, a time that is said apart from its day
// with that.
func (p *parser) all() []expr {
	var all []expr
	from := 0
	for i := 0; i < len(p.tokens); {
		e, ok := p.expression(i, from)
		if !ok {
			i++
			continue
		}
		if n := len(all) - 1; n < 0 || !p.join(&all[n], &e) {
			all = append(all, e)
		}
		i, from = e.end, e.end
	}
	return slices.DeleteFunc(all, func(e expr) bool { return e.need == needTime && e.apart == nil })
}

// join adds a time to the day before it in the same sentence, or the day to the
// time.
func (p *parser) join(a, b *expr) bool {
	if b.need == needTime || a.apart != nil || !a.moment.IsZero() || !b.moment.IsZero() {
		return false
	}
	day, time := a, b
	if a.onlyTime() {
		day, time = b, a
	}
	if !time.onlyTime() || day.clock != nil || day.part != wholeDay && (time.part != wholeDay || time.clock == nil) ||
		day.day.IsZero() && day.rep.freq == "" || day.rep.freq == "HOURLY" || day.rep.freq == "MINUTELY" {
		return false
	}
	for i := a.end; i < b.start; i++ {
		if p.is(i, ".", "!", "?", ";", "\n") && !(p.is(i, ".") && p.at(i+1).glued) {
			return false
		}
	}
	day.clock, day.part = time.clock, max(day.part, time.part)
	second := *b
	a.day, a.dom, a.month, a.fixed, a.part, a.clock = day.day, day.dom, day.month, day.fixed, day.part, day.clock
	a.rep, a.until, a.run = day.rep, day.until, day.run
	a.apart = &second
	return true
}

// onlyTime reports whether e is a time of no day.
func (e *expr) onlyTime() bool {
	return e.day.IsZero() && e.rep.freq == "" && e.moment.IsZero()
}

// found resolves e and says where it is.
func (p *parser) found(e *expr) (Found, bool) {
	f, ok := p.resolve(e)
	if !ok {
		return f, false
	}
	f.Start, f.End = p.cut(e)
	f.Said = p.said(e, false)
	switch {
	case e.need == needTime:
		f.Start, f.End = p.cut(e.apart)
		f.Said = owning(f.Said) + " " + p.said(e.apart, true)
	case e.apart != nil:
		f.ApartStart, f.ApartEnd = p.cut(e.apart)
		f.Said += " " + p.said(e.apart, true)
	}
	return f, true
}

// said is the words of e, with its preposition if that is kept or shifts the day.
func (p *parser) said(e *expr, keep bool) string {
	start := e.start
	if e.lead > 0 && (keep || p.is(start-1, "before", "after") && e.clock == nil && e.part == wholeDay && !e.fixed) {
		start--
	}
	return parley.OneLine(p.text[p.tokens[start].start:p.tokens[e.end-1].end])
}

// cut is the bytes that e takes out of the text: with its preposition, the space
// before it or, at the start of the text, after it, and the marks that would be
// left there without a use.
func (p *parser) cut(e *expr) (start, end int) {
	first, after := e.start-e.lead, e.end
	if open := strings.Index("()[]\"\"**__", p.at(first-1).text); first > 0 && open%2 == 0 && p.is(after, "()[]\"\"**__"[open+1:open+2]) {
		first, after = first-1, after+1
	}
	if p.is(first-1, ",", ":", "-", "–", "—") && p.ends(after) && p.at(after).kind == mark {
		first--
	}
	if first == 0 {
		after = p.skip(after, ",", ":", "-", "–", "—")
	}
	start, end = p.tokens[first].start, p.tokens[after-1].end
	before := strings.TrimRightFunc(p.text[:start], space)
	if before != "" {
		return len(before), end
	}
	return start, len(p.text) - len(strings.TrimLeftFunc(p.text[end:], space))
}

// space reports whether r is space within a line.
func space(r rune) bool { return unicode.IsSpace(r) && r != '\n' }
