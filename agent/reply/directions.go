package reply

import (
	"parley/agent/endpoint"
	"strings"
)

// directs reports whether text tells what the character does, such as "sighs
// heavily", "she leans back" or "a long pause". What has a figure in it is said.
func directs(text string) bool {
	if strings.ContainsAny(text, "0123456789%$€£") {
		return false
	}
	words := strings.Fields(strings.ToLower(text))
	for i, w := range words {
		words[i] = strings.Trim(w, ".,!?;:'\"…")
	}
	if len(words) > 1 && words[0] == "to" && (words[1] == "himself" || words[1] == "herself" || words[1] == "themselves") ||
		len(words) > 2 && words[0] == "under" && words[2] == "breath" {
		return true
	}
	at := 0
	for at < len(words) && lead[words[at]] {
		at++
	}
	switch {
	case at == len(words):
		return at > 0 && manner[words[at-1]]
	case acts[words[at]]:
		return true
	case deeds[words[at]]: // a noun as well: "a long sigh", not "look, I know"
		return len(words) <= 3 && at == len(words)-1
	case at > 0 && (words[at-1] == "his" || words[at-1] == "her") && at+1 < len(words):
		return acts[words[at+1]] // "her voice softens"
	}
	return false
}

// manner is how something is done; alone it is a direction too.
var manner = endpoint.Set("quietly softly angrily sadly nervously slowly coldly warmly firmly gently flatly dryly sharply loudly calmly " +
	"sternly hesitantly thoughtfully sarcastically bitterly excitedly happily impatiently wearily heavily awkwardly")

// lead may stand before what is done.
var lead = func() map[string]bool {
	m := endpoint.Set("he she they his her a an the long short slight deep soft nervous heavy awkward small brief still then and with")
	for w := range manner {
		m[w] = true
	}
	return m
}()

// deeds are what characters do between their words.
var deeds = endpoint.Set("sigh laugh chuckle smile grin nod shake shrug pause lean look glance stare frown raise roll cross fold tap clear " +
	"cough gasp groan grunt hesitate whisper mutter murmur sit stand walk turn step point wave take put pick sip drink wink blink " +
	"blush giggle snort scoff sob cry sniff sniffle swallow exhale inhale breathe think consider ponder watch gesture reach open " +
	"close slide push pull drum rub scratch tilt lower lift narrow soften straighten relax stiffen freeze flinch wince shift fidget " +
	"listen wait smirk beam yawn hum whistle clap bow kneel hug growl hiss shout yell speak continue interrupt beat silence")

// acts are the forms of deeds that name an action: "sighs", "sighing".
var acts = func() map[string]bool {
	m := map[string]bool{}
	for w := range deeds {
		stem := strings.TrimSuffix(w, "e")
		m[w+"s"], m[w+"es"], m[stem+"ing"], m[w+w[len(w)-1:]+"ing"] = true, true, true, true
		if y, ok := strings.CutSuffix(w, "y"); ok {
			m[y+"ies"] = true
		}
	}
	return m
}()
