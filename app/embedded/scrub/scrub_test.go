package scrub_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded/embeddedtest"
	"parley/app/embedded/scrub"
)

const messages = 40

var every = flag.Int("every", 61, "which of the bits of a file are wrong, one after the other: 1 is each")

// written is the folder of a server that was ended, with a stream of messages, some of
// them deleted, and a consumer.
func written(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	n := embeddedtest.StartNATS(t, dir)
	js := embeddedtest.Connect(t, n)
	s, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s.*"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.CreateConsumer(t.Context(), jetstream.ConsumerConfig{Durable: "c", AckPolicy: jetstream.AckExplicitPolicy}); err != nil {
		t.Fatal(err)
	}
	for i := range messages {
		opt := jetstream.WithMsgID(fmt.Sprint(i))
		if _, err := js.Publish(t.Context(), "s.a", fmt.Appendf(nil, "message %d %s", i, strings.Repeat("x", 3*i)), opt); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SecureDeleteMsg(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteMsg(t.Context(), 9); err != nil {
		t.Fatal(err)
	}
	js.Conn().Close()
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// left are the messages that a server finds in a folder.
func left(t *testing.T, dir string) (bodies []string) {
	t.Helper()
	n := embeddedtest.StartNATS(t, dir)
	js := embeddedtest.Connect(t, n)
	defer func() {
		js.Conn().Close()
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
	}()
	s, err := js.Stream(t.Context(), "S")
	if err != nil {
		t.Fatal(err)
	}
	for seq := uint64(1); seq <= s.CachedInfo().State.LastSeq; seq++ {
		if m, err := s.GetMsg(t.Context(), seq); err == nil {
			bodies = append(bodies, string(m.Data))
		}
	}
	return bodies
}

func sealed(string) bool { return true }

// copied is a folder like another.
func copied(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// find is the only file of a name under a folder.
func find(t *testing.T, dir, pattern string) string {
	t.Helper()
	var found []string
	if err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		inside, _ := filepath.Rel(filepath.Join(dir, "jetstream", "$G", "streams", "S"), path)
		if ok, _ := filepath.Match(pattern, inside); ok {
			found = append(found, path)
		}
		return err
	}); err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	return found[0]
}

// A store that is as it was written is left as it is.
func TestWhole(t *testing.T) {
	dir := written(t)
	before, err := os.ReadFile(find(t, dir, "msgs/1.blk"))
	if err != nil {
		t.Fatal(err)
	}
	if found, err := scrub.Store(dir, sealed); err != nil || len(found) != 0 {
		t.Fatalf("found %v, %v", found, err)
	}
	if after, err := os.ReadFile(find(t, dir, "msgs/1.blk")); err != nil || string(after) != string(before) {
		t.Errorf("it has changed, %v", err)
	}
	if got := left(t, dir); len(got) != messages-2 {
		t.Errorf("%d messages, want %d", len(got), messages-2)
	}
}

// Any one bit of a block or of a description is put right.
func TestOneBit(t *testing.T) {
	dir, unseen := written(t), 0
	for _, name := range []string{"msgs/1.blk", "meta.inf", "meta.sum", "obs/c/meta.inf", "obs/c/meta.sum"} {
		file := find(t, dir, name)
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for bit := 0; bit < len(good)*8; bit += *every {
			bad := []byte(string(good))
			bad[bit/8] ^= 1 << (bit % 8)
			if err := os.WriteFile(file, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			found, err := scrub.Store(dir, sealed)
			after, readErr := os.ReadFile(file)
			if err == nil && len(found) == 0 { // of a message that was overwritten the server reads no lengths
				if got := left(t, copied(t, dir)); len(got) != messages-2 {
					t.Errorf("%s, bit %d of byte %d: not seen, and %d messages are left", name, bit%8, bit/8, len(got))
				}
				unseen++
				continue
			}
			if err != nil || readErr != nil || len(found) != 1 || found[0].Lost || string(after) != string(good) {
				t.Fatalf("%s, bit %d of byte %d: found %v, %v, %v; put right %t",
					name, bit%8, bit/8, found, err, readErr, string(after) == string(good))
			}
		}
	}
	if unseen > 5 {
		t.Errorf("%d wrong bits were not seen", unseen)
	}
}

// What is worse takes with it what it hit alone, and the file as it was is kept.
func TestManyBits(t *testing.T) {
	whole := written(t)
	all := left(t, whole)
	for name, spoil := range map[string]func([]byte) []byte{
		"ten bytes": func(b []byte) []byte { copy(b[len(b)/2:], "0123456789"); return b },
		"a hole":    func(b []byte) []byte { clear(b[len(b)/2 : len(b)/2+300]); return b },
		"a length":  func(b []byte) []byte { copy(b[:4], []byte{1, 2, 3, 4}); return b },
		"cut":       func(b []byte) []byte { return b[:len(b)-35] },
	} {
		t.Run(name, func(t *testing.T) {
			dir := copied(t, whole)
			file := find(t, dir, "msgs/1.blk")
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			bad := spoil([]byte(string(b)))
			if err := os.WriteFile(file, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			found, err := scrub.Store(dir, sealed)
			if err != nil || len(found) != 1 || found[0].Lost == (name == "cut") {
				t.Fatalf("found %+v, %v", found, err)
			}
			got := left(t, dir)
			most := len(all) - 1
			if name == "cut" { // the note that one was deleted is cut off
				most = len(all) + 1
			}
			if len(got) < len(all)-4 || len(got) > most {
				t.Errorf("%d messages are left of %d", len(got), len(all))
			}
			kept, err := filepath.Glob(filepath.Join(dir, scrub.Kept, "jetstream", "*", "streams", "S", "msgs", "1.blk.*"))
			if err != nil || len(kept) != 1 {
				t.Fatalf("kept %v, %v", kept, err)
			}
			if was, err := os.ReadFile(kept[0]); err != nil || string(was) != string(bad) {
				t.Errorf("what is kept is another, %v", err)
			}
		})
	}
}

// A description that cannot be put right is named, with what to do, and nothing is
// touched.
func TestDescription(t *testing.T) {
	dir := written(t)
	file := find(t, dir, "meta.inf")
	if err := os.WriteFile(file, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := scrub.Store(dir, sealed)
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), filepath.Dir(file)) ||
		!strings.Contains(err.Error(), "backup") {
		t.Errorf("got %v", err)
	}
}

// Whatever a block holds, nothing of what can be read goes, and nothing panics.
func FuzzBlock(f *testing.F) {
	f.Add([]byte("\x1e\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, junk []byte) {
		dir := t.TempDir()
		stream := filepath.Join(dir, "jetstream", "$G", "streams", "S")
		if err := os.MkdirAll(filepath.Join(stream, "msgs"), 0o700); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string][]byte{"meta.inf": []byte("{}"), "meta.sum": []byte("7f1d3b0d8f4a8b2a"), "msgs/1.blk": junk} {
			if err := os.WriteFile(filepath.Join(stream, name), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, _ = scrub.Store(dir, sealed) // either is right
	})
}
