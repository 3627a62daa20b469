package textnorm

import "testing"

func TestGerman(t *testing.T) {
	checkSayings(t, New("de-DE", nil), []saying{
		{"1.234,5 oder 21 oder 101", "eintausendzweihundertvierunddreißig Komma fünf oder einundzwanzig oder einhunderteins"},
		{"9,99 € und 1 €", "neun Euro neunundneunzig und ein Euro"},
		{"1,5 Mio. € oder 1 Mio. Kunden", "eins Komma fünf Millionen Euro oder eine Million Kunden"},
		{"Am 3. März 2026, der 1. Mai", "Am dritten März zweitausendsechsundzwanzig, der erste Mai"},
		{"15.03.2026 um 10:30 Uhr", "fünfzehnte März zweitausendsechsundzwanzig um zehn Uhr dreißig"},
		{"1999", "neunzehnhundertneunundneunzig"},
		{"20 % z.B. für Dr. Meier & Co", "zwanzig Prozent zum Beispiel für Doktor Meier und Co"},
		{"5 km, 1/2, 3/4", "fünf Kilometer, ein halb, drei Viertel"},
		{"1.000.000", "eine Million"},
		{"parley.example.com", "parley Punkt example Punkt com"},
		{"16 und 17 bis 70", "sechzehn und siebzehn bis siebzig"},
	})
}

func TestFrench(t *testing.T) {
	checkSayings(t, New("fr", nil), []saying{
		{"21, 71, 80, 81, 99, 200, 80 000", "vingt et un, soixante et onze, quatre-vingts, quatre-vingt-un, quatre-vingt-dix-neuf, " +
			"deux cents, quatre-vingt mille"},
		{"9,99 € ou 1 €", "neuf euros quatre-vingt-dix-neuf ou un euro"},
		{"1,5 million d'euros, 3 M€", "un virgule cinq millions d'euros, trois millions d'euros"},
		{"le 1er mars 2026", "le premier mars deux mille vingt-six"},
		{"le 3 mars à 10h30", "le trois mars à dix heures trente"},
		{"le 15/03/2026", "le quinze mars deux mille vingt-six"},
		{"20 % et 2e", "vingt pour cent et deuxième"},
		{"M. Dupont & Mme Roy", "monsieur Dupont et madame Roy"},
		{"1 234,5 km", "mille deux cent trente-quatre virgule cinq kilomètres"},
	})
}

func TestSpanish(t *testing.T) {
	checkSayings(t, New("es-MX", nil), []saying{
		{"21, 31, 100, 101, 1.234", "veintiuno, treinta y uno, cien, ciento uno, mil doscientos treinta y cuatro"},
		{"9,99 € y 1 €", "nueve euros con noventa y nueve y un euro"},
		{"2 millones y 21 km", "dos millones y veintiún kilómetros"},
		{"el 3 de marzo de 2026", "el tres de marzo de dos mil veintiséis"},
		{"el 15/03/2026", "el quince de marzo de dos mil veintiséis"},
		{"20 % del Sr. Ruiz, p.ej. a las 10:30", "veinte por ciento del señor Ruiz, por ejemplo a las diez y treinta"},
	})
}

// Of other languages only what no voice says is left out.
func TestOtherLanguages(t *testing.T) {
	s := New("pl", map[string]string{"Łódź": "wudź"})
	checkSayings(t, s, []saying{
		{"Mam 5 zł i 20% 🎉 w ŁÓDŹ.", "Mam 5 zł i 20% w wudź."},
		{"*tak* e.g. API (raz) dwa", "tak e.g. API, raz, dwa"},
		{"zwykły tekst", "zwykły tekst"},
	})
}
