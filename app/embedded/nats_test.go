package embedded_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
)

// startNATS starts a server in dir, checked for leaks when the test is over.
func startNATS(t *testing.T, dir string) *embedded.NATS {
	t.Helper()
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, before) })
	return embeddedtest.StartNATS(t, dir)
}

func TestStreamsOutliveTheServer(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	dir := filepath.Join(t.TempDir(), "nats")
	first := startNATS(t, dir)
	js := embeddedtest.Connect(t, first)
	if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(ctx, "s", []byte("kept")); err != nil {
		t.Fatal(err)
	}
	js.Conn().Close()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}

	js = embeddedtest.Connect(t, startNATS(t, dir))
	stream, err := js.Stream(ctx, "S")
	if err != nil {
		t.Fatal(err)
	}
	msg, err := stream.GetMsg(ctx, 1)
	if err != nil || string(msg.Data) != "kept" {
		t.Errorf("message after restart = %v, %v, want kept", msg, err)
	}
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("folder mode = %v, %v, want 0700", info.Mode().Perm(), err)
	}
}

func TestFolderIsHeldByOne(t *testing.T) {
	dir := t.TempDir()
	startNATS(t, dir)
	if _, err := embedded.StartNATS(dir); !errors.Is(err, embedded.ErrFolderBusy) {
		t.Errorf("second start = %v, want ErrFolderBusy", err)
	}
}

func TestUnwritableFolderSaysWhatToDo(t *testing.T) {
	// A file in the way refuses even root, which runs some test machines.
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	locked := t.TempDir()
	if err := os.Mkdir(filepath.Join(locked, "lock"), 0o700); err != nil {
		t.Fatal(err)
	}
	blocked := t.TempDir()
	if err := os.WriteFile(filepath.Join(blocked, "jetstream"), nil, 0o400); err != nil {
		t.Fatal(err)
	}
	for dir, names := range map[string]string{filepath.Join(file, "nats"): file, locked: locked, blocked: blocked} {
		_, err := embedded.StartNATS(dir)
		if err == nil || !strings.Contains(err.Error(), "with --data") || !strings.Contains(err.Error(), names) {
			t.Errorf("StartNATS(%s) = %v, want it to name %s and say what to do", dir, err, names)
		}
	}
}

func TestListenNATS(t *testing.T) {
	n, err := embedded.ListenNATS(t.TempDir(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := n.Close(); err != nil {
			t.Errorf("Close = %v", err)
		}
	}()
	conn, err := nats.Connect(n.URL())
	if err != nil {
		t.Fatalf("connect to %s: %v", n.URL(), err)
	}
	conn.Close()
	if _, err := embedded.ListenNATS(t.TempDir(), "nowhere"); err == nil {
		t.Error("ListenNATS(nowhere) = nil, want an error")
	}
}

// TestDamagedFolderIsNamed: a folder whose files are all overwritten does not start; the
// reason is a line that says where it is and what to do, and nothing in it is touched.
func TestDamagedFolderIsNamed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "nats")
	n := startNATS(t, dir)
	js := embeddedtest.Connect(t, n)
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}}); err != nil {
		t.Fatal(err)
	}
	js.Conn().Close()
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	if err := filepath.WalkDir(filepath.Join(dir, "jetstream"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[path] = strings.Repeat("junk ", 30)
		return os.WriteFile(path, []byte(files[path]), 0o600)
	}); err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	again, err := embedded.ListenNATS(dir, "")
	if err == nil {
		t.Fatal("it starts", again.Close())
	}
	if words := err.Error(); strings.Contains(words, "\n") || !strings.Contains(words, dir) || !strings.Contains(words, "backup") {
		t.Errorf("it says %q", words)
	}
	for path, text := range files {
		if now, err := os.ReadFile(path); err != nil || string(now) != text {
			t.Errorf("%s was touched", path)
		}
	}
}
