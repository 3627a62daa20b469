package assistant_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded"
	"parley/assistant/state"
)

// TestEraseLeavesNoByte scans what the store has on disk for what a user said and
// for the alias that stands for them, before and after they are erased.
func TestEraseLeavesNoByte(t *testing.T) {
	dir := t.TempDir()
	n, err := embedded.StartNATS(dir)
	if err != nil {
		t.Fatal(err)
	}
	nc, err := n.Connect()
	if err != nil {
		t.Fatal(err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	t.Run("in use", func(t *testing.T) {
		d := open(t, setup{js: js, quota: state.Quota{PerMinute: -1}})
		for range 60 { // past a snapshot
			d.say("add task feed the axolotl", nil)
		}
		d.say("remind me tomorrow at nine to feed the axolotl", nil)
		d.say("remember that my axolotl is called Quetzal", nil)
		if len(d.state().Tasks) != 1 || len(d.state().Reminders) != 1 || len(d.state().Memories) != 1 {
			t.Fatalf("state %+v", d.state())
		}
		receipt, err := d.Erase(t.Context(), owner)
		if err != nil || receipt.Commits == 0 {
			t.Fatalf("receipt %+v, %v", receipt, err)
		}
		if s := d.state(); s.Rev != 0 || len(s.Tasks) != 0 {
			t.Errorf("after it there is %+v", s)
		}
		d.say("add task feed the cat", nil)
		d.wantTasks("Feed the cat")
		if _, err := d.Erase(t.Context(), owner); err != nil {
			t.Fatal(err)
		}
	})
	scan := func(when string) {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			b, err := os.ReadFile(path)
			for _, word := range []string{"axolotl", "Quetzal", owner} {
				if bytes.Contains(bytes.ToLower(b), bytes.ToLower([]byte(word))) {
					t.Errorf("%s: %q is in %s", when, word, filepath.Base(path))
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	scan("while the server runs")
	nc.Close()
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	scan("after it ended")
}
