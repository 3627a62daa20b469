package app

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestLiveKitAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		"ws://127.0.0.1:7880":          "ws://127.0.0.1:7880",
		"wss://livekit.example/":       "wss://livekit.example",
		"WS://livekit:7880":            "ws://livekit:7880",
		"http://127.0.0.1:7880":        "ws://127.0.0.1:7880",
		"https://livekit.example/rtc/": "wss://livekit.example/rtc",
		"ws://[::1]:7880":              "ws://[::1]:7880",
	} {
		if got, err := livekitURL("LIVEKIT_URL", text); got != want || err != nil {
			t.Errorf("%q is read as %q, %v; want %q", text, got, err, want)
		}
	}
	for text, says := range map[string]string{
		"127.0.0.1:7880":            "no scheme",
		"livekit.example":           "no scheme",
		"localhost:7880":            "no scheme",
		":7880":                     "no scheme",
		" ":                         "no scheme",
		`"ws://127.0.0.1:7880"`:     "no address",
		" ws://127.0.0.1:7880":      "no address",
		"ws://a:7880,ws://b:7880":   "no address",
		"ws://a,b":                  "no address",
		"ws://[::1":                 "no address",
		"ws://":                     "no host",
		"ws://:7880":                "no host",
		"ftp://livekit.example":     "none of LiveKit's",
		"nats://127.0.0.1:4222":     "none of LiveKit's",
		"ws://127.0.0.1:99999":      "no port",
		"ws://127.0.0.1:0":          "no port",
		"ws://livekit.example?a=b":  "more than an address",
		"ws://key:sesame@127.0.0.1": "more than an address",
		"key:sesame@127.0.0.1:7880": "no scheme",
	} {
		got, err := livekitURL("--livekit-url (LIVEKIT_URL)", text)
		if !errors.As(err, new(SetupError)) || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "LIVEKIT_URL") {
			t.Errorf("%q gives %q, %v; want a setup error that says %q", text, got, err, says)
		} else if strings.Contains(err.Error(), "sesame") {
			t.Errorf("%q: the secret stands in %q", text, err)
		}
	}
}

// TestRolesRefuseTheSameAddress: what is wrong with a setting every role says at
// once, before it opens anything.
func TestRolesRefuseTheSameAddress(t *testing.T) {
	c := Config{
		Data: "/nowhere", NATSURL: "nats://127.0.0.1:1", HTTP: "127.0.0.1:0",
		LiveKit: LiveKitConfig{URL: "127.0.0.1:7880", Key: "key", Secret: "a secret of at least thirty-two characters"},
	}
	for role, run := range map[string]func(context.Context, Config) error{"serve": Run, "agent": RunAgent, "web": RunWeb} {
		if err := run(t.Context(), c); !errors.As(err, new(SetupError)) || !strings.Contains(err.Error(), "has no scheme") {
			t.Errorf("%s with LiveKit at %s: %v", role, c.LiveKit.URL, err)
		}
	}
}

func TestSecretsThatOthersKnow(t *testing.T) {
	const own = "0f6a6c1b8d7e4f3a9b2c5d8e1f4a7b0c"
	for _, tt := range []struct {
		name, secret, livekit, public, page string
		refused                             bool
	}{
		{"LiveKit's --dev on this machine", "secret", "ws://127.0.0.1:7880", "", "127.0.0.1:8080", false},
		{"the same by name", "secret", "ws://localhost:7880", "", "localhost:8080", false},
		{"the same by IPv6", "secret", "ws://[::1]:7880", "", "[::1]:8080", false},
		{"an embedded LiveKit's", "", "", "", "0.0.0.0:8080", false},
		{"page for everybody", "secret", "ws://127.0.0.1:7880", "", "0.0.0.0:8080", true},
		{"page on every address", "secret", "ws://127.0.0.1:7880", "", ":8080", true},
		{"page on every IPv6 address", "secret", "ws://127.0.0.1:7880", "", "[::]:8080", true},
		{"LiveKit elsewhere", "secret", "ws://livekit:7880", "", "", true},
		{"LiveKit for everybody", "secret", "ws://127.0.0.1:7880", "wss://livekit.example", "127.0.0.1:8080", true},
		{"a name that begins as loopback's", "secret", "ws://127.0.0.1.example:7880", "", "", true},
		{"31 characters", own[1:], "ws://livekit:7880", "", "", true},
		{"what docker-compose.yml had", triedOut, "ws://livekit:7880", "", "0.0.0.0:8080", true},
		{"one's own", own, "ws://livekit:7880", "wss://livekit.example", "0.0.0.0:8080", false},
	} {
		c := Config{LiveKit: LiveKitConfig{URL: tt.livekit, Public: tt.public, Key: "key", Secret: tt.secret}}
		_, err := c.forRole(tt.page)
		if tt.refused != errors.As(err, new(SetupError)) || err != nil && !strings.Contains(err.Error(), "openssl rand") {
			t.Errorf("%s: %v, refused should be %v", tt.name, err, tt.refused)
		}
		if err != nil && strings.Contains(err.Error(), `"`+tt.secret+`"`) {
			t.Errorf("%s: the secret stands in %q", tt.name, err)
		}
	}
}
