package models

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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

// bring gets the parts, puts the model together at root and moves it to its
// place.
func (p *Puller) bring(ctx context.Context, m Model, root string) error {
	work, at := workDir(p.Dir, m), filepath.Join(p.Dir, m.Place)
	old := filepath.Join(work, "old")
	if err := errors.Join(os.RemoveAll(root), os.RemoveAll(old)); err != nil { // of a pull that was killed
		return err
	}
	rec := newRecord()
	if err := p.assemble(ctx, m, root, rec); err != nil {
		return errors.Join(err, os.RemoveAll(root))
	}
	if lack := m.lacks(root); lack != "" {
		return errors.Join(fmt.Errorf("%w: %s holds no %s", ErrBroken, m.Parts[0].base(), lack), os.RemoveAll(work))
	}
	if err := rec.write(p.disk, p.Dir, m.Name); err != nil {
		return err
	}
	if err := os.Rename(at, old); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("move the broken model away: %w", err)
	}
	if err := os.Rename(root, at); err != nil {
		return fmt.Errorf("move the model to its place: %w", err)
	}
	return nil
}

// assemble puts the model together at root, and into rec what it is made of.
func (p *Puller) assemble(ctx context.Context, m Model, root string, rec record) error {
	if p.From != "" {
		folder, err := p.unpackedIn(m)
		if err != nil {
			return err
		}
		if folder != "" {
			return p.copyFolder(ctx, m, folder, &tree{Puller: p, root: root, rec: rec, limit: 1 << 62})
		}
	}
	for i, part := range m.Parts {
		path, sum, err := p.obtain(ctx, m, i)
		if err != nil {
			return err
		}
		rec.Sums[part.base()] = sum
		t := &tree{Puller: p, root: root, rec: rec, limit: m.bound()}
		if err := t.add(ctx, path, part); err != nil {
			if errors.Is(err, ErrBroken) && p.From == "" { // it would be so again
				err = errors.Join(err, discard(path))
			}
			return err
		}
	}
	return nil
}

// obtain has part i as a whole file at path with the right sum.
func (p *Puller) obtain(ctx context.Context, m Model, i int) (path, sum string, err error) {
	part := m.Parts[i]
	want, err := wantedSum(p.Dir, m, part)
	if err != nil {
		return "", "", err
	}
	if want == "" && !p.Trust {
		return "", "", fmt.Errorf("%w: of %s nobody has published one that could be checked here; "+
			"run `parley models pull --trust %s` to take it as it comes and hold it to that from then on",
			ErrUntrusted, part.Address, m.Name)
	}
	if p.From != "" {
		path = filepath.Join(p.From, part.base())
		sum, err = p.local(ctx, m, part, path, want)
		return path, sum, err
	}
	d := &download{Puller: p, model: m, part: part, path: partPath(p.Dir, m, i), want: want}
	sum, err = d.fetch(ctx)
	return d.path, sum, err
}

// local checks a part that lies in the folder From.
func (p *Puller) local(ctx context.Context, m Model, part Part, path, want string) (string, error) {
	got, err := sumOf(ctx, path, func(n int64) { p.tell(Checking, n, part.Size) })
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", fmt.Errorf("%w: %s holds neither %s nor an unpacked %s; put there what %s serves",
			ErrMissing, p.From, part.base(), m.Place, part.Address)
	case err != nil:
		return "", fmt.Errorf("read %s: %w", path, err)
	case part.Size > 0 && got.Size != part.Size:
		return "", fmt.Errorf("%w: %s has %d bytes, not %d; copy it again from %s", ErrBroken, path, got.Size, part.Size, part.Address)
	case want != "" && got.SHA256 != want:
		return "", fmt.Errorf("%w: %s has the SHA-256 %s, not %s; copy it again from %s", ErrBroken, path, got.SHA256, want, part.Address)
	}
	return got.SHA256, nil
}

// unpackedIn is the folder of From, or From itself, that holds the model
// unpacked; "" if an archive is there or nothing.
func (p *Puller) unpackedIn(m Model) (string, error) {
	if m.file() || exists(filepath.Join(p.From, m.Parts[0].base())) {
		return "", nil
	}
	for _, folder := range []string{filepath.Join(p.From, m.Place), p.From} {
		if m.lacks(folder) != "" {
			continue
		}
		if !p.Trust {
			return "", fmt.Errorf("%w: %s is unpacked already, and the sums are of the archives; add --trust to take it as it is",
				ErrUntrusted, folder)
		}
		return folder, nil
	}
	return "", nil
}

// copyFolder copies an unpacked model to t. Links in it are followed to files,
// as caches of downloads use them; folders behind links are left out.
func (p *Puller) copyFolder(ctx context.Context, m Model, from string, t *tree) error {
	return filepath.WalkDir(from, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return fmt.Errorf("open a file of %s: %w", m.Name, err)
		}
		defer f.Close()
		return t.write(ctx, filepath.ToSlash(name), f, ignore)
	})
}

// sumOf reads the file at path; step gets the bytes so far.
func sumOf(ctx context.Context, path string, step func(done int64)) (fileSum, error) {
	f, err := os.Open(path)
	if err != nil {
		return fileSum{}, err
	}
	defer f.Close()
	sum := sha256.New()
	n, err := copyData(ctx, sum, f, step)
	return fileSum{Size: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, err
}
