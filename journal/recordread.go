package journal

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"
)

// heldBytes bounds the commits that Read holds in memory, sealed.
const heldBytes = 4 << 20

// Read yields the commits after the one with the sequence after, 0 for all, in
// order: those that were there when it began. An error is the last thing it
// yields; without one nothing is missing. It yields ErrErased if the record has no
// commit after, ErrDamaged or ErrUnavailable, see there. The loop may take its time
// and may append.
//
// It asks the server for one commit at a time, newest first, as each names the one
// before it: so it does not matter what lies between them. It holds 4 MiB of them
// and asks for the others again when their turn comes.
func (r *Record) Read(ctx context.Context, after uint64) iter.Seq2[Commit, error] {
	return func(yield func(Commit, error) bool) {
		err := r.read(ctx, after, func(c Commit) bool { return yield(c, nil) })
		if err != nil {
			r.known.Store(nil)
			yield(Commit{}, fmt.Errorf("read record: %w", err))
		}
	}
}

func (r *Record) read(ctx context.Context, after uint64, yield func(Commit) bool) error {
	s, last, err := r.end(ctx)
	switch {
	case err != nil:
		return err
	case last.Sequence == after:
		return nil
	case last.Sequence < after:
		return r.lost(ctx, s, after)
	}
	links, err := r.log.links(ctx, last, after)
	if err == nil {
		err = r.log.each(ctx, s, links, yield)
	}
	if !errors.Is(err, errMissing) {
		return err
	}
	if err = r.lost(ctx, s, last.Sequence); err == nil {
		err = ErrDamaged
	}
	return err
}

// lost says why a record has no commit with a sequence that it had: ErrErased, ErrCut,
// or nil if it has it after all.
func (r *Record) lost(ctx context.Context, s *secret, seq uint64) error {
	if s == nil {
		return ErrErased
	}
	last, cut := r.log.complete(ctx, s, seq)
	err := r.still(ctx, s) // Erase removes commits first
	switch {
	case errors.Is(err, errOther):
		return ErrErased
	case err != nil:
		return err
	case errors.Is(cut, ErrCut) && last.Sequence == 0:
		return r.log.begun(ctx, s)
	}
	return cut
}

// link is where a commit is; commit is nil where it is to be asked for again.
type link struct {
	seq    uint64
	bytes  int
	commit *jetstream.RawStreamMsg
}

// links are the commits from last back to the one after a sequence, oldest first.
func (l *Log) links(ctx context.Context, last *jetstream.RawStreamMsg, after uint64) ([]link, error) {
	var all []link
	held := 0
	for m := last; ; {
		k := link{m.Sequence, len(m.Data), m}
		if held += k.bytes; held > heldBytes {
			k.commit = nil
		}
		all = append(all, k)
		if after < m.Sequence && m.Header.Get(baseHeader) != "" { // what came before is in it
			slices.Reverse(all)
			return all, nil
		}
		// It names the commit before it, as Append had the server compare.
		before, err := strconv.ParseUint(m.Header.Get(jetstream.ExpectedLastSubjSeqHeader), 10, 64)
		switch {
		case err != nil || before >= m.Sequence || m.Subject != last.Subject:
			return all, ErrDamaged
		case before == 0 && after > 0:
			return all, ErrErased // another record of the owner
		case before < after:
			return all, errMissing // the server has given its sequence to another
		case before == after:
			slices.Reverse(all)
			return all, nil
		}
		if m, err = l.commits.get(ctx, before); err != nil {
			return all, err
		}
	}
}

// each yields the commits of links.
func (l *Log) each(ctx context.Context, s *secret, links []link, yield func(Commit) bool) error {
	for _, k := range links {
		m := k.commit
		if m == nil {
			var err error
			if m, err = l.commits.get(ctx, k.seq); err != nil {
				return err
			}
		}
		c, err := s.commit(l.commitsOf(s.id), m)
		if err != nil {
			return err
		}
		if !yield(c) {
			return nil
		}
	}
	return nil
}

// commit reads a message of the commits.
func (s *secret) commit(subject string, m *jetstream.RawStreamMsg) (Commit, error) {
	plain, err := s.open(subject, m.Data)
	if err != nil {
		return Commit{}, err
	}
	events, err := decodeEvents(plain)
	return Commit{Seq: m.Sequence, At: m.Time, Events: events}, err
}

// end returns the owner's secret and their last commit, whose sequence is 0 if
// there is none.
func (r *Record) end(ctx context.Context) (*secret, *jetstream.RawStreamMsg, error) {
	known := r.known.Load()
	s, err := r.secret(ctx)
	if errors.Is(err, ErrNone) {
		return nil, &jetstream.RawStreamMsg{}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	last, err := r.log.commits.last(ctx, r.log.commitsOf(s.id))
	if err == nil && last.Sequence == 0 && known == s { // it may be erased
		r.known.CompareAndSwap(s, nil)
		return r.end(ctx)
	}
	return s, last, err
}
