package textnorm

import "strings"

func english() *language {
	return &language{
		digits: enDigits, cardinal: enCardinal, counted: enCardinal, ordinal: enOrdinal, year: enYear,
		ordinals: []string{"st", "nd", "rd", "th"},
		point:    "point", minus: "minus", plus: "plus", about: "about", to: "to", times: "times", number: "number",
		ratio: "to", outOf: "out of", version: "version", and: "and",
		scales: map[string]scale{
			"k": {"one thousand", "thousand"}, "m": {"one million", "million"}, "b": {"one billion", "billion"},
			"t":        {"one trillion", "trillion"},
			"thousand": {"one thousand", "thousand"}, "million": {"one million", "million"}, "billion": {"one billion", "billion"},
			"trillion": {"one trillion", "trillion"}, "hundred": {"one hundred", "hundred"},
		},
		coins: map[string]coin{
			"$": {"dollar", "dollars", "cent", "cents"}, "€": {"euro", "euros", "cent", "cents"},
			"£": {"pound", "pounds", "penny", "pence"}, "¥": {"yen", "yen", "sen", "sen"},
			"₹": {"rupee", "rupees", "paisa", "paise"}, "₿": {"bitcoin", "bitcoin", "", ""},
			"US$": {"U S dollar", "U S dollars", "cent", "cents"},
			"A$":  {"Australian dollar", "Australian dollars", "cent", "cents"},
			"C$":  {"Canadian dollar", "Canadian dollars", "cent", "cents"},
			"CHF": {"Swiss franc", "Swiss francs", "centime", "centimes"}, "¢": {"cent", "cents", "", ""},
		},
		cents: "and", centsNamed: true, of: asIs,
		units: enUnits, few: func(whole string, decimals bool) bool { return whole == "1" && !decimals },
		months: strings.Fields("January February March April May June July August September October November December"),
		shortMonths: map[string]int{
			"Jan": 1, "Feb": 2, "Mar": 3, "Apr": 4, "Jun": 6, "Jul": 7, "Aug": 8, "Sep": 9, "Sept": 9, "Oct": 10, "Nov": 11, "Dec": 12,
		},
		plural: enPlural, monthFirst: true, day: enDay, dayArticle: "the", dayOfMonth: "of", halves: true,
		date: enDate, clock: enClock, fraction: enFraction,
		yearAfter: words("in since by from until till of year before after to around between and during through"),
		address:   address{"dot", "at", "slash", "dash", "underscore", "colon"},
		symbols: map[rune]string{
			'&': "and", '@': "at", '+': "plus", '=': "equals", '%': "percent", '×': "times", '÷': "divided by", '±': "plus or minus",
			'≈': "about", '≤': "at most", '≥': "at least", '≠': "is not", '→': "to", '°': "degrees", '§': "section", '∞': "infinity",
			'½': "one half", '¼': "one quarter", '¾': "three quarters", '⅓': "one third", '⅔': "two thirds", '⅛': "one eighth",
			'‰': "per mille",
			'²': "squared", '³': "cubed", '√': "square root of", 'µ': "micro", 'π': "pi",
		},
		abbreviations: enAbbreviations, spelled: enSpelled, spell: enLetters,
	}
}

var enUnits = map[string]name{
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

// enAbbreviations are in lower case, with the full stop that is theirs.
var enAbbreviations = map[string]string{
	"e.g.": "for example", "eg.": "for example", "i.e.": "that is", "ie.": "that is", "etc.": "et cetera", "etc": "et cetera",
	"vs.": "versus", "vs": "versus", "approx.": "approximately", "w/": "with", "w/o": "without", "a.k.a.": "also known as",
	"dept.": "department", "mgmt.": "management", "dr.": "doctor", "mr.": "mister", "mrs.": "missus", "ms.": "miss",
	"prof.": "professor", "st.": "saint", "jr.": "junior", "sr.": "senior", "inc.": "incorporated", "ltd.": "limited",
	"corp.": "corporation", "govt.": "government", "avg.": "average", "qty.": "quantity",
	"dr": "doctor", "mr": "mister", "mrs": "missus", "ca.": "around", "cf.": "compare", "p.s.": "P S", "tbd": "to be decided",
}

var enSpelled = words("AI API CEO CFO CIO COO CTO HR IT EOD ER ETA EU FAQ ICU ID IOU IPO IQ IVF KPI LED NGO OKR PDF PR QA R&D ROI SEO " +
	"SUV UAE UAT UI UK UN URL US USA USB UX VIP VP GDP TV PC CV DIY FYI ATM HTML HTTP HTTPS SQL CSS B2B B2C SMS GPS CRM ERP")

// enDay says the day of a date.
func enDay(d int, _ string) string { return enOrdinal(uint64(d)) }

// enLetters says an acronym letter by letter, with an ending such as "'s".
func enLetters(letters string) string { return strings.Join(strings.Split(letters, ""), " ") }
