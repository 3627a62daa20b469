package app

import (
	"fmt"
	"log/slog"
	"sync"

	"parley/llm/embedding"
	"parley/llm/understudy"
)

// meaning is the folder of the model that the scripts of this process read by.
var meaning struct {
	sync.Mutex
	folder string
}

// UseMeaning has the scripts of this process, which play and judge offline, read
// what users say by the meaning model in a folder; an empty name stands for none.
// A model that cannot be opened is a SetupError. Whatever opens engines or judges
// does it for its Config.MeaningModel, so that those of a process must all name the
// same: the last one counts.
func UseMeaning(folder string) error {
	meaning.Lock()
	defer meaning.Unlock()
	if folder == meaning.folder {
		return nil
	}
	if folder == "" {
		understudy.UseMeaning(nil)
	} else {
		m, err := embedding.Open(folder)
		if err != nil {
			return SetupError{fmt.Errorf("--meaning-model: %w", err)}
		}
		understudy.UseMeaning(m)
		slog.Info("meaning model", "folder", folder, "tokens", m.Tokens(), "dimensions", m.Dimensions())
	}
	meaning.folder = folder
	return nil
}
