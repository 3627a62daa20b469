package sphinx

import (
	"fmt"
	"os"
	"path/filepath"
)

// DefaultModelDir is where Debian's pocketsphinx-en-us puts the model.
const DefaultModelDir = "/usr/share/pocketsphinx/model/en-us"

// model is the files of a speech model.
type model struct {
	acoustic, language, dictionary string

	weight float64 // of a domain's language, 0-1
}

// find checks that dir holds a model, so that a missing package is told at
// start-up and not in the first call.
func find(dir string) (model, error) {
	m := model{
		acoustic:   filepath.Join(dir, "en-us"),
		language:   filepath.Join(dir, "en-us.lm.bin"),
		dictionary: filepath.Join(dir, "cmudict-en-us.dict"),
		weight:     domainWeight,
	}
	for _, path := range []string{filepath.Join(m.acoustic, "mdef"), m.language, m.dictionary} {
		if _, err := os.Stat(path); err != nil {
			return model{}, fmt.Errorf("%w: %w", ErrNoModel, err)
		}
	}
	return m, nil
}
