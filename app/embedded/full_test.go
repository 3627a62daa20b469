package embedded_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded/embeddedtest"
	"parley/engine/enginetest"
)

// TestFullDiskRecovers: a server whose disk was full takes messages again once
// there is space, by itself, and has lost none that it acknowledged.
func TestFullDiskRecovers(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	disk := embeddedtest.NewDisk(t, 16)
	n := startNATS(t, disk.Path+"/nats")
	js := embeddedtest.Connect(t, n)
	for _, name := range []string{"A", "B"} {
		if _, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: name, Subjects: []string{name}, MaxBytes: 128 << 20}); err != nil {
			t.Fatal(err)
		}
	}
	acknowledged, unsure := 0, 0
	publish := func(subject string) error {
		try, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		text := fmt.Sprintf("%s of %d %s", subject, acknowledged, strings.Repeat("x", 3000))
		_, err := js.Publish(try, subject, []byte(text))
		switch {
		case err == nil:
			acknowledged++
		case errors.Is(err, context.DeadlineExceeded):
			unsure++ // it may be stored
		}
		return err
	}
	if err := publish("A"); err != nil {
		t.Fatal(err)
	}
	if err := n.Ready(); err != nil {
		t.Errorf("Ready = %v before the disk is full", err)
	}
	for round := range 2 {
		disk.Fill(t)
		for err := error(nil); err == nil; {
			err = publish("A")
		}
		for n.Ready() == nil && ctx.Err() == nil {
			<-time.After(10 * time.Millisecond)
		}
		if text := fmt.Sprint(n.Ready()); !strings.Contains(text, "calls can begin when") || strings.Contains(text, disk.Path) {
			t.Errorf("Ready = %q, want words for the user without the folder", text)
		}
		disk.Free(t)
		freed := enginetest.Start()
		for publish("A") != nil || publish("B") != nil || n.Ready() != nil {
			if l := freed.Lapse(); l.Own > 10*time.Second || ctx.Err() != nil {
				t.Fatalf("round %d: still not well %v after there was space: %v", round, l.Took, n.Ready())
			}
		}
		t.Logf("well %v after there was space", freed.Lapse().Took)
	}
	for _, name := range []string{"A", "B"} {
		stream, err := js.Stream(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		acknowledged -= int(stream.CachedInfo().State.Msgs)
	}
	if acknowledged > 0 || -acknowledged > unsure {
		t.Errorf("%d acknowledged messages are lost, of %d nothing is known", acknowledged, unsure)
	}
}
