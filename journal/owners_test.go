//go:build !race

package journal_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"parley/journal"
)

// TestTenThousandOwners are listed, each once, and found by their ids.
func TestTenThousandOwners(t *testing.T) {
	l, js := newLog(t)
	const owners = 10_000
	want := make([]string, owners)
	for i := range want {
		want[i] = fmt.Sprintf("u-%064d", i)
	}
	var wg sync.WaitGroup
	for part := range slices.Chunk(want, owners/40) {
		wg.Go(func() {
			for _, owner := range part {
				if _, err := l.Record(owner).Append(t.Context(), 0, note("hello")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	var got []string
	for owner, err := range l.Owners(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, owner)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("%d owners, want %d", len(got), len(want))
	}
	for _, owner := range []string{want[0], want[owners/2], want[owners-1]} {
		id, err := openLog(t, js).Record(owner).ID(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := l.OwnerOf(t.Context(), id); got != owner || err != nil {
			t.Errorf("OwnerOf(%s) = %s, %v, want %s", id, got, err, owner)
		}
	}
	for _, id := range []string{"", "NOBODY", "*", ">", "a.b", strings.Repeat("A", 26)} {
		if got, err := l.OwnerOf(t.Context(), id); !errors.Is(err, journal.ErrNone) {
			t.Errorf("OwnerOf(%q) = %q, %v, want ErrNone", id, got, err)
		}
	}
}
