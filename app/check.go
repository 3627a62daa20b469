package app

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"parley/web"
)

// Checked is c as the roles take it, or a SetupError that says in words what is
// wrong with a value, whichever role it is for. It opens nothing and asks nobody.
func (c Config) Checked() (Config, error) {
	livekit, err := c.LiveKit.Checked()
	if err != nil {
		return c, err
	}
	c.LiveKit = livekit
	if _, err := web.ParseProxies(c.Page.Proxies); err != nil {
		return c, SetupError{fmt.Errorf("--trusted-proxies: %w", err)}
	}
	if err := web.CheckHosts(c.Page.Hosts); err != nil {
		return c, SetupError{fmt.Errorf("--hosts: %w", err)}
	}
	if err := web.CheckOrigins(c.Page.Origins); err != nil {
		return c, SetupError{fmt.Errorf("--cors-origins: %w", err)}
	}
	return c, nil
}

// Checked is l with its addresses as ws:// or wss://, or a SetupError.
func (l LiveKitConfig) Checked() (_ LiveKitConfig, err error) {
	if l.URL, err = livekitURL("--livekit-url (LIVEKIT_URL)", l.URL); err != nil {
		return l, err
	}
	if l.Public, err = livekitURL("--livekit-public-url (PARLEY_LIVEKIT_PUBLIC_URL)", l.Public); err != nil {
		return l, err
	}
	if l.URL != "" && (l.Key == "" || l.Secret == "") {
		return l, SetupError{errors.New("a LiveKit URL needs its key and secret: set LIVEKIT_API_KEY and LIVEKIT_API_SECRET")}
	}
	return l, nil
}

// livekitURL reads the address of a LiveKit server, which the setting named gives;
// http and https are taken as ws and wss. An empty one is none.
func livekitURL(setting, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	refused := func(why string) error {
		_, shown, credentials := strings.Cut(text, "@")
		if !credentials {
			shown = text
		}
		return SetupError{fmt.Errorf("%s is %q, which %s: write ws://host:port, or wss://host where it has TLS", setting, shown, why)}
	}
	u, err := url.Parse(text)
	switch {
	case !strings.Contains(text, "://"):
		return "", refused("has no scheme")
	case err != nil || strings.ContainsAny(u.Host, " ;,'\""):
		return "", refused("is no address")
	case u.Hostname() == "":
		return "", refused("names no host")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "", refused("holds more than an address")
	}
	if port, err := strconv.Atoi(u.Port()); u.Port() != "" && (err != nil || port < 1 || port > 65535) {
		return "", refused("names no port that there is")
	}
	switch u.Scheme {
	case "ws", "wss":
	case "http", "https":
		u.Scheme = "ws" + strings.TrimPrefix(u.Scheme, "http")
	default:
		return "", refused("is none of LiveKit's")
	}
	return strings.TrimRight(u.String(), "/"), nil
}

// leastSecret is LiveKit's own bound for a secret that cannot be found by trying
// (livekit-server, pkg/config).
const leastSecret = 32

// triedOut is the secret that docker-compose.yml had until November 2026.
const triedOut = "a-secret-for-trying-things-out-only"

// forRole is c Checked, for a role that serves the page at an address or, if that is
// empty, serves none.
func (c Config) forRole(page string) (Config, error) {
	c, err := c.Checked()
	if err != nil {
		return c, err
	}
	return c, c.checkSecret(page)
}

// checkSecret refuses an API secret that others can know or find where they can
// reach what it guards: whoever has it joins every call.
func (c Config) checkSecret(page string) error {
	if c.LiveKit.Secret == "" || len(c.LiveKit.Secret) >= leastSecret && c.LiveKit.Secret != triedOut {
		return nil
	}
	for _, address := range []string{c.LiveKit.URL, c.LiveKit.Public, page} {
		if address == "" || onLoopback(address) {
			continue
		}
		return SetupError{fmt.Errorf("LIVEKIT_API_SECRET is published or shorter than %d characters, and other machines can reach %s: "+
			"whoever finds it joins every call; make one with `openssl rand -hex 32`, for LiveKit and all roles, or use 127.0.0.1",
			leastSecret, address)}
	}
	return nil
}

// onLoopback reports whether only this machine reaches an address, host:port or a
// URL.
func onLoopback(address string) bool {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		address = cmp.Or(u.Hostname(), address)
	} else if host, _, err := net.SplitHostPort(address); err == nil {
		address = host
	}
	ip, err := netip.ParseAddr(address)
	return strings.EqualFold(address, "localhost") || err == nil && ip.IsLoopback()
}
