package flite

import "strings"

// separator is a sign that parts a field into two. It is said between them if
// between is set, and else only where it stands at the edge of a field.
type separator struct {
	sign    string
	said    string
	between bool
	keep    func(left, right string) bool
}

// separators are tried in order; what none of them parts is one word.
var separators = func() []separator {
	never := func(string, string) bool { return false }
	list := []separator{
		{"://", "", false, never},
		{"&", "and", true, never},
		{"@", "at", true, never},
		{"+", "plus", true, never},
		{"=", "equals", true, never},
		{"%", "percent", true, never},
		{"#", "number", false, never},
		{"$", "dollars", false, never},
		{string(euroSign), "euros", false, never},
		{string(poundSign), "pounds", false, never},
		{"/", "", false, digitsAround},
		{":", "", false, digitsAround},
		{",", "", false, digitsAround},
		{".", "dot", true, initials},
	}
	for _, sign := range `"!;?()[]` {
		list = append(list, separator{string(sign), "", false, never})
	}
	return list
}()

// digitsAround keeps 10:30, 3/15 and 1,200 whole for flite.
func digitsAround(left, right string) bool {
	return left != "" && right != "" && digit(left[len(left)-1]) && digit(right[0])
}

// initials keeps U.S and a.m whole: single letters between points.
func initials(left, right string) bool {
	return len(left) == 1 && letter(left[0]) && right != "" && letter(right[0]) &&
		(len(right) == 1 || right[1] == '.' || right[1] == '\'')
}

func digit(c byte) bool  { return c >= '0' && c <= '9' }
func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func speakable(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < 0x80 && (digit(byte(r)) || letter(byte(r))) })
}

// abbreviations are said in full; the point after one is no sentence end.
var abbreviations = map[string]string{
	"e.g.": "for example", "eg.": "for example", "i.e.": "that is", "ie.": "that is", "etc.": "et cetera",
	"etc": "et cetera", "vs.": "versus", "vs": "versus", "approx.": "approximately", "w/": "with", "w/o": "without",
	"a.k.a.": "also known as", "dept.": "department", "mgmt.": "management", "24/7": "24 7",
	"dr.": "doctor", "mr.": "mister", "mrs.": "missus", "ms.": "miss", "prof.": "professor",
}

// abbreviation spells s if it is in the list, and returns the punctuation left
// behind it.
func abbreviation(s string) (words []string, rest string, ok bool) {
	core := strings.TrimRight(s, closing+",!?;:")
	full, ok := abbreviations[strings.ToLower(core)]
	if !ok {
		return nil, "", false
	}
	return strings.Fields(full), s[len(core):], true
}

// acronyms are read letter by letter. Flite spells what it cannot pronounce by
// itself; these it would read as words.
var acronyms = func() map[string]bool {
	m := make(map[string]bool)
	for _, a := range strings.Fields("AI API CEO CIO COO EOD ER ETA EU FAQ ICU ID IOU IPO " +
		"IQ IVF LED NGO OKR ROI SEO SUV UAE UAT UI UK UN URL USA USB UX VIP") {
		m[a] = true
	}
	return m
}()

// acronym spells API, APIs and API's, or returns nil.
func acronym(s string) []string {
	stem, ending := s, ""
	for _, e := range []string{"'s", "s"} {
		if before, ok := strings.CutSuffix(s, e); ok {
			stem, ending = before, "'s"
			break
		}
	}
	if !acronyms[stem] {
		return nil
	}
	out := strings.Split(stem, "")
	out[len(out)-1] += ending
	return out
}
