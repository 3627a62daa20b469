package journal

import (
	"encoding/json"
	"fmt"
)

// Keep puts v as JSON into a file in the place of what was there, whole or not at all.
func Keep(path string, v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		err = replaceFile(path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep %s: %w", path, err)
	}
	return nil
}
