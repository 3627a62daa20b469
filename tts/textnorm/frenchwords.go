package textnorm

import "strings"

func french() *language {
	return &language{
		digits: frDigits, cardinal: frCardinal, counted: frCardinal, ordinal: frOrdinal, year: frCardinal,
		ordinals: []string{"er", "ère", "re", "e", "ème", "eme"},
		comma:    true, point: "virgule", minus: "moins", plus: "plus", about: "environ", to: "à", times: "fois", number: "numéro",
		ratio: "contre", outOf: "sur", version: "version", and: "et",
		scales: map[string]scale{
			"million": {"un million", "millions"}, "millions": {"un million", "millions"}, "milliard": {"un milliard", "milliards"},
			"milliards": {"un milliard", "milliards"}, "mille": {"mille", "mille"}, "k": {"mille", "mille"},
			"md":  {"un milliard", "milliards"},
			"mds": {"un milliard", "milliards"}, "m": {"un million", "millions"},
		},
		coins: map[string]coin{
			"€": {"euro", "euros", "centime", "centimes"}, "$": {"dollar", "dollars", "cent", "cents"},
			"£": {"livre", "livres", "penny", "pence"}, "¥": {"yen", "yens", "sen", "sen"},
			"CHF": {"franc", "francs", "centime", "centimes"},
		},
		of: frOf, units: frUnits, few: func(whole string, _ bool) bool { return whole == "0" || whole == "1" },
		months: strings.Fields("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
		day:    frDay, date: dayFirst(""), clock: frClock, fraction: frFraction, hourMark: "h",
		address: address{"point", "arobase", "barre oblique", "tiret", "tiret bas", "deux points"},
		symbols: map[rune]string{
			'&': "et", '@': "arobase", '+': "plus", '=': "égale", '%': "pour cent", '×': "fois", '÷': "divisé par", '±': "plus ou moins",
			'≈': "environ", '≤': "au plus", '≥': "au moins", '≠': "différent de", '→': "vers", '°': "degrés", '§': "paragraphe",
			'½': "un demi",
			'¼': "un quart", '¾': "trois quarts", '‰': "pour mille", '²': "au carré", '³': "au cube",
		},
		abbreviations: map[string]string{
			"m.": "monsieur", "mme": "madame", "mlle": "mademoiselle", "dr": "docteur", "etc.": "et cetera",
			"p.ex.":   "par exemple", //nolint:misspell // French
			"c.-à-d.": "c'est-à-dire", "n°": "numéro", "env.": "environ", "svp": "s'il vous plaît", "rdv": "rendez-vous",
			"tél.": "téléphone",
			"av.":  "avenue", "st": "saint", "ste": "sainte", "max.": "maximum", "min.": "minimum",
		},
	}
}

var frUnits = map[string]name{
	"%": {"pour cent", "pour cent"}, "°C": {"degré Celsius", "degrés Celsius"}, "°": {"degré", "degrés"},
	"km": {"kilomètre", "kilomètres"}, "m": {"mètre", "mètres"}, "cm": {"centimètre", "centimètres"}, "mm": {"millimètre", "millimètres"},
	"km/h": {"kilomètre heure", "kilomètres heure"}, "m²": {"mètre carré", "mètres carrés"}, "kg": {"kilo", "kilos"},
	"g": {"gramme", "grammes"}, "mg": {"milligramme", "milligrammes"}, "l": {"litre", "litres"}, "L": {"litre", "litres"},
	"ml": {"millilitre", "millilitres"}, "Ko": {"kilooctet", "kilooctets"}, "Mo": {"mégaoctet", "mégaoctets"},
	"Go": {"gigaoctet", "gigaoctets"}, "To": {"téraoctet", "téraoctets"}, "Hz": {"hertz", "hertz"}, "GHz": {"gigahertz", "gigahertz"},
	"W": {"watt", "watts"}, "kW": {"kilowatt", "kilowatts"}, "kWh": {"kilowattheure", "kilowattheures"}, "V": {"volt", "volts"},
	"ms": {"milliseconde", "millisecondes"}, "s": {"seconde", "secondes"}, "min": {"minute", "minutes"}, "x": {"fois", "fois"},
}
