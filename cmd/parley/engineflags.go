package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v3"

	"parley/app/engineconfig"
)

// engineUses say what each role does, for --help.
var engineUses = map[engineconfig.Role]string{
	engineconfig.STT: "hears the user", engineconfig.LLM: "thinks for the character",
	engineconfig.Checker: "judges the exchanges", engineconfig.TTS: "speaks for the character",
}

// engineFlags let the engines of those roles be chosen.
func engineFlags(roles ...engineconfig.Role) []cli.Flag {
	flags := []cli.Flag{&cli.StringFlag{
		Name: "config", Usage: "file that names services, engines and prices (JSON; docs/engines.md)", Sources: env("PARLEY_CONFIG"),
	}}
	for _, role := range roles {
		name, of := string(role), "PARLEY_"+strings.ToUpper(string(role))
		flags = append(flags,
			&cli.StringFlag{
				Name: name, Usage: fmt.Sprintf("what %s: engines in order, such as openai,%s", engineUses[role], engineconfig.Offline(role)),
				Sources: env(of),
			},
			&cli.StringFlag{
				Name: name + "-url", Usage: "OpenAI-compatible service that " + engineUses[role] + "; its key is " + of + "_KEY",
				Sources: env(of + "_URL"),
			},
			&cli.StringFlag{Name: name + "-model", Usage: "its model", Sources: env(of + "_MODEL")})
	}
	return flags
}

// planOf reads what a command's flags say of engines; flags it lacks count as
// their environment variables.
func planOf(c *cli.Command) (engineconfig.Plan, error) {
	var file engineconfig.File
	if path := c.String("config"); path != "" {
		var err error
		if file, err = engineconfig.ReadFile(path); err != nil {
			return engineconfig.Plan{}, setupError{err}
		}
	}
	told := map[engineconfig.Role]engineconfig.Told{}
	for _, role := range engineconfig.Roles() {
		say := func(suffix string) string {
			if v := c.String(string(role) + strings.ToLower(strings.ReplaceAll(suffix, "_", "-"))); v != "" {
				return v
			}
			return os.Getenv("PARLEY_" + strings.ToUpper(string(role)) + suffix)
		}
		told[role] = engineconfig.Told{Engines: say(""), URL: say("_URL"), Model: say("_MODEL")}
	}
	p, err := engineconfig.NewPlan(file, told, os.Getenv)
	if err != nil {
		return p, setupError{fmt.Errorf("engines: %w", err)}
	}
	return p, nil
}
