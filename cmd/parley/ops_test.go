package main

import (
	"bytes"
	"log/slog"
	"net"
	"net/http"
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

	if l, err := openOps(opsConfig{address: address}); l != nil || err != nil {
		t.Errorf("default address taken: %v, %v, want neither", l, err)
	}
	if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), "--ops") {
		t.Errorf("log %q, want a warning that names --ops", &log)
	}
	if _, err := openOps(opsConfig{address: address, asked: true}); err == nil || !strings.Contains(err.Error(), "--ops") {
		t.Errorf("chosen address taken: %v, want an error that names --ops", err)
	}
	if l, err := openOps(opsConfig{}); l != nil || err != nil {
		t.Errorf("no address: %v, %v, want neither", l, err)
	}
}

// The figures of a running product are on an address of their own.
func TestOpsAreApartFromThePage(t *testing.T) {
	s := startTestServer(t)
	defer http.DefaultClient.CloseIdleConnections()
	for url, want := range map[string]int{
		s.ops + "/metrics": http.StatusOK, s.ops + "/debug/pprof/goroutine": http.StatusOK,
		s.ops + "/api/status": http.StatusNotFound, s.ops + "/": http.StatusNotFound,
		s.URL + "/metrics": http.StatusNotFound, s.URL + "/debug/pprof/": http.StatusNotFound,
		s.URL + "/debug/vars": http.StatusNotFound,
	} {
		if got := status(url); got != want {
			t.Errorf("GET %s: status %d, want %d", url, got, want)
		}
	}
	if !scrape(t, s.ops+"/metrics")["parley_calls_in_progress 0"] {
		t.Error("the metrics do not tell of calls")
	}
}
