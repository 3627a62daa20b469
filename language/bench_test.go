package language_test

import (
	"strings"
	"testing"

	"parley/language"
)

func BenchmarkAnswer(b *testing.B) {
	for name, said := range map[string]string{
		"yes": "yes, please delete all three of them", "no": "I would much rather you did not delete them, they matter to me",
		"hostile": strings.Repeat("so go on ", 13), "objects": "yes " + strings.Repeat("all ", 39),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				language.Answer(said, clear)
			}
		})
	}
}
