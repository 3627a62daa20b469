package journal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// settledAfter is how long nothing was written to a journal whose last line may be
// told to be torn: another process may be at it.
const settledAfter = time.Minute

// Damage is a line of a file that is not as it was written.
type Damage struct {
	// File is where it is; Line counts from 1.
	File string
	Line int
	// Torn is set if it is the last line and has no end, as after a loss of power.
	Torn bool
}

// Check reads all journals of the folder and has see told of each line that is damaged.
// It returns when all are read or ctx ends. 10,000 journals of 8 KiB take about a
// second.
func (d *Dir) Check(ctx context.Context, see func(Damage)) error {
	names, err := journals(d.path)
	if err != nil {
		return fmt.Errorf("check journals: %w", err)
	}
	var errs []error
	for _, name := range names {
		if ctx.Err() != nil {
			return nil //nolint:nilerr // who ends it wants no more of it
		}
		if err := checkJournal(name, see); err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("check journals: %w", err)
	}
	return nil
}

func checkJournal(name string, see func(Damage)) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // only read
	lines := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			if len(line) > 0 && settled(f) {
				see(Damage{name, n, true})
			}
			return nil
		}
		if err != nil {
			return err
		}
		if !whole(line) {
			see(Damage{name, n, false})
		}
	}
}

func settled(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && time.Since(info.ModTime()) > settledAfter
}

// Check reads all profiles and has see told of those that are damaged, which Load
// drops.
func (p *Profiles) Check(ctx context.Context, see func(Damage)) error {
	names, err := filepath.Glob(filepath.Join(globbed(p.path), "*.json"))
	if err != nil {
		return fmt.Errorf("check profiles: %w", err)
	}
	for _, name := range names {
		if ctx.Err() != nil {
			return nil //nolint:nilerr // who ends it wants no more of it
		}
		if data, err := os.ReadFile(name); err == nil && !isProfile(data) {
			see(Damage{name, 1, false})
		}
	}
	return nil
}

// likely reports whether a line that is damaged names an alias, but for two of its
// bytes.
func likely(line []byte, alias string) bool {
	for at := 0; at+len(alias) <= len(line); at++ {
		wrong := 0
		for i := 0; i < len(alias) && wrong <= 2; i++ {
			if line[at+i] != alias[i] {
				wrong++
			}
		}
		if wrong <= 2 {
			return true
		}
	}
	return false
}
