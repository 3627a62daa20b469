package app

import (
	"bytes"
	"log/slog"
	"net"
	"strings"
	"testing"
)

// A second process on the machine starts without metrics; an address that a
// person chose must be free.
func TestOpsAddressTaken(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	address := taken.Addr().String()
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)

	if l, err := openOps(OpsConfig{Address: address}); l != nil || err != nil {
		t.Errorf("default address taken: %v, %v, want neither", l, err)
	}
	if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), "--ops") {
		t.Errorf("log %q, want a warning that names --ops", &log)
	}
	if _, err := openOps(OpsConfig{Address: address, Chosen: true}); err == nil || !strings.Contains(err.Error(), "--ops") {
		t.Errorf("chosen address taken: %v, want an error that names --ops", err)
	}
	if l, err := openOps(OpsConfig{}); l != nil || err != nil {
		t.Errorf("no address: %v, %v, want neither", l, err)
	}
}
