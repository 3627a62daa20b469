package embedded

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pion/stun/v3"

	"parley/engine/enginetest"
)

func TestLiveKitAnswersAndStops(t *testing.T) {
	clock := enginetest.Start()
	l, err := StartLiveKit(LiveKitConfig{})
	if err != nil {
		t.Fatal(err)
	}
	if l := clock.Lapse(); l.Own > time.Second {
		t.Errorf("start took %v, want well under 1s", l.Took)
	} else {
		t.Logf("up in %v", l.Took)
	}
	if l.Key == "" || len(l.Secret) < 32 {
		t.Errorf("made key %q and a secret of %d bytes, want a key and at least 32", l.Key, len(l.Secret))
	}
	if !strings.HasPrefix(l.URL, "ws://127.0.0.1:") {
		t.Errorf("URL is %q, want one of the loopback interface", l.URL)
	}
	clock = enginetest.Start()
	if err := l.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if l := clock.Lapse(); l.Own > 2*time.Second {
		t.Errorf("Close took %v, want at most 2s", l.Took)
	}
	if err := l.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
	if answers(t, l.URL) {
		t.Error("the server answers after Close")
	}
}

func answers(t *testing.T, url string) bool {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http"+strings.TrimPrefix(url, "ws"), nil)
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return false
	}
	return resp.Body.Close() == nil
}

func TestLiveKitNamesTakenPortAndFlag(t *testing.T) {
	ln, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	conn, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for flag, config := range map[string]LiveKitConfig{
		"--livekit-port":     {Port: ln.Addr().(*net.TCPAddr).Port},
		"--livekit-udp-port": {UDPPort: conn.LocalAddr().(*net.UDPAddr).Port},
	} {
		_, err := StartLiveKit(config)
		if !errors.Is(err, ErrPort) || !strings.Contains(err.Error(), flag) {
			t.Errorf("start on a taken port: %v, want ErrPort naming %s", err, flag)
		}
	}
}

func TestSTUNTellsOwnAddress(t *testing.T) {
	s, err := startSTUN()
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	conn, err := (&net.Dialer{}).DialContext(context.Background(), "udp4", s.addr())
	if err != nil {
		t.Fatal(err)
	}
	client, err := stun.NewClient(conn)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var got stun.XORMappedAddress
	request := stun.MustBuild(stun.TransactionID, stun.BindingRequest)
	if err := client.Do(request, func(e stun.Event) {
		if e.Error != nil {
			t.Errorf("ask stun: %v", e.Error)
		} else if err := got.GetFrom(e.Message); err != nil {
			t.Errorf("read address: %v", err)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if want := conn.LocalAddr().(*net.UDPAddr); !got.IP.Equal(want.IP) || got.Port != want.Port {
		t.Errorf("address is %v, want %v", got, want)
	}
}

func FuzzSTUNReply(f *testing.F) {
	f.Add([]byte{})
	f.Add(stun.MustBuild(stun.TransactionID, stun.BindingRequest).Raw)
	f.Add(stun.MustBuild(stun.TransactionID, stun.BindingSuccess, stun.Fingerprint).Raw)
	from := &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 7}
	f.Fuzz(func(t *testing.T, request []byte) {
		reply := stunReply(request, from)
		if reply != nil && (len(reply) > 64 || !stun.IsMessage(reply)) {
			t.Errorf("%x was answered with %x, want a short stun message", request, reply)
		}
	})
}
