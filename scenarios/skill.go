package scenarios

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hbollon/go-edlib"
)

// Skill is something that scenes train, under one id in all of them.
type Skill struct {
	// ID is kebab-case English.
	ID string `json:"id"`
	// Names are by language: en, de, es and fr.
	Names map[string]string `json:"names"`
}

//go:embed skills/skills.json
var skillFile []byte

// Skills are those that the built-in scenes and their rubrics share, in the order in
// which they are shown. The list and its names are shared: read them, do not write.
func Skills() []Skill { return readSkills() }

var readSkills = sync.OnceValue(func() []Skill {
	var all []Skill
	if err := json.Unmarshal(skillFile, &all); err != nil {
		panic(err) // the file is the binary's own
	}
	return all
})

// SkillName is the name of a skill in the language of a BCP 47 tag, in English where
// the list has none in that, and an author's own words as they are.
func SkillName(skill, tag string) string {
	for _, s := range Skills() {
		if s.ID == skill {
			return cmp.Or(s.Names[primaryOf(tag)], s.Names[DefaultLanguage])
		}
	}
	return skill
}

// warnOfSkills tells of the skills that are no ids of the list, each once, where it
// stands first: nothing adds them up with those of other scenes.
func warnOfSkills(r *report, s Scenario) {
	told := map[string]bool{"": true} // a check need not have one
	ids := make([]string, len(Skills()))
	for i, known := range Skills() {
		ids[i], told[known.ID] = known.ID, true
	}
	warn := func(field, skill string) {
		if !told[skill] {
			told[skill] = true
			r.add(field, "%q is in no other scene and keeps these words in every language; the nearest id is %s, of %s",
				skill, nearestSkill(skill), strings.Join(ids, ", "))
		}
	}
	for i, skill := range s.Skills {
		warn(fmt.Sprintf("skills[%d]", i), skill)
	}
	for i, c := range s.Rubric {
		warn(fmt.Sprintf("rubric[%d].skill", i), c.Skill)
	}
}

// nearestSkill is the id of the skill that has the most in common with words: as a
// share of its letter pairs and theirs, by its id or one of its names.
func nearestSkill(words string) string {
	alike := func(name string) float32 {
		return edlib.SorensenDiceCoefficient(strings.ToLower(words), strings.ToLower(strings.ReplaceAll(name, "-", " ")), 2)
	}
	near := func(s Skill) float32 {
		most := alike(s.ID)
		for name := range maps.Values(s.Names) {
			most = max(most, alike(name))
		}
		return most
	}
	return slices.MaxFunc(Skills(), func(a, b Skill) int { return cmp.Compare(near(a), near(b)) }).ID
}
