// Package engineconfig says which engines serve which role and opens them:
// ordered lists, from flags, the environment and a file. What nobody said is
// chosen: a service whose key or address is known, an Ollama that answers, local
// models that are there, and last the offline engines.
package engineconfig

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/engine/openaihttp"
)

// Plan is what was said about engines: by flags, else by the environment, else
// by the file.
type Plan struct {
	// Lists are the engines asked for; a role without is chosen by Choose.
	Lists map[Role][]Ref
	// Services are all that lists may name.
	Services map[string]Service
	// openAI is "openai" as it is in each role.
	openAI map[Role]Service
	told   map[Role]bool // somebody named an address or a key for the role
	Prices Prices
	// Notes are what was read into settings that are not as they should be written, for
	// the log; they hold no key.
	Notes []string
}

// Told is what flags and environment say of one role, flags first.
type Told struct {
	// Engines is a list as ParseList reads it.
	Engines    string
	URL, Model string
	// PCMRate is the rate of the samples of "openai"; 0 is not told.
	PCMRate int
}

// NewPlan puts together what was said. getenv is os.Getenv; it is asked for
// keys, which never stand in flags or files: PARLEY_STT_KEY and so on for a
// role's URL, OPENAI_API_KEY for OPENAI_BASE_URL, and a service's own key_env.
// What is written around a value, such as quotes, is no part of it (Plan.Notes). An
// error says what to change.
func NewPlan(f File, told map[Role]Told, getenv func(string) string) (Plan, error) {
	in := &said{getenv: getenv, noted: map[string]bool{}}
	p := Plan{
		Lists: map[Role][]Ref{}, Services: merged(usual, nil), Prices: merged(known, f.Prices),
		openAI: map[Role]Service{}, told: map[Role]bool{},
	}
	for name, s := range f.Services {
		if _, taken := local[name]; taken || name == "" || strings.ContainsAny(name, ":, \t\n") {
			return Plan{}, fmt.Errorf("a service cannot be called %q; choose another name", name)
		}
		s.URL = in.address("the url of "+name, s.URL)
		p.Services[name] = p.Services[name].with(s)
	}
	p.Services[OpenAI] = openAIOf(p.Services[OpenAI], in)
	for name, s := range p.Services {
		if s.KeyEnv != "" {
			if !variable.MatchString(s.KeyEnv) {
				return Plan{}, fmt.Errorf("service %s: key_env is not the key but the name of the variable that holds it, "+
					"such as GROQ_API_KEY", name)
			}
			var err error
			if s.key, err = in.key(s.KeyEnv); err != nil {
				return Plan{}, fmt.Errorf("service %s: %w", name, err)
			}
			s.keyName = s.KeyEnv
			p.Services[name] = s
		}
		if _, err := openaihttp.New(s.config()); err != nil {
			return Plan{}, fmt.Errorf("service %s: %w", name, err)
		}
	}
	orders := f.orders()
	for _, role := range Roles() {
		if err := p.order(role, orders[role], told[role], in); err != nil {
			return Plan{}, fmt.Errorf("%s: %w", role, err)
		}
	}
	if err := p.followCharacter(orders[Checker], told[Checker], in); err != nil {
		return Plan{}, fmt.Errorf("%s: %w", Checker, err)
	}
	p.Notes = in.notes
	return p, nil
}

// variable is the form of the name of an environment variable.
var variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// openAIOf is s, from the file, with what the environment says.
func openAIOf(s Service, in *said) Service {
	const address = "OPENAI_BASE_URL"
	env := Service{
		URL: in.address(address, in.getenv(address)), Organization: in.env("OPENAI_ORG_ID"), Project: in.env("OPENAI_PROJECT_ID"),
	}
	s = s.with(env)
	if s.KeyEnv == "" {
		s.KeyEnv = "OPENAI_API_KEY"
	}
	s.Models = merged(openAIModels, s.Models)
	return s
}

// order settles one role.
func (p *Plan) order(role Role, file Order, told Told, in *said) error {
	list := strings.Join(file.Engines, ",")
	if told.Engines != "" {
		list = told.Engines
	}
	refs, err := ParseList(list)
	if err != nil {
		return err
	}
	for _, r := range refs {
		if err := r.check(role, p.Services); err != nil {
			return err
		}
	}
	p.Lists[role] = refs

	s := p.Services[OpenAI].at(in.address("the address of openai for "+string(role), first(told.URL, file.URL)))
	if err := s.takeKey(role, in); err != nil {
		return err
	}
	if model := in.value("the model of openai for "+string(role), first(told.Model, file.Model)); model != "" {
		s.Models = merged(s.Models, map[Role]string{role: model})
	}
	if told.PCMRate != 0 {
		s.PCMRate = told.PCMRate
	}
	if _, err := openaihttp.New(s.config()); err != nil {
		return err
	}
	p.openAI[role] = s
	p.told[role] = s.key != "" || s.URL != ""
	return nil
}

// followCharacter lets the checker use the character's engines unless something
// was said of its own. In place of OpenAI's usual model, which is a small one, it
// gets the stronger.
func (p *Plan) followCharacter(file Order, told Told, in *said) error {
	if len(file.Engines) > 0 || told.Engines != "" || file.URL != "" || told.URL != "" {
		return nil
	}
	p.Lists[Checker] = slices.Clone(p.Lists[LLM])
	s := p.openAI[LLM]
	if err := s.takeKey(Checker, in); err != nil {
		return err
	}
	model := s.Models[LLM]
	if s.URL == "" || sameHost(s.URL, openaihttp.DefaultBaseURL) {
		small := openAIModels[LLM]
		if model == small {
			model = s.Models[Checker]
		}
		for i, r := range p.Lists[Checker] {
			if r == (Ref{OpenAI, small}) {
				p.Lists[Checker][i].Model = ""
			}
		}
	}
	s.Models = merged(s.Models, map[Role]string{Checker: first(bare(told.Model), bare(file.Model), model)})
	p.openAI[Checker], p.told[Checker] = s, p.told[LLM]
	return nil
}

// takeKey gives s the role's own key, if there is one.
func (s *Service) takeKey(role Role, in *said) error {
	name := "PARLEY_" + strings.ToUpper(string(role)) + "_KEY"
	own, err := in.key(name)
	if own != "" || s.keyName == "" {
		s.key, s.keyName = first(own, s.key), name
	}
	return err
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}
