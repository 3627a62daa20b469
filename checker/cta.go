package checker

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley"
	"parley/scenarios"
)

// Limits of a call to action.
const (
	maxCTAWords = 4
	maxCTARunes = 48 // four long words; the page shows it on one line
	// significant is how far progress must move for a call to action.
	significant = 2
	// secretLetters is how long a word of the scene's secrets must be to count:
	// shorter ones are in every sentence.
	secretLetters = 5
)

// cleanCTA returns s as one line of at most four words that ends in ! or ?, or
// "" if it cannot be one: part of a longer sentence would say something else.
func cleanCTA(s string) string {
	words := strings.Fields(parley.OneLine(strings.ToValidUTF8(s, "")))
	if len(words) > maxCTAWords {
		return ""
	}
	s = strings.Join(words, " ")
	if !strings.HasSuffix(s, "!") && !strings.HasSuffix(s, "?") {
		s = strings.TrimRight(s, " .,;:…") + "!"
	}
	if utf8.RuneCountInString(s) > maxCTARunes || strings.IndexFunc(s, unicode.IsLetter) < 0 {
		return ""
	}
	return s
}

// allowedCTA is a clean cta, or "" if it names the user, writes in another
// script than the scene's, or hints at what to do or at what the character
// holds back.
func allowedCTA(cta, username string, s scenarios.Scenario) string {
	if cta = cleanCTA(cta); cta == "" || foreign(cta, s.Language) {
		return ""
	}
	words := listen(cta).words
	for _, n := range listen(username).words {
		if slices.ContainsFunc(words, func(w word) bool { return w.text == n.text }) {
			return ""
		}
	}
	if len(words) > 1 && orders[words[0].text] {
		return ""
	}
	secret := secrets(s)
	for _, w := range words {
		if secret[singular(w.text)] && !praise[w.text] {
			return ""
		}
	}
	return cta
}

// secrets are the longer words of what the user is not told before the call or
// only in a hint.
func secrets(s scenarios.Scenario) map[string]bool {
	texts := slices.Concat(s.Character, s.Negprompt)
	for _, h := range s.Hints {
		texts = append(texts, h.Text)
	}
	for _, c := range s.Rubric {
		texts = append(texts, c.Check, c.Example)
	}
	m := map[string]bool{}
	for _, t := range texts {
		for _, w := range listen(t).words {
			if utf8.RuneCountInString(w.text) >= secretLetters {
				m[singular(w.text)] = true
			}
		}
	}
	return m
}

// singular takes a plural's s off, where there is one.
func singular(w string) string { return strings.TrimSuffix(w, "s") }

// otherScripts are the languages of other scripts than the Latin one.
var otherScripts = set("ar bg el fa he hi ja ka ko mk ru sr th uk ur zh")

// primary is the language of a BCP 47 tag, whatever its region or script.
func primary(tag string) string {
	base, _, _ := strings.Cut(tag, "-")
	return fold(base)
}

// foreign reports letters of another script in a scene of the Latin one.
func foreign(cta, language string) bool {
	return !otherScripts[primary(language)] && strings.ContainsFunc(cta, func(r rune) bool {
		return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r)
	})
}

// callWords are the calls to action of a judge without a model, by what happened.
type callWords struct{ up, down, won, lost []string }

// callsOf are those of a BCP 47 tag's language, none where nobody has written any.
func callsOf(language string) callWords { return calls[primary(language)] }

// calls name nothing of a scene and tell the user as a stranger would; each keeps
// allowedCTA's limits.
var calls = map[string]callWords{
	"en": {
		up:   []string{"Keep it up!", "Well played!", "You're getting somewhere!"},
		down: []string{"That was a misstep!", "Bad move!", "That cost you!"},
		won:  []string{"You did it!"}, lost: []string{"That ended it!"},
	},
	"de": {
		up:   []string{"Weiter so!", "Gut gemacht!", "Das kam an!"},
		down: []string{"Ein Fehltritt!", "Das ging daneben!", "Das ging zu weit!"},
		won:  []string{"Geschafft!"}, lost: []string{"Das war es!"},
	},
	"fr": {
		up:   []string{"Continuez ainsi !", "Bien joué !", "Vous avancez !"},
		down: []string{"Faux pas !", "Mauvaise idée !", "Raté !"},
		won:  []string{"C’est gagné !"}, lost: []string{"C’est fini !"},
	},
	"es": {
		up:   []string{"¡Siga así!", "¡Bien hecho!", "¡Va por buen camino!"},
		down: []string{"¡Un paso en falso!", "¡Mala jugada!", "¡Eso le costó!"},
		won:  []string{"¡Lo ha conseguido!"}, lost: []string{"¡Hasta aquí llegó!"},
	},
	"it": {
		up:   []string{"Continui così!", "Ben fatto!", "Va nella direzione giusta!"},
		down: []string{"Un passo falso!", "Mossa sbagliata!", "Questo è costato!"},
		won:  []string{"Ce l’ha fatta!"}, lost: []string{"È finita qui!"},
	},
	"pt": {
		up:   []string{"Continue assim!", "Muito bem!", "Está no bom caminho!"},
		down: []string{"Um passo em falso!", "Má jogada!", "Isso teve um preço!"},
		won:  []string{"Conseguiu!"}, lost: []string{"Acabou!"},
	},
}

var (
	// orders begin a hint: "Show the data!".
	orders = set("show tell ask mention say offer give explain name bring answer prove share promise apologize apologise admit " +
		"describe present use talk speak listen address quote invite praise flatter compliment thank " +
		"zeig zeige sag sage frag frage nenne erklär erkläre biete gib erwähne beweise versprich entschuldige lobe sprich " +
		"montre montrez dis dites demande demandez explique expliquez donne donnez mentionne cite citez offre parle parlez " +
		"muestra muestre di diga pregunta pregunte explica explique da dé menciona ofrece habla hable cuenta " +
		"mostra mostri chiedi chieda spiega spieghi dai dia menziona offri parla parli racconta")
	// praise are longer words that encourage or blame in any scene; they are no
	// hint although a secret may hold them.
	praise = set("again almost already always better careful close coming different doing don't enough every everything excellent " +
		"fantastic first going great keeping little moment moves nearly never nicely other perfect please pretty progress " +
		"really right still strong there thing think times together towards trouble warmer where working would wrong worse " +
		"weiter besser nicht nochmal super richtig falsch schlecht encore presque super mieux mauvais attention " +
		"sigue bueno mejor cuidado bravo avanti meglio quasi attento")
)
