package textnorm

import "testing"

// saying is a text and how it is said.
type saying struct{ text, want string }

func checkSayings(t *testing.T, n *Normaliser, sayings []saying) {
	t.Helper()
	for _, tt := range sayings {
		if got := n.Normalise(tt.text).Said; got != tt.want {
			t.Errorf("%q\n is said %q\n    want %q", tt.text, got, tt.want)
		}
		if again := n.Normalise(tt.want).Said; again != tt.want && len(n.pronunciations) == 0 {
			t.Errorf("%q is said once more as %q", tt.want, again)
		}
	}
}

// TestOtherLanguages holds that of languages but English only what no voice
// says is left out, and that pronunciations work in them.
func TestOtherLanguages(t *testing.T) {
	for language, sayings := range map[string][]saying{
		"pl": {
			{"Mam 5 zł i 20% 🎉 w ŁÓDŹ.", "Mam 5 zł i 20% w wudź."},
			{"*tak* e.g. API (raz) dwa", "tak e.g. API, raz, dwa"},
			{"zwykły tekst", "zwykły tekst"},
		},
		"de-DE": {
			{"Am 3. März um 10:30 Uhr: **9,99 €** für Dr. Łódź 😀", "Am 3. März um 10:30 Uhr: 9,99 € für Dr. wudź"},
			{"A1B2, 1.000.000 & 5 km/h", "A1B2, 1.000.000 & 5 km/h"},
		},
		"fr": {{"le 1er mars (20 %) à 10h30", "le 1er mars, 20 % à 10h30"}},
		"es": {{"`9,99 €` del Sr. Ruiz", "9,99 € del Sr. Ruiz"}},
	} {
		checkSayings(t, New(language, map[string]string{"Łódź": "wudź"}), sayings)
	}
}
