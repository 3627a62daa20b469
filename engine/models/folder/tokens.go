package folder

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// ReadTokens reads a tokens.txt: a token and its number on each line, here in
// the order of the lines; the space token's line has the number alone. It
// returns ErrMissing, or ErrForm for a line that is none and for a file of no
// lines.
func ReadTokens(path string) ([]string, error) {
	file, err := os.Open(path) //nolint:gosec // the user names the folder
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, ErrMissing)
	}
	if err != nil {
		return nil, fmt.Errorf("open tokens: %w", err)
	}
	defer func() { _ = file.Close() }() // was only read
	var tokens []string
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		line := strings.TrimRight(lines.Text(), " \r")
		at := strings.LastIndexAny(line, " \t")
		if _, err := strconv.Atoi(line[at+1:]); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, len(tokens)+1, ErrForm)
		}
		tokens = append(tokens, line[:max(at, 0)])
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", path, ErrForm, err)
	}
	if len(tokens) == 0 {
		return nil, fmt.Errorf("%s: %w: no token", path, ErrForm)
	}
	return tokens, nil
}
