package textnorm

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	isoDate   = regexp.MustCompile(`^(\d{4})-(\d\d)-(\d\d)\b`)
	localDate = regexp.MustCompile(`^(\d{1,2})([./-])(\d{1,2})([./-])(\d{4}|\d{2})\b`)
	shortDate = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})\b`)
	dayMonth  = regexp.MustCompile(`^(\d{1,2})(?:\.|st|nd|rd|th)? (?:of )?(\p{L}+)`)
	monthDay  = regexp.MustCompile(`^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (\d{4})\b)?`)
)

// dateAt reads a date in figures.
func dateAt(b *builder, text string) (int, string) {
	if m := isoDate.FindStringSubmatch(text); m != nil {
		return sayDate(m[0], m[3], m[2], m[1])
	}
	if m := localDate.FindStringSubmatch(text); m != nil && m[2] == m[4] && (m[2] != "-" || len(m[5]) == 4) {
		day, month := m[1], m[3]
		if b.monthFirst && m[2] != "." {
			day, month = month, day
		}
		return sayDate(m[0], day, month, m[5])
	}
	if m := shortDate.FindStringSubmatch(text); m != nil && b.monthFirst &&
		slices.Contains([]string{"on", "by", "since", "until", "before", "after"}, strings.ToLower(b.previous())) {
		return sayDate(m[0], m[2], m[1], "")
	}
	return 0, ""
}

// sayDate says a date whose parts are figures, and year may be missing: "March
// third, twenty twenty six". It returns the length of whole, 0 if it is no date.
func sayDate(whole, day, month, year string) (int, string) {
	d, _ := strconv.ParseUint(day, 10, 64)
	m, _ := strconv.Atoi(month)
	if d < 1 || d > 31 || m < 1 || m > 12 {
		return 0, ""
	}
	said := months[m-1] + " " + ordinal(d)
	if year != "" {
		said += ", " + sayYear(year)
	}
	return len(whole), said
}

// dayAt reads the day before a month's name, as in "3 March"; the name stays as
// it is.
func dayAt(b *builder, text string) (int, string) {
	m := dayMonth.FindStringSubmatchIndex(text)
	if m == nil || !slices.Contains(months, text[m[4]:m[5]]) {
		return 0, ""
	}
	d, _ := strconv.ParseUint(text[:m[3]], 10, 64)
	if d < 1 || d > 31 {
		return 0, ""
	}
	said := ordinal(d) + " of"
	if !strings.EqualFold(b.previous(), "the") {
		said = "the " + said
	}
	return len(strings.TrimRight(text[:m[4]], " ")), said
}

// monthAt reads a month with its day and year behind, as in "Mar. 3, 2026".
func monthAt(text string) (int, string) {
	m := monthDay.FindStringSubmatch(text)
	if m == nil {
		return 0, ""
	}
	month := slices.Index(months, m[1]) + 1
	if month == 0 {
		month = shortMonths[m[1]]
	}
	return sayDate(m[0], m[2], strconv.Itoa(month), m[3])
}

var (
	clockForm = regexp.MustCompile(`^(\d{1,2}):(\d\d)(?::\d\d)?\b(?:[ \x{a0}]?(a\.m\.|p\.m\.|(?:[aApP][mM]|h)\b))?`)
	hourForm  = regexp.MustCompile(`^(\d{1,2})()[ \x{a0}]?(a\.m\.|p\.m\.|[aApP][mM]\b)`)
)

// clockAt reads a time of day, "10:30" or "10 a.m.".
func clockAt(_ *builder, text string) (int, string) {
	m := clockForm.FindStringSubmatch(text)
	if m == nil {
		m = hourForm.FindStringSubmatch(text)
	}
	if m == nil {
		return 0, ""
	}
	hour, _ := strconv.ParseUint(m[1], 10, 64)
	minute, _ := strconv.ParseUint("0"+m[2], 10, 64)
	if hour > 24 || minute > 59 {
		return 0, ""
	}
	n, half := len(m[0]), m[3]
	if strings.HasSuffix(half, ".") && sentenceEnds(text[n:]) { // the full stop is the sentence's too
		n--
	}
	if half == "h" {
		half = ""
	}
	return n, sayClock(hour, minute, half)
}

// sayClock says a time of day; half begins with the letter of AM or PM, or is
// empty.
func sayClock(hour, minute uint64, half string) string {
	said := cardinal(hour)
	switch {
	case minute == 0 && half == "" && hour <= 12 && hour > 0:
		said += " o'clock"
	case minute == 0 && half == "":
		said += " hundred"
	case minute > 0 && minute < 10:
		said += " oh " + digits[minute]
	case minute > 0:
		said += " " + twoDigits(minute)
	}
	if half != "" {
		said += " " + strings.ToUpper(half[:1]) + " M"
	}
	return said
}

// sentenceEnds reports whether a full stop just before text may end a sentence.
func sentenceEnds(text string) bool {
	word := strings.TrimLeft(text, " \n\"”’')")
	return word == "" || word[0] >= 'A' && word[0] <= 'Z'
}
