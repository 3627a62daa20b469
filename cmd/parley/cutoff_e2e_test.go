package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"parley/app/apptest"
	"parley/app/embedded/embeddedtest"
	"parley/cmd/cmdline"
	"parley/engine/enginetest"
)

// TestCallTellsThatItWasCutOff kills the whole product while `parley call` talks
// to it. Its user is told of the loss at once, and that the call is over before
// anybody has given up waiting; LiveKit's SDK alone tries for 61 s.
func TestCallTellsThatItWasCutOff(t *testing.T) {
	page := embeddedtest.SteadyAddress(t)
	product := apptest.StartPart(t, "parley", false, nil, "serve", "--http", page, "--ops", "", "--data", t.TempDir(),
		"--models", apptest.Models(t), "--decoders", "1", "--livekit-port", "0", "--livekit-udp-port", "0",
		"--stt", "sphinx", "--llm", "understudy", "--tts", "flite", "--checker", "understudy")
	apptest.Eventually(t, func() bool { return apptest.Status("http://"+page+"/readyz") == http.StatusOK })
	var shown, complaint apptest.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(t.Context(), []string{"parley", "call", apptest.Scene, "--server", "http://" + page}, &shown, &complaint)
	}()
	apptest.Eventually(t, func() bool { return strings.Contains(shown.String(), "You: ") })
	product.Kill()
	killed := enginetest.Start()
	apptest.Eventually(t, func() bool { return strings.Contains(shown.String(), "connection lost") })
	told := killed.Lapse()
	code := <-ended
	over := killed.Lapse()
	t.Logf("told of the loss after %v, and of the end after %v", told.Took, over.Took)
	if told.Own > 5*time.Second || over.Own > 15*time.Second {
		t.Errorf("told of the loss after %v, and of the end after %v; want 5 s, 15 s at most", told.Took, over.Took)
	}
	if got := complaint.String(); code != cmdline.ExitFailed || !strings.Contains(got, "the call was cut off") {
		t.Errorf("status %d, said %q; want %d and that the call was cut off", code, got, cmdline.ExitFailed)
	}
}
