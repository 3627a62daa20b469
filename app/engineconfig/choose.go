package engineconfig

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/engine/openaihttp"
)

// lookBudget is how long a service on this machine may take to say that it is
// there; Ollama takes 2 ms, a dead port none.
const lookBudget = 700 * time.Millisecond

// Surroundings is what there is to choose from beside what was said.
type Surroundings interface {
	// Models are those a service offers; an error means that it is not there.
	Models(ctx context.Context, s Service) ([]string, error)
	// Installed are the model folders for a role on this machine, best first.
	Installed(role Role) []string
}

// Choose settles the engines of roles: the lists that were given, and for the
// others what is around, the offline engines last. It also settles the models of
// services that were named without one. It blocks for as long as a service takes
// to say what it has, lookBudget at most each.
func (p Plan) Choose(ctx context.Context, around Surroundings, roles ...Role) (map[Role][]Ref, error) {
	out := map[Role][]Ref{}
	for _, role := range roles {
		refs := slices.Clone(p.Lists[role])
		if len(refs) == 0 {
			refs = p.usual(ctx, role, around)
		}
		for i := range refs {
			var err error
			if refs[i], err = p.settle(ctx, role, refs[i], around); err != nil {
				return nil, fmt.Errorf("%s: %w", role, err)
			}
		}
		out[role] = refs
	}
	return out, nil
}

// usual are the engines of a role of which nothing was said.
func (p Plan) usual(ctx context.Context, role Role, around Surroundings) []Ref {
	var refs []Ref
	if role == LLM || role == Checker {
		if p.told[role] {
			refs = append(refs, Ref{Name: OpenAI})
		} else if model := p.found(ctx, role, p.Services["ollama"], around); model != "" {
			refs = append(refs, Ref{"ollama", model})
		}
		return append(refs, Ref{Name: Understudy})
	}
	if p.told[role] {
		s := p.openAI[role]
		switch {
		case s.URL == "" || sameHost(s.URL, openaihttp.DefaultBaseURL) || s.URL != p.Services[OpenAI].URL:
			refs = append(refs, Ref{Name: OpenAI})
		default: // a service named for thinking may not speak at all
			if model := p.found(ctx, role, s, around); model != "" {
				refs = append(refs, Ref{OpenAI, model})
			}
		}
	}
	for _, folder := range around.Installed(role) {
		refs = append(refs, Ref{Sherpa, folder})
		break
	}
	if role == STT {
		return append(refs, Ref{Name: Sphinx})
	}
	return append(refs, Ref{Name: Flite})
}

// found is the model of s that suits role, "" if s is not there or has none.
func (Plan) found(ctx context.Context, role Role, s Service, around Surroundings) string {
	ctx, cancel := context.WithTimeout(ctx, lookBudget)
	defer cancel()
	names, err := around.Models(ctx, s)
	if err != nil {
		return ""
	}
	return suits(role, names, s.Models[role])
}

// settle names the model of a service that was named without.
func (p Plan) settle(ctx context.Context, role Role, r Ref, around Surroundings) (Ref, error) {
	if r.Name == Sherpa && r.Model == "" {
		installed := around.Installed(role)
		if len(installed) == 0 {
			return r, fmt.Errorf("no %s model is installed; `parley models list` shows what `parley models pull` can get", role)
		}
		r.Model = installed[0]
	}
	if _, here := local[r.Name]; here || r.Model != "" {
		return r, nil
	}
	s := p.Service(role, r)
	model := s.Models[role]
	if model != "" && (s.URL == "" || model != openAIModels[role] && model != openAIModels[LLM]) {
		r.Model = model
		return r, nil
	}
	// Another service than OpenAI's: it may have none of OpenAI's models, which a
	// judge that follows the character has from there.
	ctx, cancel := context.WithTimeout(ctx, lookBudget)
	defer cancel()
	names, err := around.Models(ctx, s)
	if r.Model = suits(role, names, model); r.Model == "" {
		r.Model = model
	}
	switch {
	case r.Model != "":
		return r, nil
	case err != nil:
		return r, fmt.Errorf("%w; start it, or name its model as %s:MODEL", err, r.Name)
	}
	return r, fmt.Errorf("%s offers no model for %s; name one as %s:MODEL", r.Name, role, r.Name)
}

// Service is the service r names, as it is in role.
func (p Plan) Service(role Role, r Ref) Service {
	if r.Name == OpenAI {
		return p.openAI[role]
	}
	return p.Services[r.Name]
}

// marks are parts of the names of models that hear, and of those that speak.
var marks = map[Role][]string{
	STT: {"whisper", "transcri", "parakeet", "moonshine", "sense", "-asr", "canary"},
	TTS: {"tts", "kokoro", "piper", "speech", "orpheus"},
}

// suits picks from names the usual model if it is there, else the first that
// seems made for role.
func suits(role Role, names []string, usual string) string {
	if slices.Contains(names, usual) {
		return usual
	}
	marked := func(name string, role Role) bool {
		return slices.ContainsFunc(marks[role], func(m string) bool { return strings.Contains(strings.ToLower(name), m) })
	}
	for _, name := range names {
		switch role {
		case STT, TTS:
			if marked(name, role) {
				return name
			}
		default:
			if !marked(name, STT) && !marked(name, TTS) && !strings.Contains(strings.ToLower(name), "embed") {
				return name
			}
		}
	}
	return ""
}
