package cmdline

import (
	"strings"
	"unicode"

	"github.com/urfave/cli/v3"
)

// ListFlag is a flag that takes several words: networks, names, sites, engines,
// scenarios. By flag and by environment they are separated by commas or spaces,
// and the flag may be repeated; what files of variables leave behind, empty parts
// and quotes, is no part of a word. What may hold a comma or a space itself, such
// as a line to say, is no ListFlag.
type ListFlag = cli.FlagBase[[]string, cli.NoConfig, words]

// words is the value of a ListFlag.
type words struct{ to *[]string }

// Create implements cli.ValueCreator.
func (words) Create(preset []string, to *[]string, _ cli.NoConfig) cli.Value {
	*to = preset
	return &words{to}
}

// ToString implements cli.ValueCreator.
func (words) ToString(list []string) string { return strings.Join(list, ",") }

// Set implements flag.Value: it adds to the list.
func (w *words) Set(text string) error {
	*w.to = append(*w.to, wordsOf(text)...)
	return nil
}

// Get implements flag.Getter.
func (w *words) Get() any { return *w.to }

// String implements flag.Value.
func (w *words) String() string {
	if w.to == nil {
		return ""
	}
	return w.ToString(*w.to)
}

// wordsOf reads what was given to a ListFlag.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`,"'`, r) })
}
