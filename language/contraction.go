package language

import "strings"

// opened parts a folded word at its apostrophes: an English contraction into what it stands
// for, an elision of another language into its halves. An "'s" of possession goes.
func opened(word string) []string {
	if parts := contractions[word]; parts != nil {
		return parts
	}
	head, tail, found := strings.Cut(word, "'")
	switch {
	case !found, head == "":
		return []string{strings.Trim(word, "'")}
	case tail == "t" && strings.HasSuffix(head, "n"):
		return []string{head[:len(head)-1], "not"}
	case endings[tail] != "":
		return []string{head, endings[tail]}
	case tail == "s" && subjects[head]:
		return []string{head, "is"}
	case tail == "s":
		return []string{head}
	}
	return append([]string{head}, opened(tail)...)
}

// elided parts a folded word at its apostrophes where these stand for no letters that
// have to be known: "l'idee".
func elided(word string) []string { return strings.Split(word, "'") }

var (
	// endings are what stands behind an apostrophe.
	endings = map[string]string{"re": "are", "ve": "have", "ll": "will", "m": "am", "d": "would"}
	// subjects tell "it's" from "Sterling's".
	subjects = Set("it that he she what there here who this how where when everything")
	// contractions are those that no rule opens, and those that are written without their
	// apostrophe and are no other word: "im" is one in German, "lets" in English.
	contractions = readContractions(`
can't cannot cant: can not
won't wont: will not
ain't aint: am not
shan't: shall not
let's: let us
y'all: you
o'clock: o'clock
don't dont: do not
doesn't doesnt: does not
didn't didnt: did not
isn't isnt: is not
haven't havent: have not
wouldn't wouldnt: would not
couldn't couldnt: could not
shouldn't shouldnt: should not
ive: i have
whats: what is
hows: how is
wheres: where is
whens: when is
thats: that is
`)
)

func readContractions(lines string) map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(lines) {
		written, parts, _ := strings.Cut(strings.TrimSpace(line), ":")
		for w := range strings.FieldsSeq(written) {
			all[w] = strings.Fields(parts)
		}
	}
	return all
}
