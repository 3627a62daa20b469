package models

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// Phase is what a pull is doing.
type Phase string

// The phases.
const (
	// Waiting means that another pull of the same model goes on.
	Waiting   Phase = "waiting for another pull"
	Fetching  Phase = "fetching"
	Checking  Phase = "checking"
	Unpacking Phase = "unpacking"
)

// Progress is how far a pull is.
type Progress struct {
	Model string
	Phase Phase
	// Done and Total count bytes of the phase; Total is 0 if it is not known.
	Done, Total int64
}

// Puller brings models to a folder. Its fields are set before its first use;
// after that any number of goroutines and processes may pull.
type Puller struct {
	// Dir is the models folder; it is made if it is missing.
	Dir string
	// Client asks; nil is one that honours the proxies of the environment.
	Client *http.Client
	// From is a folder to take archives or unpacked models from instead of
	// the network; "" for none.
	From string
	// Trust accepts files that no known checksum holds. Their own is recorded
	// and holds them from then on.
	Trust bool
	// Progress, if set, is called every 256 KiB by the goroutine that pulls.
	Progress func(Progress)

	disk         disk
	pause, stall time.Duration
}

// Pull brings m to its place, or returns at once if it is there whole. It
// resumes what an earlier pull left, tries again when the network fails, and
// waits while another pull of m goes on. The model appears at its place in one
// step and only whole; whatever fails leaves what was there before. When ctx
// ends it stops and keeps the bytes it has. Errors are the sentinels of this
// package or of the system.
func (p *Puller) Pull(ctx context.Context, m Model) (err error) {
	q := *p // with the defaults, and telling of this model
	q.fill(m)
	if err := os.MkdirAll(filepath.Join(q.Dir, hidden), 0o755); err != nil {
		return explain(fmt.Errorf("make the models folder: %w", err), q.Dir)
	}
	unlock, err := lock(ctx, q.Dir, m.Name, func() { q.tell(Waiting, 0, 0) })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if Look(q.Dir, m).State == Here {
		return nil
	}
	work := workDir(q.Dir, m)
	if err := os.MkdirAll(work, 0o755); err != nil {
		return explain(fmt.Errorf("make the working folder: %w", err), q.Dir)
	}
	if err := q.room(m); err != nil {
		return err
	}
	if err := q.bring(ctx, m, filepath.Join(work, "tree")); err != nil {
		return fmt.Errorf("pull %s: %w", m.Name, explain(err, q.Dir))
	}
	return os.RemoveAll(work)
}

func (p *Puller) fill(m Model) {
	if p.Client == nil {
		p.Client = client()
	}
	if p.disk == nil {
		p.disk = osDisk{}
	}
	if p.pause == 0 {
		p.pause = defaultPause
	}
	if p.stall == 0 {
		p.stall = defaultStall
	}
	told := p.Progress
	p.Progress = func(g Progress) {
		if told != nil {
			g.Model = m.Name
			told(g)
		}
	}
}

func (p *Puller) tell(what Phase, done, total int64) {
	p.Progress(Progress{Phase: what, Done: done, Total: total})
}

// room checks that the disk has space for what is still to come.
func (p *Puller) room(m Model) error {
	need := m.grown() - keptBytes(p.Dir, m)
	if size, _ := m.Size(); p.From == "" && !m.file() {
		need += size // archive and files lie side by side for a while
	}
	free, err := p.disk.Free(p.Dir)
	if err != nil {
		return err
	}
	if free < need {
		return fmt.Errorf("%w: %s takes %s while it is unpacked, %s has %s; make room, or name another folder with --models",
			ErrNoSpace, m.Name, Bytes(need), p.Dir, Bytes(free))
	}
	return nil
}

// growth is how many times its size an archive of a model takes when nobody has
// said: bzip2 halves the largest of those known (Whisper, with its weights
// twice), and hardly touches the rest.
const growth = 2.5

// grown is about the bytes that the unpacked model takes.
func (m Model) grown() int64 {
	size, _ := m.Size()
	switch {
	case m.Unpacked > 0:
		return m.Unpacked
	case m.file():
		return size
	}
	return int64(float64(size) * growth)
}

// bring gets the parts, puts the model together at tree and moves it to its
// place.
func (p *Puller) bring(ctx context.Context, m Model, tree string) error {
	at, old := filepath.Join(p.Dir, m.Place), filepath.Join(workDir(p.Dir, m), "old")
	if err := errors.Join(os.RemoveAll(tree), os.RemoveAll(old)); err != nil { // of a pull that was killed
		return err
	}
	rec := newRecord()
	done, err := p.assemble(ctx, m, tree, rec)
	if err != nil {
		return errors.Join(err, os.RemoveAll(tree))
	}
	if lack := m.lacks(tree); lack != "" {
		return errors.Join(fmt.Errorf("%w: %s holds no %s", ErrBroken, m.Parts[0].base(), lack), os.RemoveAll(tree), done())
	}
	if err := rec.write(p.disk, p.Dir, m.Name); err != nil {
		return err
	}
	if err := os.Rename(at, old); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("move the broken model away: %w", err)
	}
	if err := os.Rename(tree, at); err != nil {
		return fmt.Errorf("move the model to its place: %w", err)
	}
	return nil
}
