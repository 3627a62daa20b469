package textnorm

import "strings"

func german() *language {
	return &language{
		digits: deDigits, cardinal: deCardinal, counted: deCounted, ordinal: deOrdinal, year: deYear,
		comma: true, point: "Komma", minus: "minus", plus: "plus", about: "etwa", to: "bis", times: "mal", number: "Nummer",
		ratio: "zu", outOf: "von", version: "Version", and: "und",
		scales: map[string]scale{
			"mio": {"eine Million", "Millionen"}, "mrd": {"eine Milliarde", "Milliarden"}, "million": {"eine Million", "Millionen"},
			"millionen": {"eine Million", "Millionen"}, "milliarde": {"eine Milliarde", "Milliarden"},
			"milliarden": {"eine Milliarde", "Milliarden"},
			"tausend":    {"eintausend", "tausend"}, "k": {"eintausend", "tausend"}, "m": {"eine Million", "Millionen"},
		},
		coins: map[string]coin{
			"€": {"Euro", "Euro", "Cent", "Cent"}, "$": {"Dollar", "Dollar", "Cent", "Cent"},
			"US$": {"US-Dollar", "US-Dollar", "Cent", "Cent"},
			"£":   {"Pfund", "Pfund", "Penny", "Pence"}, "¥": {"Yen", "Yen", "Sen", "Sen"},
			"CHF": {"Franken", "Franken", "Rappen", "Rappen"},
		},
		of: asIs, units: deUnits, few: func(whole string, decimals bool) bool { return whole == "1" && !decimals },
		months: strings.Fields("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
		day:    deDay, date: dayFirst(""), clock: deClock, fraction: deFraction,
		yearAfter: words("jahr jahre seit bis von ab anno vor nach um"), hourMark: "h",
		address: address{"Punkt", "at", "Schrägstrich", "Strich", "Unterstrich", "Doppelpunkt"},
		symbols: map[rune]string{
			'&': "und", '@': "at", '+': "plus", '=': "gleich", '%': "Prozent", '×': "mal", '÷': "geteilt durch", '±': "plus minus",
			'≈': "etwa", '≤': "höchstens", '≥': "mindestens", '≠': "ungleich", '→': "nach", '°': "Grad", '§': "Paragraf", '½': "einhalb",
			'¼': "ein Viertel", '¾': "drei Viertel", '‰': "Promille", '²': "Quadrat", '³': "Kubik",
		},
		abbreviations: map[string]string{
			"z.b.": "zum Beispiel", "bzw.": "beziehungsweise", "d.h.": "das heißt", "u.a.": "unter anderem", "usw.": "und so weiter",
			"ca.": "circa", "ggf.": "gegebenenfalls", "evtl.": "eventuell", "inkl.": "inklusive", "zzgl.": "zuzüglich", "nr.": "Nummer",
			"dr.": "Doktor", "prof.": "Professor", "hr.": "Herr", "fr.": "Frau", "str.": "Straße", "tel.": "Telefon", "z.t.": "zum Teil",
			"o.ä.": "oder Ähnliches", "vgl.": "vergleiche", "mind.": "mindestens", "max.": "maximal", "u.u.": "unter Umständen",
		},
	}
}

var deUnits = map[string]name{
	"%": {"Prozent", "Prozent"}, "°C": {"Grad Celsius", "Grad Celsius"}, "°F": {"Grad Fahrenheit", "Grad Fahrenheit"},
	"°":  {"Grad", "Grad"},
	"km": {"Kilometer", "Kilometer"}, "m": {"Meter", "Meter"}, "cm": {"Zentimeter", "Zentimeter"}, "mm": {"Millimeter", "Millimeter"},
	"km/h": {"Kilometer pro Stunde", "Kilometer pro Stunde"}, "m²": {"Quadratmeter", "Quadratmeter"},
	"kg": {"Kilogramm", "Kilogramm"}, "g": {"Gramm", "Gramm"}, "mg": {"Milligramm", "Milligramm"}, "l": {"Liter", "Liter"},
	"L": {"Liter", "Liter"}, "ml": {"Milliliter", "Milliliter"}, "KB": {"Kilobyte", "Kilobyte"}, "MB": {"Megabyte", "Megabyte"},
	"GB": {"Gigabyte", "Gigabyte"}, "TB": {"Terabyte", "Terabyte"}, "Hz": {"Hertz", "Hertz"}, "MHz": {"Megahertz", "Megahertz"},
	"GHz": {"Gigahertz", "Gigahertz"}, "W": {"Watt", "Watt"}, "kW": {"Kilowatt", "Kilowatt"},
	"kWh": {"Kilowattstunde", "Kilowattstunden"},
	"V":   {"Volt", "Volt"}, "ms": {"Millisekunde", "Millisekunden"}, "s": {"Sekunde", "Sekunden"}, "min": {"Minute", "Minuten"},
	"Min.": {"Minute", "Minuten"}, "Std.": {"Stunde", "Stunden"}, "h": {"Stunde", "Stunden"}, "x": {"Mal", "Mal"},
}

// dayFirst joins a date whose parts of stands between.
func dayFirst(of string) func(day, month, year string) string {
	return func(day, month, year string) string {
		if day != "" {
			day = joined(day, of)
		}
		if year != "" {
			year = joined(of, year)
		}
		return joined(day, month, year)
	}
}
