package textnorm

import "strings"

// name is what a unit or a power of ten is called: of a unit one and several, of
// a power one of it and behind a number.
type name struct{ one, many string }

// currency is a currency and its hundredth part, which may be missing.
type currency struct{ one, many, cent, cents string }

// currencies are found by their sign or by their ISO 4217 code.
var currencies = func() map[string]currency {
	dollar, euro := currency{"dollar", "dollars", "cent", "cents"}, currency{"euro", "euros", "cent", "cents"}
	pound, yen := currency{"pound", "pounds", "penny", "pence"}, currency{"yen", "yen", "sen", "sen"}
	rupee, franc := currency{"rupee", "rupees", "paisa", "paise"}, currency{"Swiss franc", "Swiss francs", "centime", "centimes"}
	australian := currency{"Australian dollar", "Australian dollars", "cent", "cents"}
	canadian := currency{"Canadian dollar", "Canadian dollars", "cent", "cents"}
	return map[string]currency{
		"$": dollar, "€": euro, "£": pound, "¥": yen, "₹": rupee, "A$": australian, "C$": canadian,
		"USD": dollar, "EUR": euro, "GBP": pound, "JPY": yen, "INR": rupee, "AUD": australian, "CAD": canadian, "CHF": franc,
		"US$": {"U S dollar", "U S dollars", "cent", "cents"}, "₿": {"bitcoin", "bitcoin", "", ""}, "¢": {"cent", "cents", "", ""},
	}
}()

var scales = map[string]name{
	"k": {"one thousand", "thousand"}, "m": {"one million", "million"}, "b": {"one billion", "billion"}, "t": {"one trillion", "trillion"},
	"thousand": {"one thousand", "thousand"}, "million": {"one million", "million"}, "billion": {"one billion", "billion"},
	"trillion": {"one trillion", "trillion"}, "hundred": {"one hundred", "hundred"},
}

var units = map[string]name{
	"%": {"percent", "percent"}, "°C": {"degree Celsius", "degrees Celsius"}, "°F": {"degree Fahrenheit", "degrees Fahrenheit"},
	"°": {"degree", "degrees"}, "km": {"kilometer", "kilometers"}, "m": {"meter", "meters"}, "cm": {"centimeter", "centimeters"},
	"mm": {"millimeter", "millimeters"}, "mi": {"mile", "miles"}, "ft": {"foot", "feet"}, "yd": {"yard", "yards"},
	"km/h": {"kilometer per hour", "kilometers per hour"}, "mph": {"mile per hour", "miles per hour"},
	"m²": {"square meter", "square meters"}, "km²": {"square kilometer", "square kilometers"},
	"kg": {"kilogram", "kilograms"}, "g": {"gram", "grams"}, "mg": {"milligram", "milligrams"}, "lb": {"pound", "pounds"},
	"lbs": {"pound", "pounds"}, "oz": {"ounce", "ounces"}, "l": {"liter", "liters"}, "L": {"liter", "liters"},
	"ml": {"milliliter", "milliliters"}, "mL": {"milliliter", "milliliters"}, "kB": {"kilobyte", "kilobytes"},
	"KB": {"kilobyte", "kilobytes"}, "MB": {"megabyte", "megabytes"}, "GB": {"gigabyte", "gigabytes"}, "TB": {"terabyte", "terabytes"},
	"Mbps": {"megabit per second", "megabits per second"}, "Gbps": {"gigabit per second", "gigabits per second"},
	"Hz": {"hertz", "hertz"}, "kHz": {"kilohertz", "kilohertz"}, "MHz": {"megahertz", "megahertz"}, "GHz": {"gigahertz", "gigahertz"},
	"W": {"watt", "watts"}, "kW": {"kilowatt", "kilowatts"}, "MW": {"megawatt", "megawatts"},
	"kWh": {"kilowatt hour", "kilowatt hours"}, "V": {"volt", "volts"}, "dB": {"decibel", "decibels"},
	"ms": {"millisecond", "milliseconds"},
	"s":  {"second", "seconds"}, "sec": {"second", "seconds"}, "min": {"minute", "minutes"}, "h": {"hour", "hours"},
	"hr": {"hour", "hours"}, "hrs": {"hour", "hours"}, "px": {"pixel", "pixels"}, "x": {"time", "times"},
	"bps": {"basis point", "basis points"},
}

var (
	months      = strings.Fields("January February March April May June July August September October November December")
	shortMonths = map[string]int{
		"Jan": 1, "Feb": 2, "Mar": 3, "Apr": 4, "Jun": 6, "Jul": 7, "Aug": 8, "Sep": 9, "Sept": 9, "Oct": 10, "Nov": 11, "Dec": 12,
	}
	// yearAfter are words behind which four digits from 1100 on are a year.
	yearAfter = words("in since by from until till of year before after to around between and during through")
)

var symbols = map[rune]string{
	'&': "and", '@': "at", '+': "plus", '=': "equals", '%': "percent", '×': "times", '÷': "divided by", '±': "plus or minus",
	'≈': "about", '≤': "at most", '≥': "at least", '≠': "is not", '→': "to", '°': "degrees", '§': "section", '∞': "infinity",
	'½': "one half", '¼': "one quarter", '¾': "three quarters", '⅓': "one third", '⅔': "two thirds", '⅛': "one eighth",
	'‰': "per mille", '²': "squared", '³': "cubed", '√': "square root of", 'µ': "micro", 'π': "pi",
}

var addressMarks = map[byte]string{
	'.': "dot", '@': "at", '/': "slash", '-': "dash", '_': "underscore", ':': "colon", '+': "plus",
}

// abbreviations are in lower case, with the full stop that is theirs.
var abbreviations = map[string]string{
	"e.g.": "for example", "eg.": "for example", "i.e.": "that is", "ie.": "that is", "etc.": "et cetera", "etc": "et cetera",
	"vs.": "versus", "vs": "versus", "approx.": "approximately", "w/": "with", "w/o": "without", "a.k.a.": "also known as",
	"dept.": "department", "mgmt.": "management", "dr.": "doctor", "mr.": "mister", "mrs.": "missus", "ms.": "miss",
	"prof.": "professor", "st.": "saint", "jr.": "junior", "sr.": "senior", "inc.": "incorporated", "ltd.": "limited",
	"corp.": "corporation", "govt.": "government", "avg.": "average", "qty.": "quantity",
	"dr": "doctor", "mr": "mister", "mrs": "missus", "ca.": "around", "cf.": "compare", "p.s.": "P S", "tbd": "to be decided",
}

// trailing are abbreviations, in full, behind which a capital begins a new
// sentence.
var trailing = map[string]bool{
	"et cetera": true, "incorporated": true, "limited": true, "corporation": true, "junior": true, "senior": true,
}

// acronyms are said letter by letter.
var acronyms = words("AI API CEO CFO CIO COO CTO HR IT EOD ER ETA EU FAQ ICU ID IOU IPO IQ IVF KPI LED NGO OKR PDF PR QA R&D ROI SEO " +
	"SUV UAE UAT UI UK UN URL US USA USB UX VIP VP GDP TV PC CV DIY FYI ATM HTML HTTP HTTPS SQL CSS B2B B2C SMS GPS CRM ERP")

// words makes a list of words a set.
func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}
