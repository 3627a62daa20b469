package sherpa

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"parley/tts"
)

// The limits of tts.Voice.Rate: outside them speech is no longer understood.
const (
	minRate = 0.5
	maxRate = 2.0
)

// speed is v's rate in the engine's range.
func speed(v tts.Voice) float64 {
	if v.Rate == 0 {
		return 1
	}
	return min(max(v.Rate, minRate), maxRate)
}

// voices are the names of a model's voices, by number; "" where it has none.
type voices []string

// voicesOf lists the voices of a model of so many speakers: the network says
// their names, or the recordings do.
func voicesOf(l files, speakers int) voices {
	if len(l.voices) > 0 {
		var out voices
		for _, path := range l.voices {
			out = append(out, strings.TrimSuffix(filepath.Base(path), ".wav"))
		}
		return out
	}
	out := make(voices, max(speakers, 1))
	if names := l.metadata["speaker_names"]; names != "" {
		for i, n := range strings.Split(names, ",") {
			if i < len(out) {
				out[i] = strings.TrimSpace(n)
			}
		}
	}
	return out
}

// gender is what a voice's name tells: "female", "male" or "". Kokoro's names
// begin with a letter for the language, f or m, and "_"; Kitten's end in "-f" or
// "-m".
func gender(name string) string {
	mark := byte(0)
	switch {
	case len(name) >= 2 && (len(name) == 2 || name[2] == '_'):
		mark = name[1]
	case len(name) >= 2 && name[len(name)-2] == '-':
		mark = name[len(name)-1]
	}
	switch mark {
	case 'f':
		return "female"
	case 'm':
		return "male"
	}
	return ""
}

// kokoroLanguages are the first letters of Kokoro's names.
var kokoroLanguages = map[byte]string{
	'a': "en-us", 'b': "en-gb", 'e': "es", 'f': "fr", 'h': "hi", 'i': "it", 'j': "ja", 'p': "pt-br", 'z': "zh",
}

// language is the one a voice's name tells, "" if it tells none.
func language(name string) string {
	if gender(name) == "" || len(name) > 2 && name[2] != '_' {
		return ""
	}
	return kokoroLanguages[name[0]]
}

// manners describe voices of Kokoro in the words of scenarios, the better ones
// of each gender first: by their makers' descriptions and grades; no listening
// test was made.
var manners = []struct{ name, words string }{
	{"af_heart", "warm kind gentle"},
	{"af_bella", "warm lively passionate bright"},
	{"bf_emma", "calm clear formal older"},
	{"am_michael", "calm clear formal"},
	{"am_fenrir", "lively strong energetic"},
	{"am_puck", "bright quick young playful"},
	{"am_onyx", "low deep slow older gruff"},
	{"bm_george", "calm formal older dry"},
	{"bm_lewis", "low deep gruff older"},
	{"am_adam", "low deep"},
	{"af_nicole", "soft quiet shy whisper slow"},
	{"af_sarah", "calm clear"},
	{"af_sky", "young bright soft"},
	{"bf_isabella", "soft warm"},
	{"bf_lily", "young soft shy"},
	{"am_liam", "young lively"},
	{"am_santa", "older warm low"},
}

// pick is the number of the nearest voice to v: by name, else by gender, then
// language, then manner and age, and of equal ones the best known or the first.
func (vs voices) pick(v tts.Voice) int {
	if i := vs.named(v.Name); i >= 0 {
		return i
	}
	best, most := 0, -1
	for i, name := range vs {
		if score := score(name, v); score > most {
			best, most = i, score
		}
	}
	return best
}

func (vs voices) named(name string) int {
	if name == "" {
		return -1
	}
	if i := slices.Index(vs, name); i >= 0 {
		return i
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 0 && n < len(vs) {
		return n
	}
	return -1
}

// score weighs what a voice's name tells of it.
func score(name string, v tts.Voice) int {
	points := 0
	if v.Gender != "" && gender(name) == v.Gender {
		points += 10000
	}
	points += 1000 * sameLanguage(language(name), strings.ToLower(v.Language))
	at := slices.IndexFunc(manners, func(m struct{ name, words string }) bool { return m.name == name })
	if at < 0 {
		return points
	}
	words := strings.Fields(manners[at].words)
	for w := range strings.FieldsFuncSeq(strings.ToLower(v.Manner), func(r rune) bool { return r < 'a' || r > 'z' }) {
		if slices.Contains(words, w) {
			points += 100
		}
	}
	if v.Age >= 50 && slices.Contains(words, "older") || v.Age > 0 && v.Age < 30 && slices.Contains(words, "young") {
		points += 50
	}
	return points + len(manners) - at
}

// sameLanguage is 3 for the same language and region, 2 for the same language, 1
// for a voice that tells none, 0 else. want is empty for English.
func sameLanguage(has, want string) int {
	if want == "" {
		want = "en"
	}
	base := func(tag string) string { b, _, _ := strings.Cut(tag, "-"); return b }
	switch {
	case has == "":
		return 1
	case has == want:
		return 3
	case base(has) == base(want):
		return 2
	}
	return 0
}
