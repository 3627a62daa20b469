package engineconfig

import (
	"net/netip"
	"net/url"
	"strings"
)

// loads is whether an engine's model may have to be loaded before it answers; package
// failover then has it loaded before anybody waits for it.
type loads bool

// Loads tells package failover.
func (l loads) Loads() bool { return bool(l) }

// loads is what the file says of s, else whether it is a server of one's own: those load
// their models when first asked and unload them when idle, and a request for it costs
// nothing. Services that sell answers have theirs loaded.
func (s Service) loads() loads {
	if s.Warm != nil {
		return loads(*s.Warm)
	}
	u, err := url.Parse(s.URL)
	return loads(err == nil && u.Host != "" && (u.Scheme == "http" || ownHost(u.Hostname())))
}

// ownHost reports whether a name or an address is of this machine or its network:
// without a dot, of a domain that the internet has not (RFC 6762, RFC 8375, ICANN's
// .internal), or of a private network.
func ownHost(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if at, err := netip.ParseAddr(host); err == nil {
		return at.IsLoopback() || at.IsPrivate() || at.IsLinkLocalUnicast()
	}
	_, domain, dotted := strings.Cut(host, ".")
	if !dotted {
		return host != ""
	}
	for _, own := range []string{"localhost", "local", "internal", "home.arpa", "lan"} {
		if domain == own || strings.HasSuffix(domain, "."+own) {
			return true
		}
	}
	return false
}
