package grammar

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"parley/language"
)

// files are the words and patterns of the commands. Their faults panic: the tests read
// them all.
//
//go:embed commands/*.txt
var files embed.FS

var (
	lists = readLists()

	spellings = pairs("spellings")
	kindWords = pairs("kinds")
	levels    = pairs("levels")
	misheard  = pairs("misheard")
	preferred = pairs("preference keys")

	fillers       = words("fillers")
	stutters      = words("stutters")
	paused        = words("paused")
	tailWords     = words("tail words")
	abbreviations = words("abbreviations")
	directions    = words("directions")
	joins         = words("joins")
	subjects      = words("subjects")
	labels        = words("labels")
	particles     = words("particles")
	noObject      = words("no object")
	finite        = words("finite")
	links         = words("links")
	verbs         = words("verbs")
	nouns         = words("nouns")
	compounds     = words("compounds")
	intransitive  = words("intransitive")
	chatter       = words("chatter")
	asides        = words("asides")
	unlisted      = words("unlisted")
	notOwn        = words("not own")
	talking       = words("talking")
	pronouns      = words("pronouns")
	questionWords = words("question words")
	guards        = words("guards")
	everything    = words("everything")
	taskWords     = words("task words")
	pointing      = words("pointing")
	aroundKinds   = words("around kinds")
	manyWords     = words("many words")
	factVerbs     = words("fact verbs")
	likings       = words("likings")
	knownWords    = words("known words")
	floating      = words("floating")
	beforeMark    = words("before mark")
	endsMark      = words("ends mark")
	dangling      = words("dangling")
	idle          = words("idle")
	ties          = words("ties")
	begun         = words("begun")
	cities        = words("cities")
	commonRefs    = words("common refs")
	leaving       = words("leaving")
	soon          = words("soon")
)

func readLists() *language.Lists {
	names, err := fs.Glob(files, "commands/*.txt")
	var all strings.Builder
	for _, name := range names {
		data, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		all.Write(data)
	}
	l, err2 := language.ReadLists(all.String())
	if err != nil || err2 != nil {
		panic(fmt.Sprintf("grammar: %v, %v", err, err2))
	}
	return l
}

// words is a list of words.
func words(name string) map[string]bool {
	list := lists.Words[name]
	if list == nil {
		panic(fmt.Sprintf("grammar: there are no words %q", name))
	}
	return list
}

// phrases are a list of patterns.
func phrases(name string) []string {
	if lists.Phrases[name] == nil {
		panic(fmt.Sprintf("grammar: there are no phrases %q", name))
	}
	return lists.Phrases[name]
}

// pairs is a list of lines "written: meant".
func pairs(name string) map[string]string {
	phrases(name)
	return lists.Table(name)
}
