package web

import (
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestClientAddress(t *testing.T) {
	trusted, err := ParseProxies([]string{"127.0.0.0/8", " 10.1.2.3", "", "fd00::/8"})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, remote string
		forwarded    []string
		want         string
	}{
		{"nobody between", "192.0.2.1:5", nil, "192.0.2.1"},
		{"no proxy of ours", "192.0.2.1:5", []string{"198.51.100.1"}, "192.0.2.1"},
		{"a neighbour of one", "10.1.2.4:5", []string{"198.51.100.1"}, "10.1.2.4"},
		{"one proxy", "127.0.0.1:5", []string{"198.51.100.1"}, "198.51.100.1"},
		{"two proxies", "127.0.0.1:5", []string{"198.51.100.1, 10.1.2.3"}, "198.51.100.1"},
		{"a claim before the truth", "127.0.0.1:5", []string{"203.0.113.9, 198.51.100.1"}, "198.51.100.1"},
		{"two headers", "127.0.0.1:5", []string{"203.0.113.9", "198.51.100.1"}, "198.51.100.1"},
		{"a proxy without the header", "127.0.0.1:5", nil, "127.0.0.1"},
		{"proxies all the way", "127.0.0.1:5", []string{"127.0.0.2, 10.1.2.3"}, "127.0.0.2"},
		{"junk", "127.0.0.1:5", []string{"198.51.100.1, unknown"}, "127.0.0.1"},
		{"junk before a proxy", "127.0.0.1:5", []string{"unknown, 10.1.2.3"}, "10.1.2.3"},
		{"empty", "127.0.0.1:5", []string{""}, "127.0.0.1"},
		{"with a port", "127.0.0.1:5", []string{"198.51.100.1:1234"}, "198.51.100.1"},
		{"IPv6", "[fd00::1]:5", []string{"2001:db8::7"}, "2001:db8::7"},
		{"IPv6 in brackets", "[fd00::1]:5", []string{"[2001:db8::7]:1234"}, "2001:db8::7"},
		{"IPv4 in IPv6", "[::ffff:127.0.0.1]:5", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"no address", "@", []string{"198.51.100.1"}, "invalid IP"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = tt.remote
		r.Header["X-Forwarded-For"] = tt.forwarded
		if got := proxies(trusted).client(r).String(); got != tt.want {
			t.Errorf("%s: client %s, want %s", tt.name, got, tt.want)
		}
	}
	for _, bad := range []string{"10.0.0.0/33", "proxy.example", "10.0.0.*"} {
		if _, err := ParseProxies([]string{bad}); err == nil {
			t.Errorf("network %q taken", bad)
		}
	}
}

func TestNetwork(t *testing.T) {
	for _, tt := range []struct {
		address string
		bits    int
		want    string
	}{
		{"192.0.2.1", personBits, "192.0.2.1/32"},
		{"2001:db8:1:2:3:4:5:6", personBits, "2001:db8:1:2::/64"},
		{"2001:db8:1:2:3:4:5:6", customerBits, "2001:db8:1::/48"},
		{"@", personBits, "invalid Prefix"},
	} {
		if got := network(parseAddr(tt.address), tt.bits).String(); got != tt.want {
			t.Errorf("network(%s, %d) = %s, want %s", tt.address, tt.bits, got, tt.want)
		}
	}
}

func FuzzClientAddress(f *testing.F) {
	f.Add("127.0.0.1:5", "198.51.100.1, 10.1.2.3")
	f.Add("[fe80::1%eth0]:5", "[::1]:2,,")
	trusted := proxies{netip.MustParsePrefix("127.0.0.0/8")}
	f.Fuzz(func(t *testing.T, remote, forwarded string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = remote
		r.Header.Set("X-Forwarded-For", forwarded)
		client := trusted.client(r)
		peer := parseAddr(remote)
		if !trusted.has(peer) && client != peer {
			t.Errorf("%q of the untrusted %q made the client %v", forwarded, remote, client)
		}
		if client.Zone() != "" || client.Is4In6() {
			t.Errorf("client %v is not in its plain form", client)
		}
	})
}
