package textnorm

import "strings"

// language is what is said in one language. Of a language without digits only
// that is left out which no voice can say.
type language struct {
	digits []string
	// cardinal and ordinal are whole numbers up to maxCardinal; counted is
	// cardinal before the name of what is counted.
	cardinal, ordinal, counted func(n uint64) string
	// year is a year of four digits.
	year func(n uint64) string
	// ordinals end a number that is one, such as "st".
	ordinals []string

	// comma is set where it is the decimal mark.
	comma              bool
	point, minus, plus string
	about, to, times   string
	number             string // before a figure: "number 5"
	ratio              string // between figures: "2 to 1"
	outOf              string
	version            string

	scales map[string]scale
	coins  map[string]coin
	cents  string // between an amount and its cents
	// centsNamed is set where cents are named after the whole coins too.
	centsNamed bool
	// of stands between a scale and a coin: "millions d'euros".
	of    func(coin string) string
	units map[string]name
	// few are whole numbers before which a unit stands in the singular.
	few func(whole string, decimals bool) bool

	// plural is a number as a name of many, "the nineties"; nil where there is none.
	plural func(said string) string

	months        []string // January first
	shortMonths   map[string]int
	monthFirst    bool // 3/15 is in March
	day           func(d int, previous string) string
	dayArticle    string // before the day
	dayOfMonth    string // between day and month
	date          func(day, month, year string) string
	clock         func(h, m int, half string) string
	fraction      func(a, b uint64) string
	and           string
	yearAfter     map[string]bool // words before which four digits are a year
	halves        bool            // "10 am" is a time
	hourMark      string          // between hour and minutes, beside the colon
	address       address
	symbols       map[rune]string
	abbreviations map[string]string
	spelled       map[string]bool // acronyms said letter by letter
	spell         func(letters string) string
}

// scale is a power of ten: one of it, and what it is called after more.
type scale struct{ one, many string }

// name is what a unit is called after one and after more.
type name struct{ one, many string }

// coin is a currency and its hundredth part.
type coin struct{ one, many, cent, cents string }

// address is how the marks in one are said.
type address struct{ dot, at, slash, dash, underscore, colon string }

// languages are those that are spelled out.
var languages = map[string]*language{"en": english(), "de": german(), "fr": french(), "es": spanish()}

// languageOf finds the language of a BCP 47 tag.
func languageOf(tag string) *language {
	if tag == "" {
		tag = "en"
	}
	primary, region, _ := strings.Cut(strings.ToLower(tag), "-")
	l := languages[primary]
	if l == nil {
		return &language{}
	}
	if primary == "en" && region != "" && region != "us" { // only there does the month come first
		british := *l
		british.monthFirst = false
		return &british
	}
	return l
}

func (l *language) spells() bool { return l.digits != nil }

// words makes a list of words one that is looked up.
func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

func asIs(s string) string { return s }
