package textnorm

import "strings"

func spanish() *language {
	return &language{
		digits: esDigits, cardinal: esCardinal, counted: esCounted, ordinal: esOrdinal, year: esCardinal,
		ordinals: []string{"º", "ª", ".º", ".ª", "o.", "er"},
		comma:    true, point: "coma", minus: "menos", plus: "más", about: "unos", to: "a", times: "veces", number: "número",
		ratio: "a", outOf: "de", version: "versión", and: "y",
		scales: map[string]scale{
			"millón": {"un millón", "millones"}, "millones": {"un millón", "millones"}, "mil": {"mil", "mil"}, "k": {"mil", "mil"},
			"m": {"un millón", "millones"}, "billones": {"un billón", "billones"},
		},
		coins: map[string]coin{
			"€": {"euro", "euros", "céntimo", "céntimos"}, "$": {"dólar", "dólares", "centavo", "centavos"},
			"£": {"libra", "libras", "penique", "peniques"}, "¥": {"yen", "yenes", "sen", "sen"},
			"CHF": {"franco", "francos", "céntimo", "céntimos"},
		},
		cents: "con", of: func(coin string) string { return "de " + coin },
		units: esUnits, few: func(whole string, decimals bool) bool { return whole == "1" && !decimals },
		months: strings.Fields("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
		day:    esDay, dayOfMonth: "de", date: dayFirst("de"), clock: esClock, fraction: esFraction,
		address: address{"punto", "arroba", "barra", "guion", "guion bajo", "dos puntos"},
		symbols: map[rune]string{
			'&': "y", '@': "arroba", '+': "más", '=': "igual a", '%': "por ciento", '×': "por", '÷': "entre", '±': "más o menos",
			'≈': "unos", '≤': "como máximo", '≥': "como mínimo", '≠': "distinto de", '→': "a", '°': "grados", '§': "párrafo",
			'½': "medio",
			'¼': "un cuarto", '¾': "tres cuartos", '‰': "por mil", '²': "al cuadrado", '³': "al cubo",
		},
		abbreviations: map[string]string{
			"sr.": "señor", "sra.": "señora", "srta.": "señorita", "dr.": "doctor", "dra.": "doctora", "etc.": "etcétera",
			"p.ej.": "por ejemplo", "ej.": "ejemplo", "ud.": "usted", "uds.": "ustedes", "n.º": "número", "núm.": "número",
			"aprox.": "aproximadamente", "tel.": "teléfono", "avda.": "avenida", "dpto.": "departamento", "máx.": "máximo",
			"mín.":   "mínimo",
			"ee.uu.": "Estados Unidos",
		},
	}
}

var esUnits = map[string]name{
	"%": {"por ciento", "por ciento"}, "°C": {"grado Celsius", "grados Celsius"}, "°": {"grado", "grados"},
	"km": {"kilómetro", "kilómetros"}, "m": {"metro", "metros"}, "cm": {"centímetro", "centímetros"}, "mm": {"milímetro", "milímetros"},
	"km/h": {"kilómetro por hora", "kilómetros por hora"}, "m²": {"metro cuadrado", "metros cuadrados"}, "kg": {"kilo", "kilos"},
	"g": {"gramo", "gramos"}, "mg": {"miligramo", "miligramos"}, "l": {"litro", "litros"}, "L": {"litro", "litros"},
	"ml": {"mililitro", "mililitros"}, "KB": {"kilobyte", "kilobytes"}, "MB": {"megabyte", "megabytes"}, "GB": {"gigabyte", "gigabytes"},
	"TB": {"terabyte", "terabytes"}, "Hz": {"hercio", "hercios"}, "GHz": {"gigahercio", "gigahercios"}, "W": {"vatio", "vatios"},
	"kW": {"kilovatio", "kilovatios"}, "kWh": {"kilovatio hora", "kilovatios hora"}, "V": {"voltio", "voltios"},
	"ms": {"milisegundo", "milisegundos"}, "s": {"segundo", "segundos"}, "min": {"minuto", "minutos"}, "h": {"hora", "horas"},
	"x": {"vez", "veces"},
}
