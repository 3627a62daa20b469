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
	namedDay  = regexp.MustCompile(`^(\d{1,2})(?:\.|st|nd|rd|th|er|º)? (?:of |de )?(\p{L}+)`)
	dayBehind = regexp.MustCompile(`^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (\d{4})\b)?`)
)

// dateAt reads a date in figures.
func dateAt(l *language, b *builder, text string) (int, string) {
	if m := isoDate.FindStringSubmatch(text); m != nil {
		return l.dated(m[0], m[3], m[2], m[1], b)
	}
	if m := localDate.FindStringSubmatch(text); m != nil && m[2] == m[4] && (m[2] != "-" || len(m[5]) == 4) {
		day, month := m[1], m[3]
		if l.monthFirst && m[2] != "." {
			day, month = month, day
		}
		return l.dated(m[0], day, month, m[5], b)
	}
	if m := shortDate.FindStringSubmatch(text); m != nil && l.monthFirst &&
		slices.Contains([]string{"on", "by", "since", "until", "before", "after"}, strings.ToLower(b.previous())) {
		return l.dated(m[0], m[2], m[1], "", b)
	}
	return 0, ""
}

// dated says a date; its parts are figures.
func (l *language) dated(whole, day, month, year string, b *builder) (int, string) {
	d, _ := strconv.Atoi(day)
	m, _ := strconv.Atoi(month)
	if d < 1 || d > 31 || m < 1 || m > 12 {
		return 0, ""
	}
	return len(whole), l.date(l.day(d, b.previous()), l.months[m-1], l.yearOf(year))
}

// yearOf says a year of two or four figures.
func (l *language) yearOf(year string) string {
	n, err := strconv.ParseUint(year, 10, 64)
	if err != nil {
		return ""
	}
	if len(year) == 2 {
		n += 2000
	}
	return l.year(n)
}

// dayAt reads the day before a month's name, as in "3 March" and "3. März"; the
// name stays as it is.
func dayAt(l *language, b *builder, text string) (int, string) {
	m := namedDay.FindStringSubmatchIndex(text)
	if m == nil || !slices.Contains(l.months, text[m[4]:m[5]]) {
		return 0, ""
	}
	d, _ := strconv.Atoi(text[:m[3]])
	if d < 1 || d > 31 {
		return 0, ""
	}
	said := l.day(d, b.previous())
	if !strings.EqualFold(b.previous(), l.dayArticle) {
		said = joined(l.dayArticle, said)
	}
	return len(strings.TrimRight(text[:m[4]], " ")), joined(said, l.dayOfMonth)
}

// monthAt reads a month with its day and year behind, as in "Mar. 3, 2026".
func monthAt(l *language, _ *builder, text string) (int, string) {
	m := dayBehind.FindStringSubmatch(text)
	if m == nil || l.shortMonths == nil {
		return 0, ""
	}
	month := slices.Index(l.months, m[1]) + 1
	if month == 0 {
		month = l.shortMonths[m[1]]
	}
	d, _ := strconv.Atoi(m[2])
	if month == 0 || d < 1 || d > 31 {
		return 0, ""
	}
	return len(m[0]), l.date(l.day(d, ""), l.months[month-1], l.yearOf(m[3]))
}
