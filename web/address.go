package web

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// ParseProxies reads networks such as 10.0.0.0/8 and single addresses, for
// Config.Proxies. Empty entries are left out.
func ParseProxies(list []string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	for _, entry := range list {
		if entry = strings.TrimSpace(entry); entry == "" {
			continue
		}
		network, err := netip.ParsePrefix(entry)
		if err != nil {
			a, aerr := netip.ParseAddr(entry)
			if aerr != nil {
				return nil, fmt.Errorf("%q is no network: use 10.0.0.0/8, fd00::/8 or one address", entry)
			}
			network = netip.PrefixFrom(a.WithZone(""), a.BitLen())
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// proxies are the networks whose word for a client's address is taken.
type proxies []netip.Prefix

func (p proxies) has(a netip.Addr) bool {
	for _, network := range p {
		if network.Contains(a) {
			return true
		}
	}
	return false
}

// client is the address of whoever made r: the connection's or, if that is a
// trusted proxy's, the last in X-Forwarded-For that is not. Those before it can
// be written by anyone. Where the header ends, or says what is no address, the
// proxy that wrote it counts. The zero Addr means that the connection has none.
func (p proxies) client(r *http.Request) netip.Addr {
	client := parseAddr(r.RemoteAddr)
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && p.has(client); i-- {
		next := parseAddr(strings.TrimSpace(hops[i]))
		if !next.IsValid() {
			break
		}
		client = next
	}
	return client
}

// parseAddr reads an address with or without a port; the zero Addr is none.
func parseAddr(s string) netip.Addr {
	if host, _, err := net.SplitHostPort(s); err == nil {
		s = host
	}
	a, err := netip.ParseAddr(strings.Trim(s, "[]"))
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}

// Bits of an IPv6 address. One person has at least a /64, as each device takes
// new addresses in it all the time; what a provider gives to one customer is a
// /48 at most (RFC 6177).
const (
	personBits   = 64
	customerBits = 48
)

// network is what a counts as: an IPv4 address itself, an IPv6 address by its
// first bits.
func network(a netip.Addr, bits int) netip.Prefix {
	if a.Is4() {
		bits = a.BitLen()
	}
	n, _ := a.Prefix(bits) // fails for the zero Addr alone, whose network is the zero Prefix
	return n
}
