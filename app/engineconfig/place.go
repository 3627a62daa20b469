package engineconfig

import (
	"cmp"
	"net/netip"
	"net/url"
	"strings"

	"parley/engine/openaihttp"
)

// Place is where an engine runs.
type Place struct {
	Role   Role
	Engine string
	// Host is the name of the machine that it is asked at; empty for this one.
	Host string
}

// Places are those of the engines chosen, in the order of roles and in which they are
// tried.
func (p Plan) Places(chosen map[Role][]Ref) (all []Place) {
	for _, role := range Roles() {
		for _, ref := range chosen[role] {
			place := Place{Role: role, Engine: ref.String()}
			if local[ref.Name] == nil {
				place.Host = hostOf(p.Service(role, ref).URL)
			}
			all = append(all, place)
		}
	}
	return all
}

// hostOf is the host of a service's address, empty for this machine.
func hostOf(address string) string {
	u, err := url.Parse(cmp.Or(address, openaihttp.DefaultBaseURL))
	if err != nil {
		return address
	}
	host := u.Hostname()
	if ip, err := netip.ParseAddr(host); strings.EqualFold(host, "localhost") || err == nil && ip.IsLoopback() {
		return ""
	}
	return host
}
