package engineconfig

import (
	"fmt"
	"slices"
	"strings"
)

// Role is one of the four parts an engine can play.
type Role string

// The roles, by the names of flags, files and events.
const (
	STT     Role = "stt"
	LLM     Role = "llm"
	Checker Role = "checker"
	TTS     Role = "tts"
)

// Roles are all of them, in the order of a turn.
func Roles() []Role { return []Role{STT, LLM, Checker, TTS} }

// The engines that are no service.
const (
	Sphinx     = "sphinx"
	Flite      = "flite"
	Sherpa     = "sherpa"
	Understudy = "understudy"
)

// local says which roles the engines on this machine can play.
var local = map[string][]Role{
	Sphinx: {STT}, Flite: {TTS}, Sherpa: {STT, TTS}, Understudy: {LLM, Checker},
}

// Ref names one engine in a list: an engine of this machine or a service, with
// the model to use.
type Ref struct {
	Name string
	// Model is a service's model, or Sherpa's model folder; empty means the
	// usual one.
	Model string
}

// ParseRef reads "name" or "name:model".
func ParseRef(s string) (Ref, error) {
	s = bare(s)
	name, model, colon := strings.Cut(s, ":")
	if name == "" || colon && model == "" || strings.ContainsAny(s, " \t\r\n") {
		return Ref{}, fmt.Errorf("%q is no engine: write name or name:model, and commas between several", s)
	}
	return Ref{name, model}, nil
}

// String is the form ParseRef reads.
func (r Ref) String() string {
	if r.Model == "" {
		return r.Name
	}
	return r.Name + ":" + r.Model
}

// ParseList reads engines separated by commas; an empty list is nil, and so is an
// empty part of one.
func ParseList(s string) ([]Ref, error) {
	var refs []Ref
	for part := range strings.SplitSeq(s, ",") {
		if bare(part) == "" {
			continue
		}
		r, err := ParseRef(part)
		if err != nil {
			return nil, err
		}
		refs = append(refs, r)
	}
	return refs, nil
}

// check says what keeps r from playing role; services are the names known
// beside the usual ones.
func (r Ref) check(role Role, services map[string]Service) error {
	if roles, ok := local[r.Name]; ok {
		if !slices.Contains(roles, role) {
			return fmt.Errorf("%s cannot serve as %s; it is one of: %s", r.Name, role, choices(role, services))
		}
		if r.Model != "" && r.Name != Sherpa {
			return fmt.Errorf("%s has no models to choose from", r.Name)
		}
		return nil
	}
	if _, ok := services[r.Name]; ok {
		return nil
	}
	return fmt.Errorf("there is no engine %q for %s; known are: %s", r.Name, role, choices(role, services))
}

// choices are the names that can play role.
func choices(role Role, services map[string]Service) string {
	var names []string
	for name := range services {
		names = append(names, name)
	}
	for name, roles := range local {
		if slices.Contains(roles, role) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// Offline is the engine that plays role with no key and no network.
func Offline(role Role) string {
	switch role {
	case STT:
		return Sphinx
	case TTS:
		return Flite
	case LLM, Checker:
	}
	return Understudy
}
