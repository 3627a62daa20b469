package main

import (
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v3"
	"go.yaml.in/yaml/v3"

	"parley/cmd/cmdline"
)

// container is a service of docker-compose.yml.
type container struct {
	Image       string             `yaml:"image"`
	Command     []string           `yaml:"command"`
	Environment map[string]*string `yaml:"environment"`
	Volumes     []string           `yaml:"volumes"`
	Ports       []string           `yaml:"ports"`
	Healthcheck struct {
		Test []string `yaml:"test"`
	} `yaml:"healthcheck"`
	ReadOnly bool     `yaml:"read_only"`
	Tmpfs    []string `yaml:"tmpfs"`
	CapDrop  []string `yaml:"cap_drop"`
	CapAdd   []string `yaml:"cap_add"`
	Security []string `yaml:"security_opt"`
	Memory   string   `yaml:"mem_limit"`
	Pids     int      `yaml:"pids_limit"`
	Logging  struct {
		Options map[string]string `yaml:"options"`
	} `yaml:"logging"`
	EnvFiles   []envFile `yaml:"env_file"`
	Privileged bool      `yaml:"privileged"`
	Network    string    `yaml:"network_mode"`
}

// envFile is a file of variables that a container gets.
type envFile struct {
	Path     string `yaml:"path"`
	Required *bool  `yaml:"required"`
}

// composed are the services of docker-compose.yml, and its text.
func composed(t *testing.T) (services map[string]container, text string) {
	t.Helper()
	data, err := os.ReadFile("../../docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Services map[string]container `yaml:"services"`
	}
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Services, string(data)
}

// rolesOf are the services that are roles of Parley, by the command each runs.
func rolesOf(t *testing.T, services map[string]container) map[string]*cli.Command {
	t.Helper()
	roles := map[string]*cli.Command{}
	for name, s := range services {
		if s.Image != "parley" {
			continue
		}
		i := slices.IndexFunc(commands(), func(c *cli.Command) bool { return c.Name == s.Command[0] })
		if len(s.Command) != 1 || i < 0 {
			t.Fatalf("%s runs %q, which is no role", name, s.Command)
		}
		roles[name] = commands()[i]
	}
	if len(roles) < 3 {
		t.Fatalf("only %d roles are in docker-compose.yml", len(roles))
	}
	return roles
}

// inImage are the variables that the Dockerfile sets, so that a service need not.
var inImage = []string{"PARLEY_DATA", "PARLEY_MODELS"}

// TestComposePassesEveryVariable: what a role reads from its environment can be set
// without editing the file.
func TestComposePassesEveryVariable(t *testing.T) {
	services, _ := composed(t)
	dockerfile := toldPages(t)["Dockerfile"]
	for _, name := range inImage {
		if !strings.Contains(dockerfile, name+"=") {
			t.Errorf("the image does not set %s", name)
		}
	}
	flags := map[string]bool{}
	below(commands(), nil, func(_ []string, c *cli.Command) {
		for _, f := range c.Flags {
			for _, name := range f.(cli.DocGenerationFlag).GetEnvVars() {
				flags[name] = true
			}
		}
	})
	for service, role := range rolesOf(t, services) {
		read := map[string]bool{}
		for _, f := range role.Flags {
			for _, name := range f.(cli.DocGenerationFlag).GetEnvVars() {
				read[name] = true
			}
		}
		for name := range environment(t) { // keys and services of engines have no flag
			if !flags[name] {
				read[name] = true
			}
		}
		for name := range read {
			if _, passed := services[service].Environment[name]; !passed && !slices.Contains(inImage, name) {
				t.Errorf("%s does not pass %s, which `parley %s` reads", service, name, role.Name)
			}
		}
		for name := range services[service].Environment {
			if !environment(t)[name] {
				t.Errorf("%s passes %s, which nothing reads", service, name)
			}
		}
	}
}

// TestComposePassesKeysOfServices: a key that a service of PARLEY_CONFIG names by a variable
// of its own can be given without editing the file, and need not be.
func TestComposePassesKeysOfServices(t *testing.T) {
	services, _ := composed(t)
	for service := range rolesOf(t, services) {
		files := services[service].EnvFiles
		if len(files) != 1 || files[0].Path != "${FILES:-./files}/keys.env" || files[0].Required == nil || *files[0].Required {
			t.Errorf("%s gets the files of variables %+v, want keys.env of the folder of files, if it is there", service, files)
		}
		if !slices.Contains(services[service].Volumes, "${FILES:-./files}:/files:ro") {
			t.Errorf("%s has no folder of files, and so no PARLEY_CONFIG", service)
		}
	}
}

// TestComposeConfines: each container may do its work and nothing else.
func TestComposeConfines(t *testing.T) {
	services, _ := composed(t)
	for name, s := range services {
		for what, held := range map[string]bool{
			"a root file system that is only read": s.ReadOnly && slices.Contains(s.Tmpfs, "/tmp"),
			"no capabilities":                      slices.Equal(s.CapDrop, []string{"ALL"}) && len(s.CapAdd) == 0 && !s.Privileged,
			"no new privileges":                    slices.Contains(s.Security, "no-new-privileges:true"),
			"a limit of memory":                    s.Memory != "",
			"a limit of processes":                 s.Pids > 0,
			"a limit of its log":                   s.Logging.Options["max-size"] != "" && s.Logging.Options["max-file"] != "",
			"a check of its health":                len(s.Healthcheck.Test) > 1 && s.Healthcheck.Test[0] == "CMD",
			"a network of its own":                 s.Network == "",
		} {
			if !held {
				t.Errorf("%s lacks %s", name, what)
			}
		}
		for _, port := range s.Ports {
			if !strings.HasPrefix(port, "${BIND:-127.0.0.1}:") {
				t.Errorf("%s publishes %s beyond this machine by itself", name, port)
			}
		}
	}
	for service := range rolesOf(t, services) {
		if got := services[service].Healthcheck.Test[1:]; !slices.Equal(got, []string{"parley", "health"}) {
			t.Errorf("the health of %s is asked by %q, which is not what the image has for it", service, got)
		}
	}
}

// TestComposeHasNoSecret: nothing that is a secret has a value in the file, and
// Compose refuses to start without one where it is needed.
func TestComposeHasNoSecret(t *testing.T) {
	_, text := composed(t)
	uses := regexp.MustCompile(`\$\{(\w*(?:SECRET|PASSWORD|TOKEN)\w*)([^}]*)\}`).FindAllStringSubmatch(text, -1)
	if len(uses) == 0 {
		t.Fatal("no secret is used")
	}
	for _, use := range uses {
		if !strings.HasPrefix(use[2], ":?") {
			t.Errorf("%s may be empty or has a default: %s", use[1], use[0])
		}
	}
	for line := range strings.Lines(text) {
		if name, value, given := strings.Cut(strings.TrimSpace(line), ": "); given && !strings.HasPrefix(name, "#") &&
			regexp.MustCompile(`(SECRET|_KEY|PASSWORD|TOKEN)$`).MatchString(name) && !strings.HasPrefix(value, "${") {
			t.Errorf("%s has a value in the file", name)
		}
	}
	if !strings.Contains(toldPages(t)[".dockerignore"]+"\n", ".env\n") {
		t.Error("the image would be built with .env in its context")
	}
}

// TestComposePinsImages: servers are those that Parley is built and tested with.
func TestComposePinsImages(t *testing.T) {
	services, _ := composed(t)
	for name, module := range map[string]string{
		"livekit": "github.com/livekit/livekit-server", "nats": "github.com/nats-io/nats-server/v2",
	} {
		out, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Version}}", module).Output()
		if err != nil {
			t.Fatal(err)
		}
		want := strings.TrimPrefix(strings.TrimSpace(string(out)), "v")
		_, tag, _ := strings.Cut(services[name].Image, ":")
		if got, _, _ := strings.Cut(strings.TrimPrefix(tag, "v"), "-"); got != want {
			t.Errorf("%s runs %s, Parley is built with %s", name, services[name].Image, want)
		}
	}
	for _, line := range regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(toldPages(t)["Dockerfile"], -1) {
		if _, tag, _ := strings.Cut(line[1], ":"); tag == "" || tag == "latest" {
			t.Errorf("the image is made from %s, whatever that is on the day", line[1])
		}
	}
}

// TestComposeHidesNothingOfTheImage: no volume lies over a folder that the image has
// files in, as it would keep those of the image it was made with; and what is written
// to belongs to the image's user.
func TestComposeHidesNothingOfTheImage(t *testing.T) {
	services, _ := composed(t)
	dockerfile := toldPages(t)["Dockerfile"]
	last := dockerfile[strings.LastIndex(dockerfile, "\nFROM "):]
	copied := regexp.MustCompile(`(?m)^COPY .* (\S+)$`).FindAllStringSubmatch(last, -1)
	if len(copied) < 3 {
		t.Fatalf("only %d files are copied into the image", len(copied))
	}
	for service := range rolesOf(t, services) {
		for _, volume := range services[service].Volumes {
			parts := strings.Split(regexp.MustCompile(`\$\{[^}]*\}`).ReplaceAllString(volume, "x"), ":")
			at := parts[1]
			for _, c := range copied {
				if strings.HasPrefix(c[1], at+"/") {
					t.Errorf("%s hides %s of the image behind the volume %s", service, c[1], volume)
				}
			}
			if len(parts) == 2 && !regexp.MustCompile(`install -d -o parley( -m 0700)? `+at+`\b`).MatchString(last) {
				t.Errorf("%s mounts %s, where the image's user may not write", service, volume)
			}
		}
	}
}

// inEnvironment is a service's environment as Compose would make it of variables that
// are set: NAME=value, of what is passed.
func (s container) inEnvironment(t *testing.T, set map[string]string) (environment []string) {
	t.Helper()
	variable := regexp.MustCompile(`\$\{(\w+)(?:(:-|:\?)([^}]*))?\}`)
	for _, name := range slices.Sorted(maps.Keys(s.Environment)) {
		value := s.Environment[name]
		if value == nil {
			if given, ok := set[name]; ok {
				environment = append(environment, name+"="+given)
			}
			continue
		}
		environment = append(environment, name+"="+variable.ReplaceAllStringFunc(*value, func(use string) string {
			part := variable.FindStringSubmatch(use)
			if given := set[part[1]]; given != "" {
				return given
			}
			if part[2] == ":?" {
				t.Fatalf("%s is not set: %s", part[1], part[3])
			}
			return part[3]
		}))
	}
	return environment
}

// TestComposeRefusesAPublishedSecret: given the secret that the file had once, or
// LiveKit's own for trying out, the roles say so and end.
func TestComposeRefusesAPublishedSecret(t *testing.T) {
	services, _ := composed(t)
	for _, service := range []string{"agent", "web"} {
		for _, secret := range []string{"secret", "a-secret-for-trying-things-out-only"} {
			for _, entry := range services[service].inEnvironment(t, map[string]string{"LIVEKIT_API_SECRET": secret}) {
				name, value, _ := strings.Cut(entry, "=")
				t.Setenv(name, value)
			}
			var said strings.Builder
			code := run(t.Context(), []string{"parley", service, "--data", t.TempDir()}, &said, &said)
			if code != cmdline.ExitSetup || !strings.Contains(said.String(), "LIVEKIT_API_SECRET is published or shorter") {
				t.Errorf("%s with the secret %q: status %d, %s", service, secret, code, said.String())
			}
		}
	}
}
